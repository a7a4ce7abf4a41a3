"""A playset out of a TOML file, with every fault and everything odd in it, each with the path where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from companion.games.manawave.data.faults import faults
from companion.games.manawave.data.playset import Playset, playset_of
from companion.games.shared.called import cleaned, oddity, texts_in
from companion.language.message import say, sentences
from companion.language.values import Name
from companion.playsets.core import Reading, Remark
from companion.playsets.manawave.form import Form
from companion.playsets.manawave.lint import odd

SCHEMA: Final = 1


def read(table: Mapping[str, Any]) -> Reading:
    """The playset that a table says. Where anything is wrong there is none, and all that is wrong is told.

    Signs that cannot be shown are left out, and warned of.
    """
    sound: Mapping[str, Any] = cleaned(table)
    form = Form(sound)
    found = [*form.faults]
    playset: Playset | None = None
    try:
        playset = playset_of(form.table)
        found += [each for each in _meant(playset) if not form.hides(each.path)]
        if not form.faults:
            playset_of(sound)  # what the form has let pass and the record does not take is told in its words
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        if not form.faults:
            found.append(Remark((), say("It cannot be read: {error}.", error=Name(str(error)))))
    if found or playset is None:
        return Reading(tuple(found), ())
    return Reading((), (*_left_out(table), *odd(playset)), playset, playset.name)


def _left_out(table: Mapping[str, Any]) -> Iterator[Remark]:
    """What of a text cannot be shown, text by text."""
    for path, text in texts_in(table):
        if (found := oddity(text)) is not None:
            yield Remark(path, sentences(found, say("It is left out.")))


def _meant(playset: Playset) -> Iterator[Remark]:
    """What is wrong in what it says, all its keys and values being of the right kind."""
    if playset.schema != SCHEMA:
        text = say("This companion reads playsets of schema {known}. Say schema = {known}.", known=SCHEMA)
        yield Remark(("schema",), text)
    for each in faults(playset):
        yield Remark(each.path, each.text)

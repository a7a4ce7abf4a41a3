"""A playset out of a TOML file, with every fault and everything odd in it, each with the path where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from companion.games.manawave.playset import Playset, playset_of
from companion.games.manawave.playset_faults import faults
from companion.games.manawave.playsets.form import Form
from companion.games.manawave.playsets.lint import odd
from companion.games.playsets import Reading, Remark
from companion.language.message import say
from companion.language.values import Name

SCHEMA: Final = 1


def read(table: Mapping[str, Any]) -> Reading:
    """The playset that a table says. Where anything is wrong there is none, and all that is wrong is told."""
    form = Form(table)
    found = [*form.faults]
    playset: Playset | None = None
    try:
        playset = playset_of(form.table)
        found += [each for each in _meant(playset) if not form.hides(each.path)]
        if not form.faults:
            playset_of(table)  # what the form has let pass and the record does not take is told in its words
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        if not form.faults:
            found.append(Remark((), say("It cannot be read: {error}.", error=Name(str(error)))))
    if found or playset is None:
        return Reading(tuple(found), ())
    return Reading((), odd(playset), playset, playset.name)


def _meant(playset: Playset) -> Iterator[Remark]:
    """What is wrong in what it says, all its keys and values being of the right kind."""
    if playset.schema != SCHEMA:
        text = say("This companion reads playsets of schema {known}. Say schema = {known}.", known=SCHEMA)
        yield Remark(("schema",), text)
    for each in faults(playset):
        yield Remark(each.path, each.text)

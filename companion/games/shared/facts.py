"""The facts that a host sets, checked: each is one of the game's `FactField`s, with a value that its field takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.core import FactField, Facts
from companion.games.errors import IllegalAction
from companion.language.message import say
from companion.language.values import Name


def with_facts(title: str, fields: Iterable[FactField], facts: Facts) -> dict[str, Any]:
    """The value of every fact, as the host sets it or as it is.

    Raises `IllegalAction` with rule "host" for a fact that is no field, or a value that its field does not take.
    """
    known = {field.key: field for field in fields}
    for key, value in facts.items():
        if key not in known:
            raise IllegalAction(
                "host",
                say(
                    "{game} has no fact {key}. Pick one from the host page's list.",
                    game=Name(title),
                    key=Name(repr(key)),
                ),
            )
        known[key].check(value)
    return {**{key: field.value for key, field in known.items()}, **facts}

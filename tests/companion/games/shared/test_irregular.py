"""Irregular games: broken laws are named from what everybody knows, and again after each act."""

from __future__ import annotations

from companion.games.core import PublicTable, Secret, State
from companion.games.shared.irregular import mark, mark_again
from companion.language.message import Message, say, written


class Cards(Secret, frozen=True):
    held: int


def violations(state: State[PublicTable, Cards]) -> tuple[Message, ...]:
    told = sum(secret.held for secret in state.secrets if secret is not None)
    return (*map(written, state.table.why), *([say("{told} cards are told of", told=told)] if told else []))


BROKEN: State[PublicTable, Cards] = State(PublicTable(("a law",)), (Cards(7), None))
SOUND: State[PublicTable, Cards] = State(PublicTable(), (Cards(7), None))


def test_a_mark_names_what_is_broken_and_tells_nothing_of_hands() -> None:
    marked = mark(BROKEN, violations)
    assert marked.table.irregular == ("a law",)
    assert marked.secrets == BROKEN.secrets


def test_an_act_is_marked_only_while_the_game_is_irregular() -> None:
    assert mark_again(BROKEN, violations) is BROKEN
    was_irregular: State[PublicTable, Cards] = State(PublicTable(irregular=("a law",)), SOUND.secrets)
    assert mark_again(was_irregular, violations) == SOUND

"""Hands that hold a card over the reader on its way: which card, for which acts, how long, and what is told by it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from companion.cli.checks.soak import headless_board
from companion.games.atlantis_rising.game import GAME
from companion.games.atlantis_rising.rules.acts import Activate, DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import DrawCard, PlayCard
from companion.games.atlantis_rising.state.model import Phase
from companion.games.core import Action
from companion.live.room import Room
from companion.simulation.card_reader import HELD_S, ShownCards
from companion.soak.runner import Soak, play_unit, summary
from companion.table.evidence import Evidence
from companion.table.felt import Feeling
from companion.table.tags import box_tags
from tests.companion.games.atlantis_rising.play import BLUE, RED, after, follower
from tests.companion.games.atlantis_rising.tables import table_of
from tests.companion.instant import perfect_eyes
from tests.companion.party import Party
from tests.companion.tables import open_room

TAGS = box_tags(GAME.mat.kit, GAME.reader.kinds)
THREE = {"players": 3, "level": 1}


class Noted:
    """A reader that notes what is laid on it."""

    def __init__(self) -> None:
        self.laid: list[str | None] = []

    def lay_card(self, uid: str | None) -> None:
        self.laid.append(uid)


def test_a_card_that_is_drawn_is_held_there_for_a_moment() -> None:
    reader = Noted()
    cards = ShownCards(reader, GAME)
    state = table_of(pieces=[follower(RED, "libraries_1")])
    state = after(state, Activate(RED, "follower", "libraries_1", 0))
    assert cards.show(GAME.view(state, None), DrawCard(RED, "energy"), 5.0)
    assert cards.is_shown
    cards.look(5.0 + HELD_S / 2)
    assert reader.laid == [TAGS["library:energy"]]
    cards.look(5.0 + HELD_S)
    cards.lift()
    assert reader.laid == [TAGS["library:energy"], None]


def test_what_is_seen_or_could_be_anothers_is_held_nowhere() -> None:
    reader = Noted()
    cards = ShownCards(reader, GAME)
    drawn = table_of(phase=Phase.MISFORTUNE)
    assert not cards.show(GAME.view(drawn, None), DrawMisfortune("basic_hills"), 1.0)
    held = table_of(hands={RED: ("energy",), BLUE: ("barrier",)})
    assert not cards.show(GAME.view(held, None), PlayCard(BLUE, "barrier"), 1.0)
    assert reader.laid == []


class OfRoom:
    """The reader of a board without a board: what is laid on it is felt at once."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def lay_card(self, uid: str | None) -> None:
        self._room.feel(Feeling(card=uid or ""))


def felt_acts(party: Party) -> list[Action | None]:
    return [step.action for step in party.session._timeline.done if step.evidence == Evidence("reader")]


@pytest.mark.slow
def test_at_a_virtual_table_a_drawn_card_is_felt_before_it_is_seen(tmp_path: Path) -> None:
    with open_room(tmp_path, has_hands=True) as room:
        party = Party(room, game=GAME.name, reader=OfRoom(room), **THREE)
        room.feel(Feeling())
        party.go_on(lambda: bool(felt_acts(party)))
        assert all(isinstance(act, DrawCard) for act in felt_acts(party))
        assert party.now.pressed == ""
        party.players.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_soak_with_a_board_tells_drawn_cards_by_its_reader(tmp_path: Path) -> None:
    task = Soak(GAME.name, 1, 2, "normal", tmp_path, board="python", options=THREE)
    unit = play_unit(task, 0, 1, perfect_eyes, partial(headless_board, "python"))
    assert (unit.wrong, unit.mismatches) == ((), 0), unit.notes
    felt = unit.tally["cards felt"]
    assert felt > 0
    assert f"cards felt: {felt} acts by the card reader" in summary(task, (unit,), 1.0)

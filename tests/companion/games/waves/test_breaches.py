"""What people may have done that the rules do not know is named, with a proposal; the host goes on from there."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.waves.mat.mat import breach
from companion.games.waves.state.model import Phase, WavesState
from companion.table.expected import ExpectedTable, Pieces
from tests.companion.games.waves.at_the_table import Table
from tests.companion.games.waves.positions import GAME, position

NAMES = ("Anna", "Ben", "Cleo", "Dan")
HANDS = {0: (1, 2, 3, 5), 1: (1, 3), 2: (1, 2, 3, 4), 3: (1, 2, 3, 5)}


def mixed(phase: Phase = Phase.REVEAL) -> WavesState:
    """Ben has laid three Rebels; they lie face down."""
    agents = {0: "F4", 1: "R2x3", 2: "F5", 3: "F1"}
    state = position([1, 4, 4, 2], phase=phase, shells=2, told=False, hands=HANDS, agents=agents)
    return msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, council=(1, 1, 0, 2, 0)))


def shown(*classes: int) -> tuple[str, ...]:
    return tuple(f"card:{cls}" for cls in classes)


@pytest.mark.rule("W-053")
@pytest.mark.parametrize(
    ("classes", "stays", "goes"),
    [
        ((2, 2, 4), "2 Keepers", "1 Seer"),
        ((4, 2, 4), "2 Seers", "1 Keeper"),
        ((5, 3), "1 Knight", "1 Noble"),  # as many of both: the lowest class stays
        ((1, 5, 3, 3), "2 Knights", "1 Scholar and 1 Noble"),
    ],
)
def test_rebels_of_more_than_one_class_are_named_with_a_proposal(
    classes: tuple[int, ...], stays: str, goes: str
) -> None:
    found = breach(GAME.view(mixed(), None, NAMES), "rebel.1", shown(*classes))
    assert found is not None
    rule, text = found
    assert rule == "W-053"
    assert str(text).startswith(f"Ben shows Rebels of {len(set(classes))} classes")
    assert f"Proposal: {stays} may stay, {goes} goes back to the hand; then the host corrects" in str(text)


@pytest.mark.parametrize(
    ("phase", "zone", "classes"),
    [
        (Phase.REVEAL, "rebel.1", (2, 2, 2)),
        (Phase.REVEAL, "rebel.1", ()),
        (Phase.REVEAL, "follower.0", (2, 4)),
        (Phase.REVEAL, "collection.1", (2, 4)),
        (Phase.PLAY, "rebel.1", (2, 4)),
    ],
)
def test_nothing_else_is_called_a_breach(phase: Phase, zone: str, classes: tuple[int, ...]) -> None:
    assert breach(GAME.view(mixed(phase), None, NAMES), zone, shown(*classes)) is None


@pytest.mark.rule("W-053", "W-061")
def test_a_table_with_mixed_rebels_says_so_and_goes_on_once_the_host_has_corrected() -> None:
    table = Table(mixed())
    zones = GAME.mat.expected(GAME.view(table.state, None)).zones
    faces = Pieces(shown(2, 2, 4))
    laid = tuple(msgspec.structs.replace(each, content=faces) if each.zone == "rebel.1" else each for each in zones)
    assert table.show_table(ExpectedTable(laid), looks=40) == "mismatch"
    (found,) = table.watcher.sight.mismatches
    assert (found.zone, found.rule) == ("rebel.1", "W-053")
    assert "The table decides" in str(found.text)
    assert table.watcher.sight.fixes == ()
    assert table.acts == []
    # The two Keepers stay and lie open, the Seer is back in the hand.
    facts = {"agent.1.count": 2, "agent.1.face": 2, "hand.1": 3}
    table.state = GAME.correct(table.state, facts)
    table.watcher.rewind()
    assert table.state.table.irregular == ()
    assert (table.state.table.phase, table.state.table.true_majority) == (Phase.TABLET, 2)
    assert table.show(table.state) == "settled"

"""Of every game: the boards beside the mat, as everybody and each seat sees them."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.games.board import Board, Cell
from companion.games.core import Choice, Effect
from companion.language.message import say
from tests.companion.games.boards import boards_of
from tests.companion.games.contract import COLOUR, NAMES, Case, each_case_and_seed
from tests.companion.games.playthroughs import corrected, somewhere, viewers
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.model import PlacePearls


def _overlap(one: Cell, other: Cell) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0 and down > 0


def _without_value(piece: str) -> str:
    """The kind of a piece: a die may have what it shows behind its own."""
    kind, _, value = piece.rpartition(":")
    return kind if piece.startswith("die:") and value.isdigit() else piece


def _check(board: Board, offered: set[Effect], kinds: set[str]) -> None:
    assert board.key
    assert str(board.title)
    assert len({cell.key for cell in board.cells}) == len(board.cells)
    for cell in board.cells:
        assert 0 <= cell.x <= cell.x + cell.width <= board.width, cell
        assert 0 <= cell.y <= cell.y + cell.height <= board.height, cell
        assert not cell.colour or COLOUR.fullmatch(cell.colour), cell
        assert kinds.issuperset(map(_without_value, cell.pieces)), cell
        # What shows by a colour, a mark or pieces is said in words too; so is all that can be tapped.
        assert cell.words is not None or not (cell.mark or cell.pieces or cell.choice or cell.pick or cell.takes), cell
        assert cell.choice is None or cell.choice.effect in offered, cell
        assert all(choice.effect in offered for _, choice in cell.takes), cell
        assert len(dict(cell.takes)) == len(cell.takes), cell
    # What a cell takes can be taken in hand.
    assert {cell.pick for cell in board.cells} >= {key for cell in board.cells for key, _ in cell.takes}
    taps = [cell for cell in board.cells if cell.choice is not None or cell.pick or cell.takes]
    assert not any(_overlap(*pair) for pair in combinations(taps, 2))


@each_case_and_seed
def test_boards_are_whole_and_offer_what_may_be_tapped(case: Case, seed: int) -> None:
    for state in (somewhere(case, seed), corrected(case, seed)):
        for seat in viewers(case.game, state):
            view = case.game.view(state, seat, NAMES)
            boards = boards_of(case.game, view)
            assert len({board.key for board in boards}) == len(boards)
            for board in boards:
                offered = {choice.effect for choice in case.game.choices(view)}
                _check(board, offered, set(case.game.mat.pieces))


@pytest.mark.parametrize("fault", ["outside", "twice", "silent", "not offered", "out of hand"])
def test_the_check_finds_what_is_wrong(fault: str) -> None:
    """On a board that is spoiled."""
    cell = Cell("a", say("A place."), 0, 0, 10, 10, mark="tick")
    choice = Choice(say("Lay pearls"), (PlacePearls(1),), say("Pearls"))
    spoiled = {
        "outside": (replace(cell, x=5),),
        "twice": (cell, cell),
        "silent": (replace(cell, words=None),),
        "not offered": (replace(cell, choice=choice),),
        "out of hand": (replace(cell, takes=(("pearl", choice),)),),
    }
    _check(Board("b", say("Board"), 10, 10, (cell,)), set(), set())
    offered: set[Effect] = {choice.effect} if fault == "out of hand" else set()
    with pytest.raises(AssertionError):
        _check(Board("b", say("Board"), 10, 10, spoiled[fault]), offered, set(SEALED_BID.mat.pieces))

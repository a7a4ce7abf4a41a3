"""The boards on the pages: purchases are put together line by line, and all of it is read on a phone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.board import Board, Cell
from companion.games.manawave.game import GAME
from companion.games.manawave.state.model import BOTH, ManaState, ManaView, Phase
from tests.companion.games.boards import boards_of
from tests.companion.games.manawave.law_positions import played
from tests.companion.games.manawave.play import NAMES, X, clan, clans_at, family, invest, revealed, tribe
from web.render.board import draw_boards


def buying(mana: int = 0, shield: int = 0, growth: int = 0) -> ManaState:
    """X has these counters in the Tribe tracker, 2 mana at its first Clan, and a Family with two modalities there."""
    own = tribe(
        clan("flame", 3, mana=2, below=[family("kelp_tenders")]),
        clan("root", 2),
        mana=mana,
        shield=shield,
        growth=growth,
    )
    return clans_at(Phase.INVEST, own, tribe(clan("flame", 2, mana=1)))


def seen(state: ManaState, draft: Any = None) -> ManaView:
    return replace(GAME.view(state, X, NAMES), draft=draft)


def purchases(view: ManaView) -> Board | None:
    return next((board for board in boards_of(GAME, view) if board.key == "purchases"), None)


def steps(board: Board) -> dict[str, Cell]:
    """What steps a number by one."""
    return {cell.key: cell for cell in board.cells if cell.choice is not None and not cell.key.startswith("plan.")}


def lines(board: Board) -> list[str]:
    """Headings, and what each number is for: the Tribe first, then Clan by Clan."""
    return [
        str(cell.text)
        if cell.key.partition(".")[2].isdigit() or cell.key == "tribe"
        else str(cell.words).split(". ")[0]
        for cell in board.cells
        if not cell.key.endswith((".-", ".of")) and not cell.key.startswith("plan.")
    ]


def shown(board: Board, key: str) -> str:
    return next(cell.number for cell in board.cells if cell.key == key)


@pytest.mark.rule("M-060", "M-069")
def test_purchases_are_listed_in_the_order_in_which_they_are_made() -> None:
    board = purchases(seen(buying(mana=2, shield=1)))
    assert board is not None
    assert lines(board) == [
        "Tribe, to give: 2 mana, 1 shield",
        "makes attack: 2 mana each, 7 at most",
        "makes shield: 2 mana each, 7 at most",
        "makes growth: 2 mana each, 7 at most",
        "1: Flame Clan, 2 mana left",
        "mana of the Tribe",
        "attack of the Tribe",
        "shield of the Tribe",
        "growth of the Tribe",
        "makes attack: 1 mana each, 3 at most",
        "makes shield: 1 mana each, 3 at most",
        "makes growth: 1 mana each, 3 at most",
        "Kelp Tenders: counters, 1 mana each",
        "Kelp Tenders: modality",
        "2: Root Clan, 0 mana left",
        *("mana of the Tribe", "attack of the Tribe", "shield of the Tribe", "growth of the Tribe"),
        "makes attack: 1 mana each, 2 at most",
        "makes shield: 1 mana each, 2 at most",
        "makes growth: 1 mana each, 2 at most",
        "3: Stream Clan, 0 mana left",
        *("mana of the Tribe", "attack of the Tribe", "shield of the Tribe", "growth of the Tribe"),
        "makes attack: 1 mana each, 2 at most",
        "makes shield: 1 mana each, 2 at most",
        "makes growth: 1 mana each, 2 at most",
    ]


@pytest.mark.rule("M-063", "M-070", "M-071")
def test_each_step_counts_and_is_taken_back() -> None:
    state = buying()
    board = purchases(seen(state))
    assert board is not None
    assert steps(board).keys() == {"clan.attack.1.+", "clan.shield.1.+", "clan.growth.1.+", "family.0.+"}
    draft = steps(board)["clan.attack.1.+"].choice
    assert draft is not None
    board = purchases(seen(state, draft.draft))
    assert board is not None
    assert (shown(board, "clan.attack.1.+"), str(board.cells[0].text)) == ("1 +", "1: Flame Clan, 1 mana left")
    bought = steps(board)["family.0.+"].choice
    assert bought is not None
    board = purchases(seen(state, bought.draft))
    assert board is not None
    assert steps(board).keys() == {"clan.attack.1.-", "family.0.-", "mode.0.+"}, "no mana is left"


@pytest.mark.rule("M-068")
@pytest.mark.parametrize(("counts", "most"), [(False, 3), (True, 2)])
def test_the_cap_counts_what_lies_there_where_the_option_says_so(counts: bool, most: int) -> None:
    x = tribe(clan("flame", 3, mana=3, attack=1))
    state = clans_at(Phase.INVEST, x, tribe(mana=1), options={"cap_counts_existing": counts})
    for draft in (None, invest(state, X, clan={1: {"attack": 1}})):
        board = purchases(seen(state, draft))
        assert board is not None
        assert f"makes attack: 1 mana each, {most} at most" in lines(board)


@pytest.mark.rule("M-060")
def test_no_line_moves_while_a_choice_is_put_together() -> None:
    state, rng = buying(mana=3, growth=1), random.Random(1)
    board, places = purchases(seen(state)), set[tuple[Any, ...]]()
    for _ in range(60):
        assert board is not None
        places.add(tuple((cell.key, cell.x, cell.y) for cell in board.cells if not cell.key.endswith(".-")))
        choice = rng.choice([cell.choice for cell in steps(board).values() if cell.choice is not None])
        board = purchases(seen(state, choice.draft))
    assert len(places) == 1


@pytest.mark.rule("M-060")
def test_a_proposal_makes_the_draft_and_commits_nothing() -> None:
    state = buying()
    for draft in (None, *(each.choice.draft for each in proposals(purchases(seen(state))) if each.choice)):
        cells = proposals(purchases(seen(state, draft)))
        assert len([each for each in cells if each.mark == "tick"]) == 1, "what the draft is stays in its place"
        assert all(each.choice.is_draft for each in cells if each.choice is not None)


def proposals(board: Board | None) -> list[Cell]:
    assert board is not None
    return [cell for cell in board.cells if cell.key.startswith("plan.")]


@pytest.mark.rule("M-010", "M-011", "M-012")
def test_a_tribe_is_founded_on_a_drawing_on_which_nothing_moves() -> None:
    state, rng, draft, places = revealed(), random.Random(2), None, set[tuple[Any, ...]]()
    for _ in range(30):
        board = next(each for each in boards_of(GAME, seen(state, draft)) if each.key == "founding")
        places.add(tuple((cell.key, cell.x, cell.y) for cell in board.cells))
        choice = rng.choice([cell.choice for cell in board.cells if cell.choice is not None])
        draft = choice.draft
    assert len(places) == 1
    ticked = {cell.key for cell in board.cells if cell.mark == "tick"}
    assert len([key for key in ticked if key.startswith("faction:")]) == 2
    assert len([key for key in ticked if key.startswith("monument:")]) == 1


@pytest.mark.rule("M-060")
def test_where_nothing_can_be_bought_there_is_no_board_of_purchases() -> None:
    poor = clans_at(Phase.INVEST, tribe(), tribe(clan("flame", 2, mana=1)))
    assert purchases(seen(poor)) is None


@pytest.mark.parametrize("options", [{"mode": "clans"}, {"mode": "nexus"}], ids=str)
def test_every_board_is_read_on_a_phone(options: dict[str, Any]) -> None:
    """Most as they are, the longest sentences moved sideways once."""
    least = list[int]()
    for number, (_, _, state) in enumerate(played(random.Random(3), options)):
        if number % 5 == 0:
            for seat in BOTH:
                view = GAME.view(state, seat, NAMES)
                offered = {choice.effect for choice in GAME.choices(view)}
                least += [made.least for made in draw_boards(boards_of(GAME, view), dict(GAME.mat.pieces), offered)]
    assert max(least) <= 480
    assert sorted(least)[len(least) // 2] <= 360

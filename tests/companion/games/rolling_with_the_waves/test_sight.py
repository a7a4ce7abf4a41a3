"""What dice seen in crow's nests and on mini boards come to (ledger section 7)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from companion.games.core import Action
from companion.games.dice import Finding
from companion.games.rolling_with_the_waves.mat import mini_board
from companion.games.rolling_with_the_waves.mat.kit import KIT
from companion.games.rolling_with_the_waves.state.model import TRAY, DiceState, Draft, LayBehindScreen, ShowBoard
from companion.games.rolling_with_the_waves.state.records import ICONS, Die, Icon, Phase
from companion.table.dice import DieSighting, DieState, LyingDice, PieceSighting
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    BLUE,
    GAME,
    RED,
    after,
    charts,
    clear,
    dice,
    table_of,
)
from tests.said import said

POOL = (*dice((RED, 5), (BLUE, 4), (BLUE, 1)), *clear(2, 2))
BLUES_POOL = dice((BLUE, 4), (BLUE, 1), (BLUE, 5))
"""With nothing free for red."""


def seen(die: Die, state: DieState = "read", x_mm: float = 0.0, y_mm: float = 0.0) -> DieSighting:
    value = die.value if state == "read" else None
    colour = "clear" if die.colour == "freebooter" else die.colour
    return DieSighting(value, (die.value,), colour, x_mm, y_mm, 0.99, state)


def lying(of: Sequence[Die], state: DieState = "read") -> LyingDice:
    return LyingDice(tuple(seen(die, state) for die in of))


def drafting(pool: Sequence[Die], infamy: int = 5) -> DiceState:
    nests = (clear(3), clear(6))
    return table_of(2, Phase.DRAFT, pool=tuple(pool), nests=nests, maps=charts(2, p0={"infamy": infamy}))


def found(state: DiceState, **zones: LyingDice) -> tuple[Finding, ...]:
    view = GAME.view(state, None, ("Ada", "Bo"))
    assert GAME.dice is not None
    return GAME.dice.found(view, {zone.replace("_", ".", zone != TRAY): each for zone, each in zones.items()})


def taken(state: DiceState, kept: Die, left: Sequence[Die]) -> Finding:
    nest = state.table.played.nests[0]
    (one,) = found(state, nest_0=lying((*nest, kept)), dice_tray=lying(left))
    return one


def without(pool: Sequence[Die], *places: int) -> tuple[Die, ...]:
    return tuple(die for place, die in enumerate(pool) if place not in places)


@pytest.mark.rule("R-032", "R-033", "R-034", "R-039")
@pytest.mark.parametrize(
    ("place", "act"),
    [
        (0, Draft(0, RED, 5, "free")),
        (1, Draft(0, BLUE, 4, "pay")),
        (3, Draft(0, "freebooter", 2, "free")),
    ],
)
def test_a_die_that_left_the_tray_and_lies_in_the_nest_was_drafted(place: int, act: Action) -> None:
    one = taken(drafting(POOL), POOL[place], without(POOL, place))
    assert (one.act, one.zone) == (act, "nest.0")


@pytest.mark.rule("R-038")
def test_a_drunken_die_shows_its_new_face_and_the_tray_says_which_it_was() -> None:
    state = drafting(BLUES_POOL)
    one = taken(state, Die(BLUE, 1), without(BLUES_POOL, 0))
    assert one.act == Draft(0, BLUE, 4, "drunken")


@pytest.mark.rule("R-034", "R-038")
def test_a_rolled_one_is_asked_about_where_it_may_be_paid_or_drunken() -> None:
    one = taken(drafting(BLUES_POOL), Die(BLUE, 1), without(BLUES_POOL, 1))
    assert one.act is None
    assert {choice.actions[0] for choice in one.answers} == {Draft(0, BLUE, 1, "pay"), Draft(0, BLUE, 1, "drunken")}
    assert said(one.text) == "Did Ada pay for the blue 1, or is it a drunken sailor?"
    assert one.looks_alike


def test_dice_of_which_one_or_the_other_was_taken_are_both_offered() -> None:
    pool = dice((RED, 4), (RED, 5), (BLUE, 1))
    (one,) = found(
        drafting(pool),
        nest_0=lying((*clear(3), Die(RED, 4)), "doubtful"),
        dice_tray=lying(without(pool, 0), "doubtful"),
    )
    assert said(one.text) == "Which die did Ada take?"
    assert [choice.actions[0] for choice in one.answers] == [Draft(0, RED, 4, "free"), Draft(0, RED, 5, "free")]
    assert not one.looks_alike


def test_nothing_is_said_before_the_tray_is_seen_without_the_die() -> None:
    state = drafting(POOL)
    nest = lying((*clear(3), Die(RED, 5)))
    assert found(state, nest_0=nest) == found(state, nest_0=nest, dice_tray=lying(POOL)) == (Finding("nest.0"),)
    assert found(state, dice_tray=lying(without(POOL, 0))) == ()


def test_a_die_of_the_tray_that_is_not_seen_is_waited_for() -> None:
    one = taken(drafting(POOL), POOL[0], without(POOL, 0, 1))
    assert one.act is None
    assert said(one.text) == "3 dice are seen in the tray, and 4 should lie there."
    assert [choice.actions for choice in one.answers] == [(Draft(0, RED, 5, "free"),)]


def test_where_a_die_of_the_tray_is_not_seen_what_still_lies_there_is_no_answer() -> None:
    one = taken(drafting(POOL), POOL[0], without(POOL, 1, 2))
    assert (one.act, one.answers) == (None, ())


def test_a_colour_that_nest_and_tray_do_not_agree_on_is_asked_about() -> None:
    pool = dice((RED, 4), (BLUE, 4))
    one = taken(drafting(pool), Die(BLUE, 4), dice((BLUE, 4)))
    assert one.act is None
    assert [choice.actions for choice in one.answers] == [(Draft(0, BLUE, 4, "pay"),)]
    assert said(one.text) == "Did Ada take the blue 4?"
    assert not one.looks_alike


def test_of_nest_and_tray_one_has_to_be_read_whole() -> None:
    state, nest, left = drafting(POOL), (*clear(3), Die(RED, 5)), without(POOL, 0)
    pairs: tuple[tuple[DieState, DieState], ...] = (("read", "doubtful"), ("doubtful", "read"))
    for one, other in pairs:
        (counted,) = found(state, nest_0=lying(nest, one), dice_tray=lying(left, other))
        assert counted.act == Draft(0, RED, 5, "free")
    (asked,) = found(state, nest_0=lying(nest, "doubtful"), dice_tray=lying(left, "doubtful"))
    assert asked.act is None
    assert [choice.actions[0] for choice in asked.answers] == [Draft(0, RED, 5, "free")]


@pytest.mark.parametrize(
    ("infamy", "kept", "words"),
    [
        (3, Die(BLUE, 4), "That die costs 4 Infamy, and there is less. Choose another."),
        (
            5,
            Die(BLUE, 6),
            "In the crow's nests of Ada lies no die that may be taken so. Turn it back as it was rolled, or to 1 where "
            "it is a drunken sailor; or tap what was taken.",
        ),
    ],
)
def test_what_may_not_be_taken_is_told(infamy: int, kept: Die, words: str) -> None:
    pool = (*POOL[:2], *clear(2))
    one = taken(drafting(pool, infamy), kept, without(pool, 1))
    assert (said(one.text), one.answers, one.act) == (words, (), None)


def test_dice_too_many_and_out_of_turn_are_told() -> None:
    state = drafting(POOL)
    (many,) = found(state, nest_0=lying((*clear(3), *POOL[:2])))
    assert (
        said(many.text) == "3 dice lie in the crow's nests of Ada, and one is taken a turn. Put back what is too many."
    )
    (other,) = found(state, nest_1=lying((*clear(6), POOL[0])))
    assert said(other.text) == "Ada takes a die now. Put back what Bo has taken."


# --- mini boards ---

NEST = (*dice((RED, 3), (BLUE, 4)), *clear(3))


def shown(icons: Sequence[Icon], of: Sequence[Die] = NEST, angle_deg: float = 0.0, state: DieState = "read") -> Finding:
    """What a board comes to that lies turned, with these dice on these icons."""
    start = table_of(2, Phase.ALLOCATE, nests=(NEST, clear(1, 2, 5)), maps=charts(2, p0={"chests": ((), (4,), ())}))
    start = after(start, LayBehindScreen(0), LayBehindScreen(1))
    board = PieceSighting("mini_board", 500, 200, round(angle_deg))
    spread = [(16.0 * (place - 1), 0.0) for place in range(3)] if len(set(icons)) == 1 else [(0.0, 0.0)] * 3
    seen_dice = []
    for die, icon, (right, down) in zip(of, icons, spread, strict=False):
        field = mini_board.area(icon)
        x, y = field.x_mm + field.width_mm / 2 + right / 2, field.y_mm + field.height_mm / 2 + down
        seen_dice.append(seen(die, state, *on_mat(board, x, y)))
    (one,) = found(start, board_0=LyingDice(tuple(seen_dice), (board,)))
    return one


def on_mat(board: PieceSighting, x_mm: float, y_mm: float) -> tuple[float, float]:
    size, angle = KIT.size("mini_board"), math.radians(board.angle_deg)
    across, down = x_mm - size.marker_x_mm, y_mm - size.marker_y_mm
    right = board.x_mm + across * math.cos(angle) - down * math.sin(angle)
    return right, board.y_mm + across * math.sin(angle) + down * math.cos(angle)


@pytest.mark.rule("R-060")
@pytest.mark.parametrize("angle_deg", [0, 7, 180, 352])
@pytest.mark.parametrize("icons", [("hull", "ports", "crew"), ("chest1", "raise", "cannon_large"), ("bury2",) * 3])
def test_dice_on_the_icons_of_a_board_are_to_be_confirmed(icons: tuple[Icon, ...], angle_deg: float) -> None:
    one = shown(icons, angle_deg=angle_deg)
    assert [choice.actions for choice in one.answers] == [(ShowBoard(0, icons),)]
    assert said(one.text) == "Do the dice of Ada lie so?"
    assert one.act is None


def test_dice_that_cannot_be_read_are_known_by_their_colours() -> None:
    one = shown(("hull", "ports", "crew"), state="doubtful")
    assert [choice.actions for choice in one.answers] == [(ShowBoard(0, ("hull", "ports", "crew")),)]


@pytest.mark.rule("R-060")
def test_dice_that_show_the_same_lie_in_one_way() -> None:
    twins = (*dice((RED, 3), (RED, 3)), *clear(5))
    start = table_of(2, Phase.ALLOCATE, nests=(twins, clear(1, 2)), maps=charts(2))
    start = after(start, LayBehindScreen(0), LayBehindScreen(1))
    board = PieceSighting("mini_board", 500, 200, 0)
    middles = [
        (area.x_mm + 13, area.y_mm + 15)
        for area in (mini_board.area("ports"), mini_board.area("hull"), mini_board.area("crew"))
    ]
    seen_dice = tuple(seen(die, "read", *on_mat(board, *at)) for die, at in zip(twins, middles, strict=True))
    (one,) = found(start, board_0=LyingDice(seen_dice, (board,)))
    assert [choice.actions for choice in one.answers] == [(ShowBoard(0, ("hull", "ports", "crew")),)]
    assert one.is_proposal


def test_a_die_across_a_line_may_lie_on_either_icon() -> None:
    start = table_of(2, Phase.ALLOCATE, nests=(NEST, clear(1, 2, 5)), maps=charts(2))
    start = after(start, LayBehindScreen(0), LayBehindScreen(1))
    board, line = PieceSighting("mini_board", 500, 200, 0), mini_board.area("chest2")
    places = [on_mat(board, line.x_mm + 1, line.y_mm + 10), on_mat(board, 120, 15), on_mat(board, 66, 90)]
    dice_seen = tuple(seen(die, "read", *at) for die, at in zip(NEST, places, strict=True))
    (one,) = found(start, board_0=LyingDice(dice_seen, (board,)))
    ways = {choice.actions[0] for choice in one.answers}
    assert ways == {ShowBoard(0, ("chest1", "hull", "ports")), ShowBoard(0, ("chest2", "hull", "ports"))}


@pytest.mark.parametrize(
    ("icons", "of", "words"),
    [
        (("hull", "ports"), NEST[:2], "2 dice are seen on the mini board of Ada, and 3 should lie there."),
        (
            ("hull", "ports", "crew"),
            (*NEST[:2], *clear(5)),
            "On the mini board of Ada lie other dice than those that were drafted.",
        ),
        (("bury1",) * 3, NEST, "That chest is empty, and only one with a value can be buried."),
    ],
)
def test_a_board_that_cannot_be_right_is_told(icons: tuple[Icon, ...], of: tuple[Die, ...], words: str) -> None:
    assert said(shown(icons, of).text) == words


def test_a_board_without_its_marker_is_asked_to_be_pushed() -> None:
    start = table_of(2, Phase.ALLOCATE, nests=(NEST, clear(1, 2, 5)), maps=charts(2))
    start = after(start, LayBehindScreen(0), LayBehindScreen(1))
    (one,) = found(start, board_0=lying(NEST))
    assert said(one.text) == "Ada: push the mini board onto its place, its marker open."


def test_each_icon_has_a_field_of_its_own_beside_the_marker_and_on_the_board() -> None:
    size = KIT.size("mini_board")
    assert (size.width_mm, size.height_mm) == (mini_board.WIDTH_MM, mini_board.HEIGHT_MM)
    fields = [mini_board.area(icon) for icon in ICONS]
    for place, field in enumerate(fields):
        assert field.x_mm >= 0
        assert field.x_mm + field.width_mm <= size.width_mm
        assert field.y_mm >= 0
        assert field.y_mm + field.height_mm <= size.height_mm
        assert not any(field.overlaps(other) for other in fields[place + 1 :])
        reach = KIT.marker_area_mm / 2
        assert field.x_mm >= size.marker_x_mm + reach or field.y_mm >= size.marker_y_mm + reach


def test_private_places_are_open_from_the_reveal_on() -> None:
    assert GAME.dice is not None
    for phase in Phase:
        state = table_of(2, phase)
        opened = GAME.dice.opened(GAME.view(state, None))
        is_closed = phase in (Phase.FIRST, Phase.ROLL, Phase.DRAFT, Phase.ALLOCATE)
        assert opened == (frozenset() if is_closed else {"board.0", "board.1"}), phase

"""A game in pictures: each figure by its round, whatever was corrected or taken back meanwhile."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import Price
from companion.games.atlantis_rising.host.facts import correct
from companion.games.atlantis_rising.host.options import new_game
from companion.games.atlantis_rising.screen.diagrams import PAINTS, diagrams
from companion.games.atlantis_rising.state.model import COLOURS, PARTS, AtlantisView, Luck
from companion.games.diagrams import LineDiagram
from companion.games.game import public_view
from tests.companion.games.atlantis_rising.positions import position

NAMES = ("Ada", "Bo", "Cy", "Di")


def at(round_: int, **fields: Any) -> AtlantisView:
    """What all see of a game of four in that round."""
    state = position(round=round_, **fields)
    return public_view(state.table, NAMES)


START = public_view(new_game({"players": 4}, {}).table, NAMES)
LUCK = (Luck(3, 2, 5 * PARTS // 2), Luck(1, 1, PARTS // 6), Luck(), Luck(), Luck(3, 2, 5 * PARTS // 2))
COURSE = (
    START,
    at(1, dry={"hills": 5}, reserves={0: Price(gold=2, ore=1, energy=4)}),
    at(
        2,
        dry={"hills": 3, "forges": 5},
        reserves={0: Price(gold=1), 2: Price(atlantium=1, crystal=1, energy=3)},
        built={"mystic_siphon": 1, "spirit_seal": 2},
        stopped=(0, 1, 0, 0, 2, 0),
        fortune=LUCK,
        weather=Luck(8, 5, 6 * PARTS - 1),
    ),
)


def drawn(*course: AtlantisView) -> dict[str, LineDiagram]:
    return {each.key: each for each in diagrams(course) if isinstance(each, LineDiagram)}


def lines(diagram: LineDiagram) -> dict[str, tuple[int, ...]]:
    return {str(line.name): line.values for line in diagram.lines}


def words(diagram: LineDiagram) -> str:
    return " ".join(map(str, diagram.about))


def test_before_the_first_round_there_is_nothing_to_draw() -> None:
    assert diagrams((START, START)) == ()


def test_a_round_that_the_host_sets_before_colours_are_taken_is_drawn_too() -> None:
    corrected = public_view(correct(new_game({"players": 4}, {}), {"round": 1}).table, NAMES)
    assert tuple(lines(drawn(START, corrected)["energy"])) == NAMES


def test_every_picture_has_the_start_the_end_of_each_round_and_now() -> None:
    assert {each.marks for each in drawn(*COURSE).values()} == {(0, 1, 2)}
    again = drawn(START, START, COURSE[1], COURSE[2])
    assert again == drawn(*COURSE), "the end of set-up is the start"


def test_the_sea_and_what_barriers_held_back() -> None:
    sea = drawn(*COURSE)["sea"]
    assert lines(sea) == {"dry tiles": (36, 35, 32), "held floods": (0, 0, 3)}
    assert words(sea) == "32 of 36 tiles are dry. Barriers have held 3 floods back."
    early = drawn(*COURSE[:2])["sea"]
    assert (lines(early), words(early)) == ({"dry tiles": (36, 35)}, "35 of 36 tiles are dry.")
    each = lines(drawn(*COURSE)["peninsulas"])
    assert (each["Hills"], each["Forges"], each["Cities"], len(each)) == ((6, 5, 3), (6, 6, 5), (6, 6, 6), 6)


def test_what_each_player_owned() -> None:
    """Energy is no resource (A-125); level 1 begins with what its row says (A-156)."""
    found = drawn(*COURSE)
    assert lines(found["resources"]) == {"Ada": (0, 3, 1), "Bo": (0, 0, 0), "Cy": (0, 0, 2), "Di": (0, 0, 0)}
    begin = START.table.setup.box.levels[0].energy
    assert lines(found["energy"])["Ada"] == (begin, 4, 0)
    assert lines(found["energy"])["Cy"] == (begin, 0, 3)
    assert [line.paint for line in found["energy"].lines] == [PAINTS[colour] for colour in COLOURS[:4]]


def test_components_are_those_that_are_built() -> None:
    built = drawn(*COURSE)["components"]
    assert (lines(built), words(built)) == ({"built": (0, 0, 2)}, "2 of 10 components are built.")


def test_luck_is_told_beside_the_average_and_judges_nothing() -> None:
    rolls, cards = drawn(*COURSE)["rolls"], drawn(*COURSE)["misfortunes"]
    assert lines(rolls) == {"succeeded": (0, 0, 2), "on average": (0, 0, 3)}, "2.5 is drawn as 3"
    assert "All together: 2 of 3, 2.5 on average. Ada: 2 of 3, 2.5 on average. Bo: 1 of 1, 0.2 on average." in words(
        rolls
    )
    assert "Cy" not in words(rolls)
    assert "A roll of two players counts for both." in words(rolls)
    assert lines(cards) == {"asked for": (0, 0, 5), "on average": (0, 0, 6)}
    assert "8 misfortunes: 5 floods, 6.0 on average." in words(cards)
    assert words(rolls).endswith("Chance alone makes it some more or fewer.")
    assert not {"rolls", "misfortunes"} & drawn(*COURSE[:2]).keys(), "where nothing was rolled or drawn"


def test_where_nobody_rolled_together_nothing_is_said_of_it() -> None:
    alone = replace(COURSE[2], table=replace(COURSE[2].table, fortune=(LUCK[0], *(Luck(),) * 3, LUCK[0])))
    assert "counts for both" not in words(drawn(START, alone)["rolls"])

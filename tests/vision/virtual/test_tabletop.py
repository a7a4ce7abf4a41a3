"""A person's mouse on the virtual table, the hands of cards, and what is refused."""

from __future__ import annotations

import math

import pytest

from companion.table.expected import At, Backs, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.world import LyingPiece, OutOfReach, World
from tests.vision import private_places
from tests.vision.fakes import FakeClock
from tests.vision.virtual.mats import BESIDE, LAYERED, LAYOUT, PIECES, lying
from tests.vision.virtual.worlds import assert_lies, finish, lies, table, tabletop
from vision.virtual.hands import Manners
from vision.virtual.scene import PhysicalPiece
from vision.virtual.tabletop import Tabletop

DECK, DISCARD = (lying("back", zone) for zone in ("deck", "discard"))
BID, WON = lying("back", "bid.1"), lying("back", "won.1")


def only(top: Tabletop, kind: str) -> LyingPiece:
    """The one piece of that kind on the mat."""
    (piece,) = (each for each in top.lying() if each.kind == kind)
    return piece


def test_a_tabletop_is_a_world(clock: FakeClock) -> None:
    world: World = tabletop(clock)
    assert world.lying() == ()
    assert not world.busy()


def test_setting_out_puts_everything_there_at_once_and_the_spare_pearls_into_the_supply(clock: FakeClock) -> None:
    top = tabletop(clock)
    wanted = table(bowl=Pieces(("pearl",) * 2), deck=Pile("back", 30), won_1=Pieces(("card:3",)))
    top.set_out(wanted)
    assert not top.busy()
    assert_lies(top.scene(), wanted)
    pearls = {zone.zone: zone.kinds.count("pearl") for zone in lies(top.scene()).zones}
    assert (pearls["bowl"], pearls["supply"]) == (2, 3)
    top.set_out(wanted, supply=False)
    assert sum(each.kind == "pearl" for each in top.lying()) == 2


def test_a_moved_piece_lies_there_on_top_and_keeps_its_name(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(prize=Pieces(("card:3",)), won_1=Pieces(("card:2",))))
    card = only(top, "card:3")
    top.move(card.piece, *BESIDE)
    assert top.lying()[-1] == LyingPiece(card.piece, "card:3", True, *BESIDE, card.angle_deg)


def test_moving_the_top_of_a_pile_shows_the_next(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(deck=Pile("back", 2)), supply=False)
    for count in (2, 2):
        back = next(each for each in top.lying() if abs(each.x_mm - DECK.x_mm) < 5)
        top.move(back.piece, BESIDE[0], BESIDE[1] + len(top.lying()) * 20)
        assert len(top.lying()) == count
    assert all(each.x_mm == BESIDE[0] for each in top.lying())


def test_the_cards_of_a_face_up_pile_come_again_in_their_order(clock: FakeClock) -> None:
    top = tabletop(clock)
    for count, kind in enumerate(("card:1", "card:2", "card:3"), 1):
        top.lay(table(discard=Pile("back", count, kind)), 0)
        finish(top, clock)
    for kind in ("card:3", "card:2", "card:1"):
        (pile,) = (each for each in top.lying() if abs(each.x_mm - DISCARD.x_mm) < 5)
        assert pile.kind == kind
        top.take(pile.piece, 2)
    assert top.held(2) == ("card:1", "card:2", "card:3")


def test_a_card_is_turned_and_turned_back(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(prize=Pieces(("card:3",))), supply=False)
    marker = top.scene().pieces[0].marker
    for face_up in (False, True):
        top.turn(top.lying()[0].piece)
        assert (top.lying()[0].kind, top.lying()[0].face_up) == ("card:3" if face_up else "back", face_up)
        assert top.hidden("prize") == (() if face_up else ("card:3",))
    assert top.scene().pieces[0].marker == marker


def test_a_card_out_of_a_hand_face_down_is_still_that_card(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.hold(1, ("card:4", "card:2", "card:4"))
    assert top.held(1) == ("card:2", "card:4", "card:4")
    top.play(1, "card:4", False, BID.x_mm, BID.y_mm)
    assert top.held(1) == ("card:2", "card:4")
    assert [(each.kind, each.face_up) for each in top.lying()] == [("back", False)]
    assert top.hidden("bid.1") == ("card:4",)
    # Hands turn it over in its place, and it is no other card.
    top.lay(table(bid_1=Pieces(("card:4",))), 1)
    finish(top, clock)
    assert_lies(top.scene(), table(bid_1=Pieces(("card:4",))))
    # Wanted as another card, it leaves, and that other one comes.
    top.turn(top.lying()[0].piece)
    top.lay(table(bid_1=Pieces(("card:5",))), 1)
    finish(top, clock)
    assert_lies(top.scene(), table(bid_1=Pieces(("card:5",))))


@pytest.mark.parametrize(("lies", "played"), [("bid_1", WON), ("won_1", BID)], ids=["under", "over"])
def test_a_card_that_a_mouse_lays_lies_under_those_of_a_higher_layer(
    lies: str, played: PhysicalPiece, clock: FakeClock
) -> None:
    top = tabletop(clock, layout=LAYERED)
    top.set_out(table(**{lies: Pieces(("card:3",))}), supply=False)
    top.hold(0, ("card:1",))
    top.play(0, "card:1", True, played.x_mm, played.y_mm)
    assert [each.kind for each in top.lying()] == (["card:1", "card:3"] if played is WON else ["card:3", "card:1"])


def test_what_cannot_be_done_is_refused_in_words(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(bowl=Pieces(("pearl",) * 5), prize=Pieces(("card:3",)), token_0=Pieces(("token",))))
    card, token = only(top, "card:3"), only(top, "token")
    before = top.lying()
    with pytest.raises(OutOfReach, match=r"There is no piece 999 on the mat any more\. Look again"):
        top.move(999, 100, 100)
    with pytest.raises(OutOfReach, match=r"601, 100 mm is not on the mat, which is 600 x 400 mm\. Put"):
        top.move(card.piece, LAYOUT.width_mm + 1, 100)
    with pytest.raises(OutOfReach, match=r"The start token has no other side\. Only cards can be turned\."):
        top.turn(token.piece)
    with pytest.raises(OutOfReach, match=r"The start token is no card\. Only cards go into a hand; move it instead\."):
        top.take(token.piece, 0)
    name = PIECES["card:1"].label
    with pytest.raises(OutOfReach, match=rf"There is no {name} in the hand of seat 1\. Play a card that is there\."):
        top.play(0, "card:1", True, 100, 100)
    top.hold(0, ("card:1",))
    with pytest.raises(OutOfReach, match="is not on the mat"):
        top.play(0, "card:1", True, -1, 100)
    with pytest.raises(OutOfReach, match=r"more pieces of kind 'token' than the 1 there are\. Correct the position\."):
        top.lay(table(token_0=Pieces(("token",)), token_1=Pieces(("token",))), None)
    assert (top.held(0), top.lying()) == (("card:1",), before)


def test_what_a_hand_holds_is_out_of_reach(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(prize=Pieces(("card:3",))), supply=False)
    card = only(top, "card:3")
    top.lay(table(won_1=Pieces(("card:3",))), 0)
    while top.lying():
        clock.pause(0.1)
    with pytest.raises(OutOfReach, match=r"is in a hand just now\. Wait until it lies\."):
        top.turn(card.piece)


def test_a_piece_that_a_person_takes_first_is_not_carried_twice(clock: FakeClock) -> None:
    top = tabletop(clock)
    top.set_out(table(prize=Pieces(("card:3",))), supply=False)
    wanted = table(won_1=Pieces(("card:3",)), bid_1=Backs("back", 2))
    top.lay(wanted, 0)
    clock.pause(0.2)
    top.move(only(top, "card:3").piece, *BESIDE)
    finish(top, clock)
    assert_lies(top.scene(), wanted)


def test_a_board_is_pushed_to_its_place_turned_as_its_owner_reads_it(clock: FakeClock) -> None:
    """Both ways round, one after the other: the same board is turned."""
    at = private_places.LAYOUT.find("board.2")
    x_mm, y_mm = at.x_mm + at.width_mm / 2, at.y_mm + at.height_mm / 2
    pieces, manners = private_places.GAME.mat.pieces, Manners(sloppy_mm=1.0, sloppy_deg=3.0)
    top = Tabletop(private_places.LAYOUT, private_places.KIT, pieces, clock, manners=manners)
    markers = set()
    for angle_deg in (180.0, 0.0):
        places = (At("mini_board", x_mm, y_mm, angle_deg=angle_deg),)
        top.lay(ExpectedTable((ExpectedZone("board.2", Pieces(("mini_board",)), places=places),)), 2)
        finish(top, clock)
        (piece,) = top.scene().pieces
        assert abs((piece.angle_deg - angle_deg + 180) % 360 - 180) <= 3.0
        assert math.dist((piece.x_mm, piece.y_mm), (x_mm, y_mm)) <= 1.0
        markers.add(piece.marker)
    assert len(markers) == 1

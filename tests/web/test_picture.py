"""The picture of the mat shows every expected piece, in its zone, in words and in drawing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from companion.games.registry import GAMES
from companion.games.waves.mat import PIECES
from companion.room import Room
from companion.table.expected import Anything, Backs, ExpectedZone, Pieces, Pile
from companion.table.pieces import PieceKind
from tests.web.conftest import wait_until
from web.picture import content_words, describe_mat, draw_mat
from web.pieces import PAPER, Box, back, face, find_kind, fit, icon, ink_on, luminance

SVG = "{http://www.w3.org/2000/svg}"


def parse(markup: str) -> ET.Element:
    return ET.fromstring(str(markup).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def drawn(zone: ET.Element) -> Counter[str]:
    """Kinds of the pieces drawn in a zone."""
    return Counter(each.get("data-kind", "") for each in zone.iter(f"{SVG}g") if each.get("class") == "piece")


def wanted(expected: ExpectedZone) -> Counter[str]:
    """Kinds that a zone must show: a pile shows its top only."""
    match expected.content:
        case Pieces(kinds):
            return Counter(kinds)
        case Backs(kind, count):
            return Counter({kind: count} if count else {})
        case Pile(kind, count, top):
            return Counter({top or kind: 1} if count else {})
        case Anything():
            return Counter()


def test_every_expected_piece_appears_in_its_zone_all_through_a_game(virtual_room: Room) -> None:
    wait_until(virtual_room, lambda now: now.outcome is not None)
    game = GAMES["waves"]
    steps = virtual_room.session._timeline.done
    for step in steps[:: max(1, len(steps) // 60)]:
        view = game.view(step.after, None, ("Ada", "Ben", "Cleo", "Dora"))
        zones = {each.get("data-zone"): each for each in parse(draw_mat(game, view)).iter(f"{SVG}g")}
        for expected in game.expected_table(view).zones:
            assert drawn(zones[expected.zone]) == wanted(expected), expected
    assert len(steps) > 60


def test_pieces_lie_over_one_another_as_on_the_table(virtual_room: Room) -> None:
    now = wait_until(virtual_room, lambda now: now.outcome is not None)
    game, view = now.game, now.view(None)
    picture = parse(draw_mat(game, view))
    order = [each.get("data-zone", "").split(".")[0] for each in picture.iter(f"{SVG}g") if each.get("data-zone")]
    lowest = max(index for index, zone in enumerate(order) if zone == "follower")
    assert lowest < order.index("elder") < order.index("rebel")


def test_cards_are_drawn_at_their_size_in_millimetres(virtual_room: Room) -> None:
    now = wait_until(virtual_room, lambda now: now.outcome is not None)
    game, view = now.game, now.view(None)
    elder = next(each for each in parse(draw_mat(game, view)).iter(f"{SVG}g") if each.get("data-zone") == "deck")
    (card,) = (each for each in elder.iter(f"{SVG}rect") if each.get("class") == "edge")
    assert [card.get(name) for name in ("x", "y", "width", "height")] == ["48", "16", "63", "88"]


def test_the_picture_has_a_title_and_says_in_words_what_lies_where(room: Room) -> None:
    snapshot = room.session.snapshot()
    picture = parse(draw_mat(snapshot.game, snapshot.view(None)))
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == "mat-title mat-words"
    title, words = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "The mat of Waves"
    assert words is not None
    assert words.text is not None
    assert "Deck: 100 cards." in words.text
    assert "Centre: empty." in words.text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (Pieces(("card:1", "card:5", "card:1")), "2 × Scholar, Noble"),
        (Pieces(()), ""),
        (Backs("back", 3), "3 × face-down card"),
        (Backs("back", 0), ""),
        (Pile("back", 0), "no card"),
        (Pile("back", 1), "1 card"),
        (Pile("back", 12, "card:4"), "12 cards, Seer on top"),
        (Anything(), ""),
    ],
)
def test_contents_in_words(content: Pieces | Backs | Pile | Anything, words: str) -> None:
    assert content_words(content, PIECES) == words


def test_a_zone_that_asks_for_attention_says_so_in_words() -> None:
    zones = [ExpectedZone("elder.0", Pieces(("card:2",)), "Ada: Elder", "to act"), ExpectedZone("token.1", Pieces(()))]
    assert describe_mat(zones, PIECES) == "Ada: Elder (to act): Keeper."


def test_backs_do_not_tell_one_card_from_another_and_faces_do() -> None:
    box = Box(0, 0, 63, 88)
    assert back(PIECES["back"], box) == back(PIECES["back"], box)
    assert len({face(PIECES[f"card:{cls}"], box) for cls in range(1, 6)}) == 5


def test_every_card_is_told_by_number_sign_and_name_besides_its_colour() -> None:
    for kind in PIECES.values():
        if kind.number:
            words = re.findall(r">([^<>]+)</text>", face(kind, Box(0, 0, 63, 88)))
            assert words == [kind.number, kind.sign, kind.sign, kind.label]


def test_ink_reads_on_every_ground() -> None:
    for kind in PIECES.values():
        ink, ground = sorted((luminance(ink_on(kind.colour)), luminance(kind.colour)), reverse=True)
        assert (ink + 0.05) / (ground + 0.05) >= 4.5, kind.label
    assert ink_on("#000000") == PAPER
    assert luminance("blue") == 0.2


def test_a_kind_that_the_game_does_not_describe_is_drawn_with_its_name() -> None:
    kind = find_kind({}, "crab")
    assert kind == PieceKind("crab", "crab", "card", "#6b7780", sign="?")
    assert "crab" in face(kind, Box(0, 0, 63, 88))


def test_names_are_escaped_in_the_picture() -> None:
    kind = PieceKind("k", '<script>"&', "tile", "#ffffff")
    for markup in (face(kind, Box(0, 0, 400, 300)), icon(kind)):
        assert "<script" not in markup
        assert "&lt;script" in markup


@pytest.mark.parametrize(
    ("text", "width", "fitted"), [("Scholar", 100, "Scholar"), ("Scholar", 30, "Sc…"), ("A", 1, "A")]
)
def test_words_too_wide_end_in_an_ellipsis(text: str, width: float, fitted: str) -> None:
    assert fit(text, width, 15.0) == fitted

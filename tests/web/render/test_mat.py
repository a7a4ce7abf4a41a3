"""The picture of the mat shows every expected piece, in its zone, in words and in drawing."""

from __future__ import annotations

import dataclasses
import html
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.bots import Autopilot
from companion.games.core import State
from companion.games.game import AnyGame
from companion.games.registry import GAMES
from companion.language.message import Message, listing, lone, say
from companion.language.values import Noun
from companion.live.room import Room
from companion.table.expected import Anything, Backs, ExpectedZone, Pieces, Pile, Worth
from companion.table.geometry import Area
from companion.table.layout import Spot, Zone
from companion.table.pieces import PieceKind
from companion.table.worth import discs_of
from tests.games.registered import SEALED_BID
from tests.games.sealed_bid.game import SealedBid
from tests.games.sealed_bid.layout import LAYOUT, PIECES
from tests.said import said
from web.render.labels import MARGIN, zone_words
from web.render.mat import content_words, describe_mat, draw_mat
from web.render.pieces import BOLD_WIDTH, PAPER, Box, back, face, find_kind, fit, icon, ink_on, luminance

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
        case Worth():
            return Counter(discs_of(expected.content))
        case Anything():
            return Counter()


def positions(game: AnyGame) -> list[State[Any, Any]]:
    """Every position of a virtual game that bots play to its end."""
    found, autopilot = [game.new_game({"cards": "virtual"}, {})], Autopilot(game, 1)
    while (proposal := autopilot.propose(found[-1], len(found) - 1, frozenset())) is not None:
        found.append(game.apply_action(found[-1], proposal[0]))
    return found


def check_pictures(game: AnyGame, states: Sequence[State[Any, Any]]) -> None:
    """Every expected piece appears in its zone."""
    for state in states:
        view = game.view(state, None, ("Ada", "Ben", "Cleo", "Dora"))
        zones = {each.get("data-zone"): each for each in parse(draw_mat(game, view).picture).iter(f"{SVG}g")}
        for expected in game.mat.expected(view).zones:
            assert drawn(zones[expected.zone]) == wanted(expected), expected


def test_every_expected_piece_appears_in_its_zone_all_through_a_game() -> None:
    states = positions(SEALED_BID)
    assert len(states) > 50
    check_pictures(SEALED_BID, states)


def test_pieces_lie_over_one_another_as_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the layers of the layout have it: the zones of this one lie the higher, the earlier they are named."""
    last = len(LAYOUT.zones) - 1
    upside_down = tuple(replace(zone, layer=last - number) for number, zone in enumerate(LAYOUT.zones))
    turned = dataclasses.replace(SealedBid.mat, layout=lambda view: replace(LAYOUT, zones=upside_down))
    monkeypatch.setattr(SealedBid, "mat", turned)
    view = SEALED_BID.view(SEALED_BID.new_game({}, {}), None)
    picture = parse(draw_mat(SEALED_BID, view).picture)
    order = [each.get("data-zone") for each in picture.iter(f"{SVG}g") if each.get("data-zone")]
    assert order == [zone.zone for zone in reversed(LAYOUT.zones)]


def test_cards_are_drawn_at_their_size_in_millimetres() -> None:
    view = SEALED_BID.view(SEALED_BID.new_game({}, {}), None)
    zones = parse(draw_mat(SEALED_BID, view).picture).iter(f"{SVG}g")
    deck = next(each for each in zones if each.get("data-zone") == "deck")
    (card,) = (each for each in deck.iter(f"{SVG}rect") if each.get("class") == "edge")
    assert [card.get(name) for name in ("x", "y", "width", "height")] == ["40", "36", "63", "88"]


def test_the_picture_has_a_title_and_says_in_words_what_lies_where(room: Room) -> None:
    snapshot = room.session.snapshot()
    picture = parse(draw_mat(snapshot.game, snapshot.view(None)).picture)
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == "mat-title mat-words"
    title, words = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "The mat of Sealed Bid"
    assert words is not None
    assert words.text is not None
    assert "The deck: 36 cards." in words.text
    assert "The prize: empty." in words.text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (Pieces(("card:1", "card:5", "card:1")), "2 × card 1, card 5"),
        (Pieces(()), ""),
        (Backs("back", 3), "3 × face-down card"),
        (Backs("back", 0), ""),
        (Pile("back", 0), "no card"),
        (Pile("back", 1), "1 card"),
        (Pile("back", 12, "card:4"), "12 cards, card 4 on top"),
        (Anything(), ""),
    ],
)
def test_contents_in_words(content: Pieces | Backs | Pile | Anything, words: str) -> None:
    assert (said(content_words(content, PIECES)) or "") == words


def test_a_zone_that_asks_for_attention_says_so_in_words() -> None:
    zones = [
        ExpectedZone("bid.0", Pieces(("card:2",)), say("Ada: bid"), say("to act"), say("Ada's bid")),
        ExpectedZone("token.1", Pieces(())),
        ExpectedZone("supply", Anything(), say("Supply: 5"), name=say("the supply")),
    ]
    assert said(describe_mat(zones, PIECES)) == ("Ada's bid (to act): card 2.", "Supply: 5.")


def test_backs_do_not_tell_one_card_from_another_and_faces_do() -> None:
    box = Box(0, 0, 63, 88)
    assert back(PIECES["back"], box) == back(PIECES["back"], box)
    assert len({face(PIECES[f"card:{number}"], box) for number in range(1, 7)}) == 6


def test_a_card_is_told_by_number_sign_and_name_besides_its_colour() -> None:
    for kind, shown in (
        (PieceKind("card:7", "seven", "card", "#cc6633", "7", "S"), ["7", "S", "S", "seven"]),
        (PieceKind("card:7", "seven", "card", "#cc6633", "7"), ["7", "seven"]),
        (PieceKind("crab", "crab", "card", "#cc6633", sign="C"), ["C", "crab"]),
    ):
        assert re.findall(r">([^<>]+)</text>", face(kind, Box(0, 0, 63, 88))) == shown


@pytest.mark.parametrize("game", GAMES)
def test_ink_reads_on_every_ground(game: str) -> None:
    for kind in GAMES[game].mat.pieces.values():
        ink, ground = sorted((luminance(ink_on(kind.colour)), luminance(kind.colour)), reverse=True)
        assert (ink + 0.05) / (ground + 0.05) >= 4.5, kind.label


def test_ink_is_white_on_black_and_an_unknown_colour_counts_as_middle_grey() -> None:
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


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_no_piece_is_cut(game: str) -> None:
    """Of “Followers lose two” and “Followers lose three” the ends tell which it is."""
    for kind in GAMES[game].mat.pieces.values():
        if kind.shape in ("card", "tile"):
            words = re.findall(
                r'font-size="([^"]+)"[^>]*>([^<>]+)</text>', html.unescape(face(kind, Box(0, 0, 84, 56)))
            )
            told = " ".join(text for _, text in words)
            assert kind.label in told, (kind.label, told)
            assert all(len(text) * float(size) * 0.62 <= 84 for size, text in words), kind.label


def test_a_long_word_of_a_tablet_is_smaller_and_whole() -> None:
    kind = PieceKind("t", "Extraordinarily long and nothing else besides", "tile", "#ffffff", sign="E")
    shown = re.findall(r'font-size="([^"]+)"[^>]*>([^<>]+)</text>', face(kind, Box(0, 0, 84, 56)))[2:]
    assert " ".join(text for _, text in shown) == kind.label
    assert len(shown) <= 3
    assert all(len(text) * float(size) * 0.62 <= 62.7 for size, text in shown)


def test_of_a_long_name_beside_the_mat_what_lies_there_is_left() -> None:
    names = ("Maximilian Hohenstaufen von und zu Liechtenstein " * 3, "Ben", "Cleo")
    state = positions(SEALED_BID)[0]
    drawing = parse(draw_mat(SEALED_BID, SEALED_BID.view(state, None, names)).picture)
    labels = ["".join(each.itertext()) for each in drawing.iter(f"{SVG}text") if each.get("class") == "zone-label"]
    long = [each for each in labels if each.startswith("Maxim")]
    assert long
    assert all(": " in each for each in long), long


def test_bold_words_at_the_right_edge_of_the_mat_stay_in_the_picture() -> None:
    """Fonts without a half-bold draw the words of places bold."""
    text, place = "Seat 4: mini board", Zone("board.3", 560.0, 50.0, 130.0, 26.0, Spot(0, 0))
    layout = replace(LAYOUT, width_mm=700.0, zones=(place,))
    drawing = parse(f"<svg >{zone_words(layout, [ExpectedZone(place.zone, Anything(), say(text))], ())}</svg>")
    (words,) = (each for each in drawing.iter(f"{SVG}text") if each.get("class") == "zone-label")
    left, size = (float(words.get(name, "")) for name in ("x", "font-size"))
    assert "".join(words.itertext()) == text
    assert left + BOLD_WIDTH * size * len(text) <= 700.0 + MARGIN / 2 + 2.1  # 2 mm of it before its first letter


def test_a_name_alone_does_not_stand_before_words_that_begin_with_it() -> None:
    """On a phone "Seat 3 Seat 3: map" would be read as one."""
    nests = Zone("nests", 100.0, 60.0, 60.0, 26.0, Spot(0, 0), label=Spot(100.0, 40.0))
    own_map = Zone("map", 190.0, 60.0, 60.0, 26.0, Spot(0, 0), label=Spot(190.0, 40.0))
    expected = [
        ExpectedZone("nests", Anything(), say("Seat 3: crow's nests")),
        ExpectedZone("map", Anything(), say("Seat 3: map")),
    ]

    def near(*zones: Zone) -> list[str]:
        layout = replace(LAYOUT, width_mm=800.0, zones=zones)
        piece = Area(186.0, 30.0, 2.0, 28.0)
        drawing = parse(f"<svg >{zone_words(layout, expected[: len(zones)], [piece])}</svg>")
        return ["".join(each.itertext()) for each in drawing.iter(f"{SVG}text") if each.get("class") == "near-label"]

    assert near(nests) == ["Seat 3"]
    assert near(nests, own_map) == ["Seat 3: map"]


def test_a_note_takes_no_room_from_the_words_of_another_place() -> None:
    first, second = (
        Zone(
            f"elder.{number}", 100.0 + 229 * number, 50.0, 71.0, 26.0, Spot(0, 0), label=Spot(102.0 + 229 * number, 1.0)
        )
        for number in range(2)
    )
    layout = replace(LAYOUT, width_mm=700.0, zones=(first, second))
    zones = [
        ExpectedZone(first.zone, Anything(), say("Seat 4: Elder"), say("to act")),
        ExpectedZone(second.zone, Anything(), say("Seat 5: Elder")),
    ]
    drawing = parse(f"<svg >{zone_words(layout, zones, ())}</svg>")
    labels = ["".join(each.itertext()) for each in drawing.iter(f"{SVG}text") if each.get("class") == "zone-label"]
    assert labels == ["Seat 4: Elder · to act", "Seat 5: Elder"]


def test_gold_is_told_by_its_sum_and_drawn_in_the_fewest_coins() -> None:
    start = SEALED_BID.new_game({"coins": True}, {})
    state = SEALED_BID.correct(start, {"gold.1": 7})
    view = SEALED_BID.view(state, None, ("Ada", "Ben", "Cleo"))
    tree = parse(str(draw_mat(SEALED_BID, view).picture))
    zone = next(each for each in tree.iter(f"{SVG}g") if each.get("data-zone") == "purse.1")
    assert drawn(zone) == {"gold:5": 1, "gold:1": 2}
    words = tree.find(f"{SVG}desc")
    assert words is not None
    assert "Ben's gold: 7 gold." in (words.text or "")
    assert "Ada's gold: empty." in (words.text or "")
    assert content_words(Worth((("gold", 3), ("fire", 0), ("mana", 2)), (5, 1)), dict(PIECES)) == lone(
        listing([say("{number} {piece}", number=3, piece=Noun("gold")), _two_mana()], ",")
    )


def _two_mana() -> Message:
    """A kind that the game does not say the looks of is called by its name."""
    return say("{number} {piece}", number=2, piece=Noun("mana"))

"""The printed game: counters by value, the dial's window, texts that fit their cards, and mats in the worst fan."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

from companion.games.manawave.mat import dial, prints
from companion.games.manawave.mat.expected import middle
from companion.games.manawave.mat.looks import COLOURS, KIT, LAYOUTS, SIGNS
from companion.games.manawave.rules.tiles import TILE_MM
from companion.games.registry import GAMES
from companion.printing.booklet import Booklet, Job, booklet
from companion.printing.faces import Cell, drawn, face
from companion.printing.kits import KITS, GameKit, PrintedPiece
from companion.printing.paper import PAPERS
from companion.printing.pdf import draw_pdf
from companion.printing.shapes import Tag, Window, tag_area
from companion.printing.text_faces import on
from companion.table.expected import Content, ExpectedTable, ExpectedZone, Pieces
from companion.table.geometry import Area, astray, hidden, lay_table
from companion.table.ink import Field, Line, Words
from companion.table.kit import BadKit
from companion.table.sightings import MarkerId
from tests.companion.own_playsets import ANOTHER, playset
from tests.companion.printing.measured import extent
from tests.companion.printing.rendered import pages, read

KIT_OF = KITS["manawave"]
A4 = PAPERS["a4"]
CENTRE = dial.LOWER_MM / 2


def made(mat: str, paper: str = "a4") -> Booklet:
    return booklet(Job(KIT_OF, PAPERS[paper], mat))


def faces(kit: GameKit = KIT_OF) -> list[tuple[PrintedPiece, Cell]]:
    return [
        (piece, drawn(piece, piece.drawing, kit.kit) if piece.drawing else face(piece, kit.kit)) for piece in kit.pieces
    ]


# --- what is printed with which mat -----------------------------------------------------------------------------------


def test_with_a_mat_all_that_its_state_of_the_design_needs_is_printed_and_with_none_everything() -> None:
    printed = {
        mat: {MarkerId(tag.marker) for sheet in made(mat).sheets for tag in sheet.tags() if not tag.board}
        for mat in ("clans", "nexus", "")
    }
    kinds = {
        mat: {KIT.kinds[marker].partition(":")[0] for marker in markers if marker in KIT.kinds}
        for mat, markers in printed.items()
    }
    assert kinds["clans"] - kinds["nexus"] == {
        *COLOURS,
        *("monument", "clan_of_seat_1", "clan_of_seat_2", "faction", "family"),
    }
    assert kinds["nexus"] - kinds["clans"] == {"choice", "tile_of_seat_1", "tile_of_seat_2", "nexus"}
    assert kinds["clans"] & kinds["nexus"] == {"back", "source", "sink", "round"}
    assert set(KIT.kinds) <= printed[""]


def test_the_first_sheet_says_that_nobody_sells_it_what_to_buy_and_each_step_of_what_is_printed() -> None:
    clans, nexus = made("clans"), made("nexus")
    for each in (clans, nexus):
        assert each.for_whom == ("Nobody sells Manawave: these sheets are all of it.",)
        assert any("A paper fastener for the round dial" in line for line in each.buy)
        assert any(line.startswith("Round dial: glue both discs onto card.") for line in each.order)
    assert any("206 discs of wood or cardboard, 27 mm across" in line for line in clans.buy)
    assert [any(line.startswith("Counters:") for line in each.order) for each in (clans, nexus)] == [True, False]
    assert [any("pieces = families" in line for line in each.order) for each in (clans, nexus)] == [False, True]
    assert "--playset FILE" in clans.figures[0]


def test_who_asks_for_labels_gets_the_dial_none_the_less() -> None:
    sheets = booklet(Job(KIT_OF, A4, "clans", stickers=True)).sheets
    assert {tag.marker for sheet in sheets for tag in sheet.tags()} >= {*range(486, 499)}


# --- counters ---------------------------------------------------------------------------------------------------------


def test_counters_are_printed_by_colour_sign_name_and_value_and_no_two_look_alike_without_colour() -> None:
    counted = Counter[str]()
    looks = dict[str, tuple[str, ...]]()
    for piece, cell in faces():
        if piece.set.words == "Counters":
            counted[piece.kind] += 1
            looks[piece.kind] = tuple(item.text for item in cell.items if isinstance(item, Words))
            (tag,) = (item for item in cell.items if isinstance(item, Tag))
            assert (tag.side_mm, cell.width_mm, cell.is_round) == (15, 27, True)
    assert counted == {kind: each.count for kind, each in KIT.pieces.items() if each.size == "disc"}
    assert len(set(looks.values())) == len(looks) == 16
    for name, sign in SIGNS.items():
        for value in ("1", "5"):
            assert looks[f"{name}:{value}"] == (value, sign, sign, name)


def test_words_on_a_counter_are_on_it_and_not_on_its_marker_and_are_read_on_their_ground() -> None:
    for piece, cell in faces():
        if piece.set.words != "Counters":
            continue
        (tag,) = (item for item in cell.items if isinstance(item, Tag))
        for item in cell.items:
            if isinstance(item, Words):
                area = extent(item)
                assert not area.overlaps(tag_area(tag)), (piece.kind, item)
                corners = [
                    (x, y)
                    for x in (area.x_mm, area.x_mm + area.width_mm)
                    for y in (area.y_mm, area.y_mm + area.height_mm)
                ]
                assert all(math.dist(corner, (13.5, 13.5)) < 13.4 for corner in corners), (piece.kind, item)
    assert {name for name, colour in COLOURS.items() if on(colour) == "#000000"} == {"mana", "shield", "growth"}


# --- cards and tiles --------------------------------------------------------------------------------------------------


def test_every_card_and_tile_says_what_its_data_say() -> None:
    texts = {piece.kind: piece for piece in KIT_OF.pieces if piece.text}
    # Ledger 4.4: Kelp Tenders have modalities of cost 0, 1 and 4.
    kelp = texts["family:kelp_tenders"]
    assert kelp.text == (
        "Faction Reef",
        "0: 1 growth to the Clan",
        "1: 2 growth to the Clan",
        "4: 1 growth to the Clan; 2 growth to the Tribe",
    )
    assert texts["faction:reef"].text[0] == "2 × Shell Masons"
    assert (
        texts["monument:well_of_echoes"].text[1].startswith("From round 3. Once a side has 1 × round Modality counters")
    )
    assert texts["tile_of_seat_2:blood_altar"].text == texts["choice:blood_altar"].text
    assert texts["choice:blood_altar"].text[0] == "Tribe, 3 population."
    assert texts["choice:blood_altar"].heading == "Blood Altar"
    for kind in KIT.pieces:
        assert (kind in texts) == (kind.partition(":")[0] not in {*COLOURS, "round", "back"}), kind


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_overflows_its_piece_or_lies_over_a_marker(paper: str) -> None:
    for piece, cell in faces():
        room = Area(0, 0, cell.width_mm, cell.height_mm)
        tags = [item for item in cell.items if isinstance(item, Tag)]
        for item in cell.items:
            if isinstance(item, Tag | Window):
                continue
            assert room.holds(extent(item)), (piece.key, item)
            if isinstance(item, Words) and not any(tag.turn_deg for tag in tags):
                assert not any(extent(item).overlaps(tag_area(tag)) for tag in tags), (piece.key, item)
        words = [item for item in cell.items if isinstance(item, Words)]
        for index, one in enumerate(words):
            assert not any(extent(one).overlaps(extent(other)) for other in words[index + 1 :]), (piece.key, one)
    for sheet in made("", paper).sheets:
        page = Area(0, 0, sheet.width_mm, sheet.height_mm)
        assert all(page.holds(extent(item)) for item in sheet.items if not isinstance(item, Tag | Window)), sheet.about


def test_in_a_column_the_name_and_the_costs_of_a_family_are_seen_between_its_marker_and_the_counters_on_it() -> None:
    step = LAYOUTS["clans"].find("clan.0.0").fan.dx_mm
    on_card = LAYOUTS["clans"].find("modes.0.0")
    card = LAYOUTS["clans"].find("clan.0.0")
    assert on_card.first is not None
    assert card.first is not None
    counter_at = on_card.first.y_mm - card.first.y_mm
    for piece, cell in faces():
        if piece.set.words == "Families":
            words = [item for item in cell.items if isinstance(item, Words)]
            seen = [
                item for item in words if extent(item).x_mm + extent(item).width_mm < step and item.y_mm < counter_at
            ]
            assert " ".join(item.text for item in seen if item.bold).startswith(piece.heading)
            assert any(item.text == "0:" for item in seen), piece.kind


def test_long_words_of_an_author_get_small_letters_and_longer_ones_a_sentence() -> None:
    game = GAMES["manawave"]
    own = playset()
    own["family"][0]["text"] = "It dances on glass. " * 24
    kit = KIT_OF.by_figures({"playset": own})
    (piece, *_) = kit.find(ANOTHER)
    cell = face(piece, kit.kit)
    assert all(Area(0, 0, 63, 88).holds(extent(item)) for item in cell.items if isinstance(item, Words))
    assert game.bound(game.new_game({}, {"playset": own})).mat.kit == kit.kit
    own["family"][0]["text"] = "It dances on glass. " * 200
    kit = KIT_OF.by_figures({"playset": own})
    with pytest.raises(BadKit, match=r"The text of Glass Dancers \(family:glass_dancers\) is too long for its card"):
        face(kit.find(ANOTHER)[0], kit.kit)


def test_a_larger_playset_takes_the_markers_round_those_of_the_nexus_and_none_twice() -> None:
    own = playset("nexus")
    own["tile"] = [{**each, "copies": 8} for each in own["tile"]]
    kit = KIT_OF.by_figures({"playset": own})
    taken = [marker for piece in kit.pieces for marker in piece.markers]
    assert len(taken) == len(set(taken))
    assert kit.kit.markers("nexus") == KIT.markers("nexus")


# --- the dial ---------------------------------------------------------------------------------------------------------


def _below(point: tuple[float, float], turn_deg: float) -> tuple[float, float]:
    """A point of the lower disc, from the middle of the dial, when that is turned back by so much."""
    turn = math.radians(-turn_deg)
    x, y = point[0] - CENTRE, point[1] - CENTRE
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def _square(x_mm: float, y_mm: float, side_mm: float, turn_deg: float) -> list[tuple[float, float]]:
    """Points of a turned square, along its edges and within."""
    turn, steps = math.radians(turn_deg), [side_mm * (each / 20 - 0.5) for each in range(21)]
    return [
        (x_mm + a * math.cos(turn) - b * math.sin(turn), y_mm + a * math.sin(turn) + b * math.cos(turn))
        for a in steps
        for b in steps
    ]


def test_the_window_shows_one_whole_marker_with_its_white_edge_and_just_beside_it_none() -> None:
    window, off = dial.window(), (dial.LOWER_MM - dial.UPPER_MM) / 2
    size = KIT.sizes["dial"]
    cut = Area(window.x_mm + off - CENTRE, window.y_mm + off - CENTRE, window.width_mm, window.height_mm)
    # Paper is cut and pinned to a millimetre and a half.
    wider = Area(cut.x_mm - 1.5, cut.y_mm - 1.5, cut.width_mm + 3, cut.height_mm + 3)
    for shown in dial.marks():
        for mark in dial.marks():
            is_it = mark.kind == shown.kind
            side = KIT.print_mm(size) if is_it else KIT.side_mm(size)
            points = [_below(point, shown.turn_deg) for point in _square(mark.x_mm, mark.y_mm, side, mark.turn_deg)]
            if is_it:
                assert all(cut.holds(Area(x, y, 0, 0)) for x, y in points), f"{mark.kind} is not whole in the window"
                middle = _below((mark.x_mm, mark.y_mm), shown.turn_deg)
                assert math.dist(middle, (size.marker_x_mm - CENTRE, size.marker_y_mm - CENTRE)) < 1e-6
            else:
                assert not any(wider.overlaps(Area(x, y, 0.01, 0.01)) for x, y in points), (shown.kind, mark.kind)


def test_the_dial_is_held_together_and_its_lower_disc_can_be_turned() -> None:
    assert dial.UPPER_MM < dial.LOWER_MM == KIT.sizes["dial"].width_mm
    window, middle = dial.window(), dial.UPPER_MM / 2
    corner = math.dist((window.x_mm, window.y_mm), (middle, middle))
    assert corner < middle - 2, "paper is left around the window"
    assert window.y_mm + window.height_mm < middle - 20, "and between it and the fastener"


def test_each_number_of_the_dial_stands_in_the_window_below_its_marker() -> None:
    window, off = dial.window(), (dial.LOWER_MM - dial.UPPER_MM) / 2
    cut = Area(window.x_mm + off - CENTRE, window.y_mm + off - CENTRE, window.width_mm, window.height_mm)
    strokes = [item for item in dial.lower().ink if isinstance(item, Line) and item.width_mm == 1.0]
    for mark in dial.marks():
        ends = [
            (_below((each.x1_mm, each.y1_mm), mark.turn_deg), _below((each.x2_mm, each.y2_mm), mark.turn_deg))
            for each in strokes
        ]
        inside = [pair for pair in ends if all(cut.holds(Area(*end, 0, 0)) for end in pair)]
        number = mark.kind.partition(":")[2]
        # A pocket calculator shows 0 to 9 with so many strokes.
        assert len(inside) == sum((6, 2, 5, 5, 4, 5, 6, 3, 7, 6)[int(digit)] for digit in number)


def test_every_marker_of_the_dial_is_read_back_from_the_pdf(tmp_path: Path) -> None:
    (lower,) = KIT_OF.find("dial:lower")
    assert KIT_OF.find("round:7") == KIT_OF.find("493") == (lower,)
    (sheet,) = booklet(Job(KIT_OF, A4, only=(lower,))).sheets
    (page,) = pages(draw_pdf([sheet], "dial"), tmp_path)
    tags = list(sheet.tags())
    found = read(page)
    assert sorted(each.marker for each in found) == list(range(486, 499)) == sorted(tag.marker for tag in tags)
    for each in found:
        (tag,) = [tag for tag in tags if tag.marker == each.marker]
        assert max(abs(each.x_mm - tag.x_mm), abs(each.y_mm - tag.y_mm), abs(each.side_mm - tag.side_mm)) < 0.2


# --- tracker sheets ---------------------------------------------------------------------------------------------------


def test_a_tracker_sheet_has_a_field_for_each_counter_of_the_tribe_and_of_three_clans() -> None:
    for number in (1, 2):
        words = Counter(item.text for item in prints.sheet(number).ink if isinstance(item, Words))
        assert [words[each] for each in ("mana", "attack", "shield", "sacrifice", "growth")] == [4] * 5
        assert (words["population"], words["Soulstain"]) == (3, 1)
        assert words[f"Manawave: trackers of player {number}"] == 1


# --- mats in the worst fan --------------------------------------------------------------------------------------------


def fullest(mat: str) -> dict[str, Content]:
    """Every place with as many pieces as the rules and the kit allow there."""
    found = dict[str, Content]()
    families = [kind for kind in KIT.pieces if kind.startswith("family:")]
    discs = [kind for kind, each in KIT.pieces.items() if each.size == "disc"]
    for zone in LAYOUTS[mat].zones:
        kind, _, rest = zone.zone.partition(".")
        pieces: list[str] = []
        match kind:
            case "source" | "sink" | "nexus":
                pieces = [kind]
            case "round":
                pieces = ["round:12"]
            case "pile":
                pieces = ["back"]
            case "choice":
                pieces = ["family:cinder_spears" if mat == "clans" else "choice:raiders"]
            case "monument" | "offer":
                pieces = ["monument:bare_hill"]
            case "clan":
                # A Clan and eight Families: `max_families_per_clan`, the ranks of the design's author.
                pieces = [f"clan_of_seat_{int(rest[0]) + 1}:root", *families[:8]]
            case "modes":
                pieces = ["modality:5"] * 9
            case "tracker":
                pieces = (discs * 3)[:27]
            case "tribe":
                pieces = (discs * 3)[:28]
            case _:
                pass
        found[zone.zone] = Pieces(tuple(pieces))
    return found


@pytest.mark.parametrize("mat", LAYOUTS)
def test_every_marker_shows_in_its_zone_on_the_fullest_mat(mat: str) -> None:
    layout = LAYOUTS[mat]
    table = ExpectedTable(tuple(ExpectedZone(zone, content) for zone, content in fullest(mat).items()))
    laid = lay_table(table, layout, KIT)
    assert not hidden(laid)
    assert not astray(laid, layout)
    room = Area(0, 0, layout.width_mm, layout.height_mm)
    assert all(room.holds(piece.area) for piece in laid)


def test_counters_lie_side_by_side_and_on_no_card_but_those_of_modality() -> None:
    table = ExpectedTable(tuple(ExpectedZone(zone, content) for zone, content in fullest("clans").items()))
    laid = lay_table(table, LAYOUTS["clans"], KIT)
    discs = [piece for piece in laid if KIT.pieces[piece.kind].size == "disc"]
    others = [piece for piece in laid if KIT.pieces[piece.kind].size != "disc"]
    for index, one in enumerate(discs):
        assert not any(one.area.overlaps(other.area) for other in discs[index + 1 :])
        if not one.zone.startswith("modes."):
            assert not any(one.area.overlaps(other.area) for other in others), (one.zone, one.kind)


@pytest.mark.parametrize("seat", [0, 1])
def test_nine_modality_counters_lie_on_nine_cards_each_on_its_own(seat: int) -> None:
    table = ExpectedTable(tuple(ExpectedZone(zone, content) for zone, content in fullest("clans").items()))
    laid = lay_table(table, LAYOUTS["clans"], KIT)
    for place in range(3):
        cards = [each for each in laid if each.zone == f"clan.{seat}.{place}"]
        counters = [each for each in laid if each.zone == f"modes.{seat}.{place}"]
        assert len(cards) == len(counters) == 9
        assert all(card.area.holds(counter.area) for card, counter in zip(cards, counters, strict=True))


def test_the_places_of_tiles_are_printed_where_the_rules_have_them_on_both_sides() -> None:
    ink = {item.area for item in KIT_OF.prints["nexus"].ink if isinstance(item, Field) and item.is_round}
    for seat in (0, 1):
        for line in range(9):
            for row in range(5):
                # A tile of the first row touches the wave, half a Nexus from the middle; each further one a tile more.
                x_mm, y_mm = middle(seat, line, TILE_MM / 2 + row * TILE_MM)
                assert Area(x_mm - TILE_MM / 2, y_mm - TILE_MM / 2, TILE_MM, TILE_MM) in ink
    assert len(ink) == 2 * 9 * 5


def test_the_dial_lies_clear_of_all_cards() -> None:
    for mat in LAYOUTS:
        table = ExpectedTable(tuple(ExpectedZone(zone, content) for zone, content in fullest(mat).items()))
        laid = lay_table(table, LAYOUTS[mat], KIT)
        (lies,) = [each for each in laid if each.zone == "round"]
        x, y = lies.area.x_mm + CENTRE, lies.area.y_mm + CENTRE
        for other in laid:
            if other is not lies:
                near = (
                    min(max(x, other.area.x_mm), other.area.x_mm + other.area.width_mm),
                    min(max(y, other.area.y_mm), other.area.y_mm + other.area.height_mm),
                )
                assert math.dist(near, (x, y)) >= CENTRE, (mat, other.zone)

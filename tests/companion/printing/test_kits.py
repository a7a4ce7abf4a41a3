"""What is printed for the four games: counts from their books, ids that every game keeps free, names people type."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

import companion.games
from companion.games.prints import plain_words
from companion.games.registry import GAMES, PLAYED, WITHOUT_RULES
from companion.printing.kits import KITS, GameKit, PrintSet, UnknownPiece
from companion.table.geometry import Area, bare_places, spots
from companion.table.kit import BadKit, check_kit
from companion.table.sightings import BARE, CARD_BACK, MAT_CORNERS
from tests.games.registered import PRODUCT_GAMES, SEALED_BID

each_kit = pytest.mark.parametrize("kit", KITS.values(), ids=lambda kit: kit.name)


def in_set(kit: GameKit, words: str) -> int:
    return sum(piece.set.words == words for piece in kit.pieces)


def test_four_games_have_a_kit_and_the_games_with_rules_are_among_them() -> None:
    assert [name for name in KITS if name != SEALED_BID.name] == [*PRODUCT_GAMES]
    assert set(PRODUCT_GAMES) <= set(KITS)
    assert all(KITS[name].kit is GAMES[name].mat.kit for name in PRODUCT_GAMES)
    assert all(KITS[name].title == GAMES[name].title for name in PRODUCT_GAMES)


def test_every_package_of_a_game_is_in_the_registry_once() -> None:
    folders = Path(companion.games.__file__).parent.iterdir()
    packages = [f"companion.games.{folder.name}" for folder in folders if (folder / "data" / "kit.toml").exists()]
    assert sorted([*PLAYED, *WITHOUT_RULES]) == sorted(packages)


@each_kit
def test_corners_bare_ground_and_the_back_are_kept_free_in_every_game(kit: GameKit) -> None:
    for layout in kit.mats.values():
        assert check_kit(kit.kit, layout) is kit.kit
        assert [anchor.id for anchor in layout.anchors] == list(range(MAT_CORNERS))
    for piece in kit.kit.pieces.values():
        assert not set(piece.markers) & {*range(MAT_CORNERS), BARE}
        assert (CARD_BACK in piece.markers) == piece.is_shared


@each_kit
def test_every_marker_of_a_kit_is_printed_once_and_a_back_for_each_card(kit: GameKit) -> None:
    printed = Counter(marker for piece in kit.pieces for marker in piece.markers)
    printed += Counter(piece.back for piece in kit.pieces if piece.back not in (None, CARD_BACK))
    assert set(printed) == set(kit.kit.kinds) - {CARD_BACK}
    assert set(printed.values()) == {1}
    cards = [piece for piece in kit.pieces if piece.marker and kit.kit.pieces[piece.kind].size == "card"]
    assert all(piece.back == CARD_BACK for piece in cards)


@each_kit
def test_keys_are_unique_and_find_their_piece(kit: GameKit) -> None:
    assert len({piece.key for piece in kit.pieces}) == len(kit.pieces)
    for piece in kit.pieces[:: max(1, len(kit.pieces) // 20)]:
        assert kit.find(piece.key) == (piece,)
        if piece.marker is not None:
            assert kit.find(f"#{piece.marker}") == kit.find(str(piece.marker)) == (piece,)


@each_kit
def test_no_place_of_bare_ground_lies_over_another_or_over_a_corner(kit: GameKit) -> None:
    half = kit.kit.marker_area_mm / 2
    for layout in kit.mats.values():
        taken = [Area(*(getattr(anchor.area(), name) for name in Area.__struct_fields__)) for anchor in layout.anchors]
        for place in bare_places(layout, kit.kit):
            area = Area(place.centre.x_mm - half, place.centre.y_mm - half, 2 * half, 2 * half)
            assert not any(area.overlaps(other) for other in taken), (layout.name, place)
            taken.append(area)


@each_kit
def test_the_first_piece_of_each_zone_has_its_marker_there_and_lies_on_the_mat(kit: GameKit) -> None:
    for layout in kit.mats.values():
        for zone in layout.zones:
            if not zone.bare:
                continue
            size = kit.kit.sizes[zone.lays]
            (spot,) = spots(zone, [size], kit.kit)
            piece = Area(spot.x_mm, spot.y_mm, size.width_mm, size.height_mm)
            assert Area(0, 0, layout.width_mm, layout.height_mm).holds(piece), (layout.name, zone.zone)
            assert zone.x_mm < spot.x_mm + size.marker_x_mm < zone.x_mm + zone.width_mm
            assert zone.y_mm < spot.y_mm + size.marker_y_mm < zone.y_mm + zone.height_mm


def test_waves_has_a_hundred_cards_sixteen_sides_of_tablets_five_shells_and_a_token() -> None:
    kit = KITS["waves"]
    assert [in_set(kit, each.words) for each in kit.sets] == [100, 16, 6]
    assert kit.find("card:3#7")[0].words == "Knight"
    assert len(kit.find("Knight")) == 20
    assert [piece.words for piece in kit.find("tablet:KNI-C")] == ["Calm (KNI-C)"]
    assert kit.find(" knight  7 ") == kit.find("card:3#7") == kit.find("66")


def test_atlantis_rising_has_the_counts_of_its_book() -> None:
    # Ledger, section 2: 67 misfortunes (13 special), 33 library cards (11 artifacts), 37 tiles, 20 components and the
    # Power Core, 10 councilors, 6 barriers.
    kit = KITS["atlantis_rising"]
    assert [in_set(kit, each.words) for each in kit.sets] == [54, 13, 33, 37, 21, 10, 8]
    assert sum(piece.kind.startswith("library:artifact#") for piece in kit.pieces) == 11
    assert len(kit.find("barrier")) == 6
    (tile,) = kit.find("dry:forests_4")
    assert kit.find(str(tile.back)) == (tile,)
    assert (tile.words, tile.back_kind, tile.back_words) == ("Forests 4", "flooded:forests_4", "Forests 4, flooded")
    island = [zone for zone in kit.mats["island"].zones if zone.zone.startswith("island.")]
    assert len(island) == 37


def test_rolling_with_the_waves_has_a_map_a_mini_board_and_two_halves_of_a_screen_for_each_of_five() -> None:
    kit = KITS["rolling_with_the_waves"]
    assert [in_set(kit, each.words) for each in kit.sets] == [5, 5, 10]
    assert all(piece.drawing is not None for piece in kit.pieces)
    assert {piece.set.words for piece in kit.pieces if piece.marker is None} == {"Ship Screens"}
    (blue,) = kit.find("pirate map, BLUE")
    assert (blue,) == kit.find("map#2") == kit.find("11") == kit.find("Map 2")
    assert [piece.title for piece in kit.find("ship_screen:left#5")] == ["Ship Screen, purple, left half"]


def test_a_kit_by_the_owners_figures_has_other_drawings_and_the_same_markers() -> None:
    kit = KITS["rolling_with_the_waves"]
    own = kit.by_figures({"map": {"hull_1": 8}})
    assert [piece.marker for piece in own.pieces] == [piece.marker for piece in kit.pieces]
    assert own.find("map#1")[0].drawing != kit.find("map#1")[0].drawing
    assert own.find("mini_board#1")[0].drawing == kit.find("mini_board#1")[0].drawing
    assert KITS["waves"].by_figures({"anything": 1}).drawings is None


def test_a_set_that_nobody_draws_is_named() -> None:
    kit = msgspec.structs.replace(KITS["waves"], sets=(PrintSet("Sails", "sail", "drawn"),))
    made = GameKit(*(getattr(kit, name) for name in GameKit.__struct_fields__))
    with pytest.raises(BadKit) as refused:
        _ = made.pieces
    assert str(refused.value) == "Waves draws no piece 'sail', which is to be printed. Draw it, or wear labels."


def test_manawave_has_its_own_cards_four_times_where_both_may_choose_the_same() -> None:
    # Ledger, 4.4 and 4.5: 6 cards a faction, 3 factions, 24 tile cards, 9 Monuments, 3 Clans a player.
    kit = KITS["manawave"]
    assert in_set(kit, "Families") == 4 * 3 * 6
    tiles = "Tiles, or Families, of seat 1 (nexus)"
    assert in_set(kit, "Cards of tiles, or of Families (nexus)") == in_set(kit, tiles) == 24
    assert in_set(kit, "Monuments") == 9
    assert all(piece.text for piece in kit.pieces if piece.kind.partition(":")[0] in ("family", "monument", "choice"))
    lines = [zone.zone for zone in kit.mats["nexus"].zones if zone.zone.startswith("lane.0.")]
    assert len(lines) == 9


def test_what_is_not_there_is_answered_with_how_to_see_what_is() -> None:
    with pytest.raises(UnknownPiece) as refused:
        KITS["waves"].find("card:9")
    assert str(refused.value) == (
        "The kit of Waves has no piece 'card:9'. `companion print waves --list` shows all: type such a key as "
        "card:1#1, a marker's number, or a name."
    )
    with pytest.raises(UnknownPiece, match=r"Manawave has no mat 'x'\. Choose one of: clans, nexus\."):
        KITS["manawave"].mat("x")
    with pytest.raises(UnknownPiece):
        KITS["waves"].find("4")  # the back of every card


def test_larger_markers_are_refused_where_they_do_not_fit() -> None:
    assert KITS["waves"].with_markers(16).kit.marker_side_mm == 16
    with pytest.raises(BadKit, match="does not fit on size 'card'"):
        KITS["waves"].with_markers(21)


def test_a_kind_in_plain_words() -> None:
    assert plain_words("dry:forests_4") == "Forests 4"
    assert plain_words("wrath_counter") == "Wrath counter"

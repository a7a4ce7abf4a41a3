"""Which mat lies there, by its mark and through real pixels: this game's, another one, or one that does not say so."""

from __future__ import annotations

import msgspec
import pytest

from companion.table.kit import Kit
from companion.table.layout import Layout
from companion.table.prints import NO_PRINTS, Prints
from companion.table.sightings import MAT_MARKS, MarkerId
from tests.games.sealed_bid.data.figures import PIECES
from tests.games.sealed_bid.layout import MATS
from tests.vision.virtual.mats import KIT, LAYOUT, large, shown
from vision.cameras.frames import Frame, Pixels
from vision.fitness.checks import judge_fitness
from vision.fitness.survey import see
from vision.looks import Look, Looker
from vision.markers import MarkerFinder
from vision.virtual.painter import Painter
from vision.virtual.scene import Scene

NAMES = {MarkerId(mat.mark.id): f"Sealed Bid ({name.replace('-', ' ')})" for name, mat in MATS.items() if mat.mark}
PRINTS = Prints(NAMES)
UNMARKED = msgspec.structs.replace(LAYOUT, mark=None)


def picture(layout: Layout, kit: Kit = KIT) -> Pixels:
    return Painter(layout, kit, PIECES, large()).render(Scene(), 0)


def look(*pictures: Pixels, layout: Layout = LAYOUT, prints: Prints = PRINTS, kit: Kit = KIT) -> Look:
    looker = Looker(layout, kit.printed, prints=prints)
    return [looker.look(Frame(each, float(at), at), "Camera test") for at, each in enumerate(pictures, 1)][-1]


def test_the_mat_of_the_game_is_read_without_a_word() -> None:
    seen = look(shown(large()))
    assert (seen.state, seen.health.text) == ("in view", "The mat lies in view. No piece is read.")
    assert seen.rejected == ()
    assert not any(each.marker in MAT_MARKS for each in seen.sightings)


@pytest.mark.parametrize(
    ("lies", "called"), [("plain-2", "plain 2"), ("plain-4", "plain 4"), ("luck-3", "luck 3")], ids=str
)
def test_another_mat_is_named_at_the_first_look_whatever_its_size_and_nothing_is_read(lies: str, called: str) -> None:
    seen = look(picture(MATS[lies]))
    assert (seen.state, seen.sightings, seen.health.status) == ("other mat", (), "failed")
    assert seen.verdict == seen.reading.unseen == seen.health.text
    assert seen.verdict == (
        f"This is the mat of Sealed Bid ({called}). Lay that of Sealed Bid (plain 3), or start the game that this one "
        "belongs to; nothing is read until then."
    )


def test_another_mat_laid_in_the_middle_of_a_game_is_named_at_once_and_the_right_one_is_read_again() -> None:
    right, other = shown(large()), picture(MATS["plain-2"])
    assert look(right, other).state == "other mat"
    assert look(right, other, right, right, right).state == "in view"


def test_a_mat_that_nobody_knows_is_told_by_its_number() -> None:
    assert LAYOUT.mark
    foreign = msgspec.structs.replace(LAYOUT, mark=msgspec.structs.replace(LAYOUT.mark, id=585))
    told = look(picture(foreign), prints=NO_PRINTS).verdict
    assert told == (
        "This is a mat that is not known here (marker 585). Lay the mat of the game that is played; nothing is read "
        "until then."
    )


def test_a_mat_printed_before_is_accepted_and_named_on_the_status_page_alone() -> None:
    seen = look(picture(UNMARKED))
    assert (seen.state, seen.health.status, seen.reading.unseen) == ("in view", "ok", "")
    assert seen.verdict == "The mat lies in view."
    assert seen.health.text == (
        "The mat lies in view. It does not say which mat it is: it was printed before mats did, or that marker is "
        "covered. It is taken for that of Sealed Bid (plain 3). No piece is read."
    )


def test_the_setup_page_names_a_mat_printed_before_calmly_and_another_one_as_a_fault() -> None:
    def judged(pixels: Pixels) -> tuple[str, str]:
        shot = Looker(LAYOUT, KIT.printed, prints=PRINTS).picture(Frame(pixels, 1.0, 1), "Camera test")
        fitness = judge_fitness(see(shot, pixels, KIT, {}, MarkerFinder()))
        (mat,) = (each for each in fitness.checks if each.name == "mat")
        return mat.verdict, mat.text

    whole = "The whole mat is in view, and each of its corners is read."
    assert judged(shown(large())) == ("fit", whole)
    verdict, text = judged(picture(UNMARKED))
    assert (verdict, text.startswith(f"{whole} It does not say which mat it is:")) == ("fit", True)
    verdict, text = judged(picture(MATS["luck-3"]))
    assert (verdict, text.startswith("This is the mat of Sealed Bid (luck 3).")) == ("unfit", True)


def test_a_mark_that_was_seen_once_may_be_covered_later() -> None:
    covered = shown(large()), picture(UNMARKED)
    assert look(*covered).health.text == "The mat lies in view. No piece is read."


def test_a_mat_that_has_no_mark_of_its_own_is_no_reason_to_speak() -> None:
    assert look(picture(UNMARKED), layout=UNMARKED).health.text == "The mat lies in view. No piece is read."


def test_another_mat_is_named_where_the_games_own_has_no_mark() -> None:
    assert look(shown(large()), layout=UNMARKED).verdict == (
        "This is the mat of Sealed Bid (plain 3). Lay the mat of the game that is played, or start the game that this "
        "one belongs to; nothing is read until then."
    )


def test_a_marker_that_was_enrolled_for_a_piece_before_marks_were_says_nothing_of_the_mat() -> None:
    assert MATS["plain-2"].mark
    kit = KIT.with_enrolled({MarkerId(MATS["plain-2"].mark.id): "card:3"})
    assert look(picture(MATS["plain-2"], kit), kit=kit).state == "in view"

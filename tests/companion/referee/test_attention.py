"""What the table asks for, on the strip: each call its own form at its own place, all of it told in words."""

from __future__ import annotations

import pytest

from companion.language.message import NOTHING, say
from companion.lights.render import render
from companion.lights.scene import MOST_FLASHES_HZ, Glow, Scene
from companion.referee.attention import attend, seat_of
from companion.referee.mismatch import Fix, Mismatch
from companion.referee.sight import Sight, SightState
from tests.games.sealed_bid.layout import layout_of
from tests.said import said

LAYOUT = layout_of(4)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
GAME = Scene((Glow(0.0, 1.0, "#003c78", NOTHING, 0.5), Glow(0.0, 0.25, "#f2a65a", say("Ann plays."), 1.0, "breathe")))


def wrong(*zones: str) -> Sight:
    return Sight("mismatch", mismatches=tuple(Mismatch(zone, "B-004", say("It shows nothing.")) for zone in zones))


def lit(scene: Scene, pixels: int = 100) -> list[list[int]]:
    """The runs of pixels that shine brightly at the beginning of a breath, each as a list of places."""
    runs: list[list[int]] = []
    for place, colour in enumerate(render(scene, pixels)):
        if max(colour) < 140:
            continue
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    if len(runs) > 1 and runs[0][0] == 0 and runs[-1][-1] == pixels - 1:
        runs[0] = runs.pop() + runs[0]
    return runs


@pytest.mark.parametrize("state", ["off", "unseen", "reaching", "looking", "settled", "open", "in_progress"])
def test_where_nothing_is_asked_the_game_keeps_its_light(state: SightState) -> None:
    assert attend(GAME, Sight(state, "Something."), LAYOUT, NAMES) is GAME


@pytest.mark.parametrize("zone", ["bid", "token", "won"])
@pytest.mark.parametrize("seat", range(4))
def test_what_is_wrong_at_a_seat_shows_as_three_dashes_on_its_side(seat: int, zone: str) -> None:
    scene = attend(GAME, wrong(f"{zone}.{seat}"), LAYOUT, NAMES)
    runs = lit(scene)
    assert len(runs) == 3
    assert all(25 * seat <= place < 25 * (seat + 1) for run in runs for place in run)
    assert said(scene.text()) == f"Ann plays. Dashes before {NAMES[seat]}: look there."


@pytest.mark.parametrize("zone", ["deck", "prize", "discard", "bowl", "supply", "no such zone.1"])
def test_what_is_wrong_at_nobodys_place_shows_between_the_seats(zone: str) -> None:
    scene = attend(GAME, wrong(zone), LAYOUT, NAMES)
    runs = lit(scene)
    assert [sum(run) / len(run) if 0 not in run else -0.5 for run in runs] == [-0.5, 24.5, 49.5, 74.5]
    assert said(scene.text()) == "Ann plays. Marks between the seats: look at the places that all share."


def test_several_places_are_all_told_each_once() -> None:
    scene = attend(GAME, wrong("token.1", "bid.1", "deck", "token.2"), LAYOUT, NAMES)
    assert said(scene.text()) == (
        "Ann plays. Marks between the seats: look at the places that all share. "
        "Dashes before Ben: look there. Dashes before Cleo: look there."
    )
    assert len([run for run in lit(scene) if all(25 <= place < 50 for place in run)]) == 3


def move(source: str, target: str) -> Fix:
    return Fix("card:1", source, target, say("Move it."))


@pytest.mark.parametrize(("source", "target"), [("deck", "bid.2"), ("bid.2", ""), ("", "won.2")])
def test_a_piece_that_is_yet_to_be_moved_shows_as_two_dashes_at_its_seat(source: str, target: str) -> None:
    sight = Sight("in_progress", "Still to do.", fixes=(move(source, target), move("deck", "bid.0")))
    scene = attend(GAME, sight, LAYOUT, NAMES)
    runs = lit(scene)
    assert len(runs) == 2, "one move at a time, the first"
    assert all(50 <= place < 75 for run in runs for place in run)
    assert said(scene.text()) == "Ann plays. Two dashes before Cleo: move a piece there."


def test_a_move_from_seat_to_seat_shows_at_both() -> None:
    scene = attend(GAME, Sight("in_progress", fixes=(move("token.1", "token.3"),)), LAYOUT, NAMES)
    assert len([run for run in lit(scene) if all(25 <= place < 50 for place in run)]) == 2
    assert len([run for run in lit(scene) if all(75 <= place < 100 for place in run)]) == 2
    assert said(scene.text()) == (
        "Ann plays. Two dashes before Ben: move a piece there. Two dashes before Dan: move a piece there."
    )


def test_a_move_between_places_of_all_shows_as_two_marks_between_the_seats() -> None:
    scene = attend(GAME, Sight("in_progress", fixes=(move("deck", "discard"),)), LAYOUT, NAMES)
    runs = lit(scene, 200)
    assert len(runs) == 8
    assert [sum(run) / len(run) for run in runs] == [6.5, 42.5, 56.5, 92.5, 106.5, 142.5, 156.5, 192.5]
    assert said(scene.text()) == "Ann plays. Two marks between the seats: move a piece at the places that all share."


def test_going_back_points_at_every_seat_that_still_differs() -> None:
    sight = Sight("restoring", fixes=(move("discard", "bid.1"), move("deck", "won.3"), move("deck", "discard")))
    scene = attend(GAME, sight, LAYOUT, NAMES)
    assert said(scene.text()) == (
        "Ann plays. A light runs back, anticlockwise: put the pieces back as they lay. "
        "Two dashes before Ben: move a piece there. Two dashes before Dan: move a piece there."
    )
    for at_s in (0.0, 1.2, 2.4, 3.6):  # at the top of a breath, wherever the light that runs back is
        strip = render(scene, 100, at_s)
        for seat in (1, 3):
            bright = [max(strip[place]) > 200 for place in range(25 * seat, 25 * seat + 25)]
            assert sum(1 for now, before in zip(bright, [False, *bright], strict=False) if now and not before) == 2


@pytest.mark.parametrize(
    "sight",
    [
        Sight("in_progress", fixes=(move("token.1", "token.3"),)),
        Sight("in_progress", fixes=(move("deck", "discard"),)),
        Sight("restoring", fixes=(move("discard", "bid.1"), move("deck", "won.3"))),
    ],
)
def test_what_points_at_seats_does_not_flash(sight: Sight) -> None:
    """No pixel goes from dark to bright and back more than three times in any second."""
    scene, frames = attend(GAME, sight, LAYOUT, NAMES), 60
    for start in range(5):
        strips = [render(scene, 100, start + frame / frames) for frame in range(frames)]
        for pixel in range(100):
            levels = [max(strip[pixel]) for strip in strips]
            turns = sum((b - a) * (c - b) < 0 for a, b, c in zip(levels, levels[1:], levels[2:], strict=False))
            assert turns <= 2 * MOST_FLASHES_HZ


def test_a_question_shows_as_dots_all_round() -> None:
    scene = attend(GAME, Sight("question", "Which?"), LAYOUT, NAMES)
    runs = lit(scene, 120)
    assert [sum(run) / len(run) for run in runs] == [10 * dot + 4.5 for dot in range(12)]
    assert said(scene.text()) == "Ann plays. Dots all round: tap which act was done."


def test_going_back_runs_anticlockwise() -> None:
    scene = attend(GAME, Sight("restoring", "Put it back."), LAYOUT, NAMES)
    heads = [lit_head(scene, at_s) for at_s in (0.0, 0.5, 1.0)]
    assert heads == [0, 90, 80], "a tenth of the ring each half second, against the clock"
    assert said(scene.text()) == "Ann plays. A light runs back, anticlockwise: put the pieces back as they lay."


def lit_head(scene: Scene, at_s: float) -> int:
    """The first of the brightest pixels, of a hundred, in the light's own colour."""
    strip = [colour[2] for colour in render(scene, 100, at_s)]
    # Where it runs over the end of the strip, its first pixel is the one after a darker one.
    return next(place for place in range(100) if strip[place] == max(strip) and strip[place - 1] < max(strip))


@pytest.mark.parametrize("state", ["mismatch", "question", "restoring"])
def test_the_games_own_light_steps_back(state: SightState) -> None:
    sight = wrong("deck") if state == "mismatch" else Sight(state)
    scene = attend(GAME, sight, LAYOUT, NAMES)
    assert [glow.level for glow in scene.glows[:2]] == [0.225, 0.45]
    assert [glow.motion for glow in scene.glows[:2]] == ["steady", "breathe"]


def test_the_forms_differ_without_their_colours() -> None:
    """Seen by somebody who tells no colours: how many lights, and where they are, is another each time."""
    sights = [wrong(f"bid.{seat}") for seat in range(4)] + [wrong("deck"), Sight("question"), Sight("restoring")]
    sights += [Sight("in_progress", fixes=(move("deck", target),)) for target in ("bid.0", "bid.3", "discard")]
    sights += [Sight("restoring", fixes=(move("deck", "bid.2"),))]
    forms = [tuple(run[0] for run in lit(attend(GAME, sight, LAYOUT, NAMES))) for sight in sights]
    assert len(set(forms)) == len(sights)


@pytest.mark.parametrize(
    ("zone", "seat"),
    [
        ("bid.2", 2),
        ("token.0", 0),
        ("bid.4", None),
        ("deck", None),
        ("7", None),
        ("", None),
    ],
)
def test_the_seat_of_a_zone(zone: str, seat: int | None) -> None:
    assert seat_of(zone, LAYOUT) == seat


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_have_longer_sides(players: int) -> None:
    scene = attend(GAME, wrong("won.1"), layout_of(players), NAMES[:players])
    assert said(scene.text()) == "Ann plays. Dashes before Ben: look there."
    assert all(100 / players <= place < 200 / players for run in lit(scene) for place in run)

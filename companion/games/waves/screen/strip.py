"""What the strip says of a position of Waves."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.shared.seats import SEAT_COLOURS
from companion.games.waves.data.figures import SHELL
from companion.games.waves.rules.course import COURSE
from companion.games.waves.state import model, tablets, turns
from companion.games.waves.words.names import side_name
from companion.language.message import NOTHING, Message, say
from companion.language.values import Count
from companion.lights.scene import Glow, Motion, Scene

_SEA, _CREST, _SHELL, _HUSH = "#003c78", "#2fd0ff", "#ffe9c4", "#ffffff"


def lights(view: model.WavesView) -> Scene:
    """Who acts, who is silent, the shells in the centre, one light each, and the Wave that passes; for the winners the
    whole ring."""
    table, share = view.table, 1 / view.table.setup.players
    if table.winner >= 0:
        return Scene(tuple(_won(view, share)))
    glows = [Glow(0.0, 1.0, _SEA, NOTHING, level=0.5)]
    for seat in turns.silent_seats(table):  # a short white light before each that must not talk (W-057)
        glows.append(Glow((seat + 0.4) * share, 0.2 * share, _HUSH, say("{who} is silent.", who=view.who(seat)), 0.35))
    for place, seat in enumerate(COURSE.prompt(view).seats):
        text = say("{who} acts too.", who=view.who(seat)) if place else say("{who} acts.", who=view.who(seat))
        if table.phase is model.Phase.PLAY and turns.next_to_play(table) == seat:
            text = say("{who} plays.", who=view.who(seat))
        # Whoever is asked first breathes; the others wait in steady light.
        motion: Motion = "steady" if place else "breathe"
        glows.append(Glow((seat + 0.05) * share, 0.9 * share, SEAT_COLOURS[seat], text, 0.7 if place else 1.0, motion))
    if table.phase in (model.Phase.WAVE_1, model.Phase.WAVE_2):
        glows += _wave(1 if table.phase is model.Phase.WAVE_1 else 2, tablets.active_side(table) == "SEE-B3")
    return Scene((*glows, *_shells(table.shells)))


def _won(view: model.WavesView, share: float) -> Iterator[Glow]:
    setup, winner = view.table.setup, view.table.winner
    seats, name = setup.members(winner), side_name(setup, winner, view.names)
    where = say("the sides before its players shine")
    if len(seats) == 1:
        where = say("the side before {side} shines", side=name)
    text = say("{side} wins: the whole ring glows, and {where} steadily.", side=name, where=where)
    yield Glow(0.0, 1.0, SEAT_COLOURS[seats[0]], text, 0.6, "breathe", 4.0)
    for seat in seats:
        yield Glow(seat * share, share, SEAT_COLOURS[seat], NOTHING)


def _wave(number: int, backwards: bool) -> Iterator[Glow]:
    """As many crests as the number of the Wave, one behind the other, each with a tail that tells which way it runs."""
    motion: Motion = "travel_back" if backwards else "travel"
    for crest in range(number):
        for behind, length, level in ((0.0, 0.05, 1.0), (0.04, 0.04, 0.6), (0.07, 0.03, 0.4)):
            start = -0.17 * crest - behind
            if backwards:
                start = -start - length
            text = _runs(number, backwards) if crest == 0 and behind == 0.0 else NOTHING
            yield Glow(start % 1.0, length, _CREST, text, level, motion, 6.0)


def _runs(number: int, backwards: bool) -> Message:
    way = say("anticlockwise") if backwards else say("clockwise")
    if number == 1:
        return say("The 1st Wave runs round the table, {way}: one crest of light.", way=way)
    return say("The 2nd Wave runs round the table, {way}: two crests of light.", way=way)


def _shells(count: int) -> Iterator[Glow]:
    """One light a shell round the place where the ring begins, at the first seat's right hand, dark between them."""
    if count:
        # In sixtieths, so that on a strip of 60 pixels each is one pixel with two dark ones to the next.
        first = -(3 * (count - 1)) // 2
        yield Glow((first - 1) / 60 % 1.0, 3 * count / 60, "#000000", NOTHING)
        for shell in range(count):
            told = say("{shells} in the centre, a light for each.", shells=Count(count, SHELL))
            text = NOTHING if shell else told
            yield Glow((first + 3 * shell) / 60 % 1.0, 1 / 60, _SHELL, text)

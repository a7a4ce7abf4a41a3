"""Every piece that is printed whole, by the owner's figures, and what else somebody needs who has no box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.drawings import Drawings
from companion.games.rolling_with_the_waves.bonuses import read_bonuses
from companion.games.rolling_with_the_waves.drawn import board_print, pirate_map, ship_screen
from companion.games.rolling_with_the_waves.figures import CREW_COLOURS, PRINTED, read_figures, sources
from companion.language.message import Message, listing, say
from companion.language.values import Noun


def drawings(owner: Mapping[str, Any]) -> Drawings:
    """Maps, mini boards and screens, one for each crew. Raises `BadOption` for what the owner's file may not say."""
    figures, bonuses = read_figures(owner), read_bonuses(owner) or ()
    crews = tuple(enumerate(CREW_COLOURS, 1))
    maps = (pirate_map.draw(figures, bonuses, colour, number) for number, colour in crews)
    boards = (board_print.draw(colour, number) for number, colour in crews)
    halves = (
        ship_screen.draw(figures, bonuses, colour, number, side)
        for side in ship_screen.SIDES
        for number, colour in crews
    )
    return Drawings(
        (*maps, *boards, *halves), _to_buy(), _STEPS, (*sources(figures), *(each.rule() for each in bonuses))
    )


def _to_buy() -> tuple[Message, ...]:
    return (
        say(
            "Dice of 14 to 16 mm with pips: {each} each of {colours}, and {freebooters} of a sixth colour for the "
            "Freebooters. Other colours do as well. Opaque dice are read better than clear ones.",
            each=PRINTED.per_colour,
            colours=listing(map(Noun, CREW_COLOURS)),
            freebooters=PRINTED.freebooters,
        ),
        say("A bag that nobody sees into, and into which a hand fits."),
        say(
            "For the maps {pens} matt sleeves of A5, or matt laminate, and {pens} dry-erase pens; or the paper as it "
            "is, pencils and a rubber.",
            pens=len(CREW_COLOURS),
        ),
        say("Card of 160 g/m² or more for the mini boards and the Ship Screens."),
    )


_STEPS = (
    say("Pirate Maps: cut along the lines. Laminate them, or put them into their sleeves, and pens can be wiped off."),
    say(
        "Mini boards: cut along the lines. Do not laminate them: dice are read there, and gloss hides dice and marker."
    ),
    say(
        "Ship Screens: cut out both halves. Fold the whole half back along its long dashed line, so that the words are "
        "outside on both sides, and glue the layers together. Fold the wings towards you. Glue the left half's tab "
        "between the layers of the right half, and let the screen stand around the mini board."
    ),
)

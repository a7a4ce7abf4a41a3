"""Everything of Manawave that is no card and no disc, what is needed besides, and how it is made."""

from __future__ import annotations

from functools import cache

from companion.games.drawings import Drawings
from companion.games.manawave.drawn import dial, trackers
from companion.games.manawave.playset import Playset
from companion.language.message import Message, say, written


@cache
def drawings(own: Playset | None) -> Drawings:
    """Dial, tracker sheets and pointers, for the demonstration sets or a playset of somebody's own."""
    pieces = (dial.lower(), dial.upper(), trackers.sheet(1), trackers.sheet(2), trackers.pointers())
    return Drawings(pieces, _BUY, (), (_of_cards(own),), _STEPS, is_sold=False)


def _of_cards(own: Playset | None) -> Message:
    if own is None:
        return say(
            "Cards and their figures are the companion's own demonstration set, assumed where Manawave's text gives "
            "none. Cards of your own are printed with --playset FILE."
        )
    if own.name:
        return say("Cards are those of the playset {name}. Play it with the same file.", name=written(own.name))
    return say("Cards are those of a playset of your own. Play it with the same file.")


_BUY = (say("A paper fastener for the round dial, and card of 200 g/m² or more for its two discs."),)
_STEPS = {
    "Round dial": say(
        "Round dial: glue both discs onto card. Cut them along their circles, and cut the window out of the upper "
        "one. Make a hole in the middle of each, lay the upper disc on the lower one, and pin them with the fastener. "
        "Turn the lower disc: the window must show one whole marker at a time, and its number below it."
    ),
    "Counters": say(
        "Counters: those of 5 have an inverted head. Any of the right sum will do, and on the mat they may lie "
        "anywhere in their tracker, beside one another."
    ),
    "Tracker sheets": say(
        "Tracker sheets are for tables where no camera counts counters (option counters = told). The mat has trackers."
    ),
    "Pointers": say(
        "Pointers: cut them out, and lay one beside the modality in which each of your Families is, where you like to "
        "see it on the table. The tablets show it too."
    ),
    "Nexus tiles (nexus)": say(
        "Tiles of the older game are its Families as well, where it is played with pieces = families: the same tiles "
        "and cards serve both."
    ),
}

"""One game by bots, counted; and now and then the same game once more with one card that does nothing."""

from __future__ import annotations

import random
from typing import Final

from companion.games.manawave.data.playset import ClansPlayset, NexusPlayset, Playset
from companion.playsets.core import Bots, Tally
from companion.playsets.manawave import clans_count, nexus_count
from companion.playsets.manawave.clans_count import ClansCount
from companion.playsets.manawave.game import Ending, Unwatched, play
from companion.playsets.manawave.nexus_count import NexusCount

ONE_IN: Final = 4
"""Of so many games by bots that choose by lot one is played once more."""


def played(playset: Playset, bots: Bots, seed: int) -> Tally:
    """What the game with that seed showed."""
    count = ClansCount(playset) if isinstance(playset, ClansPlayset) else NexusCount(playset)
    ending = play(playset, bots, seed, count)
    tally = count.close(ending)
    if bots == "random" and seed % ONE_IN == 0 and not ending.is_stuck:
        _play_without(playset, seed, ending, tally)
    return tally


def _play_without(playset: Playset, seed: int, ending: Ending, tally: Tally) -> None:
    """Play the game again with one card of it that does nothing, and count whether that changes how it ends.

    Greedy bots would decide otherwise, and so tell nothing of the card alone.
    """
    cards = sorted(_cards(playset, ending))
    if not cards:
        return
    card = random.Random(f"{seed} without").choice(cards)
    other = play(_without(playset, card), "random", seed, Unwatched())
    one, two = ending.state.table, other.state.table
    name = f"without/{card}"
    tally[f"{name}/of"] = 1
    tally[f"{name}/winner"] = int(one.ended != two.ended)
    tally[f"{name}/ending"] = int((one.ended, one.round) != (two.ended, two.round))


def _cards(playset: Playset, ending: Ending) -> list[str]:
    if isinstance(playset, NexusPlayset):
        return [*nexus_count.cards_in(playset, ending.state)]
    return [*clans_count.cards_in(playset, ending.state)]


def _without(playset: Playset, card: str) -> Playset:
    return (
        nexus_count.without(playset, card) if isinstance(playset, NexusPlayset) else clans_count.without(playset, card)
    )

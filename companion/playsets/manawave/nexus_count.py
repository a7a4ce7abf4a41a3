"""What is counted of one game with tiles; names as in `clans_count.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.games.manawave.data.playset import NexusPlayset
from companion.games.manawave.rules.tiles import TileAsking, process
from companion.games.manawave.state.acts import Aim, ManaAction, Open, Process, StartWave
from companion.games.manawave.state.model import BOTH, ManaState, Nexus
from companion.playsets.core import Tally
from companion.playsets.manawave.game import Ending, winner
from companion.playsets.manawave.marks import Marks


class NexusCount:
    """Watches one game, and then says what it has counted."""

    def __init__(self, playset: NexusPlayset) -> None:
        self._playset = playset
        self._tile = {each.id: index for index, each in enumerate(playset.tile)}
        self.tally = Counter[str]()
        self._marks = Marks()
        self._fired = Counter[str]()
        self._decided: tuple[str, ...] = ()
        """The effects that have ended the game."""

    def saw(self, before: ManaState, act: ManaAction, after: ManaState) -> None:
        """An act, with the states around it."""
        table = after.table
        if isinstance(act, StartWave) and before.table.nexus.tiles:
            self._round_over(before)
        elif isinstance(act, Process):
            self._processed(before.table.nexus, table.nexus, act, table.round, is_over=bool(table.ended))
        elif isinstance(act, Open) and isinstance(act.choice, Aim):
            self._marks.put(act.seat, "line", str(act.choice.line))
            if not self._marks.of("first_line", act.seat):
                self._marks.put(act.seat, "first_line", str(act.choice.line))
        if table.picked and not before.table.picked:
            open_, picked = ([str(self._tile[each]) for each in cards] for cards in (table.choices, table.picked))
            self._marks.pick(self.tally, "tile", open_, picked)

    def _processed(self, before: Nexus, after: Nexus, act: Process, strength: int, *, is_over: bool) -> None:
        ending = []
        for tile in before.tiles:
            if (tile.line, tile.row) != (act.line, act.row):
                continue
            index = self._tile[tile.kind]
            for number, effect in enumerate(self._playset.tile[index].on_wave):
                name = f"tile/{index}/{number}"
                if effect.op in ("win", "lose"):
                    # Asked of the tile as it lies now, after what was done there (M-234).
                    now = next(
                        each for each in after.tiles if (each.seat, each.line, each.row) == (tile.seat, *_spot(act))
                    )
                    if TileAsking(after, now, strength).holds(effect):
                        self._fired[name] += 1
                        ending.append(name)
                elif process(only(self._playset, index, number), before, act.line, act.row, strength) != before:
                    self._fired[name] += 1
        if is_over:
            self._decided = tuple(ending)

    def _round_over(self, state: ManaState) -> None:
        number, world = state.table.round, state.table.nexus
        for seat in BOTH:
            own = world.own(seat)
            counted = (
                ("population", sum(each.population for each in own)),
                ("tiles", len(own)),
                ("soulstain", world.soulstain[seat]),
            )
            for name, value in counted:
                self.tally[f"course/{name}/{number}/{min(value, 999)}"] += 1

    def close(self, ending: Ending) -> Tally:
        """Everything that was counted, once the game is over."""
        state, tally = ending.state, self.tally
        self._round_over(state)
        tally["games"] += 1
        tally[f"rounds/{state.table.round}"] += 1
        decided = self._decided[0] if self._decided else ""
        tally[f"how/{'stuck' if ending.is_stuck else decided or 'pile'}"] += 1
        for name in dict.fromkeys(self._decided):
            tally[f"effect/{name}/decided"] += 1
        won = winner(ending)
        tally[f"won/{won if won is not None else 'nobody'}"] += 1
        for index in {self._tile[each.kind] for each in state.table.nexus.tiles}:
            tally[f"tile/{index}/in_play"] += 1
        for effect, waves in self._fired.items():
            tally[f"effect/{effect}/waves"] += waves
            tally[f"effect/{effect}/games"] += 1
        if won is not None:
            self._marks.count(won, tally)
        return dict(tally)


def _spot(act: Process) -> tuple[int, int]:
    return act.line, act.row


@lru_cache(maxsize=512)
def only(playset: NexusPlayset, index: int, number: int) -> NexusPlayset:
    """The playset in which one effect of one tile is all that any tile does."""
    tiles = [replace(each, on_wave=()) for each in playset.tile]
    tiles[index] = replace(playset.tile[index], on_wave=(playset.tile[index].on_wave[number],))
    return replace(playset, tile=tuple(tiles))


@lru_cache(maxsize=256)
def without(playset: NexusPlayset, card: str) -> NexusPlayset:
    """The playset in which one tile, as "tile/3", does nothing; all else of it stays."""
    index = int(card.partition("/")[2])
    tile = replace(playset.tile[index], on_wave=())
    return replace(playset, tile=(*playset.tile[:index], tile, *playset.tile[index + 1 :]))


def cards_in(playset: NexusPlayset, state: ManaState) -> Iterator[str]:
    """The tiles with effects that lie there at the end of a game, as `without` takes them."""
    kinds = {each.kind for each in state.table.nexus.tiles}
    yield from (f"tile/{index}" for index, each in enumerate(playset.tile) if each.on_wave and each.id in kinds)

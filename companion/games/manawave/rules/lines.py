"""The older game: tiles slide along lines, the wave runs, counters are placed and become tokens (M-220 to M-271)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.data.effects import NOUNS, in_words
from companion.games.manawave.rules import tiles
from companion.games.manawave.rules.monuments import WINNERS, next_round
from companion.games.manawave.rules.phase import Carrying, Gaps, Halting, changed, choice_of
from companion.games.manawave.rules.secret import Secret, Unseen
from companion.games.manawave.rules.selection import without_choices
from companion.games.manawave.state import model
from companion.games.manawave.state.acts import Aim, Harvest, LayCounters, Process, Scatter, Slide
from companion.games.shared.phases import people
from companion.language.message import NOTHING, Message, listing, say
from companion.language.values import Count


class Aiming(Secret[Aim], phase=model.Phase.AIM):
    """One line each; lines of the two sides have nothing to do with each other."""

    following = model.Phase.SLIDE

    def due(self, table: model.Table) -> tuple[Seat, ...]:
        board, lines = table.nexus_set.board, range(tiles.line_count(table.nexus_set.board))
        sides = ((seat, table.nexus.own(seat)) for seat in model.BOTH)
        return tuple(seat for seat, own in sides if any(tiles.next_row(board, own, line) for line in lines))

    def examples(self, table: model.Table, seat: Seat) -> tuple[Aim, ...]:
        lines = tiles.open_lines(table.nexus_set.board, table.nexus.own(seat))
        return tuple(Aim(seat, line) for line in lines)

    def check(self, table: model.Table, choice: Aim) -> None:
        board = table.nexus_set.board
        if not 0 <= choice.line < tiles.line_count(board):
            last = tiles.line_title(tiles.line_count(board) - 1)
            raise IllegalAction("M-221", say("There is no such line. They go from N0 to {last}, in halves.", last=last))
        if not tiles.next_row(board, table.nexus.own(choice.seat), choice.line):
            raise IllegalAction("M-224", say("That line is full. Choose another one."))

    def words(self, view: model.ManaView, choice: Aim) -> Message:
        if choice.line < 0:
            return say("a line")
        row = tiles.next_row(view.table.nexus_set.board, view.table.nexus.own(choice.seat), choice.line)
        return say("line {line}, row {row}", line=tiles.line_title(choice.line), row=row)

    def gaps(self, view: model.ManaView, act: Unseen) -> Gaps:
        tile = view.table.title(view.table.picked[act.seat])
        return {**super().gaps(view, act), "tile": tile, "piece": view.table.setup.piece}


class Sliding(Carrying[Slide], phase=model.Phase.SLIDE):
    """Each slides the tile to where it comes to rest."""

    following = model.Phase.PROCESS

    def carried_out(self, table: model.Table, seat: Seat) -> model.Nexus:
        return replace(table.nexus, tiles=tiles.in_order((*table.nexus.tiles, sliding(table, seat))))

    def left(self, state: model.ManaState) -> model.ManaState:
        return without_choices(super().left(state))

    def gaps(self, view: model.ManaView, act: Slide) -> Gaps:
        table, tile = view.table, sliding(view.table, act.seat)
        stops = tiles.stoppers(table.nexus_set.board, table.nexus.own(act.seat), tile.line, tile.row)
        stop = table.title(stops[0].kind) if stops else NOTHING
        lies: Gaps = {"line": tiles.line_title(tile.line), "row": tile.row, "stop": stop}
        return {**super().gaps(view, act), "tile": table.title(tile.kind), **lies}

    def variant(self, view: model.ManaView, act: Slide) -> str:
        return "stopped" if self.gaps(view, act)["stop"] else ""

    def piece(self, view: model.ManaView, act: Slide) -> str:
        return f"tile_of_seat_{act.seat + 1}:{view.table.picked[act.seat]}"


def sliding(table: model.Table, seat: Seat) -> model.Tile:
    """The tile that a seat lays, where it comes to rest (M-224)."""
    choice = choice_of(table, seat, Aim)
    row = tiles.next_row(table.nexus_set.board, table.nexus.own(seat), choice.line)
    card = table.picked[seat]
    return model.Tile(seat, choice.line, row, card, table.nexus_set.tiles[card].population)


class Processing(Halting[Process], phase=model.Phase.PROCESS):
    """The wave goes line by line, each from the wave outward; it halts where tiles do something."""

    following = model.Phase.SCATTER

    def halt(self, table: model.Table) -> tuple[int, int] | None:
        for line, row in tiles.spaces(table.nexus.tiles)[table.at :]:
            after, ended = _outcome(table, line, row)
            if ended or after != table.nexus:
                return line, row
        return None

    def apply(self, state: model.ManaState, act: Process) -> model.ManaState:
        table = state.table
        world, ended = _outcome(table, act.line, act.row)
        at = tiles.spaces(table.nexus.tiles).index((act.line, act.row)) + 1
        why = ("M-230", "M-231", "M-233", *(("M-234",) if ended else ()))
        return changed(state, why, world=world, at=at, ended=ended or UNSET)

    def gaps(self, view: model.ManaView, act: Process) -> Gaps:
        world, ended = _outcome(view.table, act.line, act.row)
        gains = listing(_gains(view, view.table.nexus, world), ";")
        who = people(view, WINNERS[ended or "draw"])
        return {"line": tiles.line_title(act.line), "row": act.row, "gains": gains, "who": who}

    def variant(self, view: model.ManaView, act: Process) -> str:
        world, ended = _outcome(view.table, act.line, act.row)
        if ended:
            return "won" if WINNERS[ended] else "draw"
        return "" if any(_gains(view, view.table.nexus, world)) else "nothing"


def _outcome(table: model.Table, line: int, row: int) -> tuple[model.Nexus, model.Ended | None]:
    world = tiles.process(table.nexus_set, table.nexus, line, row, table.round)
    return world, tiles.decided(table.nexus_set, world, line, row, table.round)


def _gains(view: model.ManaView, before: model.Nexus, after: model.Nexus) -> Iterator[Message]:
    """What tiles and pools have got, in words."""
    for was, now in zip(before.tiles, after.tiles, strict=True):
        if was.counters != now.counters:
            who, title, got = view.who(now.seat), view.table.title(now.kind), in_words(now.counters.since(was.counters))
            yield say("{who}'s {tile} {counters}", who=who, tile=title, counters=say("{counters}", counters=got))
    for seat in model.BOTH:
        who, pools = view.who(seat), (before.pools[seat], after.pools[seat])
        if pools[0] != pools[1]:
            got = in_words(pools[1].since(pools[0]))
            yield say("{who} {counters} to place", who=who, counters=say("{counters}", counters=got))
        if stain := after.soulstain[seat] - before.soulstain[seat]:
            yield say("{who} {counters}", who=who, counters=Count(stain, NOUNS["soulstain"]))


# --- counters ---


class Scattering(Secret[Scatter], phase=model.Phase.SCATTER):
    """Counters of the pool are placed, or left out, as each likes (M-250)."""

    following = model.Phase.LAY

    def due(self, table: model.Table) -> tuple[Seat, ...]:
        places = ((seat, side) for seat in model.BOTH for side in _sides(table, Scatter(seat)))
        found = ((seat, kind) for seat, (lying, kinds, _) in places if lying for kind in kinds)
        return tuple(dict.fromkeys(seat for seat, kind in found if table.nexus.pools[seat].of(kind)))

    def examples(self, table: model.Table, seat: Seat) -> tuple[Scatter, ...]:
        """Ways to place the counters of a pool: none at all; and all on one tile of each side, for each tile."""
        sides, pool = _sides(table, Scatter(seat)), table.nexus.pools[seat]
        found = list[Scatter]()
        for first in (None, *range(max(len(lying) for lying, _, _ in sides))):
            places = [None if first is None or not lying else first % len(lying) for lying, _, _ in sides]
            own, other = (
                tuple(pool.of(kind) if index == place else 0 for index in range(len(lying)) for kind in kinds)
                for place, (lying, kinds, _) in zip(places, sides, strict=True)
            )
            found.append(Scatter(seat, own, other, is_told=True))
        return tuple(dict.fromkeys(found))

    def check(self, table: model.Table, choice: Scatter) -> None:
        pool, used = table.nexus.pools[choice.seat], tiles.spent(choice)
        is_fit = choice.is_told and all(
            len(numbers) == len(lying) * len(kinds) and all(type(each) is int and each >= 0 for each in numbers)
            for lying, kinds, numbers in _sides(table, choice)
        )
        if not is_fit:
            raise IllegalAction("M-250", say("This does not fit what lies on the lines. Look, and decide anew."))
        for kind in (*tiles.OWN_KINDS, *tiles.OTHER_KINDS):
            if used.of(kind) > pool.of(kind):
                words = say("{counter:capital}: more is placed than there is.", counter=NOUNS[kind])
                raise IllegalAction("M-250", words)

    def words(self, view: model.ManaView, choice: Scatter) -> Message:
        if not choice.is_told:
            return say("where counters are placed")
        parts = list(_parts(view, choice))
        return say("{parts}", parts=listing(parts, ";")) if parts else say("no counters")


class Laying(Carrying[LayCounters], phase=model.Phase.LAY):
    """Each puts them there."""

    following = model.Phase.CONSOLIDATE

    def carried_out(self, table: model.Table, seat: Seat) -> model.Nexus:
        # Both were decided on the same tiles, and no tile comes or goes meanwhile.
        return tiles.placed(table.nexus_set, table.nexus, choice_of(table, seat, Scatter))


class Harvesting(Halting[Harvest], phase=model.Phase.CONSOLIDATE):
    """Counters become tokens (M-260, M-261)."""

    def halt(self, table: model.Table) -> tuple[()] | None:
        return () if tiles.harvested(table.nexus_set, table.nexus) != table.nexus else None

    def apply(self, state: model.ManaState, act: Harvest) -> model.ManaState:
        world = tiles.harvested(state.table.nexus_set, state.table.nexus)
        return changed(state, ("M-260", "M-261"), world=world)

    def left(self, state: model.ManaState) -> model.ManaState:
        is_short = model.count(state.table.pile) < state.table.nexus_set.setup.end_when_pile_below
        return next_round(state, "draw" if is_short else None, "M-270", "M-271")

    def gaps(self, view: model.ManaView, act: Harvest) -> Gaps:
        first, second = map(tiles.harvested(view.table.nexus_set, view.table.nexus).population, model.BOTH)
        return {"one": view.who(0), "first": first, "other": view.who(1), "second": second}


def _parts(view: model.ManaView, choice: Scatter) -> Iterator[Message]:
    for lying, kinds, numbers in _sides(view.table, choice):
        for index, tile in enumerate(lying):
            here = numbers[index * len(kinds) : (index + 1) * len(kinds)]
            if any(here):
                counters, title = in_words(zip(kinds, here, strict=False)), view.table.title(tile.kind)
                line = tiles.line_title(tile.line)
                yield say("{counters} on {tile} at {line}", counters=counters, tile=title, line=line)


def _sides(table: model.Table, choice: Scatter) -> tuple[tiles.Side, tiles.Side]:
    return tiles.sides(table.nexus_set, table.nexus, choice)

"""Tile Placement of the older game: a line is chosen in secret, and the tile slides along it (M-220 to M-225)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.core import Seat
from companion.games.errors import IllegalAction
from companion.games.manawave.acts import Aim, Commit, Open, Slide, TakeBack
from companion.games.manawave.lines import in_order, line_count, line_name, next_row, open_lines, stoppers
from companion.games.manawave.model import BOTH, ManaState, ManaView, Phase, Table, Tile
from companion.games.manawave.phases.part import Carrying, changed
from companion.games.manawave.phases.placement import after_choices, view_group
from companion.games.manawave.phases.secret import Secret, choice_of
from companion.games.manawave.words_of import piece_noun
from companion.games.shared.phases import Label, put
from companion.language.message import Message, say
from companion.language.values import Name


class Aiming(Secret):
    """One line each; lines of the two sides have nothing to do with each other."""

    titles = {Phase.AIM: say("Placement")}
    acts = (Aim, TakeBack, Open)
    commit = Aim
    rule = "M-220"
    opening = "M-220"
    law = say("Each player chooses one line of the own side")

    def due(self, table: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in BOTH if open_lines(table.nexus_set.board, table.nexus.own(seat)))

    def examples(self, table: Table, seat: Seat) -> tuple[Commit, ...]:
        lines = open_lines(table.nexus_set.board, table.nexus.own(seat))
        return tuple(Aim(seat, line) for line in lines)

    def check(self, table: Table, choice: Commit) -> None:
        assert isinstance(choice, Aim)
        board = table.nexus_set.board
        if not 0 <= choice.line < line_count(board):
            last = Name(line_name(line_count(board) - 1))
            raise IllegalAction("M-221", say("There is no such line. They go from N0 to {last}, in halves.", last=last))
        if not next_row(board, table.nexus.own(choice.seat), choice.line):
            raise IllegalAction("M-224", say("That line is full. Choose another one."))

    def after(self, state: ManaState) -> ManaState:
        due = self.due(state.table)
        return changed(state, ("M-220",), phase=Phase.SLIDE, owed=tuple(seat in due for seat in BOTH))

    def words(self, view: ManaView, choice: Commit) -> Message:
        assert isinstance(choice, Aim)
        if choice.line < 0:
            return say("a line")
        row = next_row(view.table.nexus_set.board, view.table.nexus.own(choice.seat), choice.line)
        return say("line {line}, row {row}", line=Name(line_name(choice.line)), row=row)

    def task(self, view: ManaView) -> Message:
        assert view.seat is not None
        title = Name(view.table.nexus_set.tiles[view.table.picked[view.seat]].title)
        return say("Choose the line for {tile}.", tile=title)

    def reason(self, view: ManaView) -> Message:
        piece = piece_noun(view.table.setup)
        return say("N0 lies at the Source. A {piece} slides until the wave or another {piece} stops it.", piece=piece)


class Sliding(Carrying[Slide]):
    """Each slides the tile to where it comes to rest."""

    titles = {Phase.SLIDE: say("Slide")}
    acts = (Slide,)
    rule = "M-223"
    law = say("Each player slides once along the chosen line, until something stops it")
    wait = say("Wait until the other one lies there.")
    why = say("Push it towards the wave, straight along the line.")
    asks = "M-223"

    def apply(self, state: ManaState, act: Slide) -> ManaState:
        table = state.table
        tiles = in_order((*table.nexus.tiles, sliding(table, act.seat)))
        owed = put(table.owed, act.seat, False)
        world = replace(table.nexus, tiles=tiles)
        after = changed(state, ("M-222", "M-223", "M-224", "M-225"), world=world, owed=owed)
        return after if any(owed) else after_choices(after)

    def task(self, view: ManaView, seat: Seat) -> Message:
        table, tile = view.table, sliding(view.table, seat)
        stops = stoppers(table.nexus_set.board, table.nexus.own(seat), tile.line, tile.row)
        who = view.who(seat)
        tile_ = Name(table.nexus_set.tiles[tile.kind].title)
        line = Name(line_name(tile.line))
        if not stops:
            return say("{who}: slide {tile} along {line} up to the wave.", who=who, tile=tile_, line=line)
        stop = Name(table.nexus_set.tiles[stops[0].kind].title)
        return say("{who}: slide {tile} along {line} until it meets {stop}.", stop=stop, who=who, tile=tile_, line=line)

    def label(self, view: ManaView, act: Slide) -> Label:
        tile = sliding(view.table, act.seat)
        text = say("It lies on {line}, row {row}", line=Name(line_name(tile.line)), row=tile.row)
        return Label(text, view_group(view, act.seat), f"tile_of_seat_{act.seat + 1}:{tile.kind}")

    def told(self, before: ManaView, act: Slide) -> Message:
        tile = sliding(before.table, act.seat)
        title = Name(before.table.nexus_set.tiles[tile.kind].title)
        return say(
            "{who} slides {tile} to {line}, row {row}.",
            who=before.who(act.seat),
            tile=title,
            line=Name(line_name(tile.line)),
            row=tile.row,
        )


def sliding(table: Table, seat: Seat) -> Tile:
    """The tile that a seat lays, where it comes to rest (M-224)."""
    choice = choice_of(table, seat)
    assert isinstance(choice, Aim)
    row = next_row(table.nexus_set.board, table.nexus.own(seat), choice.line)
    card = table.picked[seat]
    return Tile(seat, choice.line, row, card, table.nexus_set.tiles[card].population)

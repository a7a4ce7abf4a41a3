"""The line: with each prize a tile is laid, and each touches the one before (B-019)."""

from __future__ import annotations

from companion.games.errors import IllegalAction
from companion.games.shared.phases import Asked, Label
from companion.language.message import Message, say
from tests.games.sealed_bid.model import ROUNDS, UNKNOWN, BidState, BidView, LayTile, Phase
from tests.games.sealed_bid.phases.part import Part, changed


class Line(Part[LayTile]):
    """One tile a round."""

    titles = {Phase.LINE: say("The line")}
    acts = (LayTile,)
    rule = "B-019"
    law = say("One tile is laid in each round, once its prize lies there")

    def has_work(self, state: BidState) -> bool:
        return (
            bool(state.table.setup.line)
            and state.table.prize != UNKNOWN
            and state.table.tiles_laid < min(state.table.round, ROUNDS)
        )

    def legal(self, state: BidState) -> tuple[LayTile, ...]:
        return (LayTile(state.table.tiles_laid + 1),)

    def apply(self, state: BidState, act: LayTile) -> BidState:
        return changed(state, why=("B-019",), tiles=act.number)

    def asked(self, view: BidView) -> Asked:
        number = view.table.tiles_laid + 1
        if number == 1:
            text = say("Lay tile 1 on its place in the line.")
        else:
            text = say("Lay tile {number} so that it touches tile {before}.", number=number, before=number - 1)
        return Asked((), text, say("It stands for the round."), "B-019")

    def label(self, view: BidView, act: LayTile) -> Label:
        return Label(say("Tile {number} lies there", number=act.number), say("The line"), f"tile:{act.number}")

    def described(self, before: BidView, act: LayTile) -> Message:
        return say("Tile {number} is laid into the line.", number=act.number)

    def refusal(self, state: BidState, act: LayTile, now: Message, is_on: bool) -> IllegalAction:
        table = state.table
        if not table.setup.line:
            return IllegalAction("B-019", say("There is no line: this game is played without tiles."))
        return super().refusal(state, act, now, is_on)

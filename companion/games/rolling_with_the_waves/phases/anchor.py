"""Drop Anchor: the game ends, or the dice go into the bag and the bag goes to the left (R-150 to R-163)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.core import Seat, State
from companion.games.rolling_with_the_waves.charts import chests_left, ends, squares_left
from companion.games.rolling_with_the_waves.figures import PRINTED
from companion.games.rolling_with_the_waves.model import DiceState, DiceView, DropAnchor
from companion.games.rolling_with_the_waves.phases.part import Part, changed
from companion.games.rolling_with_the_waves.whole import Phase, Whole
from companion.games.shared.phases import Asked, Label, people
from companion.language.message import Message, say


class Anchor(Part[DropAnchor]):
    """The end of a round."""

    titles = {Phase.ANCHOR: say("Drop anchor")}
    acts = (DropAnchor,)
    rule = "R-150"
    law = say("The anchor is dropped when everything is written")

    def has_work(self, state: DiceState, phase: Phase) -> bool:
        return True

    def legal(self, state: DiceState) -> tuple[DropAnchor, ...]:
        return (DropAnchor(),)

    def apply(self, state: DiceState, act: DropAnchor) -> DiceState:
        whole = state.table.played
        if is_last(whole):
            met = tuple(rule for rule, is_met in _conditions(whole) if is_met)
            table = replace(state.table, why=("R-150", *met), over=True)
            return State(table, state.secrets)
        seats, bag, supply = len(whole.maps), *collected(whole)
        after = changed(
            state,
            ("R-151", "R-152"),
            phase=Phase.ROLL,
            round=whole.round + 1,
            first=next_first(whole),
            bag=bag,
            supply=supply,
            pool=(),
            nests=((),) * seats,
            placed=(0,) * seats,
            behind=UNSET,
            called=(False,) * seats,
            icons=((),) * seats,
            written=(),
            raised=(None,) * seats,
            aimed=UNSET,
            shot=UNSET,
            fired=UNSET,
            gained=(),
        )
        return State(after.table, after.secrets)

    def asked(self, view: DiceView) -> Asked:
        whole = view.table.played
        enders = tuple(seat for seat in whole.seats if ends(whole.maps[seat], whole.setup.sheet))
        if enders:
            text = say("Drop anchor: the game ends by {seats}.", seats=people(view, enders))
            why = say("All chests are filled or buried, or every square of Hull, Ports and Crew is filled.")
            return Asked((), text, why, "R-163")
        if is_last(whole):
            left = say("Only one player is left.") if whole.seats else say("All players have left.")
            return Asked((), say("Drop anchor: the game ends."), left, "R-160")
        text = say(
            "Drop anchor: put all dice back into the bag, and pass it to {who}.", who=view.who(next_first(whole))
        )
        return Asked((), text, say("Nobody has met a condition that ends the game."), "R-151")

    def label(self, view: DiceView, act: DropAnchor) -> Label:
        return Label(say("The anchor is dropped"), say("Drop anchor"))

    def told(self, before: DiceView, act: DropAnchor) -> Message:
        whole = before.table.played
        if is_last(whole):
            return say("The anchor is dropped, and the game ends.")
        return say("The anchor is dropped, and {who} gets the bag.", who=before.who(next_first(whole)))


def _conditions(whole: Whole) -> tuple[tuple[str, bool], ...]:
    sheet, maps = whole.setup.sheet, [whole.maps[seat] for seat in whole.seats]
    return (
        ("R-161", any(not chests_left(chart, sheet) for chart in maps)),
        ("R-162", any(not squares_left(chart) for chart in maps)),
    )


def is_last(whole: Whole) -> bool:
    """Whether this round ends the game (R-160 to R-163, A-31)."""
    return len(whole.seats) < 2 or any(ends(whole.maps[seat], whole.setup.sheet) for seat in whole.seats)


def next_first(whole: Whole) -> Seat:
    """Who has the bag next: the next player on the left (R-152)."""
    around = sorted(whole.seats, key=lambda seat: (seat - max(whole.first, 0) - 1) % len(whole.maps))
    return around[0] if around else max(whole.first, 0)


def collected(whole: Whole) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Bag and supply once all dice are back; those of players who have left lie beside the table (R-151, A-31)."""
    bag, supply, colours = list(whole.bag), list(whole.supply), whole.setup.palette
    for die in (*whole.pool, *(die for nest in whole.nests for die in nest)):
        if die.colour in colours:
            bag[colours.index(die.colour)] += 1
    for seat in range(len(whole.maps)):
        if seat not in whole.seats:
            supply[seat], bag[seat] = supply[seat] + bag[seat], 0
    free = len(colours) - 1
    most = len(whole.seats) + PRINTED.freebooter_extra
    gone = max(0, bag[free] - most) if any(whole.closed) else 0
    bag[free], supply[free] = bag[free] - gone, supply[free] + gone
    return tuple(bag), tuple(supply)

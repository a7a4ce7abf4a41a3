"""The moments of a turn: the market is filled, the die rolled, a ware sold, one drawn, and the tide comes in."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from companion.games.core import Memory, Prompt, RuleId, Seat, State
from companion.games.shared.deck import UNKNOWN, Card, Draw
from companion.games.shared.deck_moments import Drawing, TurningUp
from companion.games.shared.die import RollDice, Rolling
from companion.games.shared.machine import Phases, Stretch
from companion.games.shared.options import read_options
from companion.games.shared.phases import Asked, Label, people, put
from companion.language.message import Message, say, written
from companion.language.values import Count
from tests.games.harbour_market.model import (
    BERTH,
    DECK,
    HAND,
    LAST,
    PHASES,
    POINT,
    ROUNDS,
    SHELL,
    Keep,
    MarketAction,
    MarketState,
    MarketView,
    Sell,
    Table,
    Tide,
    TurnUp,
)


def _at(state: MarketState, phase: str, **changes: Any) -> MarketState:
    return replace(state, table=replace(state.table, phase=phase, **changes))


class Deal(Drawing[Table]):
    """Three wares to each hand, one at a time (H-002)."""

    titles = {"deal": PHASES["deal"]}
    rule = "H-002"
    deck = DECK

    def drawer(self, table: Table) -> Seat | None:
        seat = min(range(len(table.hands)), key=table.hands.__getitem__)
        return seat if table.hands[seat] < HAND else None

    def left(self, state: MarketState) -> MarketState:
        return _at(state, "fill")

    def asked(self, view: MarketView) -> Asked:
        return Asked((), say("Deal three wares to each player."), say("Hands are secret."), "H-002")


class Fill(TurningUp[Table, TurnUp]):
    """The market has three wares before each turn (H-003)."""

    titles = {"fill": PHASES["fill"]}
    acts = (TurnUp,)
    rule = "H-003"
    deck = DECK

    def is_wanted(self, table: Table) -> bool:
        return UNKNOWN in table.market

    def made(self, table: Table, card: Card) -> TurnUp:
        return TurnUp(card)

    def lay(self, table: Table, act: TurnUp) -> Table:
        return replace(table, market=put(table.market, table.market.index(UNKNOWN), act.card))

    def left(self, state: MarketState) -> MarketState:
        return _at(state, "wind")

    def asked(self, view: MarketView) -> Asked:
        return Asked((), say("Turn up a ware for the market."), say("Three lie there before each turn."), "H-003")


class Wind(Rolling[MarketState, MarketView]):
    """The ship of whose turn it is sails as far as the die shows (H-004)."""

    titles = {"wind": PHASES["wind"]}
    rule = "H-004"

    def roller(self, table: Table) -> Seat:
        return table.turn

    def apply(self, state: MarketState, act: RollDice) -> MarketState:
        table, seat = state.table, act.seat
        berth = min(LAST, table.ships[seat] + sum(act.values))
        ships, rolled = put(table.ships, seat, berth), (*table.rolled, act.values)
        return _at(state, "sale", ships=ships, rolled=rolled, why=("H-004", "H-005"))

    def asked(self, view: MarketView) -> Asked:
        who = view.who(view.table.turn)
        return Asked((view.table.turn,), say("{who} rolls the die for the wind.", who=who), WHY_WIND, "H-004")

    def ask(self, view: MarketView, act: RollDice) -> Message:
        return say("Roll the die for the wind")


WHY_WIND: Final = say("The ship sails as many berths as it shows.")


class Sale(Stretch[MarketState, MarketView, Sell | Keep]):
    """One ware is sold, or none (H-007)."""

    titles = {"sale": PHASES["sale"]}
    acts = (Sell, Keep)
    rule = "H-007"
    law = say("After the wind one ware of the hand is sold, or none")

    def legal(self, state: MarketState) -> tuple[Sell | Keep, ...]:
        seat = state.table.turn
        return (*(Sell(seat, card) for card in DECK.held(state, seat)), Keep(seat))

    def apply(self, state: MarketState, act: Sell | Keep) -> MarketState:
        if isinstance(act, Keep):
            return _at(state, "draw", why=("H-010",))
        table, seat, card, price = state.table, act.seat, act.card, price_of(state.table, act.card)
        market = tuple(UNKNOWN if each == card else each for each in table.market)
        sold = DECK.plus(table.discard, card, 1 + table.market.count(card))
        why = ("H-007", "H-008", "H-009")
        after = _at(state, "draw", market=market, discard=sold, top=card, bowl=table.bowl - price, why=why)
        return DECK.with_hand(after, seat, card, -1, shells=put(table.shells, seat, table.shells[seat] + price))

    def left(self, state: MarketState) -> MarketState:
        return _at(state, "draw")

    def asked(self, view: MarketView) -> Asked:
        who, why = view.who(view.table.turn), say("It brings a shell for each ware of its kind in the market.")
        return Asked((view.table.turn,), say("{who} sells a ware, or keeps all.", who=who), why, "H-007")

    def label(self, view: MarketView, act: Sell | Keep) -> Label:
        if isinstance(act, Keep):
            return Label(say("Keep all wares"), say("Sale"))
        shells = Count(price_of(view.table, act.card), SHELL)
        text = say("Sell “{ware}” for {shells}", ware=DECK.noun(act.card), shells=shells)
        return Label(text, say("Sale"), DECK.piece_of(act.card))

    def described(self, before: MarketView, act: Sell | Keep) -> Message:
        who = before.who(act.seat)
        if isinstance(act, Keep):
            return say("{who} keeps all wares.", who=who)
        shells = Count(price_of(before.table, act.card), SHELL)
        return say("{who} sells “{ware}” for {shells}.", who=who, ware=DECK.noun(act.card), shells=shells)

    def memory(self, before: MarketView, act: Sell | Keep) -> Memory | None:
        if isinstance(act, Keep):
            return None
        return Memory(say("Everybody has seen the “{ware}” that was sold.", ware=DECK.noun(act.card)))


def price_of(table: Table, card: Card) -> int:
    """The shells that a ware brings (H-008)."""
    return min(table.market.count(card), table.bowl)


class Restock(Drawing[Table]):
    """One ware for whose turn it is, where their hand has room (H-011)."""

    titles = {"draw": PHASES["draw"]}
    rule = "H-011"
    deck = DECK

    def drawer(self, table: Table) -> Seat | None:
        return table.turn if table.hands[table.turn] < HAND else None

    def apply(self, state: MarketState, act: Draw) -> MarketState:
        return _at(super().apply(state, act), "tide")

    def left(self, state: MarketState) -> MarketState:
        return _at(state, "tide")

    def asked(self, view: MarketView) -> Asked:
        text = say("{who} draws a ware.", who=view.who(view.table.turn))
        return Asked((view.table.turn,), text, say("Their hand has room for it."), "H-011")


class Incoming(Stretch[MarketState, MarketView, Tide]):
    """The tide ends a turn (H-012)."""

    titles = {"tide": PHASES["tide"]}
    acts = (Tide,)
    rule = "H-012"
    law = say("At the end of a turn the tide lays shells into the bowl, while any are left")

    def legal(self, state: MarketState) -> tuple[Tide, ...]:
        table = state.table
        return (Tide(table.bowl + min(table.beside, 1 + table.spring)),) if table.beside else ()

    def apply(self, state: MarketState, act: Tide) -> MarketState:
        return self.left(_at(state, "tide", bowl=act.bowl, why=("H-012",)))

    def left(self, state: MarketState) -> MarketState:
        """The next turn, or the end (H-013, H-014)."""
        table = state.table
        following = (table.turn + 1) % len(table.hands)
        number = table.round + (following == 0)
        if number > ROUNDS or table.ships[table.turn] == LAST:
            return _at(state, "tide", is_over=True)
        return _at(state, "fill", turn=following, round=number)

    def asked(self, view: MarketView) -> Asked:
        (tide,) = self.legal(State(view.table, ()))
        text = say("Lay shells into the bowl until it has {shells}.", shells=Count(tide.bowl, SHELL))
        return Asked((), text, say("The tide brings them."), "H-012")

    def label(self, view: MarketView, act: Tide) -> Label:
        return Label(say("The bowl has {shells}", shells=Count(act.bowl, SHELL)), say("Bowl"), "shell")

    def described(self, before: MarketView, act: Tide) -> Message:
        return say("The tide fills the bowl to {shells}.", shells=Count(act.bowl, SHELL))


WIND: Final = Wind()


SPRING: Final = written(read_options(__package__)["spring"].values[1].house_rule)
"""What the prompt says of a game with it."""


class Course(Phases[MarketState, MarketView, MarketAction]):
    """A turn after a turn."""

    moments = (Deal(), Fill(), WIND, Sale(), Restock(), Incoming())

    def over_rule(self, table: Table) -> RuleId:
        return "H-014" if table.is_over else ""

    def house_rules(self, table: Table) -> tuple[Message, ...]:
        return (SPRING,) if table.spring else ()

    def end(self, view: MarketView) -> Prompt:
        why = say("The rounds are played, or a ship lies at the last {berth}.", berth=BERTH)
        return Prompt(say("The end"), (), ending(view), why, "H-015", house_rules=self.house_rules(view.table))


def ending(view: MarketView) -> Message:
    """Who wins, in a sentence."""
    names, points = people(view, winners(view.table)), Count(max(view.table.points), POINT)
    return say("Most points: {names}, with {points}.", names=names, points=points)


def winners(table: Table) -> tuple[Seat, ...]:
    """The seats with most points (H-015)."""
    return tuple(seat for seat, points in enumerate(table.points) if points == max(table.points))


COURSE: Final = Course()

"""What an act may flood, stop or turn dry, and whom it sends home, written apart from the rules that do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.atlantis_rising.data.contents import CONTROLLED, PENINSULAS
from companion.games.atlantis_rising.laws.witness import PLACES, drawer, effect_of, placed, set_off
from companion.games.atlantis_rising.rules.acts import BeginWrath, BuyBarrier, BuyUnflood, DrawMisfortune
from companion.games.atlantis_rising.rules.decisions import Adjust, ChooseFlood, PlaceBarrier, Unflood
from companion.games.atlantis_rising.state.model import Atlantean, AtlantisAction, Table
from companion.games.atlantis_rising.state.steps import Flooding
from companion.games.core import Seat

LAWS: Final = ("A-040", "A-041", "A-043", "A-051", "A-098", "A-099")


@dataclass(slots=True)
class Water:
    """The island while an act goes on."""

    table: Table
    dry: list[int]
    barriers: set[int]
    pieces: list[Atlantean]
    stopped: list[int]
    """How many floods the barriers of each peninsula have stopped."""
    owed: list[Flooding]
    """Floods whose place is open, the next one last."""
    is_lost: bool = False

    @property
    def free(self) -> list[int]:
        """The peninsulas with a dry tile."""
        return [each for each, dry in enumerate(self.dry) if dry]

    def flood(self, peninsula: int, is_strong: bool = False) -> None:
        """The outermost dry tile floods, if no barrier stops it (A-040, A-044, A-099)."""
        was_fenced = peninsula in self.barriers
        self.barriers.discard(peninsula)
        if was_fenced and not is_strong:
            self.stopped[peninsula] += 1
            return
        tile = f"{PENINSULAS[peninsula]}_{self.dry[peninsula]}"
        wet = {tile} if not self._stand_firm(tile) else set()
        for piece in self.pieces:
            if self._does(piece, "may_use_flooded_tile") and piece.place != tile:
                arm, ring = PLACES.get(piece.place, (-1, 0))
                is_wet = arm == peninsula and (ring > self.dry[arm] or self.table.setup.seafarer_hit_on_dry)
                if is_wet and not self._stand_firm(piece.place):
                    wet.add(piece.place)
        self.pieces = [each for each in self.pieces if each.place not in wet]
        self.dry[peninsula] -= 1

    def name(self, peninsula: int, seat: Seat) -> None:
        """A card names a peninsula (A-039, A-042)."""
        if self.dry[peninsula]:
            self.flood(peninsula)
        else:
            self.owed.append(Flooding(seat, 2, "depleted"))

    def choose(self, peninsula: int) -> None:
        """Somebody chooses where the next flood is."""
        step = self.owed.pop()
        others = (*step.others, peninsula) if step.cause == "card" else ()
        if step.left > 1:
            self.owed.append(Flooding(step.seat, step.left - 1, step.cause, others))
        self.flood(peninsula, is_strong=step.cause == "controlled")

    def settle(self) -> None:
        """Floods without a choice happen at once; with nothing left the centre floods (A-043)."""
        while self.owed and not self.is_lost:
            ways = [each for each in self.free if each not in self.owed[-1].others] or self.free
            self.is_lost = not ways
            if len(ways) > 1:
                return
            if ways:
                self.choose(ways[0])

    def _does(self, piece: Atlantean, op: str) -> bool:
        effect = effect_of(self.table, piece)
        return effect is not None and effect.op == op

    def _stand_firm(self, tile: str) -> bool:
        return any(each.place == tile and self._does(each, "act_although_flooded") for each in self.pieces)


def wrong(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """What an act changed of water, barriers and those who were washed away otherwise than the rules say."""
    water = _expected(old, action, new)
    kind = type(action).__name__
    if (new.ended == "lost") != water.is_lost:
        yield f"{kind} left the game {new.ended or 'open'}, and the centre is flooded: {water.is_lost} (A-043)."
    if list(new.dry) != water.dry:
        rule = "A-051" if isinstance(action, BeginWrath) else "A-040"
        yield f"{kind} left the dry tiles {new.dry} instead of {water.dry} ({rule})."
    if set(new.barriers) != water.barriers:
        rule = "A-099" if len(water.barriers) < len(old.barriers) else "A-098"
        yield f"{kind} left barriers at {new.barriers} instead of {sorted(water.barriers)} ({rule})."
    if list(new.stopped) != water.stopped:
        yield f"{kind} left {new.stopped} floods stopped instead of {water.stopped} (A-099)."
    yield from _mistold(old, kind, new)
    left = [step for step in new.steps if isinstance(step, Flooding)]
    if not water.is_lost and left != water.owed:
        yield f"{kind} left the floods {left} to be chosen instead of {water.owed} (A-051)."
    if len(water.pieces) < len(placed(old)):
        washed = Counter(_where(water.pieces)) - Counter(_where(placed(new)))
        stays = Counter(_where(placed(new))) - Counter(_where(water.pieces))
        if washed or stays:
            yield f"{kind} washed {sorted(washed)} away, and left {sorted(stays)} on the water (A-041)."


def _mistold(old: Table, kind: str, new: Table) -> Iterator[str]:
    """What the table says of the act otherwise than it was."""
    moved = {place: new.dry[place] - old.dry[place] for place in range(len(PENINSULAS))}
    if {place: by for place, by in enumerate(new.tide) if by} != {place: by for place, by in moved.items() if by}:
        yield f"{kind} is told as the tide {new.tide}, from {old.dry} to {new.dry} (A-040)."
    if set(new.broken) != set(old.barriers) - set(new.barriers):
        yield f"{kind} is told to have broken {new.broken}, of {old.barriers} {new.barriers} are left (A-099)."


def _expected(old: Table, action: AtlantisAction, new: Table) -> Water:
    owed = [step for step in old.steps if isinstance(step, Flooding)]
    water = Water(old, list(old.dry), set(old.barriers), placed(old), list(old.stopped), owed)
    match action:
        case DrawMisfortune(card=card):
            seat = drawer(old, old.drawn)
            if card == CONTROLLED:
                owed.append(Flooding(seat, 1, "controlled"))
            for place, name in enumerate(PENINSULAS):
                if card == f"basic_{name}":
                    water.name(place, seat)
        case ChooseFlood(peninsula=peninsula):
            water.choose(peninsula)
        case BeginWrath() if value := old.setup.box.wrath.values[old.wrath]:
            owed.append(Flooding(-1, value, "wrath"))
        case BuyBarrier(peninsula=peninsula) | PlaceBarrier(peninsula=peninsula):
            water.barriers.add(peninsula)
        case BuyUnflood(peninsula=peninsula) | Unflood(peninsula=peninsula):
            water.dry[peninsula] += 1
        case Adjust(peninsula=peninsula):
            _by_hand(water, action)
    for effect, seats in set_off(old, action, new):
        for seat in seats if effect.op == "flood_choice" else ():
            owed.append(Flooding(seat, effect.n, "card"))
        for _ in range(effect.n if effect.op == "flood_peninsula" else 0):
            water.name(PENINSULAS.index(next(each for each in PENINSULAS if each == effect.what)), seats[0])
    water.settle()
    return water


def _by_hand(water: Water, action: Adjust) -> None:
    if action.what == "barrier" and action.by > 0:
        water.barriers.add(action.peninsula)
    elif action.what == "barrier":
        water.barriers.discard(action.peninsula)
    elif action.what == "unflood":
        water.dry[action.peninsula] += 1
    elif action.what == "flood" and action.peninsula < 0:
        water.is_lost = not water.free
    elif action.what == "flood":
        water.flood(action.peninsula)


def _where(pieces: list[Atlantean]) -> list[tuple[Seat, str, str, int]]:
    return [(each.seat, each.kind, each.place, each.space) for each in pieces]

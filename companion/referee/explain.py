"""What was done: the shortest legal acts that lead from the state to the table seen, or why there are none.

The search is breadth-first over acts that can be seen or felt. The last act of an explanation must touch each zone
that differs before it, so of the many acts that are legal few are tried as the last. The first ones may be any, because
a later act can hide them: a card that others are discarded upon. After those an act is tried only where it touches a
zone that differs, or where it changes nothing that shows: shells that already lie as they must.
Where the table was watched all the time, of explanations of the same length those in which whoever is asked first
acts first are the likelier ones; of two orders of the same acts, that in which the first was seen before the others.
Where nobody looked on for a while they are not, and one act more may be hidden: a card under the one that is seen.
It knows no game: the rules come from `Game`, the look of a state from `expected_table`. Each state is applied and held
against the table once, and handed on as a node.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import zip_longest
from typing import Literal, TypeAlias, TypeVar

import msgspec

from companion.games.core import OFF_MAT, Action, Seat, State, is_zone
from companion.games.game import AnyGame
from companion.games.openings import past_openings
from companion.referee.comparison import (
    AnyState,
    Comparison,
    Look,
    compare,
    differing,
    is_between,
    look_of,
    position_of,
    same_look,
)
from companion.table.seen import TableView, too_many_and_missing

MOST_ACTS = 4
"""Acts behind a covering hand that are still understood."""
MOST_WAYS = 6
"""So many answers a question may have; of more only the beginnings are offered."""
FREE_ACTS = 2
"""So many acts from the first may be any that are legal, whether or not they show in the end."""
MOST_STATES = 4000
"""States looked at before the search gives up; what it has not found by then counts as not explained."""


class Explanation(msgspec.Struct, frozen=True):
    """How a table came about.

    `legal`: `acts` lead to `state`, and nothing as short leads elsewhere. `open`: the same, but the last of `acts` may
    be a part of a longer act: one Rebel of three. `unchanged`: the table shows the state. `in_progress`: each zone
    shows `state` or what one of `acts` makes of it; nothing is wrong yet. `several`: each of `ways` leads there and is
    about as likely as the others; ask. `none`: no legal act explains it; `acts` lead to
    `state`, the position that the table is nearest to.
    """

    verdict: Literal["unchanged", "legal", "open", "in_progress", "several", "none"]
    acts: tuple[Action, ...] = ()
    state: AnyState | None = None
    zones: tuple[str, ...] = ()
    """Zones that do not show the state given."""
    ways: tuple[tuple[Action, ...], ...] = ()
    """For `several` only: what may have been done, each from the first act."""


class _Node(msgspec.Struct, frozen=True):
    state: AnyState
    acts: tuple[Action, ...]
    asked: bool
    """Whether each act was done by whom the prompt asked first, or by nobody in particular."""
    look: Look
    differs: frozenset[str]
    """Zones that do not show its state."""
    before: _Node | None = None
    """The position before the last act."""
    tried: dict[Action, _Node] = {}
    """What some acts lead to from here."""


class _Turn(msgspec.Struct, frozen=True):
    """What can be seen done in a position."""

    node: _Node
    state: AnyState
    """The position from which people go on: what is due after the node's last act is opened."""
    legal: tuple[Action, ...]
    asked: tuple[Seat | None, ...]
    """Who acts as the prompt asks: whoever is asked first, or nobody in particular."""


T = TypeVar("T")
_Trying: TypeAlias = Generator[bool, None, T]
"""Work that stops after each act it tries, and comes to something in the end."""
_Layer: TypeAlias = dict[AnyState, _Node]
"""Positions that are equally many acts away, each with the likeliest way there."""


class Search:
    """One table to explain. `run` may be called in slices, so that a tap between two of them does not wait."""

    def __init__(
        self,
        held: Comparison,
        most_acts: int = MOST_ACTS,
        was_watched: bool = True,
        begun: Action | None = None,
        still: frozenset[str] = frozenset(),
    ) -> None:
        """`was_watched`: the table was looked at all the time since it showed the position that it is held against.

        `begun` was seen there before, and might have gone on. In the zones `still` nothing was laid or taken.
        """
        self._game = held.position.game
        self._view = held.position.view
        self._was_watched = was_watched
        self._seen = {zone.zone: zone for zone in held.seen.zones}
        self._most_acts = most_acts
        self._seen_begun = begun
        self._still = still
        self.differs = held.differs
        self._start = _Node(held.position.state, (), True, held.look, held.differs)
        self._known = {_position(self._start.state)}
        """Every position that was met in as few acts as possible."""
        self._found: _Layer = {}
        self._nearer: list[_Node] = []
        """Positions that the table is nearer to than to the start, the nearest last."""
        self._nearest_away = self._away(self._start)
        self._steps = self._work()
        self._found_out: Explanation | None = None

    def run(self, tries: int = MOST_STATES) -> Explanation | None:
        """The explanation, or None where `tries` more acts were not enough to find it."""
        if not self.differs:
            return Explanation("unchanged", state=self._start.state)
        for _ in range(tries):
            if next(self._steps, None) is None:
                return self._found_out
        return None

    def _work(self) -> Iterator[bool]:
        """One act tried at a time, to the end."""
        yield from self._breadth_first()
        self._found_out = yield from self._conclude()

    # --- search -------------------------------------------------------------------------------------------------------

    def _breadth_first(self) -> Iterator[bool]:
        """Ends when all explanations of the shortest length are found, and where nobody watched of one act more."""
        layer: _Layer = {_position(self._start.state): self._start}
        is_longer = False  # shorter explanations are found already
        for depth in range(1, self._most_acts + 1):
            turns: list[_Turn] = []
            for node in layer.values():
                turns.append(self._turn(node))
                yield from self._close(turns[-1], is_longer)
            if (self._found and (self._was_watched or is_longer)) or depth == self._most_acts:
                return
            is_longer = bool(self._found)
            deeper: _Layer = {}
            for turn in turns:
                yield from self._widen(turn, deeper, depth <= FREE_ACTS)
                if len(self._known) + len(deeper) > MOST_STATES:
                    return
            self._known |= deeper.keys()
            layer = deeper

    def _close(self, turn: _Turn, is_longer: bool) -> Iterator[bool]:
        """Find the acts after which nothing differs any more: those that change all that does."""
        yield True
        for action in turn.legal:
            if all(touches(action, frozenset([zone])) for zone in turn.node.differs):
                yield True
                state = self._game.apply_legal(turn.state, action)
                after = turn.node.tried[action] = self._after(turn, action, state)
                if after.differs or not self._keeps_still(after) or (is_longer and self._has_idle(after)):
                    continue
                self._keep(self._found, _position(state), after)

    def _keeps_still(self, node: _Node) -> bool:
        """Whether each zone in which nothing was laid or taken holds what it did at the start."""
        return all(node.look[zone] == self._start.look[zone] for zone in self._still)

    def _has_idle(self, node: _Node) -> bool:
        """Whether one of the acts is nobody's choice and changes nothing that shows: it may always be done besides."""
        while node.before is not None:
            if node.acts[-1].kind == "upkeep" and same_look(node.before.look, node.look):
                return True
            node = node.before
        return False

    def _widen(self, turn: _Turn, deeper: _Layer, is_free: bool) -> Iterator[bool]:
        """Find the positions one act on; unless `is_free`, by acts that change what differs or nothing that shows."""
        node = turn.node
        # What changes nothing that shows comes last: what shows is the better explanation.
        for action in sorted(turn.legal, key=lambda action: not touches(action, node.differs)):
            yield True
            tried = node.tried.pop(action, None)
            state = tried.state if tried else self._game.apply_legal(turn.state, action)
            position = _position(state)
            if position in self._known:
                continue
            after = tried or self._after(turn, action, state, deeper.get(position))
            if not is_free and not touches(action, node.differs) and not same_look(node.look, after.look):
                continue
            self._keep(deeper, position, after)
            if (away := self._away(after)) < self._nearest_away:
                self._nearer.append(after)
                self._nearest_away = away

    def _keep(self, layer: _Layer, position: AnyState, node: _Node) -> None:
        """Note a position; of two ways to it the one in which people do as asked, and what was seen first is first."""
        if position not in layer or self._likelihood(node) > self._likelihood(layer[position]):
            layer[position] = node

    def _likelihood(self, node: _Node) -> tuple[bool, bool]:
        return node.asked, node.acts[0] == self._seen_begun

    def _turn(self, node: _Node) -> _Turn:
        game, state = self._game, past_openings(self._game, node.state)
        legal = tuple(action for action in game.legal_actions(state) if action.sense not in OFF_MAT)
        return _Turn(node, state, legal, (None, *game.prompt(game.view(state, None)).likely_seats))

    def _after(self, turn: _Turn, action: Action, state: AnyState, twin: _Node | None = None) -> _Node:
        """The node of a state after an act; `twin` is one of the same position, by another way."""
        node = turn.node
        look = twin.look if twin else look_of(self._game, state)
        differs = twin.differs if twin else self._differing(look, node)
        asked = node.asked and action.actor in turn.asked
        return _Node(state, (*node.acts, action), asked, look, differs, node)

    def _away(self, node: _Node) -> tuple[int, int]:
        """How far the table is from showing this position: acts, pieces too much and missing; and zones."""
        away = len(node.acts)
        for name in node.differs:
            too_many, missing = too_many_and_missing(node.look[name], self._seen[name])
            away += too_many.total() + missing.total()
        return away, len(node.differs)

    def _differing(self, look: Look, before: _Node) -> frozenset[str]:
        """The zones that differ after an act: of those that it left alone that is known."""
        changed = [zone for name, zone in self._seen.items() if look.get(name) != before.look.get(name)]
        return before.differs.difference(zone.zone for zone in changed) | differing(look, changed)

    # --- verdict ------------------------------------------------------------------------------------------------------

    def _conclude(self) -> _Trying[Explanation]:
        zones = tuple(sorted(self.differs))
        found = sorted(self._found.values(), key=lambda node: not node.asked)
        likely = [node for node in found if node.asked and self._was_watched] or found
        if len(likely) == 1:
            (node,) = likely
            assert node.before is not None  # something differed at the start
            goes_on = yield from self._begun(node.before, part_only=True)
            return Explanation("open" if goes_on else "legal", node.acts, node.state, zones)
        if found:
            return Explanation("several", zones=zones, ways=_to_choose([node.acts for node in found]))
        # What is being done may follow acts that are complete and were not yet told, as an open one.
        for node in (self._start, *reversed(self._nearer)):
            if acts := (yield from self._begun(node)):
                return Explanation("in_progress", acts, node.state, zones)
        nearest = self._nearer[-1] if self._nearer and not self._is_breach() else self._start
        return Explanation("none", nearest.acts, nearest.state, zones)

    def _is_breach(self) -> bool:
        """Whether the game knows what was done against its rules where the table differs."""
        return any(self._game.mat.breach(self._view, zone, self._seen[zone].kinds) for zone in self.differs)

    def _begun(self, node: _Node, part_only: bool = False) -> _Trying[tuple[Action, ...]]:
        """Acts of which the table shows a part, or (but for `part_only`) the whole: each zone is on the way."""
        before, begun, state = node.look, [], past_openings(self._game, node.state)
        for action in self._game.legal_actions(state):
            if action.sense in OFF_MAT or not touches(action, node.differs):
                continue
            yield True
            tried = node.tried.get(action)
            after = tried.look if tried else look_of(self._game, self._game.apply_legal(state, action))
            if part_only and not self._differing(after, node):
                continue
            # Each other zone shows what was there.
            if all(is_between(self._seen[name], before[name], after[name], action.empties) for name in node.differs):
                begun.append(action)
        return tuple(begun)


def explain(
    game: AnyGame, state: AnyState, seen: TableView, most_acts: int = MOST_ACTS, was_watched: bool = True
) -> Explanation:
    """The explanation of a table, found in one go."""
    search = Search(compare(position_of(game, state), seen), most_acts, was_watched)
    while (explanation := search.run()) is None:
        pass  # it ends by itself after MOST_STATES
    return explanation


def _position(state: AnyState) -> AnyState:
    """The same position whatever led to it: two acts in either order are one explanation."""
    return State(msgspec.structs.replace(state.table, why=()), state.secrets, state.sealed)


def touches(action: Action, zones: frozenset[str]) -> bool:
    """Whether an action changes one of these zones."""
    return any(is_zone(pattern, zone) for pattern in action.zones() for zone in zones)


def _to_choose(ways: list[tuple[Action, ...]]) -> tuple[tuple[Action, ...], ...]:
    """The ways, or where they are too many, what they begin with as far as the first act in which they differ."""
    if len(ways) <= MOST_WAYS:
        return tuple(ways)
    # A way may end where the others go on.
    first = next(index for index, acts in enumerate(zip_longest(*ways)) if len(set(acts)) > 1)
    return tuple(dict.fromkeys(way[: first + 1] for way in ways))

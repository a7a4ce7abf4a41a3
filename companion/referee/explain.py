"""What was done: the shortest legal acts that lead from the state to the table seen, or why there are none.

The search is breadth-first over acts that can be seen or felt. An act is tried only where it touches a zone that
differs, or where it changes nothing that shows: shells that already lie as they must, a discard like the one below it.
Such silent acts count only where an act that shows needs them before it.
It knows no game: the rules come from `Game`, the look of a state from `expected_table`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from companion.games.core import Action, AnyGame, State
from companion.table.expected import Content
from companion.table.seen import TableView, ZoneView, fits, show

AnyState: TypeAlias = State[Any, Any]
Look: TypeAlias = Mapping[str, Content]

MOST_ACTS = 4
"""Acts behind a covering hand that are still understood."""
MOST_STATES = 4000
"""States looked at before the search gives up; what it has not found by then counts as not explained."""


class Explanation(msgspec.Struct, frozen=True):
    """How a table came about.

    `legal`: `acts` lead to `state`, and nothing as short leads elsewhere. `unchanged`: the table shows the state.
    `in_progress`: each zone shows the state before or after one of `acts`; nothing is wrong yet. `several`: each of
    `acts` is the first act in which explanations of the same length differ; ask. `none`: no legal act explains it.
    """

    verdict: Literal["unchanged", "legal", "in_progress", "several", "none"]
    acts: tuple[Action, ...] = ()
    state: AnyState | None = None
    zones: tuple[str, ...] = ()
    """Zones that do not show the state given."""


class _Node(msgspec.Struct, frozen=True):
    state: AnyState
    acts: tuple[Action, ...]
    shown: bool
    """Whether the last act changed something that shows."""


class Search:
    """One table to explain. `run` may be called in slices, so that a tap between two of them does not wait."""

    def __init__(self, game: AnyGame, state: AnyState, seen: TableView, most_acts: int = MOST_ACTS) -> None:
        self._game = game
        self._start = state
        self._seen = {zone.zone: zone for zone in seen.zones}
        self._most_acts = most_acts
        self._found: list[_Node] = []
        self._looked_at = 0
        self._steps = self._breadth_first()
        self.differs = self._differing(look_of(game, state))

    def run(self, states: int = MOST_STATES) -> Explanation | None:
        """The explanation, or None where `states` more states were not enough to find it."""
        if not self.differs:
            return Explanation("unchanged", state=self._start)
        for _ in range(states):
            if next(self._steps, None) is None:
                return self._conclude()
        return None

    # --- search -------------------------------------------------------------------------------------------------------

    def _breadth_first(self) -> Iterator[bool]:
        """Look at one state at a time; ends when all explanations of the shortest length are found."""
        layer, known = [_Node(self._start, (), True)], {self._start}
        while layer and not self._found and len(layer[0].acts) < self._most_acts:
            deeper: list[_Node] = []
            for node in layer:
                for after in self._next(node):
                    self._looked_at += 1
                    if after.state in known:
                        continue
                    known.add(after.state)
                    if after.shown and not self._differing(look_of(self._game, after.state)):
                        self._found.append(after)
                    deeper.append(after)
                    if self._looked_at >= MOST_STATES:
                        return
                    yield True
            layer = deeper

    def _next(self, node: _Node) -> Iterator[_Node]:
        before = look_of(self._game, node.state)
        differs = self._differing(before)
        for action in self._game.legal_actions(node.state):
            if action.sense == "told" or not touches(action, differs):
                continue
            state = self._game.apply_action(node.state, action)
            yield _Node(state, (*node.acts, action), True)
        for action in self._game.legal_actions(node.state):
            if action.sense == "told" or touches(action, differs):
                continue
            state = self._game.apply_action(node.state, action)
            if same_look(before, look_of(self._game, state)):
                yield _Node(state, (*node.acts, action), False)

    def _differing(self, look: Look) -> frozenset[str]:
        return frozenset(
            name for name, content in look.items() if name in self._seen and not fits(content, self._seen[name])
        )

    # --- verdict ------------------------------------------------------------------------------------------------------

    def _conclude(self) -> Explanation:
        zones = tuple(sorted(self.differs))
        if len({node.state for node in self._found}) == 1:
            return Explanation("legal", self._found[0].acts, self._found[0].state, zones)
        if self._found:
            return Explanation("several", _first_differences([node.acts for node in self._found]), None, zones)
        begun = tuple(self._begun())
        return Explanation("in_progress" if begun else "none", begun, None, zones)

    def _begun(self) -> Iterator[Action]:
        """Acts of which the table shows a part: each zone as before or as after, and one at least as after."""
        before = look_of(self._game, self._start)
        for action in self._game.legal_actions(self._start):
            if action.sense == "told" or not touches(action, self.differs):
                continue
            after = look_of(self._game, self._game.apply_action(self._start, action))
            if all(self._is_between(zone, before[name], after[name]) for name, zone in self._seen.items()):
                yield action

    def _is_between(self, zone: ZoneView, before: Content, after: Content) -> bool:
        """Whether a zone shows what was there, what will be there, or what of it is there in the middle of the act."""
        if fits(before, zone) or fits(after, zone):
            return True
        one, other = show(zone.zone, before), show(zone.zone, after)
        # Pieces are moved one by one: shells one after another, fanned cards turned up from the first.
        most = max(len(one.kinds) + one.backs, len(other.kinds) + other.backs)
        within = set(zone.kinds) <= set(one.kinds) | set(other.kinds)
        return within and len(zone.kinds) + zone.backs <= most and zone.backs <= max(one.backs, other.backs)


def explain(game: AnyGame, state: AnyState, seen: TableView, most_acts: int = MOST_ACTS) -> Explanation:
    """The explanation of a table, found in one go."""
    explanation = Search(game, state, seen, most_acts).run(MOST_STATES + 1)
    assert explanation is not None  # the search ends by itself after MOST_STATES
    return explanation


def look_of(game: AnyGame, state: AnyState) -> Look:
    """What each zone holds in this state, by public knowledge."""
    return {zone.zone: zone.content for zone in game.expected_table(game.view(state, None)).zones}


def same_look(one: Look, other: Look) -> bool:
    """Whether a camera cannot tell two tables apart."""
    return all(show(name, one[name]) == show(name, other[name]) for name in one)


def touches(action: Action, zones: frozenset[str]) -> bool:
    """Whether an action changes one of these zones."""
    return any(_covers(pattern, zone) for pattern in action.zones() for zone in zones)


def _covers(pattern: str, zone: str) -> bool:
    return zone.startswith(pattern[:-1]) if pattern.endswith("*") else zone == pattern


def _first_differences(sequences: list[tuple[Action, ...]]) -> tuple[Action, ...]:
    """The acts to ask about: at the first place where the sequences part, each act that stands there."""
    for acts in zip(*sequences, strict=False):
        choices = tuple(dict.fromkeys(acts))
        if len(choices) > 1:
            return choices
    return tuple(dict.fromkeys(acts[-1] for acts in sequences))

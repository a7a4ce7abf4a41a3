"""What was done: the shortest legal acts that lead from the state to the table seen, or why there are none.

The search is breadth-first over acts that can be seen or felt. An act is tried only where it touches a zone that
differs, or where it changes nothing that shows: shells that already lie as they must, a discard like the one below it.
Such silent acts count only where an act that shows needs them before it.
Of explanations of the same length, those in which whoever is asked first acts first are the likelier ones.
It knows no game: the rules come from `Game`, the look of a state from `expected_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

    `legal`: `acts` lead to `state`, and nothing as short leads elsewhere. `open`: the same, but the last of `acts` may
    be a part of a longer act: one Rebel of three. `unchanged`: the table shows the state. `in_progress`: each zone
    shows `state` or what one of `acts` makes of it; nothing is wrong yet. `several`: each of `acts` is the first act in
    which explanations of the same length differ; ask. `none`: no legal act explains it; `acts` lead to `state`,
    the position that the table is nearest to.
    """

    verdict: Literal["unchanged", "legal", "open", "in_progress", "several", "none"]
    acts: tuple[Action, ...] = ()
    state: AnyState | None = None
    zones: tuple[str, ...] = ()
    """Zones that do not show the state given."""


class _Node(msgspec.Struct, frozen=True):
    state: AnyState
    acts: tuple[Action, ...]
    shown: bool
    """Whether the last act changed something that shows."""
    asked: bool
    """Whether each act was done by whom the prompt asked first, or by nobody in particular."""
    before: AnyState
    """The position before the last act."""


class Search:
    """One table to explain. `run` may be called in slices, so that a tap between two of them does not wait."""

    def __init__(self, game: AnyGame, state: AnyState, seen: TableView, most_acts: int = MOST_ACTS) -> None:
        self._game = game
        self._start = state
        self._seen = {zone.zone: zone for zone in seen.zones}
        self._most_acts = most_acts
        self._found: list[_Node] = []
        self._steps = self._breadth_first()
        self.differs = self._differing(look_of(game, state))
        self._nearer: list[_Node] = []
        """Positions that the table is nearer to than to the start, the nearest last."""
        self._fewest = len(self.differs)

    def run(self, tries: int = MOST_STATES) -> Explanation | None:
        """The explanation, or None where `tries` more acts were not enough to find it."""
        if not self.differs:
            return Explanation("unchanged", state=self._start)
        for _ in range(tries):
            if next(self._steps, None) is None:
                return self._conclude()
        return None

    # --- search -------------------------------------------------------------------------------------------------------

    def _breadth_first(self) -> Iterator[bool]:
        """Try one act at a time; ends when all explanations of the shortest length are found."""
        layer, known = [_Node(self._start, (), True, True, self._start)], {_position(self._start)}
        while layer and not self._found and len(layer[0].acts) < self._most_acts:
            deeper: list[_Node] = []
            for node in layer:
                for after in self._next(node):
                    yield True
                    if (position := _position(after.state)) in known:
                        continue
                    known.add(position)
                    if after.shown:
                        self._compare(after)
                    deeper.append(after)
                    if len(known) > MOST_STATES:
                        return
            layer = deeper

    def _compare(self, node: _Node) -> None:
        missing = len(self._differing(look_of(self._game, node.state)))
        if not missing:
            self._found.append(node)
        if missing < self._fewest:
            self._fewest = missing
            self._nearer.append(node)

    def _next(self, node: _Node) -> Iterator[_Node]:
        before = look_of(self._game, node.state)
        differs = self._differing(before)
        turn = self._game.prompt(self._game.view(node.state, None)).seats
        legal = [action for action in self._game.legal_actions(node.state) if action.sense != "told"]
        # Silent acts come last: what shows is the better explanation.
        for action in sorted(legal, key=lambda action: not touches(action, differs)):
            state = self._game.apply_action(node.state, action)
            shown = touches(action, differs)
            if shown or same_look(before, look_of(self._game, state)):
                asked = node.asked and action.actor in (None, *turn[:1])
                yield _Node(state, (*node.acts, action), shown, asked, node.state)

    def _differing(self, look: Look) -> frozenset[str]:
        return differing(look, self._seen.values())

    # --- verdict ------------------------------------------------------------------------------------------------------

    def _conclude(self) -> Explanation:
        zones = tuple(sorted(self.differs))
        found = [node for node in self._found if node.asked] or self._found
        if len({_position(node.state) for node in found}) == 1:
            node = found[0]
            goes_on = any(self._begun(node.before, part_only=True))
            return Explanation("open" if goes_on else "legal", node.acts, node.state, zones)
        if found:
            return Explanation("several", _first_differences([node.acts for node in found]), None, zones)
        # What is being done may follow acts that are complete and were not yet told, as an open one.
        for state in (self._start, *(node.state for node in reversed(self._nearer))):
            if acts := tuple(self._begun(state)):
                return Explanation("in_progress", acts, state, zones)
        nearest = self._nearer[-1] if self._nearer else None
        return Explanation("none", nearest.acts if nearest else (), nearest.state if nearest else self._start, zones)

    def _begun(self, state: AnyState, part_only: bool = False) -> Iterator[Action]:
        """Acts of which the table shows a part, or (but for `part_only`) the whole: each zone is on the way."""
        before = look_of(self._game, state)
        differs = self._differing(before)
        for action in self._game.legal_actions(state):
            if action.sense == "told" or not touches(action, differs):
                continue
            after = look_of(self._game, self._game.apply_action(state, action))
            if part_only and not self._differing(after):
                continue
            if all(is_between(zone, before[name], after[name]) for name, zone in self._seen.items()):
                yield action


def explain(game: AnyGame, state: AnyState, seen: TableView, most_acts: int = MOST_ACTS) -> Explanation:
    """The explanation of a table, found in one go."""
    search = Search(game, state, seen, most_acts)
    while (explanation := search.run()) is None:
        pass  # it ends by itself after MOST_STATES
    return explanation


def is_between(zone: ZoneView, before: Content, after: Content) -> bool:
    """Whether a zone shows what was there, what will be there, or what of it is there in the middle of the act."""
    if fits(before, zone) or fits(after, zone):
        return True
    one, other = show(zone.zone, before), show(zone.zone, after)
    if one == other:
        return False
    # Pieces are moved one by one: shells one after another, fanned cards turned up from the first.
    most = max(len(one.kinds) + one.backs, len(other.kinds) + other.backs)
    within = set(zone.kinds) <= set(one.kinds) | set(other.kinds)
    return within and len(zone.kinds) + zone.backs <= most and zone.backs <= max(one.backs, other.backs)


def _position(state: AnyState) -> AnyState:
    """The same position whatever led to it: two acts in either order are one explanation."""
    return State(msgspec.structs.replace(state.table, why=()), state.secrets)


def look_of(game: AnyGame, state: AnyState) -> Look:
    """What each zone holds in this state, by public knowledge."""
    return {zone.zone: zone.content for zone in game.expected_table(game.view(state, None)).zones}


def differing(look: Look, seen: Iterable[ZoneView]) -> frozenset[str]:
    """The zones that are seen to hold something else than they must."""
    return frozenset(zone.zone for zone in seen if zone.zone in look and not fits(look[zone.zone], zone))


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

"""From looks to acts: what has come to rest on the table is explained, held back, or named as wrong.

A `Watcher` holds what one camera has shown of one game. It knows no clock, no thread and no disk: it is given readings
and positions in one order, and the same order gives the same acts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.core import Action, AnyGame, Choice, View
from companion.referee.explain import (
    AnyState,
    Explanation,
    Look,
    Search,
    differing,
    is_between,
    look_of,
    same_look,
    touches,
)
from companion.referee.fuse import Settling, table_view
from companion.referee.mismatch import Fix, fixes, listing, mismatches, name_of
from companion.referee.reaching import Arms
from companion.referee.sight import Sight
from companion.table.seen import TableView, ZoneView
from companion.table.sightings import Reading

STATES_A_SLICE = 60
"""Positions looked at before a tap is let through: two to five milliseconds."""

SETTLED = Sight("settled", "The table shows the game.")
LOOKING = Sight("looking", "The table is being looked at.")
REACHING = Sight("reaching", "A hand is over the mat. What is done counts when it is away.")


class Verdict(msgspec.Struct, frozen=True):
    """What a table comes to: acts to accept, in order, and what to tell."""

    acts: tuple[Action, ...]
    sight: Sight


class Watcher:
    """What the camera has shown of one game. Begins as after an undo: the table is to be set up first."""

    def __init__(self, game: AnyGame) -> None:
        self.sight = Sight()
        self._game = game
        self._settling = Settling()
        self._arms = Arms()
        self._unseen = ""
        self._at_s = 0.0
        self._restoring = True
        self._matched: Look | None = None
        """What the table had to show when it last did."""
        self._markers: dict[str, tuple[int, ...]] = {}
        """Which cards it showed then."""
        self._owed: set[str] = set()
        """Zones in which a card like the one below it was told of by a tap and has yet to be laid."""
        self._judged: tuple[TableView, frozenset[str], AnyState, bool] | None = None
        self._search: Search | None = None
        self._names: tuple[str, ...] = ()

    # --- what happens -------------------------------------------------------------------------------------------------

    def see(self, reading: Reading, state: AnyState) -> None:
        """One more look; `judge` then tells what follows. What a broken camera gives no time or place is left out."""
        if not _is_finite(reading.at_s):
            return
        if reading.at_s < self._at_s:  # another camera, or the same opened anew
            self._settling, self._arms = Settling(), Arms()
        self._at_s, self._unseen = reading.at_s, reading.unseen
        if reading.unseen:
            self._judged = None
            return
        layout = self._game.layout(self._view(state))
        self._arms = self._arms.next(reading.reaching, reading.at_s)
        placed = [each for each in reading.sightings if _is_finite(each.x_mm, each.y_mm, each.angle_deg)]
        odd = [each for each in reading.rejected if _is_finite(each.x_mm, each.y_mm)]
        view = table_view(placed, odd, layout, self._game.kit())
        self._settling = self._settling.next(view, reading.at_s)

    def rewind(self) -> None:
        """The position was set back or corrected: nothing is inferred until the table shows it, or `restored`."""
        self._restoring = True
        self._matched = self._judged = None

    def restored(self) -> None:
        """The host says that the table is right; what differs counts from now on."""
        self._restoring = False
        self._matched = self._judged = None

    def forget(self) -> None:
        """What was found could not be accepted: find it again."""
        self._judged = None

    def told(self, before: AnyState, act: Action, after: AnyState) -> None:
        """An act was tapped. Where it does not show, the card that lies there anew is this act's and no other's."""
        if act.sense != "told" and same_look(look := look_of(self._game, before), look_of(self._game, after)):
            self._owed.update(zone for zone in look if touches(act, frozenset([zone])))

    # --- what follows -------------------------------------------------------------------------------------------------

    def judge(self, state: AnyState, names: tuple[str, ...] = ()) -> Verdict | None:
        """What the table comes to in this position; None where the search wants another slice. Sets `sight`."""
        self._names = names
        verdict = self._judge(state)
        if verdict is not None:
            self.sight = verdict.sight
        return verdict

    def _judge(self, state: AnyState) -> Verdict | None:
        if self._unseen:
            return Verdict((), Sight("unseen", self._unseen))
        if not self._settling.rests:
            return Verdict((), self.sight)
        if not self._arms.are_away(self._at_s):
            self._judged = None
            return Verdict((), REACHING)
        now = (self._settling.table(), self._settling.moving(), state, self._restoring)
        if self._judged != now:
            self._judged, self._search = now, None
        elif self._search is None:
            return Verdict((), self.sight)
        return self._explain(self._game.known(self._view(state)), now[0])

    def _explain(self, state: AnyState, seen: TableView) -> Verdict | None:
        look = look_of(self._game, state)
        wrong = differing(look, seen.zones)
        if not wrong:
            return self._shows(state, look, seen)
        if self._restoring:
            text = "Put the pieces where the game has them. What is seen counts when the table is right."
            return Verdict(
                (),
                Sight(
                    "restoring", text, fixes=fixes(self._game, self._view(state), seen), covered=self._covered(state)
                ),
            )
        lagging = self._lagging(look, seen, wrong)
        if lagging == wrong:
            return Verdict((), _to_do(fixes(self._game, self._view(state), seen)))
        if self._search is None:
            self._search = Search(self._game, state, _masked(seen, lagging))
        found = self._search.run(STATES_A_SLICE)
        if found is None:
            return None
        self._search = None
        return self._conclude(state, look, seen, found)

    def _lagging(self, look: Look, seen: TableView, wrong: frozenset[str]) -> frozenset[str]:
        """Zones that show what they had to before the last taps, or something on the way from there."""
        if self._matched is None:
            return frozenset()
        matched = self._matched
        return frozenset(zone for zone in wrong if is_between(_zone(seen, zone), matched[zone], look[zone]))

    def _shows(self, state: AnyState, look: Look, seen: TableView) -> Verdict:
        """The table shows the position: what is to be done next may be seen already, or be a card like the last."""
        clear = {zone.zone: zone for zone in seen.zones if not zone.covered}
        if self._restoring and len(clear) < len(seen.zones):
            covered = self._covered(state)
            return Verdict((), Sight("restoring", _uncover(covered), covered=covered) if covered else LOOKING)
        act = self._forced(state, look, clear) or self._same_kind(state, look, clear)
        self._restoring, self._matched = False, look
        self._remember(seen)
        return Verdict((act,) if act else (), SETTLED if len(clear) == len(seen.zones) else self._hidden(state))

    def _forced(self, state: AnyState, look: Look, clear: dict[str, ZoneView]) -> Action | None:
        """The only act that the rules leave, where it changes nothing that shows: shells that lie there already."""
        legal = self._game.legal_actions(state)
        if len(legal) != 1 or legal[0].kind != "upkeep" or legal[0].sense == "told":
            return None
        return legal[0] if self._is_silent(state, look, legal[0], clear) else None

    def _same_kind(self, state: AnyState, look: Look, clear: dict[str, ZoneView]) -> Action | None:
        """The one act that lays a card over another of its kind, where another card lies now than before."""
        # Where a tap has told of what lies there now, the card is that act's.
        known = {name for name in clear if self._matched and same_look({name: self._matched[name]}, {name: look[name]})}
        changed = {name for name in known if clear[name].markers != self._markers.get(name, clear[name].markers)}
        fresh = frozenset(changed - self._owed)
        self._owed -= changed
        turn = self._game.prompt(self._view(state)).seats
        acts = [
            act
            for act in self._game.legal_actions(state)
            if act.sense != "told" and touches(act, fresh) and self._is_silent(state, look, act, clear)
        ]
        likely = [act for act in acts if act.actor in (None, *turn[:1])] or acts
        return likely[0] if len(likely) == 1 else None

    def _remember(self, seen: TableView) -> None:
        """Which cards lie there, so that a later one of the same kind is noticed."""
        self._markers.update((zone.zone, zone.markers) for zone in seen.zones if not zone.covered)

    def _is_silent(self, state: AnyState, look: Look, act: Action, clear: dict[str, ZoneView]) -> bool:
        hidden = frozenset(look) - clear.keys()
        return not touches(act, hidden) and same_look(look, look_of(self._game, self._game.apply_action(state, act)))

    def _conclude(self, state: AnyState, look: Look, seen: TableView, found: Explanation) -> Verdict:
        covered = {zone.zone for zone in seen.zones if zone.covered}
        if found.verdict in ("legal", "open"):
            assert found.state is not None  # legal acts lead somewhere
            after = look_of(self._game, found.state)
            if any(not same_look({zone: look[zone]}, {zone: after[zone]}) for zone in covered):
                return Verdict((), self._hidden(state))
            sure = found.acts if found.verdict == "legal" else found.acts[:-1]
            self._remember(seen)
            self._matched = after if found.verdict == "legal" else look_of(self._game, self._after(state, sure))
            return Verdict(sure, SETTLED if found.verdict == "legal" else self._open(state, found))
        if found.verdict == "in_progress":
            return Verdict((), self._in_progress(found, seen))
        if self._settling.moving():
            return Verdict((), LOOKING)
        if found.verdict == "several":
            if any(touches(act, frozenset(covered)) for act in found.acts):
                return Verdict((), self._hidden(state))
            return Verdict((), Sight("question", "What was done? Tap it.", self._answers(state, found.acts)))
        nearest = found.state if found.state is not None else state
        return Verdict(
            (),
            Sight(
                "mismatch",
                "The table does not show the game.",
                mismatches=mismatches(self._game, self._view(nearest), seen, found.acts),
                fixes=fixes(self._game, self._view(nearest), seen),
                covered=self._covered(state),
            ),
        )

    # --- in words -----------------------------------------------------------------------------------------------------

    def _open(self, state: AnyState, found: Explanation) -> Sight:
        assert found.state is not None
        before = self._after(state, found.acts[:-1])
        (answer,) = self._answers(before, found.acts[-1:])
        after = self._game.prompt(self._view(found.state))
        button = Choice(f"That is all: {answer.label}", answer.actions, answer.group)
        return Sight("open", f"{answer.label} If that is all: {after.text}", (button,))

    def _answers(self, state: AnyState, acts: Sequence[Action]) -> tuple[Choice[Action], ...]:
        view = self._view(state)
        return tuple(
            Choice(self._game.describe(view, self._game.view_action(act, None)), (act,), "What was done?")
            for act in acts
        )

    def _in_progress(self, found: Explanation, seen: TableView) -> Sight:
        if len(found.acts) > 1 or found.state is None:
            return Sight("in_progress", "That is a part of it. Go on.")
        return _to_do(fixes(self._game, self._view(self._game.apply_action(found.state, found.acts[0])), seen))

    def _after(self, state: AnyState, acts: Sequence[Action]) -> AnyState:
        for act in acts:
            state = self._game.apply_action(state, act)
        return state

    def _view(self, state: AnyState) -> View[Any, Any]:
        return self._game.view(state, None, self._names)

    def _hidden(self, state: AnyState) -> Sight:
        covered = self._covered(state)
        return Sight("looking", _uncover(covered), covered=covered) if covered else LOOKING

    def _covered(self, state: AnyState) -> tuple[str, ...]:
        """What to call the zones that are hidden, but for those in which something has just moved."""
        moving = self._settling.moving()
        hidden = {zone.zone for zone in self._settling.table().zones if zone.covered} - moving
        zones = self._game.expected_table(self._view(state)).zones
        return tuple(name_of(zone) for zone in zones if zone.zone in hidden)


def _to_do(moves: tuple[Fix, ...]) -> Sight:
    if not moves:
        return LOOKING
    more = f" And {len(moves) - 1} more." if len(moves) > 1 else ""
    return Sight("in_progress", f"Still to do: {moves[0].text}{more}", fixes=moves)


def _uncover(names: Sequence[str]) -> str:
    return f"Something hides {listing(names)}. Take it away, or tap what you do there."


def _is_finite(*values: float) -> bool:
    return all(map(math.isfinite, values))


def _zone(seen: TableView, name: str) -> ZoneView:
    return next(zone for zone in seen.zones if zone.zone == name)


def _masked(seen: TableView, hidden: frozenset[str]) -> TableView:
    return TableView(tuple(ZoneView(z.zone, covered=True) if z.zone in hidden else z for z in seen.zones))

"""From looks to acts: what has come to rest on the table is explained, held back, or named as wrong.

A `Watcher` holds what one camera has shown of one game, and what the scale felt. It knows no clock, no thread and no
disk: it is given readings and positions in one order, and the same order gives the same acts.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from companion.games.core import Action, AnyGame
from companion.referee.checklist import Checklist
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
from companion.referee.reaching import Arms
from companion.referee.sight import Sight
from companion.referee.telling import LOOKING, REACHING, SETTLED, WEIGHED, Teller
from companion.referee.trust import ScaleTrust
from companion.referee.weighing import DOUBTED_AFTER_S, felt_alone, felt_in, weighed, zone_of_scale
from companion.table.felt import MOST_PIECES
from companion.table.seen import TableView, ZoneView, show
from companion.table.sightings import Reading

STATES_A_SLICE = 20
"""Acts tried before a tap is let through: a few milliseconds."""

Sensor = Literal["camera", "scale"]


class _Now(msgspec.Struct, frozen=True):
    """What is judged: a table as far as it rests, and who tells of it. The scale does where no camera looks."""

    table: TableView
    moving: frozenset[str]
    state: AnyState
    by: Sensor
    restoring: bool

    def covered(self) -> frozenset[str]:
        """Zones of which a camera would have to tell and does not: something hides them, or moves there."""
        return frozenset(zone.zone for zone in self.table.zones if zone.covered and self.by == "camera")

    def hidden(self) -> frozenset[str]:
        """The covered zones in which nothing has just moved."""
        return self.covered() - self.moving


class Verdict(msgspec.Struct, frozen=True):
    """What a table comes to: acts to accept, in order, and what to tell."""

    acts: tuple[Action, ...]
    sight: Sight
    by: Sensor = "camera"
    """Who told of the acts."""


class Watcher:
    """What the sensors have told of one game. Begins as after an undo: the table is to be set up first."""

    def __init__(self, game: AnyGame) -> None:
        self.sight = Sight()
        self._game = game
        self._settling = Settling()
        self._arms = Arms()
        self._has_looked = False
        self._unseen = ""
        self._at_s = 0.0
        self._count: int | None = None
        self._doubted_since_s: float | None = None
        self._to_restore: set[Sensor] = {"camera", "scale"}
        """Who has not yet told that the table is as the position has it."""
        self._matched: Look | None = None
        """What the table had to show when it last did."""
        self._markers: dict[str, tuple[int, ...]] = {}
        """Which cards it showed then."""
        self._owed: set[str] = set()
        """Zones in which a card like the one below it was told of by a tap and has yet to be laid."""
        self._judged: _Now | None = None
        self._search: Search | None = None
        self._teller = Teller(game, ())
        self._checklist = Checklist()
        self._trust = ScaleTrust()

    # --- what happens -------------------------------------------------------------------------------------------------

    def see(self, reading: Reading, state: AnyState) -> None:
        """One more look; `judge` then tells what follows. What a broken camera gives no time or place is left out."""
        if not _is_finite(reading.at_s):
            return
        if reading.at_s < self._at_s:  # another camera, or the same opened anew
            self._settling, self._arms = Settling(), Arms()
        self._at_s, self._unseen, self._has_looked = reading.at_s, reading.unseen, True
        if reading.unseen:
            self._judged = None
            return
        layout = self._game.layout(self._teller.view(state))
        self._arms = self._arms.next(reading.reaching, reading.at_s)
        placed = [each for each in reading.sightings if _is_finite(each.x_mm, each.y_mm, each.angle_deg)]
        odd = [each for each in reading.rejected if _is_finite(each.x_mm, each.y_mm)]
        view = table_view(placed, odd, layout, self._game.kit())
        self._settling = self._settling.next(view, reading.at_s)

    def feel(self, count: int | None) -> None:
        """What lies on the scale from now on, in pieces; None where nobody can tell, as of a count that cannot be."""
        self._count = count if count is not None and 0 <= count <= MOST_PIECES else None

    def rewind(self) -> None:
        """The position was set back or corrected: nothing is inferred until the table shows it, or `restored`."""
        self._to_restore = {"camera", "scale"}
        self._matched = self._judged = None

    def restored(self) -> None:
        """The host says that the table is right; what differs counts from now on."""
        self._to_restore.clear()
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
        self._teller = Teller(self._game, names)
        verdict = self._judge(state)
        if verdict is None:
            return None
        self._checklist = self._checklist.next(verdict.sight)
        self.sight = msgspec.structs.replace(verdict.sight, done=self._checklist.done, note=self._note(state))
        return msgspec.structs.replace(verdict, sight=self.sight)

    def _judge(self, state: AnyState) -> Verdict | None:
        if not self._has_looked or self._unseen:
            return self._judge_by_scale(state)
        if not self._settling.rests:
            return Verdict((), self.sight)
        if not self._arms.are_away(self._at_s):
            self._judged = None
            return Verdict((), REACHING)
        seen = self._settling.table()
        self._weigh(state, seen)
        count = None if self._trust.is_aside else self._count
        felt = weighed(seen, self._game.layout(self._teller.view(state)), count)
        now = _Now(felt.table, self._settling.moving(), state, "camera", "camera" in self._to_restore)
        verdict = self._judge_now(now)
        return self._doubt(felt.doubt, verdict, state) if verdict is not None else None

    def _weigh(self, state: AnyState, seen: TableView) -> None:
        """Hold the scale against camera and game."""
        zone = zone_of_scale(self._game.layout(self._teller.view(state)))
        if zone is None or self._count is None:
            return
        wanted = show(zone.zone, look_of(self._game, self._game.known(self._teller.view(state)))[zone.zone])
        felt = felt_in(zone, self._count)
        self._trust = self._trust.next(self._at_s, _zone(seen, zone.zone), felt, wanted)

    def _note(self, state: AnyState) -> str:
        """A word on the scale, while it is set aside."""
        zone = zone_of_scale(self._game.layout(self._teller.view(state)))
        if zone is None or self._count is None or not self._trust.is_aside:
            return ""
        return self._teller.set_aside(state, zone.zone, self._count)

    def _judge_by_scale(self, state: AnyState) -> Verdict | None:
        """What follows from the scale alone, where no camera looks."""
        if self._count is None:
            return Verdict((), Sight("unseen", self._unseen) if self._unseen else Sight())
        table = felt_alone(self._game.layout(self._teller.view(state)), self._count)
        return self._judge_now(_Now(table, frozenset(), state, "scale", "scale" in self._to_restore))

    def _judge_now(self, now: _Now) -> Verdict | None:
        if self._judged != now:
            self._judged, self._search = now, None
        elif self._search is None:
            return Verdict((), self.sight)
        return self._explain(self._game.known(self._teller.view(now.state)), now)

    def _explain(self, state: AnyState, now: _Now) -> Verdict | None:
        look, seen = look_of(self._game, state), now.table
        wrong = differing(look, seen.zones)
        if not wrong:
            return self._shows(state, look, now)
        if now.restoring:
            return Verdict((), self._teller.restoring(state, seen, now.hidden()))
        lagging = self._lagging(look, seen, wrong)
        if lagging == wrong:
            return Verdict((), self._teller.to_do(state, seen))
        if self._search is None:
            self._search = Search(self._game, state, _masked(seen, lagging))
        found = self._search.run(STATES_A_SLICE)
        if found is None:
            return None
        self._search = None
        return self._conclude(state, look, now, found)

    def _lagging(self, look: Look, seen: TableView, wrong: frozenset[str]) -> frozenset[str]:
        """Zones that show what they had to before the last taps, or something on the way from there."""
        if self._matched is None:
            return frozenset()
        matched = self._matched
        return frozenset(zone for zone in wrong if is_between(_zone(seen, zone), matched[zone], look[zone]))

    def _shows(self, state: AnyState, look: Look, now: _Now) -> Verdict:
        """The table shows the position: what is to be done next may be seen already, or be a card like the last."""
        clear = {zone.zone: zone for zone in now.table.zones if not zone.covered}
        is_whole = not now.covered()
        if now.restoring and not is_whole:
            return Verdict((), self._teller.restoring_hidden(state, now.hidden()))
        act = self._forced(state, look, clear) or self._same_kind(state, look, clear)
        self._to_restore.discard(now.by)
        self._matched = look
        self._remember(now.table)
        sight = self._settled(now) if is_whole else self._teller.hidden(state, now.hidden())
        return Verdict((act,) if act else (), sight, now.by)

    def _settled(self, now: _Now) -> Sight:
        if now.by == "camera":
            return SETTLED
        return Sight("unseen", self._unseen) if self._unseen else WEIGHED

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
        changed = {name for name in changed if _is_seen(clear[name])}
        fresh = frozenset(changed - self._owed)
        self._owed -= changed
        turn = self._game.prompt(self._teller.view(state)).seats
        acts = [
            act
            for act in self._game.legal_actions(state)
            if act.sense != "told" and touches(act, fresh) and self._is_silent(state, look, act, clear)
        ]
        likely = [act for act in acts if act.actor in (None, *turn[:1])] or acts
        return likely[0] if len(likely) == 1 else None

    def _remember(self, seen: TableView) -> None:
        """Which cards lie there, so that a later one of the same kind is noticed."""
        self._markers.update((zone.zone, zone.markers) for zone in seen.zones if _is_seen(zone))

    def _is_silent(self, state: AnyState, look: Look, act: Action, clear: dict[str, ZoneView]) -> bool:
        hidden = frozenset(look) - clear.keys()
        return not touches(act, hidden) and same_look(look, look_of(self._game, self._game.apply_action(state, act)))

    def _conclude(self, state: AnyState, look: Look, now: _Now, found: Explanation) -> Verdict:
        seen, teller = now.table, self._teller
        if found.verdict in ("legal", "open"):
            return self._done(state, look, now, found)
        if found.verdict == "in_progress":
            return Verdict((), teller.in_progress(found, seen))
        if now.moving:
            return Verdict((), LOOKING)
        if found.verdict == "several":
            if any(touches(act, now.covered()) for act in found.acts):
                return Verdict((), teller.hidden(state, now.hidden()))
            return Verdict((), teller.question(state, found.acts))
        nearest = found.state if found.state is not None else state
        return Verdict((), teller.mismatch(nearest, found.acts, seen, now.hidden()))

    def _done(self, state: AnyState, look: Look, now: _Now, found: Explanation) -> Verdict:
        """Acts that explain the table are done, if all that they change is seen; what the scale tells is believed."""
        assert found.state is not None  # legal acts lead somewhere
        after = look_of(self._game, found.state)
        if any(not same_look({zone: look[zone]}, {zone: after[zone]}) for zone in now.covered()):
            return Verdict((), self._teller.hidden(state, now.hidden()))
        self._remember(now.table)
        if found.verdict == "legal":
            self._matched = after
            return Verdict(found.acts, self._settled(now), now.by)
        sure, before = found.acts[:-1], state
        for act in sure:
            before = self._game.apply_action(before, act)
        self._matched = look_of(self._game, before)
        return Verdict(sure, self._teller.open(before, found), now.by)

    def _doubt(self, zone: str, verdict: Verdict, state: AnyState) -> Verdict:
        """The verdict with a word on a scale that has contradicted the camera for a while; nothing else changes."""
        if not zone:
            self._doubted_since_s = None
            return verdict
        if self._doubted_since_s is None:
            self._doubted_since_s = self._at_s
        if verdict.acts or self._at_s - self._doubted_since_s < DOUBTED_AFTER_S:
            return verdict
        return Verdict((), self._teller.doubt(state, zone, self._count))


def _is_seen(zone: ZoneView) -> bool:
    """Whether a camera told of it: the scale knows of no marker."""
    return not zone.covered and (bool(zone.markers) or not zone.kinds)


def _is_finite(*values: float) -> bool:
    return all(map(math.isfinite, values))


def _zone(seen: TableView, name: str) -> ZoneView:
    return next(zone for zone in seen.zones if zone.zone == name)


def _masked(seen: TableView, hidden: frozenset[str]) -> TableView:
    return TableView(tuple(ZoneView(z.zone, covered=True) if z.zone in hidden else z for z in seen.zones))

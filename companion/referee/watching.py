"""From looks to acts: what has come to rest on the table is explained, held back, or named as wrong.

A `Watcher` holds what one camera has shown of one game, and what the scale felt. It knows no clock, no thread and no
disk: it is given readings and positions in one order, and the same order gives the same acts.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.games.core import Action
from companion.games.game import AnyGame
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
from companion.referee.mending import Mending
from companion.referee.proving import prove
from companion.referee.senses import Senses
from companion.referee.sight import Sight
from companion.referee.strangers import Stranger
from companion.referee.telling import LOOKING, REACHING, SETTLED, WEIGHED, Teller
from companion.referee.weighing import DOUBTED_AFTER_S, felt_alone, weighed, zone_of_scale
from companion.table.evidence import Proof, Sensor
from companion.table.layout import Layout
from companion.table.seen import TableView, ZoneView
from companion.table.sightings import MarkerId, Reading

STATES_A_SLICE = 12
"""Acts tried before a tap is let through: a few milliseconds."""


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
    proofs: tuple[Proof, ...] = ()
    """What each of the acts rests on."""


class Watcher:
    """What the sensors have told of one game. Begins as after an undo: the table is to be set up first."""

    def __init__(self, game: AnyGame) -> None:
        self.sight = Sight()
        self._game = game
        self.kit = game.kit()
        """What the markers stand for: the game's kit, and what was enrolled."""
        self.enrolled: Mapping[MarkerId, str] = {}
        """What each marker stands for that the game's own kit does not know."""
        self._senses = Senses(self.kit)
        self._doubted_since_s: float | None = None
        self._to_restore: set[Sensor] = {"camera", "scale"}
        """Who has not yet told that the table is as the position has it."""
        self._matched: Look | None = None
        """What the table had to show when it last did."""
        self._markers: dict[str, tuple[int, ...]] = {}
        """Which cards it showed then."""
        self._owed: set[str] = set()
        """Zones in which a card like the one below it was told of by a tap and has yet to be laid."""
        self._before: tuple[Look | None, dict[str, tuple[int, ...]], set[str]] = (None, {}, set())
        """These three before the newest judgement."""
        self._judged: _Now | None = None
        self.settled_by = 0
        """Number of the frame that first showed the table at rest which was judged last."""
        self._search: Search | None = None
        self._mending: Mending | None = None
        """The table that was last called wrong, until it is right."""
        self._teller = Teller(game, ())
        self._checklist = Checklist()

    # --- what happens -------------------------------------------------------------------------------------------------

    def see(self, reading: Reading, state: AnyState) -> None:
        """One more look; `judge` then tells what follows."""
        self._senses.see(reading, self._layout(state))
        if self._senses.unseen:
            self._judged = None

    def feel(self, count: int | None) -> None:
        """What lies on the scale from now on, in pieces; None where nobody can tell."""
        self._senses.feel(count)

    def rewind(self) -> None:
        """The position was set back or corrected: nothing is inferred until the table shows it, or `restored`."""
        self._to_restore = {"camera", "scale"}
        self._matched = self._judged = self._mending = None

    def restored(self) -> None:
        """The host says that the table is right; what differs counts from now on."""
        self._to_restore.clear()
        self._matched = self._judged = self._mending = None

    def set_aside(self, zone: str, state: AnyState) -> bool:
        """The host says that the cards read in a zone are others than they are read as; whether there are any."""
        return self._senses.set_aside(zone, self._known_look(state))

    def believe(self) -> bool:
        """All markers are facts again; whether any was none."""
        return self._senses.believe()

    def enrol(self, enrolled: Mapping[MarkerId, str]) -> None:
        """These markers, of kinds that the kit has, are further prints of their pieces, and no others are."""
        self.enrolled, self.kit = dict(enrolled), self._game.kit().with_enrolled(enrolled)
        self._senses.read_by(self.kit)

    @property
    def strangers(self) -> tuple[Stranger, ...]:
        """The markers on the mat that stand for nothing, by their numbers."""
        return self._senses.strangers

    def forget(self) -> None:
        """What was found could not be accepted: find it again."""
        self._judged = None
        self._matched, self._markers, self._owed = self._before

    def told(self, before: AnyState, act: Action, after: AnyState) -> None:
        """An act was tapped. Where it does not show, the card that lies there anew is this act's and no other's."""
        if act.sense == "told":
            return
        one, other = look_of(self._game, before), look_of(self._game, after)
        changed = {zone for zone in one if not same_look({zone: one[zone]}, {zone: other[zone]})}
        # Of two acts the second may lead back to the look that the table last had.
        last = self._matched or {}
        back = {zone for zone in changed if zone in last and same_look({zone: last[zone]}, {zone: other[zone]})}
        self._owed.update(zone for zone in (back if changed else one) if touches(act, frozenset([zone])))
        for zone in changed:  # whatever lies there once it is seen again is this act's
            self._markers.pop(zone, None)

    # --- what follows -------------------------------------------------------------------------------------------------

    def judge(self, state: AnyState, names: tuple[str, ...] = ()) -> Verdict | None:
        """What the table comes to in this position; None where the search wants another slice. Sets `sight`."""
        self._teller = Teller(self._game, names)
        self._before = (self._matched, dict(self._markers), set(self._owed))
        verdict = self._judge(state)
        if verdict is None:
            return None
        self._checklist = self._checklist.next(verdict.sight)
        senses, sight = self._senses, verdict.sight
        note, done = self._note(state), self._checklist.done
        self.sight = msgspec.structs.replace(sight, done=done, note=note, has_misread=senses.has_misread)
        count = senses.count if verdict.by == "scale" else senses.believed_count
        proofs = prove(self._game, state, verdict.acts, verdict.by, senses.reading, count)
        return msgspec.structs.replace(verdict, sight=self.sight, proofs=proofs)

    def _judge(self, state: AnyState) -> Verdict | None:
        senses = self._senses
        if senses.is_blind:
            return self._judge_by_scale(state)
        if not senses.has_settled:
            return Verdict((), self.sight)
        if not senses.are_hands_away:
            self._judged = None
            return Verdict((), REACHING)
        layout = self._layout(state)
        senses.hold_against(self._known_look(state), layout)
        felt = weighed(senses.table(), layout, senses.believed_count)
        now = _Now(felt.table, senses.moving(), state, "camera", "camera" in self._to_restore)
        verdict = self._judge_now(now)
        return self._doubt(felt.doubt, verdict, state) if verdict is not None else None

    def _judge_by_scale(self, state: AnyState) -> Verdict | None:
        """What follows from the scale alone, where no camera looks."""
        senses = self._senses
        if senses.believed_count is None:
            return Verdict((), Sight("unseen", senses.unseen) if senses.unseen else Sight())
        table = felt_alone(self._layout(state), senses.believed_count)
        return self._judge_now(_Now(table, frozenset(), state, "scale", "scale" in self._to_restore))

    def _note(self, state: AnyState) -> str:
        """A word on what is set aside."""
        senses, layout, words = self._senses, self._layout(state), list[str]()
        scale = zone_of_scale(layout)
        if scale is not None and senses.is_scale_aside:
            words.append(self._teller.set_aside(state, scale.zone, senses.count))
        if senses.has_misread:
            words.append(self._teller.misread(state, senses.misread(layout), senses.is_told_to))
        return " ".join(words)

    def _layout(self, state: AnyState) -> Layout:
        return self._game.layout(self._teller.view(state))

    def _known_look(self, state: AnyState) -> Look:
        """What everybody knows that the table must show."""
        return look_of(self._game, self._game.known(self._teller.view(state)))

    def _judge_now(self, now: _Now) -> Verdict | None:
        if self._judged != now:
            if self._judged is None or (self._judged.table, self._judged.moving) != (now.table, now.moving):
                self.settled_by = self._senses.reading.frame
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
            masked, watched = _masked(seen, lagging), self._senses.was_watched or now.by == "scale"
            self._search = Search(self._game, state, masked, was_watched=watched)
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
        return frozenset(zone for zone in wrong if is_between(_zone(seen, zone), matched[zone], look[zone], True))

    def _shows(self, state: AnyState, look: Look, now: _Now) -> Verdict:
        """The table shows the position: what is to be done next may be seen already, or be a card like the last."""
        clear = {zone.zone: zone for zone in now.table.zones if not zone.covered}
        is_whole = not now.covered()
        if now.restoring and not is_whole:
            return Verdict((), self._teller.restoring_hidden(state, now.hidden()))
        act = self._forced(state, look, clear) or self._same_kind(state, look, clear)
        self._to_restore.discard(now.by)
        self._matched = look
        if is_whole:
            self._mending, self._senses.was_watched = None, True
        self._remember(now.table)
        sight = self._settled(now) if is_whole else self._teller.hidden(state, now.hidden())
        return Verdict((act,) if act else (), sight, now.by)

    def _settled(self, now: _Now) -> Sight:
        if now.by == "camera":
            return SETTLED
        return Sight("unseen", self._senses.unseen) if self._senses.unseen else WEIGHED

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
        # A card that lay elsewhere until now was laid by nobody: it is read as another.
        changed = {name for name in changed if not self._lay_elsewhere(clear[name])}
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

    def _lay_elsewhere(self, zone: ZoneView) -> bool:
        """Whether a card that lies there anew was last seen in another zone."""
        others = {marker for name, markers in self._markers.items() if name != zone.zone for marker in markers}
        return bool(others.intersection(zone.markers) - set(self._markers.get(zone.zone, ())))

    def _remember(self, seen: TableView) -> None:
        """Which cards lie there, so that a later one of the same kind is noticed."""
        self._markers.update((zone.zone, zone.markers) for zone in seen.zones if _is_seen(zone))

    def _is_silent(self, state: AnyState, look: Look, act: Action, clear: dict[str, ZoneView]) -> bool:
        hidden = frozenset(look) - clear.keys()
        return not touches(act, hidden) and same_look(look, look_of(self._game, self._game.apply_action(state, act)))

    def _conclude(self, state: AnyState, look: Look, now: _Now, found: Explanation) -> Verdict:
        seen, teller = now.table, self._teller
        if found.verdict in ("legal", "open", "several") and (sight := self._half_mended(state, now, found)):
            return Verdict((), sight)
        if found.verdict in ("legal", "open"):
            return self._done(state, look, now, found)
        if found.verdict == "in_progress":
            return Verdict((), teller.in_progress(found, seen))
        if now.moving:
            return Verdict((), LOOKING)
        if found.verdict == "several":
            if any(touches(act, now.covered()) for way in found.ways for act in way):
                return Verdict((), teller.hidden(state, now.hidden()))
            return Verdict((), teller.question(state, found.ways))
        nearest = found.state if found.state is not None else state
        self._mending = Mending(state, found.acts, nearest, look_of(self._game, nearest), seen)
        return Verdict((), teller.mismatch(nearest, found.acts, seen, now.hidden()))

    def _half_mended(self, state: AnyState, now: _Now, found: Explanation) -> Sight | None:
        """What to tell where the table explained may as well be a wrong one that is being put right."""
        mending = self._mending
        if mending is None or mending.start != state or not mending.is_half_done(now.table):
            return None
        wrong = self._teller.mismatch(mending.goal, mending.done, now.table, now.hidden())
        return self._teller.half_mended(state, wrong, found.ways or (found.acts,))

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
            self._doubted_since_s = self._senses.at_s
        if verdict.acts or self._senses.at_s - self._doubted_since_s < DOUBTED_AFTER_S:
            return verdict
        return Verdict((), self._teller.doubt(state, zone, self._senses.count))


def _is_seen(zone: ZoneView) -> bool:
    """Whether a camera told of it: the scale knows of no marker."""
    return not zone.covered and (bool(zone.markers) or not zone.kinds)


def _zone(seen: TableView, name: str) -> ZoneView:
    return next(zone for zone in seen.zones if zone.zone == name)


def _masked(seen: TableView, hidden: frozenset[str]) -> TableView:
    return TableView(tuple(ZoneView(z.zone, covered=True) if z.zone in hidden else z for z in seen.zones))

"""From looks to acts: what has come to rest on the table is explained, held back, or named as wrong.

A `Watcher` holds what one camera has shown of one game, and what the scale felt. It knows no clock, no thread and no
disk: it is given readings and positions in one order, and the same order gives the same acts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from companion.games.core import Action
from companion.games.game import AnyGame
from companion.language.message import Message, Text, sentences
from companion.referee import messages
from companion.referee.checklist import Checklist
from companion.referee.comparison import AnyState, Position, compare, looks_alike, position_of, tops_of
from companion.referee.evidence import prove
from companion.referee.explain import Explanation, Search, touches
from companion.referee.judged import Judged
from companion.referee.matched import Matched
from companion.referee.repair import Repair
from companion.referee.scale import DOUBTED_AFTER_S, felt_alone, weighed, zone_of_scale
from companion.referee.sensors import Sensors
from companion.referee.sight import Sight
from companion.referee.silent import forced, same_kind
from companion.referee.unknown_markers import UnknownMarker
from companion.table.evidence import Proof, Sensor
from companion.table.kit import Kit
from companion.table.prints import NO_PRINTS, Prints
from companion.table.seen import TableView
from companion.table.sightings import MarkerId, Reading

STATES_A_SLICE = 12
"""Acts tried before a tap is let through: a few milliseconds."""


MOST_STRAYS = 2
"""So many pieces that lie between the zones are told of at once."""
_STILL = ("settled", "open", "in_progress", "mismatch")
"""States in which a piece that lies between the zones lies wrong: else it is on its way, or nobody knows yet."""
_NOT_LOOKING = ("off", "unseen", "reaching")
"""States in which nothing is said of other games' pieces: they may be on their way, or gone."""


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

    def __init__(self, game: AnyGame, prints: Prints = NO_PRINTS) -> None:
        """`prints` are what all games print: another game's pieces are named by them."""
        self.sight = Sight()
        self._prints = prints
        self._game = game
        self.kit = game.mat.kit
        """What the markers stand for: the game's kit, and what was enrolled."""
        self.enrolled: Mapping[MarkerId, str] = {}
        """What each marker stands for that the game's own kit does not know."""
        self._sensors = Sensors(self.kit)
        self._doubted_since_s: float | None = None
        self._to_restore: set[Sensor] = {"camera", "scale"}
        """Who has not yet told that the table is as the position has it."""
        self._last = self._before = Matched()
        """The table when it last did; and the same before the newest judgement."""
        self._at: tuple[AnyState, Position] | None = None
        """The newest position, and what everybody knows of it."""
        self._judged: Judged | None = None
        self.settled_by = 0
        """Number of the frame that first showed the table at rest which was judged last."""
        self._search: Search | None = None
        self._repair: Repair | None = None
        """The table that was last called wrong, until it is right."""
        self._checklist = Checklist()

    # --- what happens -------------------------------------------------------------------------------------------------

    def see(self, reading: Reading, state: AnyState) -> None:
        """One more look; `judge` then tells what follows."""
        position = self._position(state)
        has_places = any(zone.places for zone in position.zones)
        self._sensors.see(reading, position.layout, tops_of(position), has_places)
        if self._sensors.unseen:
            self._judged = None

    def feel(self, count: int | None) -> None:
        """What lies on the scale from now on, in pieces; None where nobody can tell."""
        self._sensors.feel(count)

    def rewind(self) -> None:
        """The position was set back or corrected: nothing is inferred until the table shows it, or `restored`."""
        self._to_restore = {"camera", "scale"}
        self._start_anew()

    def restored(self) -> None:
        """The host says that the table is right; what differs counts from now on."""
        self._to_restore.clear()
        self._start_anew()

    def _start_anew(self) -> None:
        self._last, self._judged, self._repair = self._last.forgotten(), None, None

    def set_aside(self, zone: str, state: AnyState) -> bool:
        """The host says that the cards read in a zone are others than they are read as; whether there are any."""
        return self._sensors.set_aside(zone, self._position(state).look)

    def believe(self) -> bool:
        """All markers are facts again; whether any was none."""
        return self._sensors.believe()

    def enrol(self, enrolled: Mapping[MarkerId, str]) -> None:
        """These markers, of kinds that the kit has, are further prints of their pieces, and no others are."""
        self.enrolled, self.kit = dict(enrolled), self._game.mat.kit.with_enrolled(enrolled)
        self._sensors.read_by(self.kit)

    @property
    def strangers(self) -> tuple[UnknownMarker, ...]:
        """The markers on the mat that stand for nothing, by their numbers."""
        return self._sensors.strangers

    @property
    def unnamed(self) -> tuple[UnknownMarker, ...]:
        """The blank cards on the mat of which the owner has not said which they are."""
        return self._sensors.unnamed

    def forget(self) -> None:
        """What was found could not be accepted: find it again."""
        self._judged = None
        self._last = self._before

    def told(self, before: AnyState, act: Action, after: AnyState) -> None:
        """An act was tapped. Where it does not show, the card that lies there anew is this act's and no other's."""
        self._last = self._last.told(act, self._position(before).look, self._position(after).look)

    # --- what follows -------------------------------------------------------------------------------------------------

    def judge(self, state: AnyState, names: tuple[str, ...] = ()) -> Verdict | None:
        """What the table comes to in this position; None where the search wants another slice. Sets `sight`."""
        position = self._position(state, names)
        self._before = self._last
        verdict = self._judge(position)
        if verdict is None:
            return None
        self._checklist = self._checklist.next(verdict.sight)
        sensors, sight = self._sensors, verdict.sight
        note, done = self._note(position, sight), self._checklist.done
        self.sight = msgspec.structs.replace(sight, done=done, note=note, has_misread=sensors.has_misread)
        return msgspec.structs.replace(verdict, sight=self.sight)

    def _position(self, state: AnyState, names: tuple[str, ...] | None = None) -> Position:
        """What everybody knows of a state, made once as long as it stays; the same `names` as before where None."""
        last_state, last = self._at or (None, None)
        names = names if names is not None else last.names if last is not None else ()
        if last is None or last_state is not state or last.names != names:
            last = position_of(self._game, state, names)
            self._at = state, last
        return last

    def _judge(self, position: Position) -> Verdict | None:
        sensors = self._sensors
        if sensors.is_blind:
            return self._judge_by_scale(position)
        if not sensors.has_settled:
            return Verdict((), self.sight)
        if not sensors.are_hands_away:
            self._judged = None
            return Verdict((), messages.REACHING)
        sensors.hold_against(position)
        felt = weighed(sensors.table(), position.layout, sensors.believed_count)
        verdict = self._judge_table(position, felt.table, sensors.moving(), "camera")
        return self._doubt(felt.doubt, verdict, position) if verdict is not None else None

    def _judge_by_scale(self, position: Position) -> Verdict | None:
        """What follows from the scale alone, where no camera looks."""
        sensors = self._sensors
        if sensors.believed_count is None:
            return Verdict((), Sight("unseen", sensors.unseen) if sensors.unseen else Sight())
        table = felt_alone(position.layout, sensors.believed_count)
        return self._judge_table(position, table, frozenset(), "scale")

    def _note(self, position: Position, sight: Sight) -> Text:
        """A word on what is set aside, and on what lies between the zones."""
        sensors, words = self._sensors, list[Message | None]()
        scale = zone_of_scale(position.layout) if sensors.is_scale_aside else None
        if scale is not None:
            words.append(messages.set_aside(position, scale.zone, sensors.count))
        if sensors.has_misread:
            words.append(messages.misread(position, sensors.misread(position.layout), sensors.is_told_to))
        if sight.state not in _NOT_LOOKING:
            words += [messages.unnamed(position, each, self.kit) for each in self.unnamed][:MOST_STRAYS]
            words += [messages.foreign(position, each, self._prints) for each in self.strangers][:MOST_STRAYS]
        if sight.state in _STILL:
            words += [
                messages.beside(position, stray, sight, _reach_mm(self.kit)) for stray in sensors.strays[:MOST_STRAYS]
            ]
        return sentences(*words) if any(words) else ""

    def _judge_table(self, position: Position, table: TableView, moving: frozenset[str], by: Sensor) -> Verdict | None:
        now, restoring = self._judged, by in self._to_restore
        off = self._sensors.misplaced(position, now.off if now is not None else ()) if by == "camera" else ()
        if now is None or not now.is_of(position, table, moving, by, restoring, off):
            if now is None or (now.held.seen, now.moving) != (table, moving):
                self.settled_by = self._sensors.reading.frame
            now, self._search = Judged(compare(position, table), moving, by, restoring, off), None
        elif self._search is None:
            return Verdict((), self.sight)
        self._judged = now.named_for(position)
        return self._explain(self._judged)

    def _explain(self, now: Judged) -> Verdict | None:
        held = now.held
        if not held.differs:
            return self._shows(now)
        if now.restoring:
            return Verdict((), messages.restoring(held, now.hidden()))
        lagging = self._last.lagging(held)
        if lagging == held.differs:
            return Verdict((), messages.to_do(held, self._last.look, is_told=True))
        if self._search is None:
            watched = self._sensors.was_watched or now.by == "scale"
            clear = {zone.zone: zone for zone in held.seen.zones if not zone.covered}
            still = self._last.still(held.look, clear) - lagging if watched else frozenset()
            self._search = Search(held.hiding(lagging), was_watched=watched, begun=self._last.begun, still=still)
        found = self._search.run(STATES_A_SLICE)
        if found is None:
            return None
        self._search = None
        return self._conclude(now, found)

    def _shows(self, now: Judged) -> Verdict:
        """The table shows the position: what is to be done next may be seen already, or be a card like the last."""
        position, is_whole = now.held.position, not now.obscured()
        if now.restoring and not is_whole:
            return Verdict((), messages.restoring_hidden(position, self._hidden(now)))
        act = self._unshown(now)
        self._to_restore.discard(now.by)
        self._last = self._last.showing(position.look).seeing(now.held.seen)
        if is_whole:
            self._repair, self._sensors.was_watched = None, True
        sight = self._settled(now) if is_whole else messages.hidden(position, self._hidden(now))
        if now.off and not now.moving:
            sight = messages.misplaced(position, now.off, self._hidden(now))
        return self._done(now, (position, position.after(act)), (act,), sight) if act else Verdict((), sight, now.by)

    def _settled(self, now: Judged) -> Sight:
        if now.by == "camera":
            return messages.settled(now.held.position, now.veiled())
        return Sight("unseen", self._sensors.unseen) if self._sensors.unseen else messages.WEIGHED

    def _hidden(self, now: Judged) -> frozenset[str]:
        """The zones that something hides which can be taken away; a card that wants a name is told as such."""
        return now.hidden() - now.veiled() - {each.zone for each in self.unnamed}

    def _unshown(self, now: Judged) -> Action | None:
        """What was done though nothing shows it."""
        position = now.held.position
        clear = {zone.zone: zone for zone in now.held.seen.zones if not zone.covered}
        hidden = frozenset(position.look) - clear.keys()
        if act := forced(position, hidden):
            return act
        changed, owed = self._last.laid_anew(position.look, clear), self._last.owed
        self._last = msgspec.structs.replace(self._last, owed=owed - changed)
        return same_kind(position, changed - owed, hidden)

    def _conclude(self, now: Judged, found: Explanation) -> Verdict:
        held, position = now.held, now.held.position
        if found.verdict in ("legal", "open", "several") and (sight := self._half_mended(now, found)):
            return Verdict((), sight)
        if found.verdict in ("legal", "open"):
            return self._explained(now, found)
        if found.verdict == "in_progress":
            return Verdict((), messages.in_progress(held, found, self._last.look))
        if now.moving:
            return Verdict((), messages.LOOKING)
        if found.verdict == "several":
            if any(touches(act, now.obscured()) for way in found.ways for act in way):
                return Verdict((), messages.hidden(position, self._hidden(now)))
            return Verdict((), messages.question(position, found.ways))
        nearest = held.at(found.state) if found.state is not None else held
        self._repair = Repair(position.state, found.acts, nearest)
        return Verdict((), messages.mismatch(nearest, found.acts, now.hidden(), self._last.look))

    def _half_mended(self, now: Judged, found: Explanation) -> Sight | None:
        """What to tell where the table explained may as well be a wrong one that is being put right."""
        repair, held = self._repair, now.held
        if repair is None or repair.start != held.position.state or not repair.is_half_done(held.seen):
            return None
        wrong = messages.mismatch(held.at(repair.goal), repair.done, now.hidden(), self._last.look)
        return messages.half_mended(held.position, wrong, found.ways or (found.acts,))

    def _explained(self, now: Judged, found: Explanation) -> Verdict:
        """Acts that explain the table are done, if all that they change is seen; what the scale tells is believed.

        What stands on the mat by the rules may hide a part of it, where each act shows elsewhere as well.
        """
        path = [now.held.position]
        for act in found.acts:
            path.append(path[-1].after(act))
        start, after = path[0], path[-1]
        veiled = (
            now.veiled() if all(_tells(one, next_, now.covered()) for one, next_ in pairwise(path)) else frozenset()
        )
        if any(not looks_alike(zone, start.look, after.look) for zone in now.covered() - veiled):
            return Verdict((), messages.hidden(start, now.hidden()))
        self._last = self._last.seeing(now.held.seen)
        if found.verdict == "legal":
            self._last = self._last.showing(after.look)
            return self._done(now, path, found.acts, self._settled(now))
        *sure, begun = found.acts
        self._last = self._last.showing(path[-2].look, begun)
        return self._done(now, path, tuple(sure), messages.goes_on(path[-2], begun, after))

    def _done(self, now: Judged, path: Sequence[Position], acts: tuple[Action, ...], sight: Sight) -> Verdict:
        """These acts are done; `path` has the positions on both sides of each."""
        sensors = self._sensors
        count = sensors.count if now.by == "scale" else sensors.believed_count
        return Verdict(acts, sight, now.by, prove(path, acts, now.by, sensors.reading, count))

    def _doubt(self, zone: str, verdict: Verdict, position: Position) -> Verdict:
        """The verdict with a word on a scale that has contradicted the camera for a while; nothing else changes."""
        count = self._sensors.count
        if not zone or count is None:
            self._doubted_since_s = None
            return verdict
        if self._doubted_since_s is None:
            self._doubted_since_s = self._sensors.at_s
        if verdict.acts or self._sensors.at_s - self._doubted_since_s < DOUBTED_AFTER_S:
            return verdict
        return Verdict((), messages.doubt(position, zone, count))


def _reach_mm(kit: Kit) -> float:
    """How far from a place a piece may lie that is meant for it: the width of the largest piece."""
    return max((size.width_mm for size in kit.sizes.values()), default=0.0)


def _tells(before: Position, after: Position, covered: frozenset[str]) -> bool:
    """Whether something that is seen looks otherwise between two positions."""
    return any(not looks_alike(zone, before.look, after.look) for zone in before.look if zone not in covered)

"""A table that exists in the machine only: what lies where, the cards in the hands, and the hands that move things."""

from __future__ import annotations

import random
import threading
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.table.dice import TrueDie
from companion.table.expected import ExpectedTable
from companion.table.kit import Kit
from companion.table.layout import Layout, Spot
from companion.table.pieces import PieceKind
from companion.table.world import LyingPiece, OutOfReach
from vision.cameras.frames import Clock
from vision.virtual.dice.records import LyingDie
from vision.virtual.dice.throws import Odd
from vision.virtual.dice_hands import DiceHands
from vision.virtual.ground import Ground
from vision.virtual.hands import COVER_S, Arm, Leg, Manners, arm_for, carry_legs, out_legs, rest_legs
from vision.virtual.planner import Move, next_move, too_many
from vision.virtual.scene import Hand, PhysicalPiece, Scene, Standee
from vision.virtual.things import Lying, Rules

MOST_MOVES = 2000
"""More moves than any table takes."""


@dataclass(frozen=True)
class _Work:
    """A move that a hand is at: what it takes, as it lay when the move began, and how it will lie."""

    move: Move
    source: Lying | None
    laid: Lying | None


class Tabletop:
    """The world of one virtual table, and the scene that a virtual camera sees of it. Any thread may call anything.

    Hands move by the clock: nothing happens between two calls, and each call first does what was due by then. The same
    seed and the same calls at the same times give the same table.
    """

    def __init__(
        self,
        layout: Layout,
        kit: Kit,
        kinds: Mapping[str, PieceKind],
        clock: Clock,
        *,
        seed: int = 0,
        manners: Manners | None = None,
        speed: float = 1.0,
    ) -> None:
        self.layout = layout
        self._rules = Rules(layout, kit, kinds)
        self._clock = clock
        self._rng = random.Random(seed)
        self._manners = manners or Manners()
        self._speed = speed
        self._lock = threading.RLock()
        self._ground = Ground(self._rules, self._rng)
        self._goals: deque[tuple[ExpectedTable, int | None]] = deque()
        self._legs: deque[Leg] = deque()
        self._leg_began_s = 0.0
        self._work: _Work | None = None
        self._arm: Arm | None = None
        self._palm: Spot | None = None
        """Where the last leg left a hand over the mat; None where none is there."""
        self._resting: list[Hand] = []
        self._frozen_s: float | None = None
        self._late_s = 0.0
        self._hands: dict[int, list[str]] = {}
        self._dice = DiceHands(layout, seed, speed)
        self._tally = Counter({"pauses": 0, "rests": 0, "slips": 0})

    # The camera's side.

    def scene(self) -> Scene:
        """What lies and moves there now."""
        with self._lock:
            now = self._advance()
            lying = self._ground.upwards()
            flat = (each for each in lying if not self._rules.stands(each))
            pieces = [self._seen(each, layer) for layer, each in enumerate(flat)]
            standing = [Standee(each.thing.kind, each.x_mm, each.y_mm) for each in lying if self._rules.stands(each)]
            hands = [*self._resting, *self._dice.hands(self._now())]
            if self._legs and self._arm is not None:
                palm, height_mm = self._legs[0].at(now - self._leg_began_s)
                hands.append(self._arm.hand(palm, height_mm))
                if self._ground.held is not None:
                    at = self._arm.held_at(palm)
                    held = replace(self._ground.held, x_mm=at.x_mm, y_mm=at.y_mm)
                    if self._rules.stands(held):
                        standing.append(Standee(held.thing.kind, at.x_mm, at.y_mm, height_mm))
                    else:
                        pieces.append(replace(self._seen(held, len(pieces)), height_mm=height_mm))
            return Scene(tuple(pieces), tuple(hands), self._dice.at(self._now()), tuple(standing))

    def _seen(self, piece: Lying, layer: int) -> PhysicalPiece:
        (kind, face_up), marker = piece.thing.shows, self._rules.marker(piece.thing)
        return PhysicalPiece(kind, marker, piece.x_mm, piece.y_mm, piece.angle_deg, face_up, layer)

    def set_out(self, table: ExpectedTable, supply: bool = True) -> None:
        """Put everything as that table has it, at once; with `supply` the discs that it does not show into their store.

        Raises `OutOfReach` where a table shows more pieces than there are.
        """
        with self._lock:
            self._check(table)
            self._goals.clear()
            self._legs.clear()
            self._work, self._palm = None, None
            self._ground.clear()
            for _ in range(MOST_MOVES):
                move = next_move(self._ground.upwards(), self._ground.aside, table, self._rules)
                if move is None:
                    break
                self._ground.grip(move, table)
                self._ground.release(move, self._target(move, table))
            shown = Counter(each.thing.kind for each in self._ground.upwards())
            for kind, piece in self._rules.kit.pieces.items() if supply else ():
                for disc in self._ground.fill_store(kind, piece.count - shown[kind], table):
                    self._ground.add(self._ground.jitter(disc, table, self._manners))

    def cover(self, x_mm: float, y_mm: float) -> None:
        """Let a hand rest with its fingers there, in from the nearest edge, until `uncover`. It is not at work."""
        with self._lock:
            arm = arm_for(None, Spot(x_mm, y_mm), self.layout)
            self._resting.append(arm.hand(arm.palm_for(Spot(x_mm, y_mm))))

    def uncover(self) -> None:
        """Take away all hands that rest by `cover`."""
        with self._lock:
            self._resting.clear()

    def freeze(self) -> None:
        """Let every hand stay where it is until `go_on`."""
        with self._lock:
            self._frozen_s = self._advance()

    def go_on(self) -> None:
        """Let the hands work again, from where they are."""
        with self._lock:
            if self._frozen_s is not None:
                self._late_s = self._clock.now() - self._frozen_s
                self._frozen_s = None

    def tally(self) -> dict[str, int]:
        """How often hands have done so far what makes looking hard: "pauses", "rests" over the mat and "slips"."""
        with self._lock:
            return dict(self._tally)

    # The companion's side.

    def lay(self, table: ExpectedTable, seat: int | None) -> None:
        """Let hands (of that seat, if given) move pieces one after another until the mat shows this table.

        Tables are reached in the order in which they were asked for. Raises `OutOfReach` where this one shows more
        pieces than there are.
        """
        with self._lock:
            now = self._advance()
            self._check(table)
            if not self._goals and not self._legs:
                self._leg_began_s = now
            self._goals.append((table, seat))
            self._advance()

    def busy(self) -> bool:
        """Whether hands are still at work."""
        with self._lock:
            self._advance()
            return bool(self._goals or self._legs) or self._dice.is_moving(self._now())

    def roll(self, zone: str, colours: tuple[str, ...], values: tuple[int, ...] | None = None, odd: Odd = "") -> None:
        """See `World`; an odd one may lie as none should."""
        with self._lock:
            self._dice.roll(self.layout.find(zone), colours, self._now(), values, odd)

    def put_dice(self, zone: str, dice: Sequence[TrueDie], seat: int | None) -> None:
        """See `World`. The hand is over the zone as long as it has them."""
        with self._lock:
            self._dice.put_by(seat, self.layout.find(zone), dice, self._now())

    def dice(self) -> tuple[LyingDie, ...]:
        """The dice as they lie, or will once they have come to rest."""
        with self._lock:
            return self._dice.lying

    def rolled(self) -> tuple[TrueDie, ...]:
        """See `World`."""
        with self._lock:
            return self._dice.truly()

    def lying(self) -> tuple[LyingPiece, ...]:
        """What lies on the mat, the lowest first; of a pile the top piece."""
        with self._lock:
            self._advance()
            return tuple(
                LyingPiece(each.number, *each.thing.shows, each.x_mm, each.y_mm, each.angle_deg)
                for each in self._ground.upwards()
            )

    def held(self, seat: int) -> tuple[str, ...]:
        """Kinds of the cards in a seat's hand, sorted."""
        with self._lock:
            return tuple(sorted(self._hands.get(seat, ())))

    def hold(self, seat: int, kinds: tuple[str, ...]) -> None:
        """From now on the seat holds these cards. Raises KeyError for a kind that the kit lacks."""
        with self._lock:
            for kind in kinds:
                self._rules.kit.size(kind)
            self._hands[seat] = list(kinds)

    def hidden(self, zone: str) -> tuple[str, ...]:
        """True kinds, sorted, of the face-down cards in a zone whose faces are known here."""
        with self._lock:
            self._advance()
            here = [each.thing for each in self._ground.upwards() if each.zone == zone]
            return tuple(sorted(thing.kind for thing in here if not thing.face_up and thing.kind))

    # A person's mouse.

    def move(self, piece: int, x_mm: float, y_mm: float) -> None:
        """Put a lying piece down elsewhere, on top of what lies there; of a pile the top piece.

        In a zone it takes that zone's layer, as a card is slid under another. Raises `OutOfReach`.
        """
        with self._lock:
            self._advance()
            self._require_on_mat(x_mm, y_mm)
            lying = self._find(piece)
            top = self._ground.take(lying, 1, self._table())
            self._ground.put(top.thing, (), Spot(x_mm, y_mm), lying.angle_deg, lying.number)

    def turn(self, piece: int) -> None:
        """Turn a lying card over; of a pile the top one. Raises `OutOfReach`."""
        with self._lock:
            self._advance()
            lying = self._find(piece)
            if not lying.thing.back:
                raise OutOfReach(
                    f"The {self._label(lying.thing.shows[0])} has no other side. Only cards can be turned."
                )
            self._ground.turn(lying)

    def take(self, piece: int, seat: int) -> None:
        """Take a lying card into a hand; of a pile the top one. What nobody knows, the dealer names by `hold`.

        Raises `OutOfReach`.
        """
        with self._lock:
            self._advance()
            lying = self._find(piece)
            if not lying.thing.back:
                raise OutOfReach(
                    f"The {self._label(lying.thing.shows[0])} is no card. Only cards go into a hand; move it instead."
                )
            taken = self._ground.take(lying, 1, self._table())
            if taken.thing.kind:
                self._hands.setdefault(seat, []).append(taken.thing.kind)

    def play(self, seat: int, kind: str, face_up: bool, x_mm: float, y_mm: float) -> None:
        """Lay a card out of a hand on the mat. Raises `OutOfReach`."""
        with self._lock:
            self._advance()
            self._require_on_mat(x_mm, y_mm)
            hand = self._hands.get(seat, [])
            if kind not in hand:
                raise OutOfReach(
                    f"There is no {self._label(kind)} in the hand of seat {seat + 1}. Play a card that is there."
                )
            thing = self._ground.face(kind)
            if not face_up and not thing.back:
                raise OutOfReach(f"The {self._label(kind)} has no other side. Lay it face up.")
            hand.remove(kind)
            self._ground.put(replace(thing, face_up=face_up), (), Spot(x_mm, y_mm), 0.0)

    def _find(self, piece: int) -> Lying:
        held = self._ground.held
        if held is not None and held.number == piece:
            raise OutOfReach(f"The {self._label(held.thing.shows[0])} is in a hand just now. Wait until it lies.")
        lying = self._ground.find(piece)
        if lying is None:
            raise OutOfReach(
                f"There is no piece {piece} on the mat any more. Look again, and choose one that lies there."
            )
        return lying

    def _label(self, kind: str) -> str:
        return self._rules.kinds[kind].label if kind in self._rules.kinds else kind

    def _require_on_mat(self, x_mm: float, y_mm: float) -> None:
        width, height = self.layout.width_mm, self.layout.height_mm
        if not (0 <= x_mm <= width and 0 <= y_mm <= height):
            raise OutOfReach(
                f"{x_mm:.0f}, {y_mm:.0f} mm is not on the mat, which is {width:g} x {height:g} mm. Put the piece on it."
            )

    def _check(self, table: ExpectedTable) -> None:
        kind = too_many(table, self._rules)
        if kind:
            count = (self._rules.kit.standees.get(kind) or self._rules.kit.pieces[kind]).count
            raise OutOfReach(
                f"The table is to show more pieces of kind {kind!r} than the {count} there are. Correct the position."
            )

    # Hands at work. Everything below is called with the lock held.

    def _now(self) -> float:
        return self._frozen_s if self._frozen_s is not None else self._clock.now() - self._late_s

    def _advance(self) -> float:
        """Do what was due by now; returns the hands' time."""
        now = self._now()
        while True:
            if not self._legs:
                if not self._begin_next():
                    return now
                continue
            leg = self._legs[0]
            if now < self._leg_began_s + leg.duration_s:
                return now
            self._leg_began_s += leg.duration_s
            self._legs.popleft()
            self._palm = leg.end if self._is_over(leg.end) else None
            self._happen(leg)

    def _is_over(self, palm: Spot) -> bool:
        assert self._arm is not None
        return self._arm.beyond(palm) != palm

    def _begin_next(self) -> bool:
        """Give the hand something to do; False where all is done."""
        if not self._goals:
            return False
        table, seat = self._goals[0]
        move = next_move(self._ground.upwards(), self._ground.aside, table, self._rules)
        if move is not None:
            self._begin(move, table, seat)
            return True
        if self._palm is not None and self._arm is not None:
            self._legs.extend(out_legs(self._arm, self._palm, self._speed))
            return True
        self._goals.popleft()
        self._ground.aside.clear()
        if self._rng.random() < self._manners.cover:
            self._tally["rests"] += 1
            spot = self._ground.some_zone()
            self._arm = arm_for(seat, spot, self.layout)
            self._legs.extend(rest_legs(self._arm, spot, self._rng.uniform(*COVER_S), self._speed))
        return True

    def _begin(self, move: Move, table: ExpectedTable, seat: int | None) -> None:
        source = self._ground.find(move.piece) if move.piece is not None else None
        place = Spot(move.place.x_mm, move.place.y_mm) if move.place is not None else None
        start = Spot(source.x_mm, source.y_mm) if source is not None else None
        spot = start or place
        assert spot is not None
        arm = arm_for(seat, spot, self.layout)
        if self._palm is not None and self._arm is not None and self._arm != arm:
            self._legs.extend(out_legs(self._arm, self._palm, self._speed))
            return
        laid = self._target(move, table)
        carry = self._ground.carry(move, source, laid, self._manners)
        self._tally.update(pauses=carry.pause_s > 0, slips=carry.wrong is not None)
        self._arm = arm
        self._work = _Work(move, source, laid)
        self._legs.extend(carry_legs(arm, carry, self._palm, self._speed, self._rng))

    def _target(self, move: Move, table: ExpectedTable) -> Lying | None:
        if move.place is None:
            return None
        return self._ground.jitter(self._ground.target(move), table, self._manners)

    def _happen(self, leg: Leg) -> None:
        work = self._work
        if work is None:
            return
        if leg.event == "grip":
            if work.source is not None and self._ground.find(work.source.number) != work.source:
                # A person was quicker: the hand gives its move up, and the next one takes the table as it is.
                self._legs.clear()
                self._work = None
                return
            self._ground.grip(work.move, self._table())
        elif leg.event == "turn":
            self._ground.turn_held(work.move)
        elif leg.event == "release":
            self._ground.release(work.move, work.laid)
            self._work = None

    def _table(self) -> ExpectedTable | None:
        """The table that the hands are at."""
        return self._goals[0][0] if self._goals else None

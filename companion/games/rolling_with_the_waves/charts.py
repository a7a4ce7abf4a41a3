"""What can be read off a Pirate Map: levels, room, shots, the end, and points."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.core import Seat
from companion.games.rolling_with_the_waves.figures import PRINTED, CannonName, Sheet
from companion.games.rolling_with_the_waves.whole import (
    BURY_ICONS,
    CANNON_ICONS,
    CANNONS,
    CHEST_ICONS,
    CHESTS,
    NOBODY,
    TRACKS,
    Chart,
    Icon,
    Setup,
    Track,
    Whole,
)

CANNON_OF: dict[Icon, CannonName] = {icon: cannon for cannon, icon in CANNON_ICONS.items()}
TRACK_OF: dict[Icon, Track] = {"hull": "hull", "ports": "ports", "crew": "crew"}


def reached(values: Sequence[int], sums: Sequence[int]) -> int:
    """How many of these sums the values come to (R-102)."""
    total = sum(values)
    return sum(total >= each for each in sums) if values else 0


def level(chart: Chart, sheet: Sheet, track: Track) -> int:
    """The level of a track (R-102, R-131, R-141)."""
    return reached(chart.row(track), sheet.circles(track))


def shots(chart: Chart, sheet: Sheet, cannon: CannonName) -> int:
    """The shots of a cannon (R-111)."""
    return reached(chart.row(cannon), sheet.shots_at(cannon))


def is_loaded(chart: Chart, sheet: Sheet, cannon: CannonName) -> bool:
    """Whether all squares of a cannon are filled, so that it fires (R-113)."""
    return len(chart.row(cannon)) >= sheet.squares(cannon)


def loaded(chart: Chart, sheet: Sheet) -> tuple[CannonName, ...]:
    """The cannons that fire, the small one first."""
    return tuple(cannon for cannon in CANNONS if is_loaded(chart, sheet, cannon))


def is_filled(chart: Chart, sheet: Sheet, chest: int) -> bool:
    """Whether every square of a chest has a value."""
    return len(chart.chests[chest]) >= sheet.room(chest)


def has_room(chart: Chart, setup: Setup, icon: Icon) -> bool:
    """Whether a die may be written from this icon, or buries: what its squares and its chest allow (R-056, R-057)."""
    sheet = setup.sheet
    if icon in CHEST_ICONS:
        chest = CHEST_ICONS.index(icon)
        return not chart.buried[chest] and not is_filled(chart, sheet, chest)
    if icon in BURY_ICONS:
        chest = BURY_ICONS.index(icon)
        return not chart.buried[chest] and bool(chart.chests[chest])
    if icon in CANNON_OF:
        return not is_loaded(chart, sheet, CANNON_OF[icon])
    if icon == "raise":
        return setup.raise_on_raise or len(chart.spirits) < PRINTED.spirits
    return len(chart.row(TRACK_OF[icon])) < PRINTED.squares


def rooms(chart: Chart, setup: Setup) -> tuple[Icon, ...]:
    """The icons from which a die may be written: `has_room` of all at once, from left to right."""
    sheet, found = setup.sheet, list[Icon]()
    if setup.raise_on_raise or len(chart.spirits) < PRINTED.spirits:
        found.append("raise")
    for chest, icon in enumerate(CHEST_ICONS):
        if not chart.buried[chest] and len(chart.chests[chest]) < sheet.room(chest):
            found.append(icon)
    if len(chart.hull) < PRINTED.squares:
        found.append("hull")
    if len(chart.small) < sheet.squares("small"):
        found.append("cannon_small")
    if len(chart.large) < sheet.squares("large"):
        found.append("cannon_large")
    if len(chart.ports) < PRINTED.squares:
        found.append("ports")
    if len(chart.crew) < PRINTED.squares:
        found.append("crew")
    return tuple(found)


def can_raise(chart: Chart) -> bool:
    """Whether both squares of Raise Spirits are filled (R-072)."""
    return len(chart.spirits) >= PRINTED.spirits


# --- the end ---


def chests_left(chart: Chart, sheet: Sheet) -> int:
    """How many chests are neither buried nor filled (R-161)."""
    return sum(not chart.buried[chest] and not is_filled(chart, sheet, chest) for chest in CHESTS)


def squares_left(chart: Chart) -> int:
    """How many squares of Ports, Crew and Hull are empty (R-162)."""
    return sum(max(0, PRINTED.squares - len(chart.row(track))) for track in TRACKS)


def ends(chart: Chart, sheet: Sheet) -> bool:
    """Whether this map meets a condition that ends the game (R-161, R-162)."""
    return not chests_left(chart, sheet) or not squares_left(chart)


def is_near_end(chart: Chart, sheet: Sheet) -> bool:
    """Whether it is one step from it: one chest, or one square of a track, short."""
    return chests_left(chart, sheet) <= 1 or squares_left(chart) <= 1


# --- points ---


class Points(msgspec.Struct, frozen=True):
    """The points of a map, line by line."""

    treasure: int
    buried: int
    tracks: int
    infamy: int
    bonuses: tuple[int, ...] = ()
    """Of each of the owner's further bonuses."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.treasure + self.buried + self.tracks + self.infamy + sum(self.bonuses)


def points(whole: Whole, seat: Seat) -> Points:
    """What a seat's map is worth (R-170 to R-172, A-26)."""
    chart = whole.maps[seat]
    return Points(
        sum(map(sum, chart.chests)),
        PRINTED.bury_bonus * sum(chart.buried),
        PRINTED.full_bonus * sum(len(chart.row(track)) >= PRINTED.squares for track in TRACKS),
        chart.infamy // PRINTED.points_divisor,
        tuple(bonus.points * _times(whole, seat, bonus.when) for bonus in whole.setup.bonuses),
    )


def _times(whole: Whole, seat: Seat, when: str) -> int:
    """How often a bonus is given to a seat (A-26)."""
    chart, sheet = whole.maps[seat], whole.setup.sheet
    name, _, number = when.rpartition("_")
    if when == "chests_buried":
        return all(chart.buried)
    if when == "chests_filled":
        return all(is_filled(chart, sheet, chest) for chest in CHESTS)
    if when == "spirits_full":
        return can_raise(chart)
    if when == "most_ports":
        return 0 < sum(chart.ports) == max(sum(whole.maps[each].ports) for each in {*whole.seats, seat})
    track = next((each for each in TRACKS if each == name), None)
    return chart.infamy // int(number) if track is None else level(chart, sheet, track) >= int(number)


def winners(whole: Whole) -> tuple[Seat, ...]:
    """Who has most points, of these who has most Infamy, and who shares that (R-173, R-174, A-21)."""
    rank = {seat: (points(whole, seat).total, whole.maps[seat].infamy) for seat in whole.seats}
    best = tuple(seat for seat in rank if rank[seat] == max(rank.values()))
    return best[:1] if whole.setup.final_tie == "seat_order" else best


# --- ports and cannons ---


def income(whole: Whole) -> tuple[int, ...]:
    """Infamy that each seat gets from its Ports (R-132, R-133, A-03)."""
    sheet, sums = whole.setup.sheet, {seat: sum(whole.maps[seat].ports) for seat in whole.seats}
    greatest = max(sums.values(), default=0)
    first = [seat for seat in sums if sums[seat] == greatest]
    tie = whole.setup.ports_tie
    if (not greatest and tie != "all") or (len(first) > 1 and tie == "none"):
        first = []
    return tuple(
        level(chart, sheet, "ports") + PRINTED.greatest_bonus * (seat in first) if seat in sums else 0
        for seat, chart in enumerate(whole.maps)
    )


def firing_order(whole: Whole) -> tuple[Seat, ...]:
    """Who has still to fire, in order: most Infamy first, of equals by the way round the table (R-114, R-115, A-02)."""
    sheet, number = whole.setup.sheet, len(whole.maps)
    turn = whole.shot[0] if whole.shot else NOBODY
    own = 1 if whole.setup.cannon_tie == "left_of_first" else 0

    def rank(seat: Seat) -> tuple[bool, int, int]:
        return seat != turn, -whole.maps[seat].infamy, (seat - max(whole.first, 0) - own) % number

    return tuple(sorted((seat for seat in whole.seats if loaded(whole.maps[seat], sheet)), key=rank))


def targets(whole: Whole, shooter: Seat) -> tuple[Seat, ...]:
    """Who can be robbed by a seat: others with a chest that is not buried, not one it has shot at (R-116, R-118)."""
    past = whole.shot[1] if whole.shot and whole.shot[0] == shooter else NOBODY
    return tuple(seat for seat in whole.seats if seat not in (shooter, past) and whole.maps[seat].unburied)


def robbed(whole: Whole, shooter: Seat, cannons: Sequence[CannonName], target: Seat, chest: int) -> tuple[int, ...]:
    """The values that a volley takes, in the order in which they are taken (R-119, R-120, A-06, A-12)."""
    if target == NOBODY:
        return ()
    stack = whole.maps[target].chests[chest]
    taken = min(len(stack), sum(hits(whole, shooter, cannons, target)))
    return tuple(reversed(stack[len(stack) - taken :]))


def hits(whole: Whole, shooter: Seat, cannons: Sequence[CannonName], target: Seat) -> tuple[int, ...]:
    """The shots that the Hull lets through, of the volley or of each cannon (A-06)."""
    sheet = whole.setup.sheet
    fired = [shots(whole.maps[shooter], sheet, cannon) for cannon in cannons]
    hull = level(whole.maps[target], sheet, "hull") if target != NOBODY else 0
    if whole.setup.hull_applies == "volley":
        fired = [sum(fired)]
    return tuple(max(0, each - hull) for each in fired)

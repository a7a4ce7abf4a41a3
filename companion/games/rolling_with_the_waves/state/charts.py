"""What can be read off a Pirate Map: levels, room, shots, the end, and points."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.core import Seat
from companion.games.rolling_with_the_waves.data.figures import PRINTED, CannonName, Sheet
from companion.games.rolling_with_the_waves.state import records
from companion.games.rolling_with_the_waves.state.records import Chart, Whole


def reached(values: Sequence[int], sums: Sequence[int]) -> int:
    """How many of these sums the values come to (R-102)."""
    total = sum(values)
    return sum(total >= each for each in sums) if values else 0


def level(chart: Chart, sheet: Sheet, row: records.Row) -> int:
    """The level of a track (R-102, R-131, R-141), or the shots of a cannon (R-111)."""
    return reached(chart.row(row), sheet.sums(row))


def is_full(chart: Chart, sheet: Sheet, row: records.Row) -> bool:
    """Whether all squares of a row are filled; a cannon then fires (R-113)."""
    return len(chart.row(row)) >= sheet.squares(row)


def loaded(chart: Chart, sheet: Sheet) -> tuple[CannonName, ...]:
    """The cannons that fire, the small one first."""
    return tuple(cannon for cannon in records.CANNONS if is_full(chart, sheet, cannon))


def has_room(chart: Chart, setup: records.Setup, icon: records.Icon) -> bool:
    """Whether a die may be written from this icon, or buries: what its squares and its chest allow (R-056, R-057)."""
    chest = records.CHEST_OF.get(icon)
    if chest is not None and chart.buried[chest]:
        return False
    if icon in records.BURY_ICONS:
        return bool(chart.row(records.ROW_OF[icon]))
    return (icon == "raise" and setup.raise_on_raise) or not is_full(chart, setup.sheet, records.ROW_OF[icon])


def rooms(chart: Chart, setup: records.Setup) -> tuple[records.Icon, ...]:
    """The icons from which a die may be written, from left to right."""
    return tuple(icon for icon in records.WRITING if has_room(chart, setup, icon))


def can_raise(chart: Chart) -> bool:
    """Whether both squares of Raise Spirits are filled (R-072)."""
    return len(chart.spirits) >= PRINTED.spirits


# --- the end ---


def chests_left(chart: Chart, sheet: Sheet) -> int:
    """How many chests are neither buried nor filled (R-161)."""
    return sum(not chart.buried[chest] and not is_full(chart, sheet, f"chest.{chest}") for chest in records.CHESTS)


def squares_left(chart: Chart) -> int:
    """How many squares of Ports, Crew and Hull are empty (R-162)."""
    return sum(max(0, PRINTED.squares - len(chart.row(track))) for track in records.TRACKS)


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
        PRINTED.full_bonus * sum(len(chart.row(track)) >= PRINTED.squares for track in records.TRACKS),
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
        return all(is_full(chart, sheet, f"chest.{chest}") for chest in records.CHESTS)
    if when == "spirits_full":
        return can_raise(chart)
    if when == "most_ports":
        return 0 < sum(chart.ports) == max(sum(whole.maps[each].ports) for each in {*whole.seats, seat})
    track = next((each for each in records.TRACKS if each == name), None)
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
    turn = whole.shot[0] if whole.shot else records.NOBODY
    own = 1 if whole.setup.cannon_tie == "left_of_first" else 0

    def rank(seat: Seat) -> tuple[bool, int, int]:
        return seat != turn, -whole.maps[seat].infamy, (seat - max(whole.first, 0) - own) % number

    return tuple(sorted((seat for seat in whole.seats if loaded(whole.maps[seat], sheet)), key=rank))


def targets(whole: Whole, shooter: Seat) -> tuple[Seat, ...]:
    """Who can be robbed by a seat: others with a chest that is not buried, not one it has shot at (R-116, R-118)."""
    past = whole.shot[1] if whole.shot and whole.shot[0] == shooter else records.NOBODY
    return tuple(seat for seat in whole.seats if seat not in (shooter, past) and whole.maps[seat].unburied)


def robbed(whole: Whole, shooter: Seat, cannons: Sequence[CannonName], target: Seat, chest: int) -> tuple[int, ...]:
    """The values that a volley takes, in the order in which they are taken (R-119, R-120, A-06, A-12)."""
    if target == records.NOBODY:
        return ()
    stack = whole.maps[target].chests[chest]
    fired, blocked = shots(whole, shooter, cannons, target)
    taken = min(len(stack), fired - blocked)
    return tuple(reversed(stack[len(stack) - taken :]))


def shots(whole: Whole, shooter: Seat, cannons: Sequence[CannonName], target: Seat) -> tuple[int, int]:
    """The shots of a volley, and how many of them the Hull stops: of the volley, or of each cannon (A-06)."""
    sheet = whole.setup.sheet
    fired = [level(whole.maps[shooter], sheet, cannon) for cannon in cannons]
    hull = level(whole.maps[target], sheet, "hull") if target != records.NOBODY else 0
    parts = [sum(fired)] if whole.setup.hull_applies == "volley" else fired
    return sum(fired), sum(min(each, hull) for each in parts)


def gain(whole: Whole, infamy: int, more: int) -> int:
    """Infamy after a gain, never beyond the circles of the map (A-17)."""
    cap = whole.setup.sheet.cap
    return min(infamy + more, max(cap, infamy)) if cap else infamy + more

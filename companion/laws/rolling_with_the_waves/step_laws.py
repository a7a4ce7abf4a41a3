"""What each act of a whole game may change, and to what, written apart from the rules that do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.core import Seat
from companion.games.rolling_with_the_waves.data.figures import PRINTED
from companion.games.rolling_with_the_waves.state.model import (
    Aim,
    DiceAction,
    DiceState,
    DieCorrected,
    Draft,
    DropAnchor,
    PoolRolled,
    Stow,
    Write,
)
from companion.games.rolling_with_the_waves.state.records import Chart, Die, Whole

LAWS = (
    *("R-031", "R-034", "R-038", "R-073", "R-091", "R-094", "R-119", "R-120", "R-123", "R-125", "R-126"),
    *("R-132", "R-142", "R-151", "R-152"),
)
_ROWS = ("hull", "ports", "crew", "small", "large")


def wrong_step(before: DiceState, action: DiceAction, after: DiceState) -> tuple[str, ...]:
    """What an act changed otherwise than the rules say, in English; nothing of a game of dice alone."""
    if not before.table.whole:
        return ()
    old, new = before.table.played, after.table.played
    found = [*_wrong_dice(action, old, new), *_wrong_volley(action, old, new), *_wrong_crew(action, old, new)]
    if not after.table.over:
        found += _wrong_round(action, old, new)
    gains = _income(new) if isinstance(action, Write) and action.icon == "ports" else (0,) * len(old.maps)
    for seat, (was, now) in enumerate(zip(old.maps, new.maps, strict=True)):
        found += _wrong_infamy(action, seat, was, now, gains[seat], old.setup.sheet.cap)
        found += _wrong_rows(action, old, seat, now)
        found += _wrong_chests(action, old, seat, now)
    return tuple(found)


# --- dice ---


def _wrong_dice(action: DiceAction, old: Whole, new: Whole) -> Iterator[str]:
    """A die goes from the pool into the nest of whoever takes it, and no other way (R-031, R-038)."""
    if isinstance(action, PoolRolled | DieCorrected | DropAnchor):
        return
    taken = Counter(old.pool) - Counter(new.pool)
    more = {seat: now[len(was) :] for seat, (was, now) in enumerate(zip(old.nests, new.nests, strict=True))}
    wanted, got = Counter[Die](), dict[Seat, tuple[Die, ...]]()
    if isinstance(action, Draft):
        wanted = Counter([Die(action.colour, action.value)])
        value = old.setup.sheet.drunken if action.mode == "drunken" else action.value
        got = {action.seat: (Die(action.colour, value),)}
    stays = all(now[: len(was)] == was for was, now in zip(old.nests, new.nests, strict=True))
    if taken != wanted or Counter(new.pool) - Counter(old.pool) or not stays:
        yield f"{type(action).__name__} changed the pool from {old.pool} to {new.pool} (R-031)."
    if any(dice != got.get(seat, ()) for seat, dice in more.items()):
        yield f"{type(action).__name__} put {more} into the nests (R-038)."


def _wrong_round(action: DiceAction, old: Whole, new: Whole) -> Iterator[str]:
    """All dice are back in the bag, but for those of players who have left, and the bag is to the left (R-151)."""
    if not isinstance(action, DropAnchor):
        return
    lying = Counter(die.colour for die in (*old.pool, *(die for nest in old.nests for die in nest)))
    for seat, colour in enumerate(old.setup.colours):
        wanted = 0 if old.closed[seat] else old.bag[seat] + lying[colour]
        if new.bag[seat] != wanted or new.pool or any(new.nests):
            yield f"DropAnchor left {new.bag[seat]} {colour} dice in the bag instead of {wanted} (R-151)."
    left = next((seat for step in range(1, 6) if (seat := (old.first + step) % len(old.maps)) in old.seats), -1)
    if new.first != left:
        yield f"DropAnchor gave the bag to seat {new.first + 1} instead of {left + 1} (R-152)."


def _wrong_crew(action: DiceAction, old: Whole, new: Whole) -> Iterator[str]:
    """A die comes into the bag for each new level of Crew (R-142)."""
    if not isinstance(action, Write):
        return
    circles = old.setup.sheet.sums("crew")
    for seat, (was, now) in enumerate(zip(old.maps, new.maps, strict=True)):
        hired = min(old.supply[seat], _level(now.crew, circles) - _level(was.crew, circles))
        if new.bag[seat] - old.bag[seat] != hired:
            yield f"Write brought {new.bag[seat] - old.bag[seat]} dice of seat {seat} instead of {hired} (R-142)."


# --- Infamy ---


def _level(values: Sequence[int], sums: Sequence[int]) -> int:
    """How many circles the sum of what was written comes to."""
    return sum(each <= sum(values) for each in sums) * bool(values)


def _income(whole: Whole) -> tuple[int, ...]:
    """What the Ports of each seat bring (R-132, R-133)."""
    sums = {seat: sum(whole.maps[seat].ports) for seat in whole.seats}
    most, tie = max(sums.values(), default=0), whole.setup.ports_tie
    best = [seat for seat, each in sums.items() if each == most and (each or tie == "all")]
    if tie == "none" and len(best) > 1:
        best = []
    circles = whole.setup.sheet.sums("ports")
    return tuple(
        _level(chart.ports, circles) * (seat in sums) + (seat in best) for seat, chart in enumerate(whole.maps)
    )


def _wrong_infamy(action: DiceAction, seat: Seat, was: Chart, now: Chart, income: int, cap: int) -> Iterator[str]:
    """Infamy is paid for a die, and earned by Ports and by cannons that are erased (R-034, R-125, R-132)."""
    if isinstance(action, Draft):
        paid = action.value if action.mode == "pay" and action.seat == seat else 0
        if now.infamy != was.infamy - paid:
            yield f"Draft changed Infamy of seat {seat} by {now.infamy - was.infamy} instead of {-paid} (R-034)."
        return
    wanted, rule = was.infamy, "R-132" if income else "R-125"
    for more in (*(min(row) for _, row in _erased(action, seat, was, now)), income):
        wanted = min(wanted + more, max(cap, wanted)) if cap else wanted + more
    if now.infamy != wanted:
        kind = type(action).__name__
        yield f"{kind} changed Infamy of seat {seat} to {now.infamy} instead of {wanted} ({rule})."


# --- what is written, and what is stolen ---


def _erased(action: DiceAction, seat: Seat, was: Chart, now: Chart) -> list[tuple[str, tuple[int, ...]]]:
    """The cannons that a seat has fired, with what was in them."""
    if not isinstance(action, Aim | Stow) or action.seat != seat:
        return []
    rows = (("small", was.small, now.small), ("large", was.large, now.large))
    return [(name, old) for name, old, new in rows if old and not new]


def _may_be_written(action: DiceAction, old: Whole, seat: Seat) -> tuple[int, ...]:
    """The values that a seat may write by an act: that of its die, or a seven (R-073)."""
    if not isinstance(action, Write) or action.icon not in old.icons[seat]:
        return ()
    die = old.nests[seat][old.icons[seat].index(action.icon)]
    is_full = len(old.maps[seat].spirits) >= PRINTED.spirits
    return (die.value, PRINTED.raised) if is_full else (die.value,)


def _is_longer(old: tuple[int, ...], new: tuple[int, ...], values: Sequence[int]) -> bool:
    return len(new) == len(old) + 1 and new[:-1] == old and new[-1] in values


def _wrong_rows(action: DiceAction, old: Whole, seat: Seat, now: Chart) -> Iterator[str]:
    """A row of squares gets a value that lay on its icon, or is a cannon that has fired (R-073, R-126)."""
    was, values = old.maps[seat], _may_be_written(action, old, seat)
    fired = [name for name, _ in _erased(action, seat, was, now)]
    for name in _ROWS:
        before, after = getattr(was, name), getattr(now, name)
        if after != before and name not in fired and not _is_longer(before, after, values):
            rule = "R-126" if name in ("small", "large") else "R-102"
            yield f"{type(action).__name__} changed {name} of seat {seat} from {before} to {after} ({rule})."
    is_spent = was.spirits and not now.spirits and len(was.spirits) >= PRINTED.spirits and bool(values)
    is_raised = is_spent or now.spirits == (PRINTED.raised,)
    if now.spirits != was.spirits and not is_raised and not _is_longer(was.spirits, now.spirits, values):
        yield f"{type(action).__name__} changed Raise Spirits of seat {seat} to {now.spirits} (R-073)."


def _wrong_chests(action: DiceAction, old: Whole, seat: Seat, now: Chart) -> Iterator[str]:
    """A chest gets a value that lay on its icon, or loot, or loses what is on top (R-094, R-119)."""
    was, values = old.maps[seat], _may_be_written(action, old, seat)
    fires = isinstance(action, Aim | Stow)
    for chest, (before, after) in enumerate(zip(was.chests, now.chests, strict=True)):
        buries = isinstance(action, Write) and action.icon == f"bury{chest + 1}" and action.icon in old.icons[seat]
        if now.buried[chest] != was.buried[chest] and not (buries and now.buried[chest]):
            yield f"{type(action).__name__} changed whether chest {chest + 1} of seat {seat} is buried (R-091)."
        if after == before:
            continue
        if was.buried[chest]:
            yield f"{type(action).__name__} changed buried chest {chest + 1} of seat {seat} (R-094)."
        own = fires and getattr(action, "seat", -1) == seat
        is_robbed = fires and not own and before[: len(after)] == after
        is_looted = own and after[: len(before)] == before
        if not is_robbed and not is_looted and not _is_longer(before, after, values):
            yield f"{type(action).__name__} changed chest {chest + 1} of seat {seat} from {before} to {after} (R-119)."


def _wrong_volley(action: DiceAction, old: Whole, new: Whole) -> Iterator[str]:
    """Shots that no Hull stops take values from the top, and these are written as they were taken (R-120, R-123)."""
    if not isinstance(action, Aim | Stow):
        return
    sheet, shooter = old.setup.sheet, action.seat
    fired = _erased(action, shooter, old.maps[shooter], new.maps[shooter])
    changes = {
        (seat, chest): (old.maps[seat].chests[chest], new.maps[seat].chests[chest])
        for seat in range(len(old.maps))
        for chest in range(3)
        if old.maps[seat].chests[chest] != new.maps[seat].chests[chest]
    }
    loot, got = tuple[int, ...](), tuple[int, ...]()
    for (seat, chest), (was, now) in changes.items():
        if seat == shooter:
            got = now[len(was) :]
            most = min(sheet.squares(f"chest.{chest}") - len(was), len(got))
            got = got[: max(0, most)]
            continue
        loot = tuple(reversed(was[len(now) :]))
        hull = _level(old.maps[seat].hull, sheet.sums("hull"))
        shots = [_level(row, sheet.sums(name)) for name, row in fired]
        shots = [sum(shots)] if old.setup.hull_applies == "volley" else shots
        wanted = min(len(was), sum(max(0, each - hull) for each in shots))
        if len(loot) != wanted:
            yield f"{type(action).__name__} stole {len(loot)} values of seat {seat} instead of {wanted} (R-120)."
    if len([1 for seat, _ in changes if seat == shooter]) > 1 or len(changes) > 2 or got != loot[: len(got)]:
        yield f"{type(action).__name__} stole {loot} and wrote {got} (R-123)."

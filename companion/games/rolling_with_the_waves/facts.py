"""The public facts of a whole game that the host may set: every map, all dice, and where the round stands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.games.core import FactField, Facts, Seat, State, seat_name
from companion.games.rolling_with_the_waves import bonuses
from companion.games.rolling_with_the_waves.course import settle, title_of
from companion.games.rolling_with_the_waves.figures import FREE, MAP, PATH, PRINTED
from companion.games.rolling_with_the_waves.invariants import violations
from companion.games.rolling_with_the_waves.model import MOST_DICE, Allocate, DiceState, Table
from companion.games.rolling_with_the_waves.phases.part import ICON_WORDS, colour_noun
from companion.games.rolling_with_the_waves.whole import CHESTS, ICONS, NOBODY, Chart, Die, Phase, Whole
from companion.games.shared.facts import with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name, Noun

NONE, SEALED, PLAYS, CLOSED = "none", "sealed", "plays", "closed"
_ROUND, _DICE = say("Round"), say("Dice")
_LAYS = ((NONE, say("none")), (SEALED, say("sealed")), *((icon, ICON_WORDS[icon]) for icon in ICONS))
_DRAFTED = PRINTED.draw_per_player
SEALED_FACTS = tuple(f"icon.{{seat}}.{die}" for die in range(1, _DRAFTED + 1))
"""Where a seat's dice lie on its mini board."""
MOST_INFAMY, MOST_ROUNDS = 99, 99
_LEAVES = 0.02
"""Share of the rounds of a virtual game at whose end somebody leaves for good."""


def fact_fields(table: Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    whole = table.played
    phases = tuple((phase.value, title_of(phase)) for phase in Phase)
    yield FactField("phase", say("Phase"), _ROUND, whole.phase.value, choices=phases)
    yield FactField("round", say("Round"), _ROUND, whole.round, 1, MOST_ROUNDS)
    owners = (
        (NOBODY, say("nobody")),
        *((seat, lone(Name(seat_name(names, seat)))) for seat in range(len(whole.maps))),
    )
    yield FactField("first", say("First player"), _ROUND, whole.first, choices=owners)
    yield from MAP.fact_fields(whole.setup.figures)
    yield from bonuses.fact_fields(whole.setup.bonus or ())
    for place, colour in enumerate(whole.setup.palette):
        key = "free" if colour == FREE else f"{place}"
        label = say("In the bag: {colour}", colour=colour_noun(colour))
        yield FactField(f"bag.{key}", label, _DICE, whole.bag[place], 0, MOST_DICE)
        label = say("Beside the table: {colour}", colour=colour_noun(colour))
        yield FactField(f"supply.{key}", label, _DICE, whole.supply[place], 0, MOST_DICE)
    colours = _colours(whole)
    for die, each in enumerate(whole.pool, 1):
        yield FactField(f"pool.{die}", say("Die {die} of the pool", die=die), _DICE, each.value, 1, 6)
        label = say("Colour of die {die} of the pool", die=die)
        yield FactField(f"pool.{die}.colour", label, _DICE, each.colour, choices=colours)
    for seat in range(len(whole.maps)):
        yield from _of_seat(whole, seat, lone(Name(seat_name(names, seat))))


def _colours(whole: Whole) -> tuple[tuple[str, Message], ...]:
    known = dict.fromkeys((*whole.setup.palette, *(die.colour for die in _dice(whole))))
    return tuple((colour, lone(colour_noun(colour))) for colour in known)


def _dice(whole: Whole) -> tuple[Die, ...]:
    return (*whole.pool, *(die for nest in whole.nests for die in nest))


def _of_seat(whole: Whole, seat: Seat, group: Message) -> Iterator[FactField]:
    chart, colours = (
        whole.maps[seat],
        tuple((each, lone(Noun(each))) for each in dict.fromkeys((*whole.setup.crews, *whole.setup.colours))),
    )
    if whole.phase is Phase.ANCHOR or whole.closed[seat]:
        plays = ((PLAYS, say("plays")), (CLOSED, say("has left for good")))
        now, choices = (CLOSED, plays[1:]) if whole.closed[seat] else (PLAYS, plays)
        yield FactField(f"seat.{seat}", say("Player"), group, now, choices=choices)
    yield FactField(f"colour.{seat}", say("Colour"), group, whole.setup.colours[seat], choices=colours)
    paper, row = f"map.{seat}", say("Infamy")
    yield FactField(f"infamy.{seat}", row, group, chart.infamy, 0, MOST_INFAMY, board=paper, row=row)
    for name, label, values, squares in _rows(whole, chart):
        for square in range(1, squares + 1):
            value = values[square - 1] if square <= len(values) else 0
            words = say("{row}, square {square}", row=label, square=square)
            key = f"{name}.{seat}.{square}"
            yield FactField(key, words, group, value, 0, PRINTED.raised, board=paper, row=label)
    for chest in CHESTS:
        words = say("Chest {chest} is buried", chest=chest + 1)
        key, row = f"buried{chest + 1}.{seat}", say("Islands crossed out (1), chest 1 to 3")
        yield FactField(key, words, group, int(chart.buried[chest]), 0, 1, board=paper, row=row)
    nest, icons = whole.nests[seat], whole.icons[seat]
    for place in range(_DRAFTED):
        die = nest[place] if place < len(nest) else Die(FREE, 0)
        label = say("Drafted die {die}", die=place + 1)
        yield FactField(f"nest.{seat}.{place + 1}", label, group, die.value, 0, 6)
        label = say("Colour of drafted die {die}", die=place + 1)
        yield FactField(f"nest.{seat}.{place + 1}.colour", label, group, die.colour, choices=_colours(whole))
        lies = icons[place] if place < len(icons) else SEALED if place < whole.placed[seat] else NONE
        label = say("Where drafted die {die} lies", die=place + 1)
        yield FactField(f"icon.{seat}.{place + 1}", label, group, lies, choices=_LAYS)
    yield FactField(f"called.{seat}", say("Has called"), group, int(whole.called[seat]), 0, 1)


def _rows(whole: Whole, chart: Chart) -> Iterator[tuple[str, Message, tuple[int, ...], int]]:
    """Each row of squares: its key, what it is called, its values, and how many squares it has."""
    sheet = whole.setup.sheet
    yield "raise", say("Raise Spirits"), chart.spirits, PRINTED.spirits
    for chest in CHESTS:
        squares = max(sheet.room(chest), len(chart.chests[chest]))
        yield f"chest{chest + 1}", say("Chest {chest}", chest=chest + 1), chart.chests[chest], squares
    yield "hull", say("Hull"), chart.hull, PRINTED.squares
    yield "small", say("Small cannon"), chart.small, max(sheet.squares("small"), len(chart.small))
    yield "large", say("Large cannon"), chart.large, max(sheet.squares("large"), len(chart.large))
    yield "ports", say("Ports"), chart.ports, PRINTED.squares
    yield "crew", say("Crew"), chart.crew, PRINTED.squares


# --- setting them ---


def correct(state: DiceState, facts: Facts) -> DiceState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    values = with_facts("Rolling with the Waves", fact_fields(state.table, ()), facts)
    whole = state.table.played
    seats, setup = range(len(whole.maps)), whole.setup
    colours = tuple(values[f"colour.{seat}"] for seat in seats)
    painted = dict(zip(setup.colours, colours, strict=True))
    keys = (*map(str, seats), "free")
    placed, icons, nests = _laid(whole, values, painted)
    phase = Phase(values["phase"])
    stays: dict[str, Any] = {} if phase is whole.phase else {"written": (), "raised": (None,) * len(seats)}
    if phase is not whole.phase:
        stays |= {"aimed": UNSET, "shot": UNSET, "fired": UNSET}
    after = replace(
        whole,
        setup=replace(
            setup,
            colours=colours,
            figures=MAP.corrected(setup.figures, facts),
            bonus=bonuses.corrected(setup.bonus or (), facts) or UNSET,
        ),
        phase=phase,
        round=values["round"],
        first=values["first"],
        bag=tuple(values[f"bag.{key}"] for key in keys),
        supply=tuple(values[f"supply.{key}"] for key in keys),
        pool=tuple(
            Die(_painted(values[f"pool.{die}.colour"], painted, facts, f"pool.{die}.colour"), values[f"pool.{die}"])
            for die in range(1, len(whole.pool) + 1)
        ),
        maps=tuple(_chart(whole, seat, values) for seat in seats),
        nests=nests,
        placed=placed,
        called=tuple(bool(values[f"called.{seat}"]) for seat in seats),
        icons=icons,
        behind=_behind(whole, values, icons),
        closed=tuple(values.get(f"seat.{seat}", PLAYS) == CLOSED for seat in seats),
        **stays,
    )
    table = replace(state.table, why=("host",), whole=after, over=False)
    return mark(settle(_with_sealed(State(table, state.secrets), state)), violations)


def _painted(colour: str, painted: Mapping[str, str], facts: Facts, key: str) -> str:
    """The colour of a die, after players were given other colours; one that the host names is as named."""
    return colour if key in facts else painted.get(colour, colour)


def _chart(whole: Whole, seat: Seat, values: Mapping[str, Any]) -> Chart:
    chart = whole.maps[seat]
    rows = {
        name: tuple(each for square in range(1, squares + 1) if (each := values[f"{name}.{seat}.{square}"]))
        for name, _, _, squares in _rows(whole, chart)
    }
    return Chart(
        infamy=values[f"infamy.{seat}"],
        spirits=rows["raise"],
        chests=tuple(rows[f"chest{chest + 1}"] for chest in CHESTS),
        buried=tuple(bool(values[f"buried{chest + 1}.{seat}"]) for chest in CHESTS),
        hull=rows["hull"],
        small=rows["small"],
        large=rows["large"],
        ports=rows["ports"],
        crew=rows["crew"],
    )


def _laid(
    whole: Whole, values: Mapping[str, Any], painted: Mapping[str, str]
) -> tuple[tuple[int, ...], tuple[tuple[Any, ...], ...], tuple[tuple[Die, ...], ...]]:
    """How many dice are sealed, where open ones lie, and what each seat has drafted."""
    placed, icons, nests = list[int](), list[tuple[Any, ...]](), list[tuple[Die, ...]]()
    for seat in range(len(whole.maps)):
        dice = [
            Die(values[f"nest.{seat}.{die}.colour"], value)
            for die in range(1, _DRAFTED + 1)
            if (value := values[f"nest.{seat}.{die}"])
        ]
        was = whole.nests[seat]
        nests.append(
            tuple(
                replace(die, colour=painted.get(die.colour, die.colour))
                if place < len(was) and was[place].colour == die.colour
                else die
                for place, die in enumerate(dice)
            )
        )
        lies = [values[f"icon.{seat}.{die}"] for die in range(1, _DRAFTED + 1)][: len(dice)]
        seen = tuple(icon for icon in lies if icon not in (NONE, SEALED))
        icons.append(seen)
        placed.append(0 if seen else lies.count(SEALED))
    return tuple(placed), tuple(icons), tuple(nests)


def _behind(
    whole: Whole, values: Mapping[str, Any], icons: tuple[tuple[Any, ...], ...]
) -> tuple[Seat, ...] | UnsetType:
    """The seats whose dice still lie behind the screen: of none of them is it set where they lie."""
    still = (seat for seat in whole.screened if values[f"called.{seat}"])
    return tuple(seat for seat in still if len(icons[seat]) < len(whole.nests[seat])) or UNSET


def _with_sealed(after: DiceState, before: DiceState) -> DiceState:
    """The corrected position with what is still sealed in it; of a die that nobody sealed nothing is known."""
    for seat, placed in enumerate(after.table.played.placed):
        acts = before.sealed_by(seat)[:placed]
        after = after.with_sealed(seat, (*acts, *(Allocate(seat, None),) * (placed - len(acts))))
    return after


def varied_facts(state: DiceState, rng: random.Random) -> Facts:
    """What the host of a virtual game sets: at the end of a round now and then that somebody has left (A-31)."""
    whole = state.table.played
    if whole.phase is not Phase.ANCHOR or state.table.over or rng.random() >= _LEAVES:
        return {}
    return {f"seat.{rng.choice(whole.seats)}": CLOSED}


def owner_file(table: Table, facts: Facts) -> dict[str, Any]:
    """The figures and bonuses among these facts, as the owner's file keeps them."""
    return MAP.owner_file(facts, PATH) | bonuses.owner_file(table.played.setup.bonus or (), facts)

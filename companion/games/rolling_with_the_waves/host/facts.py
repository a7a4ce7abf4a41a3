"""The public facts that the host may set: every map, all dice, where the round stands; and those of dice alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.games.core import Facts, Seat, State, seat_name
from companion.games.rolling_with_the_waves.data import bonuses, figures
from companion.games.rolling_with_the_waves.laws.invariants import violations
from companion.games.rolling_with_the_waves.rules import course, evening
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.state.records import CHESTS, NOBODY, Chart, Die, Phase, Row, Whole
from companion.games.rolling_with_the_waves.words.names import ROW_NAMES, colour_noun, icon_words
from companion.games.shared.facts import FactField, with_facts
from companion.games.shared.irregular import mark
from companion.language.message import Message, lone, say
from companion.language.values import Name, Noun

NONE, SEALED, PLAYS, CLOSED = "none", "sealed", "plays", "closed"
_ROUND, _DICE = say("Round"), say("Dice")
_LAYS = ((NONE, say("none")), (SEALED, say("sealed")), *((icon, icon_words(icon)) for icon in records.ICONS))
_DRAFTED = figures.PRINTED.draw_per_player
SEALED_FACTS = tuple(f"icon.{{seat}}.{die}" for die in range(1, _DRAFTED + 1))
"""Where a seat's dice lie on its mini board."""
MOST_INFAMY, MOST_ROUNDS = 99, 99
_LEAVES = 0.02
"""Share of the rounds of a virtual game at whose end somebody leaves for good."""


def fact_fields(table: model.Table, names: tuple[str, ...]) -> Iterator[FactField]:
    """Every public fact with its present value."""
    whole = table.played
    phases = tuple((phase.value, course.title_of(phase)) for phase in Phase)
    yield FactField("phase", say("Phase"), _ROUND, whole.phase.value, choices=phases)
    yield FactField("round", say("Round"), _ROUND, whole.round, 1, MOST_ROUNDS)
    players = tuple((seat, lone(Name(seat_name(names, seat)))) for seat in range(len(whole.maps)))
    owners = ((NOBODY, say("nobody")), *players)
    yield FactField("first", say("First player"), _ROUND, whole.first, choices=owners)
    yield from figures.MAP.fact_fields(whole.setup.figures)
    yield from bonuses.fact_fields(whole.setup.bonus or ())
    for place, colour in enumerate(whole.setup.palette):
        key = "free" if colour == figures.FREE else f"{place}"
        label = say("In the bag: {colour}", colour=colour_noun(colour))
        yield FactField(f"bag.{key}", label, _DICE, whole.bag[place], 0, model.MOST_DICE)
        label = say("Beside the table: {colour}", colour=colour_noun(colour))
        yield FactField(f"supply.{key}", label, _DICE, whole.supply[place], 0, model.MOST_DICE)
    colours = _colours(whole)
    for die, each in enumerate(whole.pool, 1):
        yield FactField(f"pool.{die}", say("Die {die} of the pool", die=die), _DICE, each.value, 1, 6)
        label = say("Colour of die {die} of the pool", die=die)
        yield FactField(f"pool.{die}.colour", label, _DICE, each.colour, choices=colours)
    for seat, name in players:
        yield from _of_seat(whole, seat, name)


def _colours(whole: Whole) -> tuple[tuple[str, Message], ...]:
    dice = (*whole.pool, *chain.from_iterable(whole.nests))
    known = dict.fromkeys((*whole.setup.palette, *(die.colour for die in dice)))
    return tuple((colour, lone(colour_noun(colour))) for colour in known)


def _of_seat(whole: Whole, seat: Seat, group: Message) -> Iterator[FactField]:
    chart, crews = whole.maps[seat], dict.fromkeys((*whole.setup.crews, *whole.setup.colours))
    colours = tuple((each, lone(Noun(each))) for each in crews)
    if whole.phase is Phase.ANCHOR or whole.closed[seat]:
        plays = ((PLAYS, say("plays")), (CLOSED, say("has left for good")))
        now, choices = (CLOSED, plays[1:]) if whole.closed[seat] else (PLAYS, plays)
        yield FactField(f"seat.{seat}", say("Player"), group, now, choices=choices)
    yield FactField(f"colour.{seat}", say("Colour"), group, whole.setup.colours[seat], choices=colours)
    paper, row = f"map.{seat}", say("Infamy")
    yield FactField(f"infamy.{seat}", row, group, chart.infamy, 0, MOST_INFAMY, board=paper, row=row)
    for name, _, label, values, squares in _rows(whole, chart):
        for square, value in enumerate((*values, *(0,) * (squares - len(values))), 1):
            words = say("{row}, square {square}", row=label, square=square)
            key = f"{name}.{seat}.{square}"
            yield FactField(key, words, group, value, 0, figures.PRINTED.raised, board=paper, row=label)
    for chest in CHESTS:
        words = say("Chest {chest} is buried", chest=chest + 1)
        key, row = f"buried{chest + 1}.{seat}", say("Islands crossed out (1), chest 1 to 3")
        yield FactField(key, words, group, int(chart.buried[chest]), 0, 1, board=paper, row=row)
    nest = (*whole.nests[seat], *(Die(figures.FREE, 0),) * _DRAFTED)
    sealed = (SEALED,) * (whole.placed[seat] - len(whole.icons[seat]))
    lying = (*whole.icons[seat], *sealed, *(NONE,) * _DRAFTED)
    for number, die, lies in zip(range(1, _DRAFTED + 1), nest, lying, strict=False):
        key = f"{seat}.{number}"
        yield FactField(f"nest.{key}", say("Drafted die {die}", die=number), group, die.value, 0, 6)
        label = say("Colour of drafted die {die}", die=number)
        yield FactField(f"nest.{key}.colour", label, group, die.colour, choices=_colours(whole))
        label = say("Where drafted die {die} lies", die=number)
        yield FactField(f"icon.{key}", label, group, lies, choices=_LAYS)
    yield FactField(f"called.{seat}", say("Has called"), group, int(whole.called[seat]), 0, 1)


def _rows(whole: Whole, chart: Chart) -> Iterator[tuple[str, Row, Message, tuple[int, ...], int]]:
    """Each row of squares: its key, the row, what it is called, its values, and how many squares it has."""
    for icon in records.WRITING:
        row = records.ROW_OF[icon]
        key = icon if icon in records.CHEST_OF else row
        values, label = chart.row(row), say("{row:capital}", row=ROW_NAMES[row])
        yield key, row, label, values, max(whole.setup.sheet.squares(row), len(values))


# --- setting them ---


def correct(state: model.DiceState, facts: Facts) -> model.DiceState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    values = with_facts("Rolling with the Waves", fact_fields(state.table, ()), facts)
    whole = state.table.played
    seats, setup, phase = range(len(whole.maps)), whole.setup, Phase(values["phase"])
    colours = tuple(values[f"colour.{seat}"] for seat in seats)
    painted = dict(zip(setup.colours, colours, strict=True))
    keys = (*map(str, seats), "free")
    placed, icons, nests = _laid(whole, values, painted)
    changes: dict[str, Any] = {"phase": phase, "round": values["round"], "first": values["first"]}
    if phase is not whole.phase:
        changes |= {"written": (), "raised": (None,) * len(seats), "aimed": UNSET, "shot": UNSET, "fired": UNSET}
    bonus = bonuses.corrected(setup.bonus or (), facts) or UNSET
    after = replace(
        whole,
        setup=replace(setup, colours=colours, figures=figures.MAP.corrected(setup.figures, facts), bonus=bonus),
        bag=tuple(values[f"bag.{key}"] for key in keys),
        supply=tuple(values[f"supply.{key}"] for key in keys),
        pool=tuple(_pooled(f"pool.{die}", values, painted, facts) for die in range(1, len(whole.pool) + 1)),
        maps=tuple(_chart(whole, seat, values) for seat in seats),
        nests=nests,
        placed=placed,
        called=tuple(bool(values[f"called.{seat}"]) for seat in seats),
        icons=icons,
        behind=_behind(whole, values, icons),
        closed=tuple(values.get(f"seat.{seat}", PLAYS) == CLOSED for seat in seats),
        **changes,
    )
    table = replace(state.table, why=("host",), whole=after, over=False)
    return mark(course.COURSE.settle(_with_sealed(State(table, state.secrets), state)), violations)


def _pooled(key: str, values: Mapping[str, Any], painted: Mapping[str, str], facts: Facts) -> Die:
    """A die of the pool, after players were given other colours; a colour that the host names is as named."""
    colour = values[f"{key}.colour"]
    return Die(colour if f"{key}.colour" in facts else painted.get(colour, colour), values[key])


def _chart(whole: Whole, seat: Seat, values: Mapping[str, Any]) -> Chart:
    buried = tuple(bool(values[f"buried{chest + 1}.{seat}"]) for chest in CHESTS)
    chart = replace(whole.maps[seat], infamy=values[f"infamy.{seat}"], buried=buried)
    for key, row, _, _, squares in _rows(whole, whole.maps[seat]):
        written = (values[f"{key}.{seat}.{square}"] for square in range(1, squares + 1))
        chart = chart.with_row(row, tuple(filter(None, written)))
    return chart


def _laid(
    whole: Whole, values: Mapping[str, Any], painted: Mapping[str, str]
) -> tuple[tuple[int, ...], tuple[tuple[Any, ...], ...], tuple[tuple[Die, ...], ...]]:
    """How many dice are sealed, where open ones lie, and what each seat has drafted."""
    placed, icons, nests = list[int](), list[tuple[Any, ...]](), list[tuple[Die, ...]]()
    for seat, was in enumerate(whole.nests):
        keys = [f"{seat}.{die}" for die in range(1, _DRAFTED + 1)]
        dice = [Die(values[f"nest.{key}.colour"], values[f"nest.{key}"]) for key in keys if values[f"nest.{key}"]]
        for place, (old, die) in enumerate(zip(was, dice, strict=False)):
            if old.colour == die.colour:
                dice[place] = replace(die, colour=painted.get(die.colour, die.colour))
        nests.append(tuple(dice))
        lies = [values[f"icon.{key}"] for key in keys][: len(dice)]
        icons.append(tuple(icon for icon in lies if icon not in (NONE, SEALED)))
        placed.append(0 if icons[-1] else lies.count(SEALED))
    return tuple(placed), tuple(icons), tuple(nests)


def _behind(
    whole: Whole, values: Mapping[str, Any], icons: tuple[tuple[Any, ...], ...]
) -> tuple[Seat, ...] | UnsetType:
    """The seats whose dice still lie behind the screen: of none of them is it set where they lie."""
    still = (seat for seat in whole.screened if values[f"called.{seat}"])
    return tuple(seat for seat in still if len(icons[seat]) < len(whole.nests[seat])) or UNSET


def _with_sealed(after: model.DiceState, before: model.DiceState) -> model.DiceState:
    """The corrected position with what is still sealed in it; of a die that nobody sealed nothing is known."""
    for seat, placed in enumerate(after.table.played.placed):
        acts = before.sealed_by(seat)[:placed]
        after = after.with_sealed(seat, (*acts, *(model.Allocate(seat, None),) * (placed - len(acts))))
    return after


def varied_facts(state: model.DiceState, rng: random.Random) -> Facts:
    """What the host of a virtual game sets: at the end of a round now and then that somebody has left (A-31)."""
    whole = state.table.played
    if whole.phase is not Phase.ANCHOR or state.table.over or rng.random() >= _LEAVES:
        return {}
    return {f"seat.{rng.choice(whole.seats)}": CLOSED}


def owner_file(view: model.DiceView, facts: Facts) -> dict[str, Any]:
    """The figures and bonuses among these facts, as the owner's file keeps them."""
    return figures.MAP.owner_file(facts, figures.PATH) | bonuses.owner_file(view.table.played.setup.bonus or (), facts)


# --- of dice alone ---


def evening_fields(table: model.Table) -> Iterator[FactField]:
    """Every public fact with its present value: the dice of a roll, and those of the newest roll."""
    yield FactField("pool", say("Dice in a roll"), say("Rolls"), table.pool, 1, model.MOST_DICE)
    if not table.rolls:
        return
    newest, group = table.rolls[-1], say("Roll {number}", number=len(table.rolls))
    colours = tuple((each, lone(Noun(each))) for each in evening.palette(table))
    for die, (value, colour) in enumerate(zip(newest.values, newest.colours, strict=True), 1):
        yield FactField(f"die.{die}", say("Die {die}", die=die), group, value, 1, 6)
        yield FactField(f"colour.{die}", say("Colour of die {die}", die=die), group, colour, choices=colours)


def correct_evening(state: model.DiceState, facts: Facts) -> model.DiceState:
    """The state with these facts set. Raises `IllegalAction` with rule "host"."""
    fields = tuple(evening_fields(state.table))
    values = with_facts("Rolling with the Waves", fields, facts)
    table = replace(state.table, why=("host",))
    changed = [field.key for field in fields if values[field.key] != field.value]
    for key in changed:
        value = values[key]
        part, _, number = key.partition(".")
        if part == "pool":
            table = replace(table, pool=value)
            continue
        die, newest = int(number), table.rolls[-1]
        shown, colour = newest.values[die - 1], newest.colours[die - 1]
        table = evening.set_die(table, die, *((value, colour) if part == "die" else (shown, value)))
    return mark(State(table, state.secrets), evening_violations)


def evening_violations(state: model.DiceState) -> tuple[Message, ...]:
    """The broken laws, each a sentence with its rule id."""
    players, pool = state.table.players, state.table.pool
    expected = model.DICE_A_PLAYER * players
    words = say(
        "A roll has {pool} dice here, and {players} players roll {expected} (R-030).",
        pool=pool,
        players=players,
        expected=expected,
    )
    return (words,) if pool != expected else ()

"""A game in pictures: how the sea rose, what was owned and built, and what chance brought beside what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.games.atlantis_rising.data.contents import PENINSULAS, RINGS
from companion.games.atlantis_rising.screen.lights import ARM_COLOURS
from companion.games.atlantis_rising.screen.lights import PENINSULAS as PENINSULA_NAMES
from companion.games.atlantis_rising.state.model import COLOURS, PARTS, TEAM, AtlantisView, Luck, Table
from companion.games.atlantis_rising.words.vocabulary import FLOOD, MISFORTUNE
from companion.games.core import Seat
from companion.games.diagrams import Diagram, Line, LineDiagram
from companion.language.message import Message, lone, say
from companion.language.values import Count, Name, Noun

ROUND: Final = say("Round")
LAND, STONE, LIGHT, GREY = "#4caf50", "#b0b7bf", "#f2a13a", "#8a8f98"
PAINTS: Final = dict(
    zip(COLOURS, ("#d64545", "#3f7fe0", "#e6c229", "#3fa45b", "#ec8a2f", "#9a5bd0", "#33477a"), strict=True)
)
"""Of the lines, by the players' colours; who has yet to take one, as a host may have corrected, has a grey line."""
TILES: Final = RINGS * len(PENINSULAS)
_ByRound: TypeAlias = Mapping[int, AtlantisView]


def diagrams(course: Sequence[AtlantisView]) -> tuple[Diagram, ...]:
    """How the game went, by rounds; nothing before the first one begins.

    `course`: its start, the end of each round, and now. 0 stands for how it began, each other mark for how that round
    ended, and the last one for how things are now.
    """
    ends = {view.table.round: view for view in course}
    return tuple(_pictures(ends, course[-1])) if course[-1].table.round else ()


def _pictures(ends: _ByRound, now: AtlantisView) -> Iterator[Diagram]:
    table = now.table
    # Dry land in all, and what barriers held back.
    lines = [_line(say("dry tiles"), LAND, ends, lambda table: sum(table.dry))]
    about = [say("{dry} of {all} tiles are dry.", dry=sum(table.dry), all=TILES)]
    if held := sum(table.stopped):
        lines.append(_line(say("held floods"), STONE, ends, lambda table: sum(table.stopped)))
        about.append(say("Barriers have held {floods} back.", floods=Count(held, FLOOD)))
    yield _diagram("sea", say("How the sea rose"), ends, lines, *about)
    lines = [
        Line(lone(Noun(name)), tuple(view.table.dry[arm] for view in ends.values()), ARM_COLOURS[arm])
        for arm, name in enumerate(PENINSULA_NAMES)
    ]
    yield _diagram("peninsulas", say("Dry tiles of each peninsula"), ends, lines)
    yield _owned("resources", say("Resources owned"), ends, now, lambda table, seat: table.reserves[seat].riches)
    yield _owned("energy", say("Energy owned"), ends, now, lambda table, seat: table.reserves[seat].energy)
    told = say("{built} of {all} components are built.", built=_built(table), all=len(table.blueprint))
    yield _diagram("components", say("Components built"), ends, [_line(say("built"), LIGHT, ends, _built)], told)
    if table.fortune[TEAM].tries:
        yield _rolls(ends, now)
    if table.weather.tries:
        yield _misfortunes(ends, table)


def _owned(
    key: str, title: Message, ends: _ByRound, now: AtlantisView, figure: Callable[[Table, Seat], int]
) -> Diagram:
    lines = [
        Line(lone(now.who(seat)), tuple(figure(view.table, seat) for view in ends.values()), PAINTS.get(colour, GREY))
        for seat, colour in enumerate(now.table.colours)
    ]
    return _diagram(key, title, ends, lines, say("What each player has at the end of a round."))


def _built(table: Table) -> int:
    return sum(bool(each.round) for each in table.blueprint)


def _rolls(ends: _ByRound, now: AtlantisView) -> Diagram:
    *each, team = now.table.fortune
    about = [say("Rolls that succeeded before any energy, and how many of them do on average.")]
    for who, luck in ((None, team), *((now.who(seat), luck) for seat, luck in enumerate(each))):
        came, rolls, usual = _luck_words(luck)
        if who is None:
            about.append(
                say("All together: {came} of {rolls}, {usual} on average.", came=came, rolls=rolls, usual=usual)
            )
        elif luck.tries:
            about.append(
                say("{who}: {came} of {rolls}, {usual} on average.", who=who, came=came, rolls=rolls, usual=usual)
            )
    if sum(luck.tries for luck in each) > team.tries:
        about.append(say("A roll of two players counts for both."))
    return _luck("rolls", say("Luck with the dice"), say("succeeded"), ends, lambda table: table.fortune[TEAM], *about)


def _misfortunes(ends: _ByRound, now: Table) -> Diagram:
    came, cards, usual = _luck_words(now.weather)
    about = say("Floods that the misfortunes asked for, and how many such cards ask for on average.")
    many, floods = Count(cards, MISFORTUNE), Count(came, FLOOD)
    told = say("{cards}: {floods}, {usual} on average.", cards=many, floods=floods, usual=usual)
    title, name = say("Luck with the misfortunes"), say("asked for")
    return _luck("misfortunes", title, name, ends, lambda table: table.weather, about, told)


def _luck(
    key: str, title: Message, came: Message, ends: _ByRound, luck_of: Callable[[Table], Luck], *about: Message
) -> Diagram:
    """What came, and what comes on average, summed up from the beginning."""
    lines = [
        _line(came, LIGHT, ends, lambda table: luck_of(table).came),
        _line(say("on average"), GREY, ends, lambda table: _rounded(luck_of(table).expected, 1)),
    ]
    return _diagram(key, title, ends, lines, *about, say("Chance alone makes it some more or fewer."))


def _luck_words(luck: Luck) -> tuple[int, int, Message]:
    """What came, of how many, and what was to be expected, to the tenth."""
    tenths = _rounded(luck.expected, 10)
    return luck.came, luck.tries, lone(Name(f"{tenths // 10}.{tenths % 10}"))


def _rounded(expected: int, per_one: int) -> int:
    """So many `PARTS` in whole ones, or in whole parts of one; half of one rounds up."""
    return (2 * expected * per_one + PARTS) // (2 * PARTS)


def _line(name: Message, paint: str, ends: _ByRound, figure: Callable[[Table], int]) -> Line:
    return Line(name, tuple(figure(view.table) for view in ends.values()), paint)


def _diagram(key: str, title: Message, ends: _ByRound, lines: Sequence[Line], *about: Message) -> Diagram:
    return LineDiagram(key, title, ROUND, tuple(ends), tuple(lines), about)

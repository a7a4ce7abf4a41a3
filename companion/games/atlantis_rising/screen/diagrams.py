"""A game in pictures: how the sea rose, what was owned and built, and what chance brought beside what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.games.atlantis_rising.data.contents import PENINSULAS, RINGS
from companion.games.atlantis_rising.screen.lights import ARM_COLOURS
from companion.games.atlantis_rising.screen.lights import PENINSULAS as PENINSULA_NAMES
from companion.games.atlantis_rising.state.model import COLOURS, PARTS, TEAM, AtlantisView, Luck, Table
from companion.games.atlantis_rising.words.vocabulary import FLOOD, MISFORTUNE
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
_ByRound: TypeAlias = Mapping[int, Table]


def diagrams(course: Sequence[AtlantisView]) -> tuple[Diagram, ...]:
    """How the game went, by rounds; nothing before the first one begins.

    `course`: its start, the end of each round, and now. 0 stands for how it began, each other mark for how that round
    ended, and the last one for how things are now.
    """
    ends = {view.table.round: view.table for view in course}
    return tuple(_pictures(ends, course[-1])) if course[-1].table.round else ()


def _pictures(ends: _ByRound, view: AtlantisView) -> Iterator[Diagram]:
    now, tables = view.table, ends.values()
    # Dry land in all, and what barriers held back.
    lines = [Line(say("dry tiles"), tuple(sum(each.dry) for each in tables), LAND)]
    about = [say("{dry} of {all} tiles are dry.", dry=sum(now.dry), all=TILES)]
    if held := sum(now.stopped):
        lines.append(Line(say("held floods"), tuple(sum(each.stopped) for each in tables), STONE))
        about.append(say("Barriers have held {floods} back.", floods=Count(held, FLOOD)))
    yield _diagram("sea", say("How the sea rose"), ends, lines, *about)
    named = enumerate(zip(PENINSULA_NAMES, ARM_COLOURS, strict=True))
    lines = [Line(lone(Noun(name)), tuple(each.dry[arm] for each in tables), paint) for arm, (name, paint) in named]
    yield _diagram("peninsulas", say("Dry tiles of each peninsula"), ends, lines)
    for key, title in (("riches", say("Resources owned")), ("energy", say("Energy owned"))):
        owned = [tuple(getattr(each.reserves[seat], key) for each in tables) for seat in range(now.players)]
        paints = [PAINTS.get(colour, GREY) for colour in now.colours]
        lines = [Line(lone(view.who(seat)), owned[seat], paint) for seat, paint in enumerate(paints)]
        told = say("What each player has at the end of a round.")
        yield _diagram("resources" if key == "riches" else key, title, ends, lines, told)
    *built, done = (sum(bool(each.round) for each in table.blueprint) for table in (*tables, now))
    told = say("{built} of {all} components are built.", built=done, all=len(now.blueprint))
    yield _diagram("components", say("Components built"), ends, [Line(say("built"), tuple(built), LIGHT)], told)
    if now.fortune[TEAM].tries:
        lucks = [each.fortune[TEAM] for each in tables]
        yield _luck("rolls", say("Luck with the dice"), say("succeeded"), ends, lucks, *_of_rolls(view))
    if now.weather.tries:
        came, cards, usual = _luck_words(now.weather)
        about = [say("Floods that the misfortunes asked for, and how many such cards ask for on average.")]
        many, floods = Count(cards, MISFORTUNE), Count(came, FLOOD)
        about.append(say("{cards}: {floods}, {usual} on average.", cards=many, floods=floods, usual=usual))
        lucks, title = [each.weather for each in tables], say("Luck with the misfortunes")
        yield _luck("misfortunes", title, say("asked for"), ends, lucks, *about)


def _of_rolls(now: AtlantisView) -> Iterator[Message]:
    *each, team = now.table.fortune
    yield say("Rolls that succeeded before any energy, and how many of them do on average.")
    came, rolls, usual = _luck_words(team)
    yield say("All together: {came} of {rolls}, {usual} on average.", came=came, rolls=rolls, usual=usual)
    for who, luck in ((now.who(seat), luck) for seat, luck in enumerate(each) if luck.tries):
        came, rolls, usual = _luck_words(luck)
        yield say("{who}: {came} of {rolls}, {usual} on average.", who=who, came=came, rolls=rolls, usual=usual)
    if sum(luck.tries for luck in each) > team.tries:
        yield say("A roll of two players counts for both.")


def _luck(key: str, title: Message, came: Message, ends: _ByRound, lucks: Sequence[Luck], *about: Message) -> Diagram:
    """What came, and what comes on average, summed up from the beginning."""
    usual = Line(say("on average"), tuple(_rounded(each.expected, 1) for each in lucks), GREY)
    lines = [Line(came, tuple(each.came for each in lucks), LIGHT), usual]
    return _diagram(key, title, ends, lines, *about, say("Chance alone makes it some more or fewer."))


def _luck_words(luck: Luck) -> tuple[int, int, Message]:
    """What came, of how many, and what was to be expected, to the tenth."""
    tenths = _rounded(luck.expected, 10)
    return luck.came, luck.tries, lone(Name(f"{tenths // 10}.{tenths % 10}"))


def _rounded(expected: int, per_one: int) -> int:
    """So many `PARTS` in whole ones, or in whole parts of one; half of one rounds up."""
    return (2 * expected * per_one + PARTS) // (2 * PARTS)


def _diagram(key: str, title: Message, ends: _ByRound, lines: Sequence[Line], *about: Message) -> Diagram:
    return LineDiagram(key, title, ROUND, tuple(ends), tuple(lines), about)

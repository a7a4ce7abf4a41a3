"""What many games have shown of any playset, in sentences: what never happens, and what happens too often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.manawave.data.playset import ClansPlayset, Playset
from companion.games.manawave.rules.tiles import line_name
from companion.language.message import Message, listing, say
from companion.language.values import Name
from companion.playsets.core import Finding
from companion.playsets.manawave.counts import ENOUGH, Counts
from companion.playsets.manawave.game import MOST_ACTS_A_ROUND, MOST_ROUNDS
from companion.playsets.manawave.subject import EffectOf, cards_with_effects, drawn_cards, effects_of, path_of, title_of
from companion.playsets.shares import Share, share

FAIR: Final = 0.5
LARGE: Final = 0.05
"""A deviation from what is fair that people may come to feel."""
SELDOM, ALWAYS = 0.1, 0.95
"""Of the times when a card lies there to be taken, in how many anybody takes it."""
MANY_ALIKE: Final = 0.5
"""Of games that end in the same poor way."""
MOST_NAMED: Final = 8
"""So many cards are named in one sentence; the charts have all."""
PICKS: Final = ("seat", "pair", "faction", "veto", "clan", "first", "card", "first_line", "line")
"""Kinds of picks that are held against a half, in the order of a game."""


def found_in(playset: Playset, counts: Sequence[Counts]) -> list[Finding]:
    """Everything that games with any playset can show."""
    found = list[Finding]()
    for each in counts:
        found += [*_endings(playset, each), *_picks(playset, each)]
    found += [*_silent(playset, counts), *_idle(playset, counts)]
    for each in counts:
        if each.bots == "greedy":
            found += [*_taken(playset, each), *_unbought(playset, each)]
    return found


# --- endings ---


def _endings(playset: Playset, counts: Counts) -> Iterator[Finding]:
    stuck = share(counts.of("how/stuck"), counts.games)
    if stuck.count:
        text = say(
            "{share} of games by {bots} do not end: they were broken off after {acts} acts in a round, or "
            "{rounds} rounds.",
            share=stuck.text,
            bots=counts.words,
            acts=MOST_ACTS_A_ROUND,
            rounds=MOST_ROUNDS,
        )
        is_again = isinstance(playset, ClansPlayset) and playset.options.same_pick == "again"
        if is_again:
            text = say(
                "{share} of games by {bots} do not end: both want the same card again and again. "
                "Say same_pick = “both”, or make other cards worth as much.",
                share=stuck.text,
                bots=counts.words,
            )
        yield Finding("fault", text, 2 + stuck.part, ("options", "same_pick") if is_again else ())
    by_pile, drawn = share(counts.of("how/pile"), counts.games), counts.drawn
    if by_pile.low > MANY_ALIKE:
        text = say(
            "{share} of games by {bots} end only because the pile ran out: nothing had decided till then.",
            share=by_pile.text,
            bots=counts.words,
        )
        yield Finding("warning", text, by_pile.part)
    elif drawn.low > MANY_ALIKE:
        text = say("{share} of games by {bots} are draws.", share=drawn.text, bots=counts.words)
        yield Finding("warning", text, drawn.part)


# --- picks ---


def _picks(playset: Playset, counts: Counts) -> Iterator[Finding]:
    for kind in PICKS:
        for value in counts.picks(kind):
            wins = counts.pick(kind, value)
            if not wins.excludes(FAIR):
                continue
            off = abs(wins.part - FAIR)
            if kind == "seat":
                text = say(
                    "The first seat wins {share} of decided games by {bots}. The rules favour no seat, so the set-up "
                    "or this tool is at fault.",
                    share=wins.text,
                    bots=counts.words,
                )
                yield Finding("warning", text, 1 + off)
                continue
            text = say(
                "{pick} wins {share} of decided games by {bots}; a half would be fair.",
                pick=pick_words(playset, kind, value),
                share=wins.text,
                bots=counts.words,
            )
            yield Finding("warning" if off >= LARGE else "note", text, 2 * off, _pick_path(kind, value))


def pick_words(playset: Playset, kind: str, value: str) -> Message:
    """Who has picked so, to begin a sentence with."""
    match kind:
        case "pair":
            factions = listing(title_of(playset, f"faction/{each}") for each in value.split("+"))
            return say("Who takes the Factions {factions}", factions=factions)
        case "faction":
            return say("Who alone takes the Faction {faction}", faction=title_of(playset, f"faction/{value}"))
        case "veto":
            return say("Who vetoes {monument}", monument=title_of(playset, f"monument/{value}"))
        case "clan":
            clan, _, position = value.partition("@")
            title = title_of(playset, f"clan/{clan}")
            return say("Who alone places {clan} at position {position}", clan=title, position=int(position))
        case "first":
            return say("Whose first card is {card}", card=_drawn(playset, value))
        case "card":
            return say("Who has more copies of {card}", card=_drawn(playset, value))
        case "first_line":
            return say("Who lays the first tile on line {line}", line=Name(line_name(int(value))))
        case "line":
            return say("Who lays more tiles on line {line}", line=Name(line_name(int(value))))
    return say("The first seat")


def pick_name(playset: Playset, kind: str, value: str) -> Message:
    """The same in a word or two, for a chart."""
    match kind:
        case "pair":
            return say(
                "{names}", names=listing((title_of(playset, f"faction/{each}") for each in value.split("+")), ",")
            )
        case "faction" | "veto":
            key = "faction" if kind == "faction" else "monument"
            return say("{name}", name=title_of(playset, f"{key}/{value}"))
        case "clan":
            clan, _, position = value.partition("@")
            return say("{clan} at {position}", clan=title_of(playset, f"clan/{clan}"), position=int(position))
        case "first" | "card":
            return say("{name}", name=_drawn(playset, value))
        case "first_line" | "line":
            return say("{name}", name=Name(line_name(int(value))))
    return say("the first seat")


def _drawn(playset: Playset, value: str) -> Name:
    kind = "family" if isinstance(playset, ClansPlayset) else "tile"
    return title_of(playset, f"{kind}/{value}")


def _pick_path(kind: str, value: str) -> tuple[str | int, ...]:
    keys = {"faction": "faction", "veto": "monument"}
    if kind in keys:
        return keys[kind], int(value)
    return ("clan", int(value.partition("@")[0])) if kind == "clan" else ()


# --- what never happens ---


def _silent(playset: Playset, counts: Sequence[Counts]) -> Iterator[Finding]:
    """Modalities that nobody uses, and effects that never happen though their card lies there."""
    unused = set[tuple[str, int | None]]()
    for each in effects_of(playset):
        lay = sum(_lay(one, each) for one in counts)
        if lay < ENOUGH or (each.card, each.mode) in unused:
            continue
        if each.mode is not None and not any(one.of(f"mode/{each.mode_key}/games") for one in counts):
            unused.add((each.card, each.mode))
            text = say(
                "Nobody has ever used modality {mode} of {card}, in {games} games with it ({most} at most).",
                mode=each.mode,
                card=title_of(playset, each.card),
                games=lay,
                most=share(0, lay).at_most,
            )
            yield Finding("warning", text, 0.8, each.path[:-2])
        elif not any(one.of(f"effect/{each.key}/games") for one in counts):
            text = say(
                "An effect never happens: {effect}. In {games} games its card lay there ({most} at most).",
                effect=each.words,
                games=lay,
                most=share(0, lay).at_most,
            )
            yield Finding("warning", text, 0.9, each.path)


def _unbought(playset: Playset, counts: Counts) -> Iterator[Finding]:
    """Modalities that greedy bots leave alone, though others use them."""
    modes = dict.fromkeys((each.card, each.mode, each.mode_key) for each in effects_of(playset) if each.mode)
    left = [
        say("{card} {mode}", card=title_of(playset, card), mode=mode or 0)
        for card, mode, key in modes
        if counts.of(f"{card}/in_play") >= ENOUGH and not counts.of(f"mode/{key}/games")
    ]
    if left:
        named = listing(left[:MOST_NAMED], ",")
        text = say("Greedy bots have never used these modalities: {modes}.", modes=named)
        if len(left) > MOST_NAMED:
            more = len(left) - MOST_NAMED
            text = say("Greedy bots have never used these modalities: {modes} and {more} more.", modes=named, more=more)
        yield Finding("note", text, 0.4)


def _lay(counts: Counts, effect: EffectOf) -> int:
    """In how many games the card of an effect lay there, so that the wave ran through it."""
    return counts.games if effect.card.startswith("clan/") else counts.of(f"{effect.card}/in_play")


def _idle(playset: Playset, counts: Sequence[Counts]) -> Iterator[Finding]:
    """Cards without which every game that was played again ended alike."""
    random = next((each for each in counts if each.bots == "random"), None)
    if random is None:
        return
    again = {card: changed(random, card) for card in cards_with_effects(playset)}
    again = {card: found for card, found in again.items() if found.of >= ENOUGH}
    idle = [card for card, found in again.items() if not found.count]
    if idle:
        least = min(again[card].of for card in idle)
        text = say(
            "What these cards do has never changed who wins: {cards}. Each was left out of {games} games or more that "
            "were played again in all else alike (with each, {most} of games at most would change).",
            cards=_named(playset, idle),
            games=least,
            most=share(0, least).at_most,
        )
        yield Finding("warning", text, 0.6, path_of(idle[0]) if len(idle) == 1 else ())
    most = max(again, key=lambda card: again[card].part, default="")
    if most and again[most].count:
        text = say(
            "No card changes who wins oftener than {card}: without what it does {share} of games would end otherwise.",
            card=title_of(playset, most),
            share=again[most].text,
        )
        yield Finding("note", text, again[most].part, path_of(most))


def changed(counts: Counts, card: str) -> Share:
    """How many of the games that were played again without what a card does came to another winner."""
    return counts.share(f"without/{card}/winner", f"without/{card}/of")


def _taken(playset: Playset, counts: Counts) -> Iterator[Finding]:
    found = {card: counts.share(f"{card}/taken", f"{card}/offered") for card in drawn_cards(playset)}
    found = {card: each for card, each in found.items() if each.of >= ENOUGH}
    for is_seldom in (True, False):
        cards = [card for card, each in found.items() if (each.high < SELDOM if is_seldom else each.low > ALWAYS)]
        if not cards:
            continue
        cards.sort(key=lambda card: found[card].part, reverse=not is_seldom)
        named = listing(
            (
                say("{card} ({part})", card=title_of(playset, card), part=Name(f"{100 * found[card].part:.1f} %"))
                for card in cards[:MOST_NAMED]
            ),
            ",",
        )
        text = say("Greedy bots hardly ever take these when they lie there: {cards}.", cards=named)
        if not is_seldom:
            text = say("Greedy bots nearly always take these when they lie there: {cards}.", cards=named)
        yield Finding("warning" if is_seldom else "note", text, 0.5, path_of(cards[0]) if len(cards) == 1 else ())


def _named(playset: Playset, cards: Sequence[str]) -> Message:
    names = listing((title_of(playset, each) for each in cards[:MOST_NAMED]), ",")
    more = len(cards) - MOST_NAMED
    return say("{names} and {more} more", names=names, more=more) if more > 0 else say("{names}", names=names)

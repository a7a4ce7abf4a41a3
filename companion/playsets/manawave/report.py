"""The report on many games: findings in the order of their weight, and the figures as charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.games.manawave.data.playset import ClansPlayset, NexusPlayset, Playset
from companion.language.message import Message, lone, say, sentences
from companion.language.values import Count, Name, Noun
from companion.playsets.core import (
    BOTS,
    Bots,
    Chart,
    Finding,
    RoundChart,
    RoundLine,
    Section,
    ShareChart,
    ShareRow,
    Sheet,
    Tally,
    TrialReport,
)
from companion.playsets.manawave.counts import Counts, judge_together
from companion.playsets.manawave.findings import FAIR, PICKS, changed, found_in, pick_name
from companion.playsets.manawave.monument_findings import monument_findings, monument_sheet
from companion.playsets.manawave.subject import drawn_cards, effects_of, path_of, title_of
from companion.playsets.shares import Share, share

_ORDER: Final = ("fault", "warning", "note")
_COURSES: Final[Mapping[str, Message]] = {
    "population": say("Population of a side"),
    "mana": say("Mana of a side, in all its trackers"),
    "soulstain": say("Soulstain of a side"),
    "tiles": say("Tiles of a side"),
}
_PICK_TITLES: Final[Mapping[str, Message]] = {
    "seat": say("Seat"),
    "pair": say("Factions, both"),
    "faction": say("A Faction that the other side has not"),
    "veto": say("Monument vetoed"),
    "clan": say("Where a Clan is placed"),
    "first": say("First card chosen"),
    "card": say("More copies of a card than the other side"),
    "first_line": say("Line of the first tile"),
    "line": say("More tiles on a line than the other side"),
}


def report(playset: Playset, tallies: Mapping[Bots, Tally]) -> TrialReport:
    """What the tallies of many games mean."""
    counts = [Counts(bots, tallies[bots]) for bots in BOTS if bots in tallies and tallies[bots].get("games")]
    together = judge_together(counts, PICKS)
    findings = found_in(playset, counts)
    if isinstance(playset, ClansPlayset):
        findings += monument_findings(playset, counts)
    findings.sort(key=_place)
    sections = [_endings(playset, counts), _courses(playset, counts), _picks(playset, counts), *_cards(playset, counts)]
    return TrialReport(tuple(findings), tuple(sections), tuple(_method(counts, together)), _lead(counts))


def _place(finding: Finding) -> tuple[int, float]:
    return _ORDER.index(finding.weight), -finding.size


def _lead(counts: Sequence[Counts]) -> Message:
    return sentences(
        *(
            say(
                "{games} games by {bots}: a median of {rounds}, and {drawn} draws.",
                games=each.games,
                bots=each.words,
                rounds=Count(each.median_round(), Noun("round")),
                drawn=each.drawn.text,
            )
            for each in counts
        )
    )


def _method(counts: Sequence[Counts], together: int) -> Iterator[Message]:
    yield say(
        "Random bots draw every decision by lot; greedy bots take what they like best after looking one round ahead, "
        "and draw vetoes, Factions and Clans by lot. Neither plays like people: what both show is worth more than what "
        "one does."
    )
    yield say(
        "Behind a share stands Wilson’s interval of 95 %. Where picks are held against a half, the intervals are "
        "wider, so that all {together} of them hold together with 95 % (Bonferroni); a pick is named only where its "
        "interval leaves out a half.",
        together=together,
    )
    yield say(
        "A pick is counted in games that somebody has won, and in which one side has made it and the other has not, or "
        "not as often: all else being alike, each side then wins a half."
    )
    if any(each.bots == "random" for each in counts):
        yield say(
            "One in four games by random bots was played again, the same in all but one card, which then did nothing: "
            "that shows how often the card changes who wins."
        )


# --- endings ---


def _endings(playset: Playset, counts: Sequence[Counts]) -> Section:
    ends, wins, rounds = list[Chart](), list[Chart](), list[Chart]()
    for each in counts:
        rows = [ShareRow(_how_words(playset, how), share(count, each.games)) for how, count in _how(playset, each)]
        rows.sort(key=lambda row: -row.share.part)
        title = say("What ends a game, by {bots}", bots=each.words)
        ends.append(ShareChart(f"ends_{each.bots}", title, (), tuple(rows)))
        sides = (
            (say("The first seat wins"), each.of("won/0")),
            (say("The second seat wins"), each.of("won/1")),
            (say("A draw"), each.drawn.count),
        )
        rows = [ShareRow(words, share(count, each.games)) for words, count in sides]
        wins.append(ShareChart(f"wins_{each.bots}", say("Who wins, by {bots}", bots=each.words), (), tuple(rows)))
        rows = [
            ShareRow(say("{rounds}", rounds=Count(number, Noun("round"))), share(count, each.games))
            for number, count in each.rounds().items()
        ]
        rounds.append(ShareChart(f"rounds_{each.bots}", say("How long, by {bots}", bots=each.words), (), tuple(rows)))
    charts = (*ends, *wins, *rounds)
    return Section(say("How games end"), tuple(charts))


def _how(playset: Playset, counts: Counts) -> Iterator[tuple[str, int]]:
    for key in ("pile", "stuck"):
        if counts.of(f"how/{key}"):
            yield key, counts.of(f"how/{key}")
    yield from ((f"monument/{index}", number) for index, number in counts.below("how/monument").items())
    if isinstance(playset, NexusPlayset):
        for index in range(len(playset.tile)):
            yield from ((f"tile/{index}/{last}", number) for last, number in counts.below(f"how/tile/{index}").items())


def _how_words(playset: Playset, how: str) -> Message:
    if how == "pile":
        return say("The pile ran out")
    if how == "stuck":
        return say("It did not end")
    kind, index, *effect = how.split("/")
    title = title_of(playset, f"{kind}/{index}")
    if isinstance(playset, NexusPlayset):
        op = playset.tile[int(index)].on_wave[int(effect[0])].op
        return say("{tile}: won", tile=title) if op == "win" else say("{tile}: lost", tile=title)
    return say("{name}", name=title)


# --- the course of a game ---


def _courses(playset: Playset, counts: Sequence[Counts]) -> Section:
    names = (
        ("population", "mana", "soulstain")
        if isinstance(playset, ClansPlayset)
        else ("population", "tiles", "soulstain")
    )
    charts = list[Chart]()
    for name in names:
        lines = list[RoundLine]()
        for each in counts:
            found = [*each.by_round(name, max(each.rounds(), default=0))]
            lines.append(RoundLine(each.words, tuple(mean for mean, _ in found), tuple(band for _, band in found)))
        rounds = max((len(line.means) for line in lines), default=0)
        marks = tuple(range(1, rounds + 1))
        charts.append(RoundChart(f"course_{name}", _COURSES[name], (), say("Round"), marks, tuple(lines)))
    about = say(
        "At the end of each round, of the games that are still played then: the mean of a side, and in the band the "
        "middle two thirds."
    )
    return Section(say("How a game runs"), tuple(charts), (about,))


# --- picks ---


def _picks(playset: Playset, counts: Sequence[Counts]) -> Section:
    charts = list[Chart]()
    for kind in PICKS:
        for each in counts:
            found = [(value, each.pick(kind, value)) for value in each.picks(kind)]
            if not found:
                continue
            found.sort(key=lambda pair: -pair[1].part)
            rows = tuple(ShareRow(pick_name(playset, kind, value), wins, wins.excludes(FAIR)) for value, wins in found)
            title = say("{pick}, by {bots}", pick=_PICK_TITLES[kind], bots=each.words)
            charts.append(ShareChart(f"pick_{kind}_{each.bots}", title, (), rows, FAIR))
    about = say(
        "How often the side wins that has picked so, among decided games. The line is a half, which would be fair."
    )
    return Section(say("What wins"), tuple(charts), (about,))


# --- cards ---


def _cards(playset: Playset, counts: Sequence[Counts]) -> Iterator[Section]:
    by = {each.bots: each for each in counts}
    charts = list[Chart]()
    if isinstance(playset, ClansPlayset):
        charts.append(monument_sheet(playset, counts))
    rows, paths = list[tuple[Message, ...]](), []
    for card in drawn_cards(playset):
        row = [say("{name}", name=title_of(playset, card))]
        row += [_cell(each.share(f"{card}/taken", f"{card}/offered")) for each in counts]
        row += [_cell(each.pick("card", card.partition("/")[2])) for each in counts]
        if "random" in by:
            row.append(_cell(changed(by["random"], card)))
        rows.append(tuple(row))
        paths.append(path_of(card))
    head = [say("Card")]
    head += [say("taken when offered, {bots}", bots=each.words) for each in counts]
    head += [say("wins with more copies, {bots}", bots=each.words) for each in counts]
    if "random" in by:
        head.append(say("other winner without it"))
    about = say("Taken: by anybody, of the times when it lay among the three. By lot that is 56 % for a single card.")
    charts.append(Sheet("cards", say("Cards"), (about,), tuple(head), tuple(rows), tuple(paths)))
    charts.append(_effects(playset, counts))
    yield Section(say("Cards one by one"), tuple(charts))


def _effects(playset: Playset, counts: Sequence[Counts]) -> Sheet:
    rows, paths = list[tuple[Message, ...]](), []
    for each in effects_of(playset):
        row = [each.words]
        for one in counts:
            row.append(_cell(_used(one, each.mode_key, each.card, each.mode)))
            row.append(lone(one.of(f"effect/{each.key}/waves")))
        rows.append(tuple(row))
        paths.append(each.path)
    head = [say("Effect")]
    for one in counts:
        head += [
            say("games in which it could, {bots}", bots=one.words),
            say("times it happened, {bots}", bots=one.words),
        ]
    about = say(
        "It could: a modality was used in a wave, of the games with its card; a tile or a Clan lay there. It happened: "
        "its conditions held, and it came to something."
    )
    return Sheet("effects", say("Modalities and effects"), (about,), tuple(head), tuple(rows), tuple(paths))


def _used(counts: Counts, mode_key: str, card: str, mode: int | None) -> Share:
    if mode is not None:
        return counts.share(f"mode/{mode_key}/games", f"{card}/in_play")
    if card.startswith("clan/"):
        return share(counts.games, counts.games)
    return counts.share(f"{card}/in_play", "games")


def _cell(found: Share) -> Message:
    return say("{share}", share=found.text) if found.of else say("{none}", none=Name("–"))

"""What many games have shown of the Monuments of a playset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.manawave.data.playset import ClansPlayset
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Name
from companion.playsets.core import Finding, Sheet
from companion.playsets.manawave.counts import ENOUGH, Counts
from companion.playsets.manawave.subject import path_of, title_of
from companion.playsets.shares import share

HARDLY: Final = 0.01
"""A Monument that decides fewer of the games in which it stands hardly ever does."""
NEARLY_ALL: Final = 0.9


def monument_findings(playset: ClansPlayset, counts: Sequence[Counts]) -> Iterator[Finding]:
    """Monuments that never decide, hardly ever, or nearly always; and those that never come to stand."""
    mute = list[str]()
    for index in range(len(playset.monument)):
        name = f"monument/{index}"
        there, decided, offered = (
            sum(each.of(f"{name}/{what}") for each in counts) for what in ("there", "decided", "offered")
        )
        title = title_of(playset, name)
        if offered >= ENOUGH and not there:
            text = say("{monument} was revealed {times} times and vetoed each time.", monument=title, times=offered)
            yield Finding("warning", text, 0.7, path_of(name))
        elif there >= ENOUGH and not decided:
            mute.append(name)
        for each in counts:
            found = each.share(f"{name}/decided", f"{name}/there")
            if there >= ENOUGH and decided and found.of >= ENOUGH and found.high < HARDLY:
                text = say(
                    "{monument} hardly ever decides: {share} of the games by {bots} in which it stands.",
                    monument=title,
                    share=found.text,
                    bots=each.words,
                )
                yield Finding("note", text, 0.3, path_of(name))
            if found.of >= ENOUGH and found.low > NEARLY_ALL:
                text = say(
                    "{monument} decides {share} of the games by {bots} in which it stands: what else is there hardly "
                    "counts.",
                    monument=title,
                    share=found.text,
                    bots=each.words,
                )
                yield Finding("note", text, found.part, path_of(name))
    if mute:
        least = min(sum(each.of(f"{name}/there") for each in counts) for name in mute)
        text = say(
            "These Monuments never decide anything: {monuments}. Each stood in {games} games or more ({most} at most "
            "would be decided).",
            monuments=listing((title_of(playset, each) for each in mute), ","),
            games=least,
            most=share(0, least).at_most,
        )
        near = [words for name in mute if (words := _nearest(playset, counts, name))]
        yield Finding("warning", sentences(text, *near), 0.85, path_of(mute[0]) if len(mute) == 1 else ())


def _nearest(playset: ClansPlayset, counts: Sequence[Counts], name: str) -> Message | None:
    """What was missing for the threshold of a Monument in the game that came nearest to it; None without one."""
    missed = [int(short) for each in counts for short in each.below(f"{name}/short")]
    threshold = playset.monument[int(name.partition("/")[2])].resolve.threshold
    if not missed or threshold is None or not min(missed):
        return None
    return say(
        "{monument}: in the game that came nearest {number} {metric} more would have been enough.",
        monument=title_of(playset, name),
        number=min(missed),
        metric=Name(threshold.metric),
    )


def monument_sheet(playset: ClansPlayset, counts: Sequence[Counts]) -> Sheet:
    """How often each was revealed, vetoed, stood there and decided."""
    rows = list[tuple[Message, ...]]()
    for index in range(len(playset.monument)):
        name = f"monument/{index}"
        row = [say("{name}", name=title_of(playset, name))]
        for each in counts:
            for one, other in (("vetoed", "offered"), ("decided", "there")):
                row.append(say("{share}", share=each.share(f"{name}/{one}", f"{name}/{other}").text))
        rows.append(tuple(row))
    head = [say("Monument")]
    for each in counts:
        head += [
            say("vetoed when revealed, {bots}", bots=each.words),
            say("decides when there, {bots}", bots=each.words),
        ]
    about = say("Bots of both kinds veto by lot: by at least one side in five of nine cases.")
    paths = tuple(("monument", index) for index in range(len(playset.monument)))
    return Sheet("monuments", say("Monuments"), (about,), tuple(head), tuple(rows), paths)

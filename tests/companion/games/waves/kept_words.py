"""All that Waves says in one virtual game, as lines, and what an earlier version said in each of a thousand.

`python -m tests.companion.games.waves.kept_words 7` prints what it says in the game of seed 7, to be held against what
another version prints. Nothing writes `kept_words.txt` anew: a sentence that was meant to change stands in `MEANT`, as
it is now and as it was, with the reason.
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.games.bots import Autopilot
from companion.games.core import Action, State
from companion.games.deal import open_virtual
from companion.games.errors import IllegalAction
from companion.games.offers import combinations
from companion.games.option_text import fitting
from companion.games.registry import GAMES

GAME = GAMES["waves"]
FILE = Path(__file__).with_suffix(".txt")
COURSES = combinations(GAME)
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gül", "Hana")
SEEDS = 1000
MEANT = (
    # The head of a phone says whose turn it is: its first sentence says what to do.
    (r"Play Agents face down\. Follow:", r"Your turn, face down. Follow:"),
    # One order a sentence.
    (
        r"( Council card[^.|]*)\. Put (\d+ shells) into the supply, the tablets in their row\.",
        r"\1, \2 in the supply and the five tablets in their row.",
    ),
)
"""Sentences that were meant to change: as they are said now, and as they were."""


def kept() -> tuple[str, ...]:
    """What the words of each game came to then, by seed."""
    return tuple(FILE.read_text(encoding="ascii").split())


def digest(seed: int) -> str:
    """What all the words of the game of this seed come to."""
    told = hashlib.sha256()
    for line in words_of(seed):
        told.update(_as_it_was(line).encode() + b"\n")
    return told.hexdigest()[:16]


def _as_it_was(line: str) -> str:
    for now, then in MEANT:
        line = re.sub(now, then, line)
    return line


def words_of(seed: int) -> Iterator[str]:
    """Prompts, choices, panels, refusals, the log and the end of one game, for a seat and for the public.

    Every tenth position is also told as where the cards are the players' own: the companion then knows no hand.
    """
    rng = random.Random(f"words of {seed}")
    state = open_virtual(GAME, _options(seed, rng), rng)
    count = GAME.seat_count(state.table)
    autopilot = Autopilot(GAME, seed, dawdle=rng.random() < 0.1)
    yield from (f"{rule} {words}" for rule, words in sorted(GAME.screen.rule_words(GAME.view(state, None)).items()))
    done: list[Action] = []
    before = state
    for ply in range(10_000):
        proposal = autopilot.propose(state, ply, frozenset())
        seat = rng.randrange(count)
        yield from _said(state, seat)
        yield from _said(state, None)
        if ply % 10 == 0:
            yield from _said(State(state.table, (None,) * count), seat)
            yield from _facts(state)
        if done:
            yield from _refused(state, rng.choice(done))
            yield from _refused(before, done[-1])
        if proposal is None:
            break
        act = proposal[0]
        for eyes in (None, seat):
            seen = GAME.view_action(act, eyes)
            yield f"{GAME.describe(GAME.view(state, eyes, NAMES[:count]), seen)}"
            memory = GAME.memory(GAME.view(state, eyes, NAMES[:count]), seen)
            yield str(memory.text) if memory is not None else "-"
        before, state = state, GAME.apply_action(state, act)
        done.append(act)
    outcome = GAME.outcome(state)
    yield str(outcome.text) if outcome is not None else "-"


def _options(seed: int, rng: random.Random) -> dict[str, Any]:
    """Each mode and number of players in turn, tablets as simulations choose them, and some house rules."""
    course = COURSES[seed % len(COURSES)]
    chosen = GAME.simulation.varied_options(rng)
    for field in GAME.options():
        if field.key not in (*course, *chosen, "seating") and rng.random() < 0.3:
            chosen[field.key] = rng.choice([value for value, _ in field.choices])
    return fitting(GAME, {**chosen, **course})


def _facts(state: State[Any, Any]) -> Iterator[str]:
    for field in GAME.facts(GAME.view(state, None, NAMES[: GAME.seat_count(state.table)])):
        yield f"{field.group} | {field.label} | {', '.join(str(label) for _, label in field.choices)}"


def _said(state: State[Any, Any], seat: int | None) -> Iterator[str]:
    view = GAME.view(state, seat, NAMES[: GAME.seat_count(state.table)])
    prompt = GAME.prompt(view)
    yield f"{prompt.phase} | {prompt.text} | {prompt.why}"
    yield from (str(note) for note in (*prompt.assumed, *prompt.house_rules, *prompt.advice))
    yield from (f"{choice.group} | {choice.label}" for choice in GAME.choices(view))
    yield from (" | ".join(map(str, panel.lines)) for panel in GAME.screen.panels(view))


def _refused(state: State[Any, Any], act: Action) -> Iterator[str]:
    try:
        GAME.apply_action(state, act)
    except IllegalAction as refused:
        yield f"{refused.reason} {refused.rule}"


if __name__ == "__main__":
    if sys.argv[1:] == ["all"]:
        print("\n".join(digest(seed) for seed in range(SEEDS)))
    else:
        print("\n".join(words_of(int(sys.argv[1]))))

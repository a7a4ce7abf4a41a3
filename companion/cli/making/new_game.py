"""A new game in the source of this companion: `companion new-game`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.cli.table.wanted import called
from companion.games.shared.phrases import listing
from companion.runtime.terminal import echo
from companion.scaffold.unused import Unused
from companion.scaffold.writer import MARKERS, REGISTRY, write_game

ROOT: Final = Path(__file__).parents[3]
"""The folder of this companion's source."""


def write(name: str) -> None:
    """Write it, and say what was written and what to try next."""
    made = write_game(name, ROOT)
    command = " ".join(called())
    echo(
        f"{made.title} is written below {ROOT}:",
        *(f"  {path}" for path in made.files),
        f"  {REGISTRY} (one line)",
        "",
        *_numbers(made.numbers),
        "",
        "Try next:",
        f"  {command} play {name}",
        f"  {command} simulate {name} --games 100",
        f"  {command} check tests/scenarios/{name}",
        f"  {command} print {name} -o {name}.pdf",
        f"  pytest tests/companion/games/{name}",
        "Then make it your own, by docs/games.md.",
    )


def _numbers(numbers: Unused) -> tuple[str, ...]:
    """What was chosen for it, and what to know of that."""
    last = numbers.first + MARKERS - 1
    chosen = (
        f"Its rules begin with {numbers.letter}, its markers are {numbers.first} to {last}, "
        f"and its mat has the mark {numbers.mark}."
    )
    if not numbers.shared_with:
        return (chosen,)
    others = listing(numbers.shared_with)
    return chosen, f"Pieces of {others} have some of these markers too: keep them off its mat."

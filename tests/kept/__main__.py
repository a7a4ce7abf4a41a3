"""`python -m tests.kept`: make kept games, hold them against what is seen now, show one position, sum them up anew."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.games.registry import GAMES
from tests.kept.check import beside, differences, shown
from tests.kept.play import played
from tests.kept.record import HERE, Kept, as_read, file_of, read, write
from tests.kept.seen import KINDS
from tests.kept.sums import with_sums

TOLD: Final = 40
"""So many differences of a game are told one by one."""
SHOWN: Final = 60
"""So many lines of a difference."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.kept", description=__doc__)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("make", help="play random games and keep them")
    make.add_argument("--games", type=int, default=20, help="how many of each game")
    make.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    make.set_defaults(do=_make)
    check = commands.add_parser("check", help="tell where anything is seen otherwise than when the games were kept")
    check.add_argument("--kinds", nargs="+", choices=[*KINDS], default=[*KINDS], help="only these")
    check.add_argument("--without", nargs="+", choices=[*KINDS], default=[], help="all but these")
    check.add_argument("--first", type=int, metavar="N", help="of each game the first N alone")
    check.add_argument("--beside", type=Path, metavar="CHECKOUT", help="print what was seen in that older checkout too")
    check.set_defaults(do=_check)
    again = commands.add_parser("again", help="sum the same games up anew, where what is seen has changed on purpose")
    again.set_defaults(do=_again)
    for each in (check, again):
        each.add_argument("folder", type=Path, nargs="?", default=HERE)
    for each in (make, check, again):
        each.add_argument(
            "--only", nargs="+", choices=[*GAMES], default=[*GAMES], metavar="GAME", help="only these games"
        )
    show = commands.add_parser("show", help="print what is seen of a kind in one position")
    show.add_argument("file", type=Path)
    show.add_argument("number", type=int, help="of the game in the file")
    show.add_argument("steps", type=int, help="done before the position")
    show.add_argument("kind", choices=[*KINDS])
    show.set_defaults(do=_show)
    chosen = parser.parse_args(arguments)
    do: Callable[[argparse.Namespace], int] = chosen.do
    return do(chosen)


def _make(chosen: argparse.Namespace) -> int:
    for name in chosen.only:
        games = (_summed(as_read(played(name, number))) for number in range(chosen.games))
        write(file_of(chosen.to, name), _followed(name, games))
    return 0


def _again(chosen: argparse.Namespace) -> int:
    for name in chosen.only:
        path = file_of(chosen.folder, name)
        write(path, [*_followed(name, map(_summed, read(path)))])
    return 0


def _summed(kept: Kept) -> Kept:
    """The game with its sums; what cannot be seen in this version is told, and kept as it is."""

    def broken(number: int, kind: str, why: str) -> None:
        print(f"{kept.name}, after {number} steps: {kind}: {why}", file=sys.stderr)

    return with_sums(kept, broken)


def _followed(name: str, games: Iterator[Kept]) -> Iterator[Kept]:
    """The same games; how far it is comes to the terminal now and then."""
    begun = told = time.monotonic()
    steps = count = 0
    for count, each in enumerate(games, 1):
        yield each
        steps += len(each.steps)
        if time.monotonic() - told > 20:
            told = time.monotonic()
            print(f"{name}: {count} games, {steps} steps in {told - begun:.0f} s", file=sys.stderr, flush=True)
    print(f"{name}: {count} games, {steps} steps in {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


def _check(chosen: argparse.Namespace) -> int:
    kinds = [kind for kind in chosen.kinds if kind not in chosen.without]
    found = Counter[str]()
    for name in chosen.only:
        path, told = file_of(chosen.folder, name), 0
        for count, kept in enumerate(_followed(name, read(path))):
            if count == chosen.first:
                break
            for each in differences(kept, kinds):
                found[each.kind or "cannot be played"] += each.times
                told += 1
                if told <= TOLD:
                    print(each, flush=True)
                    if chosen.beside is not None and not each.text:
                        print(*[*beside(chosen.beside, path, kept, each)][:SHOWN], sep="\n")
    print("; ".join(f"{kind}: {times}" for kind, times in found.items()) or "Nothing differs.")
    return min(found.total(), 1)


def _show(chosen: argparse.Namespace) -> int:
    kept = next(each for each in read(chosen.file) if each.number == chosen.number)
    print(shown(kept, chosen.steps, chosen.kind))
    return 0


if __name__ == "__main__":
    sys.exit(main())

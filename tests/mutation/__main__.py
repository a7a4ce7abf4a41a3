"""`python -m tests.mutation`: change the rules in copies, run their tests, and say which changes nobody noticed."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tests.mutation.mutants import exit_codes, made_in, sample
from tests.mutation.verdict import Verdict, is_listed, judge, load_equivalent, verdict_text
from tests.mutation.workbench import WorkbenchError, lay_out, make_mutants, try_mutants

ROOT: Final = Path(__file__).parents[2]
LISTED: Final = Path(__file__).with_name("equivalent.toml")
EVERY: Final = 25
"""Mutants after which progress is told."""


def main(arguments: Sequence[str] | None = None, root: Path = ROOT, listed: Path = LISTED) -> int:
    """The exit status: 0 where enough mutants seem to be killed, 1 where not, 2 where it could not be found out."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--number", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same mutants (default: 1)")
    parser.add_argument("--least", type=float, default=0.9, help="the share to be killed, of all (default: 0.9)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only files whose path has this text in it")
    chosen = parser.parse_args(arguments)
    if chosen.number < 1 or chosen.jobs < 1 or not 0 <= chosen.least <= 1:
        parser.error("--number and --jobs begin at 1; --least lies between 0 and 1")
    try:
        verdict = run(root, listed, chosen.number, chosen.seed, chosen.least, chosen.jobs, chosen.only)
    except (WorkbenchError, ValueError, OSError, msgspec.MsgspecError) as error:
        print(f"The rules could not be tried: {error}", file=sys.stderr)
        return 2
    report = root / "build" / "mutation.json"
    report.write_bytes(msgspec.json.format(msgspec.json.encode(verdict), indent=2))
    print(f"{verdict_text(verdict)}\nReport: {report.relative_to(root)}")
    return 0 if verdict.is_good else 1


def run(root: Path, listed: Path, number: int, seed: int, least: float, jobs: int, only: str) -> Verdict:
    """The verdict on a sample. Raises `WorkbenchError`, `ValueError`, `OSError` or `msgspec.MsgspecError`."""
    folder = root / "build" / "mutation"
    started = time.monotonic()
    print("Making mutants, and learning which tests meet which function ...", flush=True)
    lay_out(root, folder)
    make_mutants(folder, jobs)
    made, known = made_in(folder), load_equivalent(listed)
    picked = sample((mutant for mutant in made if only in mutant.file), number, seed)
    names = [mutant.name for mutant in picked if mutant.is_tested and not is_listed(mutant, known)]
    print(f"Trying {len(names)} of {len(made)} mutants ...", flush=True)
    try_mutants(folder, names, jobs, _teller(len(names)))
    seconds = time.monotonic() - started
    return judge(made, picked, exit_codes(folder), known, seed=seed, least=least, seconds=seconds)


def _teller(of: int) -> Callable[[int], None]:
    """What prints how far the trying has come, now and then."""
    told = 0

    def tell(tried: int) -> None:
        nonlocal told
        if tried // EVERY > told // EVERY:
            print(f"  {tried} of {of}", flush=True)
            told = tried

    return tell


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.turns`: which slow suites are due on a day, for people and for `.ci/run`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from .plan import Plan
from .rooms import change_since_parent
from .table import load_table, next_day, parse_day, share_on

DAYS = "a day, like 2026-11-26; without it that of the variable TURN_DATE, or today in UTC"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.turns", description=__doc__)
    parser.add_argument("--date", default=os.environ.get("TURN_DATE", "today"), type=parse_day, help=DAYS)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--steps", action="store_true", help="each step of .ci/run: name, when, what it does")
    kind.add_argument("--share", type=int, metavar="N", help="which of N shares has its turn, as in 3/10")
    chosen = parser.parse_args(arguments)
    if chosen.share:
        print(f"{share_on(chosen.date, chosen.share)}/{chosen.share}")
        return
    plan = Plan(chosen.date, change_since_parent(), load_table())
    if chosen.steps:
        for step in plan.table.steps.values():
            when = "now" if step.turn is None or plan.step(step) else next_day(step.turn, plan.day)
            print(f"{step.name}\t{when}\t{step.does}")
    else:
        print("\n".join(plan.listed()))


if __name__ == "__main__":
    main()

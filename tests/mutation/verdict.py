"""What the tests made of a sample: how many mutants they killed, and which ones live."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.playsets.shares import share
from tests.mutation.mutants import Mutant

LIVED: Final = 0
CLOCK: Final = frozenset({24, -24, 36, 152, 255})
"""How mutmut tells that the tests took too long: what goes on for ever is noticed too."""
UNTRIED: Final = frozenset({None, 2, 5, 33, 34})
"""How it tells that a mutant was not tried: not begun, interrupted, no test, left out."""
LEVEL: Final = 0.9
"""Of the interval around the killed share: one sample in twenty lies wholly below the truth."""


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that no test can tell from the rules, and why."""

    file: str
    function: str
    original: str
    mutated: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it has in common with its mutants."""
        return (self.file, self.function, self.original, self.mutated)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The file that lists them."""

    equivalent: tuple[Equivalent, ...] = ()


class Survivor(msgspec.Struct, frozen=True):
    """A mutant that no test noticed."""

    at: str
    """File and line."""
    function: str
    diff: str
    is_tested: bool
    """Whether any test meets the function."""


class Verdict(msgspec.Struct, frozen=True):
    """What one run found."""

    seed: int
    made: int
    """Mutants there are in all."""
    tried: int
    """Mutants of the sample, without the equivalent ones."""
    killed: int
    by_clock: int
    """How many of these were killed because the tests took too long."""
    equivalent: int
    """Mutants of the sample that are known to change nothing."""
    rate: float
    highest: float
    """The rate of all mutants is hardly above this one, as far as a sample of this size tells."""
    least: float
    """The rate that is wanted."""
    seconds: float
    survivors: tuple[Survivor, ...]
    stale: tuple[str, ...]
    """Entries of the list of equivalent mutants that no mutant fits any more."""

    @property
    def is_good(self) -> bool:
        """Whether nothing tells that too few are killed, and the list of equivalent mutants fits the rules."""
        return self.highest >= self.least and not self.stale


def load_equivalent(path: Path) -> tuple[Equivalent, ...]:
    """The listed equivalent mutants. Raises `msgspec.ValidationError` or `tomllib.TOMLDecodeError`."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).equivalent


def is_listed(mutant: Mutant, listed: Iterable[Equivalent]) -> bool:
    """Whether a mutant is one of those."""
    return (mutant.file, mutant.function, mutant.original, mutant.mutated) in {each.key for each in listed}


def judge(
    made: Sequence[Mutant],
    chosen: Sequence[Mutant],
    codes: Mapping[str, int | None],
    listed: Sequence[Equivalent],
    *,
    seed: int,
    least: float,
    seconds: float,
) -> Verdict:
    """The verdict on the chosen ones. Raises `ValueError` where one that a test meets was not tried."""
    counted = [mutant for mutant in chosen if not is_listed(mutant, listed)]
    untried = [mutant.name for mutant in counted if mutant.is_tested and codes.get(mutant.name) in UNTRIED]
    if untried:
        raise ValueError(f"{len(untried)} mutants were not tried, the first of them {untried[0]}.")
    alive = [mutant for mutant in counted if not mutant.is_tested or codes[mutant.name] == LIVED]
    fits = {(mutant.file, mutant.function, mutant.original, mutant.mutated) for mutant in made}
    killed = len(counted) - len(alive)
    return Verdict(
        seed=seed,
        made=len(made),
        tried=len(counted),
        killed=killed,
        by_clock=sum(mutant.is_tested and codes[mutant.name] in CLOCK for mutant in counted),
        equivalent=len(chosen) - len(counted),
        rate=round(killed / len(counted), 4) if counted else 1.0,
        highest=round(share(killed, len(counted), LEVEL).high, 4),
        least=least,
        seconds=round(seconds, 1),
        survivors=tuple(
            Survivor(f"{mutant.file}:{mutant.line}", mutant.function, mutant.diff, mutant.is_tested) for mutant in alive
        ),
        stale=tuple(f"{each.file}, {each.function}: {each.original}" for each in listed if each.key not in fits),
    )


def verdict_text(verdict: Verdict) -> str:
    """The verdict as people read it: each survivor with its change, then the sums."""
    lines: list[str] = []
    for survivor in verdict.survivors:
        why = "lived" if survivor.is_tested else "no test meets this function"
        lines += [f"{survivor.at}, {survivor.function}: {why}", survivor.diff, ""]
    for each in verdict.stale:
        lines.append(f"No mutant fits any more; take it out of equivalent.toml: {each}")
    lines.append(
        f"{verdict.killed} of {verdict.tried} mutants killed, {verdict.by_clock} of them by the clock: "
        f"{verdict.rate:.1%}, of all hardly more than {verdict.highest:.1%}; wanted are {verdict.least:.0%}."
    )
    lines.append(
        f"Chosen from {verdict.made} by seed {verdict.seed}; {verdict.equivalent} more are known to change nothing; "
        f"{verdict.seconds:.0f} s."
    )
    return "\n".join(lines)

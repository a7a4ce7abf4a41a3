"""A fuzzer guided by coverage (atheris, on libFuzzer) for the companion's end of the line.

    python -m tests.hardware.fuzz_host -runs=1000000 NEW tests/hardware/corpus

What reaches code that nothing in the corpus reached is kept in the folder NEW; copy it to the corpus.

An input is lines as they come; each of them that is a body gets its check, so that the fuzzer need not find CRC-32.
"""

from __future__ import annotations

import importlib
import itertools
import sys
import zlib
from typing import Any


def checked(data: bytes) -> bytes:
    """The lines with a right check each, where they have none."""
    lines = []
    for body in data.split(b"\n"):
        lines.append(body if body[-9:-8] == b"*" else b"%b*%08x" % (body, zlib.crc32(body)))
    return b"\n".join(lines)


def main() -> None:
    """Fuzzes until it is stopped, or as long as its arguments say."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["hardware", "companion.table"]):
        victim_of = importlib.import_module("tests.hardware.test_torment").Victim

    victim, runs = victim_of(), itertools.count()

    def one(data: bytes) -> None:
        if next(runs) % 100 == 0:
            victim.meet_a_good_board()
        for part in checked(data).split(b"\n"):
            victim.feed(part)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

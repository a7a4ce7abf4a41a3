"""Random bytes and mutated lines into the firmware's decoder, in a real MicroPython, many in one process."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hardware.good_lines import GOOD, good_lines
from tests.hardware.mutation import Torment

from .conftest import _PACKAGE, need
from .driven import Driven

BATCH = 1000
"""Rounds: this MicroPython frees memory only between two batches."""
CHUNK = 64
MANY = 1_000_000
LIMIT_S = 1800
FLAT = 1024
"""Bytes by which the memory in use may differ: a reader holds one line of at most 1010 bytes."""


def rounds(junk_bytes: int, mutants: int) -> Iterator[bytes]:
    made = Torment(1, good_lines())
    for _ in range(junk_bytes // CHUNK):
        yield made.junk(CHUNK) + b"\n" + GOOD
    for _ in range(mutants):
        yield made.mutant() + b"\n" + GOOD


def torment(junk_bytes: int, mutants: int) -> list[dict[str, Any]]:
    """What the firmware told after each batch; at the end every round's good line must have been understood."""
    node = shutil.which("node")
    need(node is not None and _PACKAGE.is_dir(), "MicroPython is not installed: npm install in hardware/virtual")
    script = Path(__file__).parent / "torment.mjs"
    told, given, batch = list[dict[str, Any]](), 0, b""
    with subprocess.Popen([str(node), str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for each in (*rounds(junk_bytes, mutants), None):
            if each is not None:
                given, batch = given + 1, batch + struct.pack(">H", len(each)) + each
            if batch and (each is None or given % BATCH == 0):
                process.stdin.write(struct.pack(">I", len(batch)) + batch)
                process.stdin.flush()
                told.append(json.loads(process.stdout.readline()))
                batch = b""
        process.stdin.close()
    assert process.returncode == 0
    assert (told[-1]["understood"], told[-1]["missed"]) == (given, 0)
    assert told[-1]["bad"] > given / 2
    return told


@pytest.mark.slow
def test_five_thousand_bytes_and_mutants_do_no_harm() -> None:
    told = torment(5_000, 5_000)
    assert abs(told[-1]["used"] - told[0]["used"]) < FLAT


@pytest.mark.slow
@pytest.mark.timeout(LIMIT_S)
def test_a_million_bytes_and_mutants_do_no_harm() -> None:
    told = torment(MANY, MANY)
    assert abs(told[-1]["used"] - told[len(told) // 10]["used"]) < FLAT


@pytest.mark.slow
def test_mutants_do_the_board_no_harm(board: Driven) -> None:
    """The same into the whole board, in a session: it answers the next ask, whatever came before."""
    made = Torment(2, [each for each in good_lines() if b'"type":"do"' not in each])
    for turn in range(20):
        board.join(100 + turn)
        board.session = 7  # of which all good lines are
        for _ in range(5):
            board.write("".join(made.mutant().decode("latin-1") + "\n" for _ in range(12)))
            board.run(100)
        board.write("\n")
    assert board.join(1000)["session"] == 1000
    assert board.boots == 1

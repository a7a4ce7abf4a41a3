"""The good lines of docs/protocol-vectors.json, from which mutants are made, and one that ends each round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

VECTORS: Final = Path(__file__).parents[2] / "docs" / "protocol-vectors.json"
LONGEST: Final = 600
"""Bytes; the longest body there is would make most mutants longer than a line may be."""
GOOD: Final = b'{"type":"beat","session":7,"n":1,"seen":0}*5d701466\n'


def good_lines() -> list[bytes]:
    """The lines without their line ends."""
    lines = [each["line"].rstrip("\r").encode() for each in json.loads(VECTORS.read_text())["lines"]["good"]]
    return [line for line in lines if len(line) < LONGEST]

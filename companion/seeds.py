"""Seeds of games."""

from __future__ import annotations

BIGGEST_SEED = 2**31 - 1

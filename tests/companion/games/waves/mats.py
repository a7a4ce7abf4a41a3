"""The mat that tests of the eyes and the referee lay their pieces on."""

from __future__ import annotations

from companion.games.waves.mat.layouts import layout_of

LAYOUT = layout_of("all_vs_all", 4)

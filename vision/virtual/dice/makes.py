"""How makers shape dice: edges, pips and which way round the faces go. Lengths are in halves of a die's edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]

# Where the pips of a value lie in a grid of three by three, which a maker may turn by a quarter.
_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Make:
    """One maker's dice; all lengths are shares of half a die's edge."""

    name: str
    edge: float
    """Radius of the edges, over 0."""
    ball: float
    """Radius of the ball that the corners are tumbled to; 1.74 and more leaves them."""
    pip: float
    """Radius of a pip at the face."""
    apart: float
    """Between the middles of neighbouring pips."""
    deep: float
    """Depth of a pip's hollow, over 0; a printed pip is hardly one."""
    gloss: float
    """0 for dull to 1 for polished."""
    clockwise: bool = False
    """Whether 1, 2, 3 go clockwise around their corner, as on most dice from Asia, or the other way."""
    turned: frozenset[int] = frozenset()
    """Values whose pips lie a quarter turn from those of other makers: 2, 3 and 6 look different."""
    dark_pips_on_clear: bool = False

    @cached_property
    def values(self) -> tuple[int, int, int, int, int, int]:
        """The values on the faces right (+x), left, lower (+y), upper, top (+z), bottom of a die that is not turned."""
        # The mat's y goes down: seen so, right, lower, top go clockwise around their corner.
        return (1, 6, 2, 5, 3, 4) if self.clockwise else (1, 6, 5, 2, 3, 4)

    @cached_property
    def grid(self) -> Bools:
        """(6, 3, 3): whether a face has a pip there, by face as in `values`, then along the two axes after its own."""
        grid = np.zeros((6, 3, 3), dtype=np.bool_)
        for face, value in enumerate(self.values):
            for across, down in _PLACES[value]:
                place = (down, -across) if value in self.turned else (across, down)
                grid[face, place[0] + 1, place[1] + 1] = True
        return grid

    @cached_property
    def bowl(self) -> float:
        """Radius of the ball whose cap is a pip's hollow."""
        return (self.pip**2 + self.deep**2) / (2 * self.deep)


MAKES = (
    Make("drilled, rounded", edge=0.16, ball=1.45, pip=0.19, apart=0.50, deep=0.10, gloss=0.7),
    Make("drilled, tumbled round", edge=0.22, ball=1.33, pip=0.21, apart=0.47, deep=0.13, gloss=0.8, clockwise=True),
    Make("printed, sharp", edge=0.06, ball=1.8, pip=0.17, apart=0.55, deep=0.012, gloss=0.9, turned=frozenset({2, 6})),
    Make(
        "large pips",
        edge=0.19,
        ball=1.40,
        pip=0.235,
        apart=0.53,
        deep=0.09,
        gloss=0.5,
        turned=frozenset({3, 6}),
        dark_pips_on_clear=True,
    ),
    Make("small pips, dull", edge=0.11, ball=1.55, pip=0.15, apart=0.52, deep=0.11, gloss=0.25, clockwise=True),
)
"""Shapes that are sold with board games: 16 mm dice have pips of 2.4 to 3.8 mm, 3.8 to 4.4 mm apart, and edges rounded
by 0.5 to 1.8 mm. Measured with no gauge: they span what is found in shops, and stand for no maker."""

"""What was tapped at a virtual table and nobody has laid: since when, and whether somebody wants hands to lay it."""

from __future__ import annotations

import threading

from companion.table.world import LyingPiece, World

LAY_AFTER_S = 3.0
"""So long the pieces of an act that was tapped are left to who tapped it, before hands lay them."""


class Owed:
    """One table's. `ask` from any thread, all else from the players'."""

    def __init__(self) -> None:
        self._waited_s = 0.0
        self._lies: tuple[LyingPiece, ...] = ()
        """What lay on the mat then: whoever moves a piece is at it."""
        self._left: tuple[LyingPiece, ...] | None = None
        """What hands left on the mat when they last went away; None while they are at work."""
        self._is_asked = threading.Event()

    def ask(self) -> None:
        """Somebody wants hands to lay what is missing, or to put a wrong table right."""
        self._is_asked.set()

    def was_asked(self) -> bool:
        """Whether somebody has asked since this was asked last."""
        is_asked = self._is_asked.is_set()
        self._is_asked.clear()
        return is_asked

    def is_due(self, world: World, passed_s: float) -> bool:
        """Whether hands may lay it now: nobody has moved a piece for a while. To be asked at every step."""
        lies = world.lying()
        self._waited_s = self._waited_s + passed_s if lies == self._lies else 0.0
        self._lies = lies
        return self._waited_s >= LAY_AFTER_S

    def hands_are_at_work(self) -> None:
        """Hands move pieces now."""
        self._left = None

    def hands_are_away(self, world: World) -> None:
        """To be told at every step without hands: what lies there at the first of them, they have left so."""
        if self._left is None:
            self._left = world.lying()

    def is_as_hands_left_it(self, world: World) -> bool:
        """Whether no person has moved a piece since hands went away."""
        return self._left == world.lying()

    def settle(self) -> None:
        """Nothing is owed any more."""
        self._waited_s = 0.0

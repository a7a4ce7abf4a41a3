"""The moves that put a table right, as a list that is ticked off while people work through it."""

from __future__ import annotations

import msgspec

from companion.referee.mismatch import Fix
from companion.referee.sight import Sight

_AT_WORK = ("unseen", "reaching", "looking")
"""States in which nothing new is known of the list: it stays as it was."""


class Checklist(msgspec.Struct, frozen=True):
    """What has been asked for since the table was last right, and what of it is done."""

    asked: tuple[Fix, ...] = ()
    done: tuple[Fix, ...] = ()
    """In the order in which they were done."""

    def next(self, sight: Sight) -> Checklist:
        """The list after one more look at the table.

        A move is done when it is asked for no more and in each place it touches all is right, or what is asked for
        there was asked for before. Else other moves are asked for there now, and the old one is forgotten.
        """
        if sight.state in _AT_WORK:
            return self
        if sight.state not in ("mismatch", "restoring"):
            return Checklist()
        goals, wrong = {_goal(fix) for fix in sight.fixes}, _wrong_zones(sight)
        before = {_goal(fix) for fix in self.asked}
        wrong -= {zone for zone in wrong if _goals_at(zone, sight) and _goals_at(zone, sight) <= before}
        right = (fix for fix in self.asked if not _zones(fix) & wrong)
        return Checklist(sight.fixes, tuple(fix for fix in (*self.done, *right) if _goal(fix) not in goals))


def _goal(fix: Fix) -> tuple[str, str, str]:
    """What a move is for: while a piece is in the air, it is to be laid where it was to be moved to."""
    return (fix.kind, fix.target, "") if fix.target else (fix.kind, "", fix.source)


def _goals_at(zone: str, sight: Sight) -> set[tuple[str, str, str]]:
    return {_goal(fix) for fix in sight.fixes if zone in _zones(fix)}


def _zones(fix: Fix) -> set[str]:
    return {zone for zone in (fix.source, fix.target) if zone}


def _wrong_zones(sight: Sight) -> set[str]:
    named = {each.zone for each in sight.mismatches}
    return named.union(*(_zones(fix) for fix in sight.fixes))

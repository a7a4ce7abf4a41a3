"""What of a position the strip tells: the round, the wave and where it halts, what is resolved, who has committed."""

from __future__ import annotations

from typing import Final

from companion.games.game import public_view
from companion.games.manawave import lights as drawn
from companion.games.manawave.course import part_of
from companion.games.manawave.model import ManaView, Phase, Table
from companion.games.manawave.monuments import WINNERS, fought
from companion.games.manawave.phases.execution import next_stop
from companion.games.manawave.phases.part import owing
from companion.games.manawave.phases.process import next_space
from companion.games.manawave.phases.secret import Secret
from companion.games.manawave.phases.showdown import deciding, upcoming
from companion.lights.scene import Scene

STEPS: Final[dict[str, drawn.Phase]] = {"war": "war", "sacrifice": "sacrifice", "growth": "growth"}


def lights(view: ManaView) -> Scene:
    """The strip."""
    names = tuple(view.name(seat) for seat in range(2))
    return drawn.lights(public_view(strip_table(view.table), names))


def strip_table(table: Table) -> drawn.ManawaveTable:
    """What of this position the strip tells."""
    edition: drawn.Edition = "clans" if table.is_clans else "nexus"
    phase, at, sides = _moment(table)
    return drawn.ManawaveTable(
        edition=edition,
        count=table.round,
        phase=phase,
        at=at,
        committed=tuple(seat for seat, is_so in enumerate(table.committed) if is_so),
        sides=sides,
        winners=WINNERS[table.ended] if table.ended else (),
        asked=_asked(table),
    )


def _asked(table: Table) -> tuple[int, ...]:
    """Who has yet to choose, or to move pieces."""
    part = part_of(table)
    if table.ended:
        return ()
    if isinstance(part, Secret):
        return part.waiting(table)
    return owing(table)


def _moment(table: Table) -> tuple[drawn.Phase, int, tuple[int, ...]]:
    """What the strip calls this moment, where it is, and whose population changes."""
    if table.ended:
        return "over", 0, ()
    if isinstance(part_of(table), Secret):
        return "secret", 0, ()
    match table.phase:
        case Phase.WAVE:
            return "wave", next_stop(table) or 0, ()
        case Phase.PROCESS:
            found = next_space(table)
            return "wave", found[0] + 1 if found else 0, ()
        case Phase.LAY | Phase.CONSOLIDATE if not table.is_clans:
            return "wave", drawn.places(drawn_edition(table)) + 1, ()
        case Phase.PAY:
            return "wave", drawn.places("clans") + 1, ()
        case Phase.RESOLVE:
            found_ = deciding(table)
            return "resolution", found_[0] if found_ else 1, ()
        case Phase.CONFLICT:
            next_ = upcoming(table)
            if next_ is not None:
                return STEPS[next_[1]], next_[0], sides_of(table)
    return "open", 0, ()


def drawn_edition(table: Table) -> drawn.Edition:
    """What the strip calls this state of the design."""
    return "clans" if table.is_clans else "nexus"


def sides_of(table: Table) -> tuple[int, ...]:
    """Whose population the coming step of a conflict changes."""
    found = upcoming(table)
    if found is None:
        return ()
    after = fought(table.clans, *found)
    return tuple(
        seat
        for seat in range(2)
        if after.clan(seat, found[0]).population != table.clans.clan(seat, found[0]).population
    )

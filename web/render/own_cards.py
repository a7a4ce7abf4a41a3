"""The cards that a person at a virtual table holds: their page names them, and hands lay the one that is tapped.

The companion knows no card of that hand and is told none. These pages ask the people at the table instead, for the
eyes of that seat alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from companion.games.core import OFF_MAT, Action, Choice, PublicTable, Seat
from companion.games.game import AnyGame
from companion.live.requests import DraftTap, Reply, Tap
from companion.referee.taps import TapRefused, read_actions
from web.render.mat import AnyView
from web.render.settle import BY_HAND

if TYPE_CHECKING:
    from companion.live.snapshot import Snapshot


class Holders(Protocol):
    """The people at a virtual table, who know what they hold."""

    def stand_at(self, table: PublicTable) -> bool:
        """Whether people are at this table, or have been there a moment ago."""

    def view(self, game: AnyGame, table: PublicTable, seat: Seat, names: tuple[str, ...]) -> AnyView | None:
        """What that seat sees, its own cards among it; None where people do not stand at this table."""

    def is_at_it(self, table: PublicTable, seat: Seat) -> bool:
        """Whether hands do an act of that seat of which a companion at this table has yet to learn."""

    def choose(self, seat: Seat, act: Action) -> None:
        """Let hands do this act for that seat, as soon as they are free and as long as the rules let them."""


class OwnPart(msgspec.Struct, frozen=True):
    """What a seat's page shows of its own cards, and what may be tapped there."""

    view: AnyView
    """The seat's, with the cards that it holds."""
    choices: tuple[Choice[Any], ...]
    by_hand: frozenset[Action] = frozenset()
    """Those acts that hands do."""
    is_laying: bool = False
    """Whether hands lay a card for it now."""


def own_part(snapshot: Snapshot, seat: Seat, holders: Holders | None) -> OwnPart:
    """What that seat may tap, card by card as far as hands are there to lay it; else what the companion offers."""
    view, offered = snapshot.view(seat), snapshot.choices(seat)
    if holders is None or snapshot.is_over or snapshot.paused or not snapshot.has_begun:
        return OwnPart(view, offered)
    table, game = snapshot.view(None).table, snapshot.game
    seen = holders.view(game, table, seat, snapshot.names)
    if seen is None:
        return OwnPart(view, offered)
    if holders.is_at_it(table, seat):
        left = tuple(each for each in offered if not _is_laid(each, seat))
        return OwnPart(seen, left, is_laying=True)
    held = tuple(each for each in game.choices(seen) if _is_laid(each, seat))
    # The companion, which knows no hand, offers others only of kinds in which the hand makes a difference.
    kinds = {type(act) for act in _acts(held) ^ _acts(each for each in offered if _is_laid(each, seat))}
    named = tuple(each for each in held if type(each.actions[0]) in kinds)
    return OwnPart(seen, _in_place(offered, named, kinds, seat), _acts(named))


def own_mark(snapshot: Snapshot, seat: Seat, holders: Holders | None) -> int:
    """Another number once `own_part` is another one though the snapshot is the same."""
    if holders is None:
        return 0
    table = snapshot.view(None).table
    return holders.stand_at(table) + 2 * holders.is_at_it(table, seat)


def do_own(snapshot: Snapshot, seat: Seat, tap: Tap | DraftTap, holders: Holders | None) -> Reply | None:
    """The answer to a tap of that seat on a card that hands lay; None where it is the companion's to answer."""
    if holders is None or isinstance(tap, DraftTap):
        return None
    try:
        acts = read_actions(snapshot.game, tap.actions)
    except TapRefused:
        return None
    act = acts[0]
    own = own_part(snapshot, seat, holders)
    if len(acts) != 1 or not (act in own.by_hand or (own.is_laying and _is_laid_by(act, seat))):
        return None
    since = snapshot.newest_acts(max(0, snapshot.revision - tap.revision))
    if any(type(each) is type(act) and each.actor == seat for each in since):
        return None  # tapped twice: the companion says that it is done
    if not own.is_laying:
        holders.choose(seat, act)
    return Reply(True, BY_HAND, revision=snapshot.revision)


def _in_place(
    offered: Sequence[Choice[Any]], named: tuple[Choice[Any], ...], kinds: set[type[Action]], seat: Seat
) -> tuple[Choice[Any], ...]:
    """What is offered, with those that name cards where the first one stood that names none."""
    blind = {each.effect for each in offered if _is_laid(each, seat) and type(each.actions[0]) in kinds}
    first = next((at for at, each in enumerate(offered) if each.effect in blind), len(offered))
    rest = (each for each in offered[first:] if each.effect not in blind)
    return (*offered[:first], *named, *rest)


def _is_laid(choice: Choice[Any], seat: Seat) -> bool:
    """Whether it is one act by which that seat lays, turns or takes a piece as it likes."""
    if len(choice.actions) != 1:
        return False
    return _is_laid_by(choice.actions[0], seat)


def _is_laid_by(act: Action, seat: Seat) -> bool:
    is_own = act.actor == seat and act.kind == "choice"
    return is_own and act.sense not in OFF_MAT and not (act.seals or act.takes_back)


def _acts(choices: Iterable[Choice[Any]]) -> frozenset[Action]:
    return frozenset(each.actions[0] for each in choices)

"""Which pieces go where when the position is set back or forth, told from two positions and not from the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from companion.games.game import AnyGame
from companion.language.message import Message, say, sentences
from companion.language.values import Count, Noun
from companion.referee.comparison import AnyState, Position, compare, name_of, position_of
from companion.referee.mismatch import Fix, fixes, noun_of, nouns_of
from companion.referee.scale import zone_of_scale
from companion.referee.sight import Sight
from companion.table.expected import Anything, ExpectedZone, Pile
from companion.table.seen import TableView, show

CARD: Final = Noun("card")


class Rearrangement(msgspec.Struct, frozen=True):
    """The moves from one position to another, and what no move tells: how many cards a pile holds then."""

    moves: tuple[Fix, ...] = ()
    piles: tuple[Message, ...] = ()
    """A sentence for each pile that grows or shrinks."""


def shown(zones: Iterable[ExpectedZone]) -> TableView:
    """What a camera would see of these zones where nothing is hidden."""
    return TableView(tuple(show(zone.zone, zone.content) for zone in zones))


def rearranged(now: Position, then: Position) -> Rearrangement:
    """The fewest moves that lead from the table of one position to that of another."""
    zones, earlier = ({zone.zone: zone for zone in position.zones} for position in (then, now))
    unknown = {name for name, zone in earlier.items() if isinstance(zone.content, Anything)}
    moves = (fix for fix in fixes(compare(then, shown(now.zones))) if not {fix.source, fix.target} & unknown)
    return Rearrangement(
        tuple(_on_pile(fix, then.game, zones, earlier) for fix in moves), tuple(_grown(zones, earlier))
    )


def _on_pile(fix: Fix, game: AnyGame, zones: dict[str, ExpectedZone], earlier: dict[str, ExpectedZone]) -> Fix:
    """The same move; a card that is bared or covered at the top of a pile is not laid or taken away."""
    zone = zones.get(fix.target or fix.source)
    if zone is None or (fix.source and fix.target):
        return fix
    then, now = zone.content, earlier[zone.zone].content
    if not isinstance(then, Pile) or not isinstance(now, Pile):
        return fix
    piece, place = noun_of(fix.kind, nouns_of(game)), name_of(zone)
    if fix.target and 0 < then.count < now.count:
        return msgspec.structs.replace(fix, text=say("Uncover the {piece} at {place}.", piece=piece, place=place))
    if fix.source and 0 < now.count < then.count:
        return msgspec.structs.replace(fix, text=say("Cover the {piece} at {place}.", piece=piece, place=place))
    return fix


def _grown(zones: dict[str, ExpectedZone], earlier: dict[str, ExpectedZone]) -> Iterator[Message]:
    for zone in zones.values():
        before = earlier[zone.zone].content
        if not isinstance(zone.content, Pile) or not isinstance(before, Pile):
            continue
        more = zone.content.count - before.count
        if more:
            place, cards = name_of(zone), Count(zone.content.count, CARD)
            yield (
                say(
                    "{place:capital} holds {cards} then, {number} more than before.",
                    place=place,
                    cards=cards,
                    number=more,
                )
                if more > 0
                else say(
                    "{place:capital} holds {cards} then, {number} fewer than before.",
                    place=place,
                    cards=cards,
                    number=-more,
                )
            )


class Laid(msgspec.Struct, frozen=True):
    """How the pieces lay when the position was first set back or forth, as long as nobody has moved on from there."""

    state: AnyState
    times: int = 1
    """How often the position was set since."""


def moves_to_reset(game: AnyGame, laid: Laid, state: AnyState, names: tuple[str, ...], other: Sight) -> Sight:
    """What is to be moved where no camera looks on; `other` where nothing is, or the scale alone knows better."""
    if other.state not in ("off", "unseen", "restoring", "looking", "settled"):
        return other
    now, then = (position_of(game, each, names) for each in (laid.state, state))
    way = rearranged(now, then)
    moves = way.moves
    if other.state not in ("off", "unseen", "restoring"):  # the scale tells that its zone is right
        zone = zone_of_scale(then.layout)
        moves = tuple(fix for fix in moves if zone is None or zone.zone not in (fix.source, fix.target))
    if moves or way.piles:
        counted = "The list is counted from how they lay before." if laid.times > 1 else None
        text = sentences("Put the pieces where the game has them.", counted, *way.piles)
        return Sight("restoring", text, fixes=moves, note=other.note)
    if laid.times > 1 and other.state in ("off", "unseen"):
        return Sight("restoring", "The pieces lie as they did before. Put back what was moved since.", note=other.note)
    return other

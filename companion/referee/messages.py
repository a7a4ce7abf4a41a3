"""What a judged table is told as: sentences, answers to tap, and the moves that remain. Made from the public's view."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

import msgspec

from companion.games.core import Action, Choice
from companion.games.openings import past_openings
from companion.language.message import Message, listing, say, sentences
from companion.language.values import Name
from companion.referee.comparison import Comparison, Look, Position, name_of
from companion.referee.explain import Explanation
from companion.referee.mismatch import Fix, Mismatch, Nouns, fixes, mismatches, noun_of, nouns_of, rule_of
from companion.referee.placement import away_mm, nearest
from companion.referee.places import Misplaced, Off, WrongSide
from companion.referee.sight import Sight
from companion.referee.strays import Stray
from companion.referee.unknown_markers import UnknownMarker
from companion.table.kit import Kit
from companion.table.prints import Prints
from companion.table.seen import BACK, pieces, show

NEAR_MM = 10.0
"""Two places of which the one is so much farther away than twice the other are no question."""

SETTLED = Sight("settled", "Every piece lies where the game has it.")
WEIGHED = Sight("settled", "No camera looks on. The scale agrees with the game.")
LOOKING = Sight("looking", "The table is being looked at.")
REACHING = Sight("reaching", "A hand is over the mat. What is done counts when it is away.")


def settled(position: Position, veiled: frozenset[str]) -> Sight:
    """The table shows the position; of these zones it is not seen, for pieces stand there as they should."""
    lies = frozenset(zone for zone in veiled if pieces(show(zone, position.look[zone])))
    if not lies:
        return SETTLED
    return Sight("settled", "Every piece that shows lies where the game has it.", covered=position.labels(lies))


def hidden(position: Position, zones: frozenset[str]) -> Sight:
    """Something lies over these zones, so nothing follows; over none: it is still being looked at."""
    covered = position.labels(zones)
    return Sight("looking", _uncover(covered), covered=covered) if covered else LOOKING


def restoring(held: Comparison, zones: frozenset[str]) -> Sight:
    """The table is to be put back first; these zones are hidden."""
    text = "Put the pieces where the game has them. What is seen counts when the table is right."
    return Sight("restoring", text, fixes=fixes(held), covered=held.position.labels(zones))


def restoring_hidden(position: Position, zones: frozenset[str]) -> Sight:
    """The table is put back as far as it can be seen, but for these zones."""
    covered = position.labels(zones)
    return Sight("restoring", _uncover(covered), covered=covered) if covered else LOOKING


def to_do(held: Comparison, before: Look | None, is_told: bool = False) -> Sight:
    """What is still to be moved until the table shows the position; `is_told` of acts that were tapped.

    `before` is what the zones had to hold when the table last showed the game; None where that is not known.
    """
    moves = fixes(held, before)
    if not moves:
        return LOOKING
    first, more = moves[0].text, len(moves) - 1
    text = (
        say("Still to do: {move} And {number} more.", move=first, number=more)
        if more
        else say("Still to do: {move}", move=first)
    )
    return Sight("in_progress", text, fixes=moves, is_told=is_told)


def in_progress(held: Comparison, found: Explanation, before: Look | None) -> Sight:
    """A part of an act is seen."""
    if len(found.acts) > 1 or found.state is None:
        return Sight("in_progress", "That is a part of it. Go on.")
    return to_do(held.at(found.state).after(found.acts[0]), before)


def goes_on(before: Position, act: Action, after: Position) -> Sight:
    """An act is seen that may go on."""
    (answer,) = _answers(before, [[act]])
    asked = after.game.prompt(after.view)
    button = Choice(say("That is all: {act}", act=answer.label), answer.actions, answer.group)
    return Sight(
        "open",
        say("{act} If that is all: {asked}", act=answer.label, asked=asked.text),
        (button,),
    )


def question(position: Position, ways: Sequence[Sequence[Action]]) -> Sight:
    """Any of these rows of acts may have been done."""
    return Sight("question", "What was done? Tap it.", _answers(position, ways))


def mismatch(nearest: Comparison, done: Sequence[Action], zones: frozenset[str], before: Look | None) -> Sight:
    """No legal act explains the table; `done` lead to the position it is nearest to, these zones are hidden.

    `before` as in `to_do`.
    """
    return Sight(
        "mismatch",
        "Not every piece lies where the game has it.",
        mismatches=mismatches(nearest, done),
        fixes=fixes(nearest, before),
        covered=nearest.position.labels(zones),
    )


def misplaced(position: Position, off: Sequence[Misplaced], zones: frozenset[str]) -> Sight:
    """Pieces lie in their zone and not in their place; these zones are hidden."""
    kinds = nouns_of(position.game)
    return Sight(
        "mismatch",
        "Not every piece lies where the game has it.",
        mismatches=tuple(_misplaced(position, each, kinds) for each in off),
        fixes=tuple(Fix(each.kind, each.zone, each.zone, _lay_right(position, each, kinds)) for each in off),
        covered=position.labels(zones),
    )


def _misplaced(position: Position, off: Misplaced, kinds: Nouns) -> Mismatch:
    return Mismatch(off.zone, rule_of(position, off.zone), _what_is_off(position, off, kinds))


def _what_is_off(position: Position, off: Misplaced, kinds: Nouns) -> Message:
    (place,) = position.labels(frozenset([off.zone]))
    piece, other = noun_of(off.kind, kinds), noun_of(off.other, kinds)
    if isinstance(off, WrongSide):
        return say(
            "The {piece} at {place} lies on the wrong side of the {other}.", piece=piece, place=place, other=other
        )
    mm = round(off.mm)
    return (
        say(
            "The {piece} at {place} lies {mm} mm from the {other}; they should touch.",
            piece=piece,
            place=place,
            mm=mm,
            other=other,
        )
        if off.other
        else say("The {piece} at {place} lies {mm} mm from its place.", piece=piece, place=place, mm=mm)
    )


def _lay_right(position: Position, off: Misplaced, kinds: Nouns) -> Message:
    if isinstance(off, Off):
        return _slide(off, kinds)
    (place,) = position.labels(frozenset([off.zone]))
    piece, other = noun_of(off.kind, kinds), noun_of(off.other, kinds)
    return say(
        "Lay the {piece} at {place} on the other side of the {other}, next to it.",
        piece=piece,
        place=place,
        other=other,
    )


def _slide(off: Off, kinds: Nouns) -> Message:
    piece, way, mm = noun_of(off.kind, kinds), _way(off.right_mm, off.down_mm), round(off.mm)
    if not off.other:
        return say("Slide the {piece} {mm} mm {way}, to its place.", piece=piece, mm=mm, way=way)
    other = noun_of(off.other, kinds)
    return say(
        "Slide the {piece} {mm} mm {way}, until it touches the {other}.", piece=piece, mm=mm, way=way, other=other
    )


_WAYS: Final = {
    (0, 1): say("to the right"),
    (0, -1): say("to the left"),
    (1, 0): say("down the mat"),
    (-1, 0): say("up the mat"),
    (1, 1): say("down the mat and to the right"),
    (1, -1): say("down the mat and to the left"),
    (-1, 1): say("up the mat and to the right"),
    (-1, -1): say("up the mat and to the left"),
}
"""Directions as the mat is read."""


def _way(right_mm: float, down_mm: float) -> Message:
    """A direction in words; the lesser part of it is left out where it is less than half of the other."""
    along, across = abs(down_mm), abs(right_mm)
    down = 0 if along < across / 2 else 1 if down_mm > 0 else -1
    right = 0 if across < along / 2 else 1 if right_mm > 0 else -1
    return _WAYS[down, right]


def half_mended(position: Position, wrong: Sight, ways: Sequence[Sequence[Action]]) -> Sight:
    """A wrong table that is being put right, or these rows of acts; `wrong` is what remains to be put right."""
    text = "Not every piece lies where the game has it yet. Go on putting it right, or tap what was done."
    return msgspec.structs.replace(wrong, text=text, question=_answers(position, ways))


def doubt(position: Position, zone: str, count: int) -> Sight:
    """Scale and camera contradict each other in this zone."""
    (name,) = position.labels(frozenset([zone]))
    text = say(
        "The scale feels {number} at {place}, the camera sees something else. Look, then tap what is true.",
        number=count,
        place=name,
    )
    return Sight("looking", text, covered=(name,))


def set_aside(position: Position, zone: str, count: int | None) -> Message:
    """A word on a scale that is not believed any more; a count of None is that it cannot tell just now."""
    (name,) = position.labels(frozenset([zone]))
    if count is None:
        return say(
            "The scale is set aside: it contradicted the camera at {place}, and cannot count just now. "
            "Empty and tare it; it counts again once both agree on two numbers.",
            place=name,
        )
    return say(
        "The scale is set aside: it feels {number} at {place}, and the camera sees otherwise. "
        "Empty and tare it; it counts again once both agree on two numbers.",
        number=count,
        place=name,
    )


def misread(position: Position, cards: Sequence[tuple[str, str]], by_host: bool) -> Message:
    """A word on cards whose markers are not believed: the kind that each is read as, and its zone ("": none)."""
    nouns = nouns_of(position.game)
    names = {zone: name for _, zone in cards if zone for name in position.labels(frozenset([zone]))}
    read = listing(
        say("{piece} at {place}", piece=nouns[kind], place=names[zone]) if zone else say("{piece}", piece=nouns[kind])
        for kind, zone in cards
    )
    if by_host:
        return say(
            "The {number?card|cards} read as {cards} {number?is|are} set aside. "
            "Tap what is done there, and put the right marker into each sleeve.",
            number=len(cards),
            cards=read,
        )
    return say(
        "The {number?card|cards} read as {cards} {number?is|are} set aside: they changed places faster than hands can. "
        "Tap what is done there, and put the right marker into each sleeve.",
        number=len(cards),
        cards=read,
    )


def beside(position: Position, stray: Stray, sight: Sight, reach_mm: float) -> Message | None:
    """Where a piece belongs that lies between the zones; None where none is near enough.

    Nothing is guessed where two are near: both are named.
    """
    layout, names = position.layout, {zone.zone: name_of(zone) for zone in position.zones}
    kind = BACK if stray.is_back else stray.kind
    piece = noun_of(kind, nouns_of(position.game))
    asked = {fix.target for fix in sight.fixes if kind in fix.kinds and fix.target != fix.source}
    wanted = nearest((zone for zone in layout.zones if zone.zone in asked), stray.spot, reach_mm)
    if wanted:
        return say(
            "The {piece} lies beside its place. Lay it squarely at {places}.",
            piece=piece,
            places=listing((names[zone.zone] for zone in wanted), "or"),
        )
    lays = position.game.mat.kit.pieces[stray.kind].size
    near = nearest((zone for zone in layout.zones if zone.lays == lays), stray.spot, reach_mm)
    # Of a card that lies at one place alone, those behind it are none of its business.
    near = tuple(zone for zone in near if away_mm(zone, stray.spot) < 2 * away_mm(near[0], stray.spot) + NEAR_MM)
    if not near:
        return None
    return say(
        "The {piece} lies between the places and counts nowhere. Lay it squarely at {places}, or take it off the mat.",
        piece=piece,
        places=listing((names[zone.zone] for zone in near), "or"),
    )


def foreign(position: Position, found: UnknownMarker, prints: Prints) -> Message | None:
    """Whose piece a marker is that stands for nothing in this game, and where it lies; None where nobody knows."""
    whose = prints.pieces.get(found.marker)
    if not whose:
        return None
    places = position.labels(frozenset([found.zone])) if found.zone else ()
    if not places:
        return say(
            "The piece with marker {marker} is of another game: {whose}. "
            "Take it off the mat; or the host says under “Unknown cards” what it is here.",
            marker=found.marker,
            whose=Name(whose),
        )
    return say(
        "The piece with marker {marker} at {place} is of another game: {whose}. "
        "Take it off the mat; or the host says under “Unknown cards” what it is here.",
        marker=found.marker,
        place=places[0],
        whose=Name(whose),
    )


def unnamed(position: Position, found: UnknownMarker, kit: Kit) -> Message:
    """A word on a blank card that lies there, which the owner has to name."""
    card = nouns_of(position.game)[kit.kinds[found.marker]]
    places = position.labels(frozenset([found.zone])) if found.zone else ()
    if not places:
        return say(
            "{card:capital}: it lies on the mat, and the host says once under “Unknown cards” which card it is.",
            card=card,
        )
    return say(
        "{card:capital}: it lies at {place}, and the host says once under “Unknown cards” which card it is.",
        card=card,
        place=places[0],
    )


def _answers(position: Position, ways: Sequence[Sequence[Action]]) -> tuple[Choice[Action], ...]:
    """A button a way, with words for the acts that are not in all of them."""
    common = set(ways[0]).intersection(*ways) if len(ways) > 1 else set[Action]()
    return tuple(Choice(_done_in_words(position, way, common), tuple(way), say("What was done?")) for way in ways)


def _done_in_words(position: Position, way: Sequence[Action], left_out: Container[Action]) -> Message:
    game, state, told = position.game, position.state, list[Message]()
    for act in way:
        if act not in left_out:
            view = game.view(state, None, position.names)
            told.append(game.describe(view, game.view_action(act, None)))
        state = game.apply_action(past_openings(game, state), act)
    return sentences(*told)


def _uncover(names: Sequence[Message]) -> Message:
    return say("Something hides {places}. Take it away, or tap what you do there.", places=listing(names))

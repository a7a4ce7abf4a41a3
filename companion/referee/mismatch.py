"""What is wrong on the table, in words, and the fewest moves of pieces that put it right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from companion.games.core import Action, RuleId
from companion.games.game import AnyGame
from companion.language.message import Listing, Message, listing, say
from companion.language.values import Noun
from companion.referee.comparison import Comparison, Look, Position, name_of
from companion.table.expected import ExpectedZone, Pile, Worth
from companion.table.seen import BACK, ZoneView, pieces, show, too_many_and_missing
from companion.table.worth import parse_disc, sums_of


class Fix(msgspec.Struct, frozen=True):
    """One piece to move: from a zone to a zone, or (empty) from or to somewhere off the mat.

    Where both zones are the same, a card is to be turned over (it shows `kind` now, or is to show it) or a piece to be
    laid in its place.
    """

    kind: str
    source: str
    target: str
    text: Message
    more: tuple[str, ...] = ()
    """Kinds of the pieces that go the same way with it: discs of one name are told in one line."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of all that it moves."""
        return (self.kind, *self.more)


class Mismatch(msgspec.Struct, frozen=True):
    """One zone that shows something else than it must."""

    zone: str
    rule: RuleId
    text: Message


Nouns: TypeAlias = Mapping[str, Noun]
"""What each kind of piece is called."""
FACE_DOWN: Final = Noun("face-down card")


def nouns_of(game: AnyGame) -> Nouns:
    """What each kind of piece of a game is called in a sentence."""
    return {kind: piece.noun for kind, piece in game.mat.pieces.items()}


def noun_of(kind: str, nouns: Nouns) -> Noun:
    """What a piece that shows this kind is called, a face-down card too."""
    return FACE_DOWN if kind == BACK else nouns.get(kind) or Noun(kind)


def mismatches(held: Comparison, done: Sequence[Action] = ()) -> tuple[Mismatch, ...]:
    """Each zone that does not show what the position asks for, in the layout's order.

    `done` are legal acts that the same table shows as well, and that led to the position.
    """
    game, view = held.position.game, held.position.view
    kinds = nouns_of(game)
    found = []
    for zone, look in held.wrong():
        known = game.mat.breach(view, zone.zone, look.kinds)
        rule, text = known or (rule_of(held.position, zone.zone, done), _sentence(zone, look, kinds))
        found.append(Mismatch(zone.zone, rule, text))
    return tuple(found)


def rule_of(position: Position, zone: str, done: Sequence[Action] = ()) -> RuleId:
    """The rule that says what a zone must show now: the prompt's, unless the game knows a nearer one."""
    game, view = position.game, position.view
    return game.mat.rule_of_zone(view, zone, done) or game.prompt(view).rule


def fixes(held: Comparison, before: Look | None = None) -> tuple[Fix, ...]:
    """The fewest moves that make the table show the position: what is too much in one zone goes where it is missing.

    `before` is what each zone had to hold when the table last showed the game: of a pile it tells whether a card is to
    be laid on top or taken off. None where that is not known.
    Where a rule is broken that no move of pieces mends, the mismatch says what to do, and nothing is proposed here.
    """
    game, view = held.position.game, held.position.view
    kinds = nouns_of(game)
    labels: dict[str, Message] = {}
    discs: dict[str, str] = {}
    surplus, missing = list[tuple[str, str]](), list[tuple[str, str]]()
    for zone, look in held.wrong():
        if game.mat.breach(view, zone.zone, look.kinds):
            continue
        labels[zone.zone] = name_of(zone)
        too_many, lacking = too_many_and_missing(zone.content, look)
        surplus += [(kind, zone.zone) for kind in too_many.elements()]
        missing += [(kind, zone.zone) for kind in lacking.elements()]
        if isinstance(zone.content, Worth):
            discs |= {kind: name for kind in (*too_many, *lacking) if (name := _name_of_disc(kind, zone.content))}
    squarely = list[Fix]()
    if before is not None:
        for zone, look in held.wrong():
            if isinstance(zone.content, Pile) and zone.zone in labels:
                last = pieces(show(zone.zone, before[zone.zone]))
                _leave_below(zone, look, last, surplus, missing)
                squarely += _askew(zone, look, last, surplus, kinds)
    return (*squarely, *_moves(surplus, missing, labels, kinds, discs))


def _leave_below(
    zone: ExpectedZone,
    look: ZoneView,
    last: Counter[str],
    surplus: list[tuple[str, str]],
    missing: list[tuple[str, str]],
) -> None:
    """Of two cards of a pile that nobody sees at once, leave alone the one that lies, or comes to lie, below."""
    here, asked = list(pieces(look).elements()), list(pieces(show(zone.zone, zone.content)))
    if len(here) != 1 or len(asked) != 1 or BACK in (*here, *asked):
        return
    (lies,), (wanted,) = here, asked
    if last == {wanted: 1} and not any(kind == wanted for kind, _ in surplus):
        missing.remove((wanted, zone.zone))  # it is below
    elif last == {lies: 1} and not any(kind == lies for kind, _ in missing):
        surplus.remove((lies, zone.zone))


def _askew(
    zone: ExpectedZone, look: ZoneView, last: Counter[str], surplus: list[tuple[str, str]], kinds: Nouns
) -> list[Fix]:
    """Two cards of a pile show, and the one that came last lies askew: it is to be laid squarely on the other."""
    here, asked = pieces(look), pieces(show(zone.zone, zone.content))
    new = list((here - last).elements())
    if here.total() != 2 or len(new) != 1 or BACK in here or not asked <= here:
        return []
    (below,), name = (here - Counter(new)).elements(), name_of(zone)
    piece = noun_of(new[0], kinds)
    if asked == Counter(new):
        surplus.remove((below, zone.zone))
        text = say(
            "Lay the {piece} squarely on {place}, over the {below}.",
            piece=piece,
            place=name,
            below=noun_of(below, kinds),
        )
        return [Fix(new[0], "", zone.zone, text)]
    if (new[0], zone.zone) not in surplus:
        return []
    surplus.remove((new[0], zone.zone))
    text = say("Lay the {piece} squarely on {place}, or take it away.", piece=piece, place=name)
    return [Fix(new[0], zone.zone, "", text)]


def _name_of_disc(kind: str, content: Worth) -> str:
    """The name that a disc counts for where this content lies; empty for what is no such disc."""
    disc = parse_disc(kind, content.values)
    return disc[0] if disc is not None and disc[0] in dict(content.sums) else ""


def _moves(
    surplus: list[tuple[str, str]],
    missing: list[tuple[str, str]],
    labels: Mapping[str, Message],
    kinds: Nouns,
    discs: Mapping[str, str],
) -> list[Fix]:
    """The moves; those of `discs`, which have their name by their kind, in one line where they go the same way."""
    moves, wanted = list[Fix](), list(missing)
    for kind, source in surplus:
        piece = noun_of(kind, kinds)
        sides = (face for face, zone in wanted if zone == source and BACK in (kind, face) and face not in discs)
        other = next(sides, "")
        if other:
            wanted.remove((other, source))
            # Either it lies the wrong way up, or it hides what lies there: only people can see which.
            text = (
                say(
                    "Turn the {piece} at {place} face up, or take it off the card below.",
                    piece=piece,
                    place=labels[source],
                )
                if kind == BACK
                else say("Turn the {piece} at {place} face down.", piece=piece, place=labels[source])
            )
            moves.append(Fix(other if kind == BACK else kind, source, source, text))
            continue
        target = next((zone for each, zone in wanted if each == kind), "")
        if target:
            wanted.remove((kind, target))
            text = say(
                "Move the {piece} from {place} to {target}.", piece=piece, place=labels[source], target=labels[target]
            )
        else:
            text = say("Take the {piece} away from {place}.", piece=piece, place=labels[source])
        moves.append(Fix(kind, source, target, text))
    for kind, zone in wanted:
        text = say("Lay the {piece} at {place}.", piece=noun_of(kind, kinds), place=labels[zone])
        moves.append(Fix(kind, "", zone, text))
    return _in_lines(moves, labels, kinds, discs)


def _in_lines(moves: Sequence[Fix], labels: Mapping[str, Message], kinds: Nouns, discs: Mapping[str, str]) -> list[Fix]:
    """The same moves in their order, but discs of one name that go the same way are one."""
    lines: dict[tuple[object, ...], list[Fix]] = {}
    for index, fix in enumerate(moves):
        name = discs.get(fix.kind, "") if fix.source != fix.target else ""
        lines.setdefault((name, fix.source, fix.target) if name else (index,), []).append(fix)
    return [same[0] if len(same) == 1 else _line(same, labels, kinds) for same in lines.values()]


def _line(same: Sequence[Fix], labels: Mapping[str, Message], kinds: Nouns) -> Fix:
    """Several discs that go the same way."""
    first, *others = same
    discs = _counted(Counter(fix.kind for fix in same), kinds)
    if not first.source:
        text = say("Lay {pieces} at {place}.", pieces=discs, place=labels[first.target])
    elif not first.target:
        text = say("Take {pieces} away from {place}.", pieces=discs, place=labels[first.source])
    else:
        place, target = labels[first.source], labels[first.target]
        text = say("Move {pieces} from {place} to {target}.", pieces=discs, place=place, target=target)
    return Fix(first.kind, first.source, first.target, text, tuple(fix.kind for fix in others))


def _sentence(zone: ExpectedZone, look: ZoneView, kinds: Nouns) -> Message:
    """What a zone seems to hold and what it should: "The bowl seems empty; the pearl should lie there."."""
    there, asked = pieces(look), pieces(show(zone.zone, zone.content))
    place, seen, wanted = name_of(zone), _counted(there, kinds), _counted(asked, kinds)
    if isinstance(zone.content, Worth):
        seen, wanted = (_added_up(each, zone.content, kinds) for each in (there, asked))
    if there and asked:
        return say(
            "{place:capital} seems to hold {seen}; {wanted} should lie there.", place=place, seen=seen, wanted=wanted
        )
    if there:
        return say("{place:capital} seems to hold {seen}; it should be empty.", place=place, seen=seen)
    if asked:
        return say("{place:capital} seems empty; {wanted} should lie there.", place=place, wanted=wanted)
    return say("{place:capital} seems empty; it should be empty.", place=place)


def _added_up(there: Counter[str], content: Worth, kinds: Nouns) -> Listing:
    """What discs add up to, each name once, and the other pieces: "7 attack and the pearl"."""
    names = dict(content.sums)
    sums = {name: total for name, total in sums_of(there.elements(), content.values).items() if name in names}
    others = Counter({kind: count for kind, count in there.items() if not _name_of_disc(kind, content)})
    discs = (say("{number} {piece}", number=total, piece=noun_of(name, kinds)) for name, total in sums.items())
    return listing((*discs, *_counted(others, kinds).values))


def _counted(there: Counter[str], kinds: Nouns) -> Listing:
    return listing(
        say("the {piece}", piece=noun_of(kind, kinds))
        if count == 1
        else say("{number} × {piece}", number=count, piece=noun_of(kind, kinds))
        for kind, count in there.items()
    )

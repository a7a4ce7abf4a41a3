"""What the action of a placed Atlantean would come to now: what it takes, or what it rolls for and how likely."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.games.atlantis_rising.activation import activations
from companion.games.atlantis_rising.acts import Activate
from companion.games.atlantis_rising.box import PENINSULAS, Tiles
from companion.games.atlantis_rising.effect_words import effects_words
from companion.games.atlantis_rising.ground import TILES, at, spaces, tiles_of
from companion.games.atlantis_rising.model import BUILD_SPACES, CENTRE, POOL, Atlantean, Table
from companion.games.atlantis_rising.odds import Odds, attempt_of, odds_of, percent
from companion.games.atlantis_rising.vocabulary import ENERGY, place_words
from companion.games.core import Seat
from companion.language.message import Message, say, sentences
from companion.language.values import Count

AUTOMATON = "automaton"


class Prospect(msgspec.Struct, frozen=True):
    """What pieces of one seat on one place may do; of several alike only the first is named by its act."""

    seat: Seat
    place: str
    pieces: tuple[Atlantean, ...]
    """That seat's first, then whoever acts with it."""
    act: Activate | None
    """None where the piece cannot act by itself."""
    number: str
    """A figure to show, as "50%"; empty where nothing is rolled."""
    text: Message
    """A few words beside the place's name."""
    words: Message
    """All of it, in sentences."""


def prospects(table: Table, only: Seat | None = None) -> tuple[Prospect, ...]:
    """What each placed piece that has not acted may do; with a seat, its own pieces alone, on tiles each for itself.

    Of a space that several share there is one for each of them, but for all to see one alone.
    """
    found = dict[tuple[object, ...], Prospect]()
    for each in (*_active(table), *_waiting(table)):
        if only not in (None, each.seat) or (only is None and each.seat != min(piece.seat for piece in each.pieces)):
            continue
        key = (each.place, each.seat, each.number, each.text, each.act.rollers if each.act else None)
        alike = found.get(key)
        if alike is None or _is_shared(each) or (only is not None and each.place in TILES):
            found[(*key, each.pieces, each.act) if alike else key] = each
        else:
            found[key] = msgspec.structs.replace(alike, pieces=(*alike.pieces, *each.pieces))
    return tuple(found.values())


def _is_shared(each: Prospect) -> bool:
    return len(each.pieces) > 1


def _active(table: Table) -> Iterator[Prospect]:
    for act in activations(table):
        rooms = spaces(table.setup, act.place)
        is_double = act.space < len(rooms) and rooms[act.space].is_double
        group = list(at(table, act.place, act.space)) if is_double else [_piece(table, act)]
        group.sort(key=lambda each: each.seat != act.seat)
        number, text, words = outcome(table, act)
        yield Prospect(act.seat, act.place, tuple(group), act, number, text, words)


def _piece(table: Table, act: Activate) -> Atlantean:
    return Atlantean(act.seat, act.piece, act.place, act.space)


def _waiting(table: Table) -> Iterator[Prospect]:
    """Pieces that cannot act by themselves: on build spaces, and alone on a space for two."""
    active = {(act.place, act.space) for act in activations(table)}
    for piece in table.atlanteans:
        if piece.place == POOL or piece.acted or piece.kind == AUTOMATON:
            continue
        if piece.place in BUILD_SPACES:
            text = say("builds")
            words = say("All on that build space pay together.")
        elif piece.place != CENTRE and (piece.place, piece.space) not in active:
            text = say("needs a second")
            words = say("That space acts with two only.")
        else:
            continue
        yield Prospect(piece.seat, piece.place, (piece,), None, "", text, words)


def outcome(table: Table, act: Activate) -> tuple[str, Message, Message]:
    """What an action comes to: a figure, a few words, and sentences."""
    tiles = tiles_of(table, act.place)
    if act.place == CENTRE:
        many = Count(1, ENERGY)
        return "", say("takes {many}", many=many), say("It takes {many}.", many=many)
    if tiles is None:
        effects = table.setup.box.components[act.place].on_activate
        return "", say("uses it"), effects_words(effects)
    if PENINSULAS[TILES[act.place][0]] in table.forbidden:
        return "", say("closed"), say("That peninsula gives nothing this round.")
    attempt = attempt_of(table, act)
    if attempt is not None:
        odds = odds_of(table, attempt)
        return figure_of_odds(odds), short_odds(odds), odds_words(odds)
    return "", *_sure(table, act, tiles)


def _sure(table: Table, act: Activate, tiles: Tiles) -> tuple[Message, Message]:
    """What is done without a roll."""
    ring = TILES[act.place][1]
    if tiles.kind == "forges":
        if not table.reserves[act.seat].ore:
            return say("no ore"), say("There is no ore to forge: it gets nothing.")
        gained = tiles.number_at(ring, act.space)
        return say("1 ore to {n}", n=gained), say("It turns 1 ore into {n} Atlantium.", n=gained)
    if tiles.kind == "libraries":
        return {
            "both": (say("draws, keeps 2"), say("It draws two cards and keeps both.")),
            "one_discard": (say("draws 2, keeps 1"), say("It draws two cards, keeps one and discards the other.")),
            "one_bottom": (
                say("draws 2, keeps 1"),
                say("It draws two cards, keeps one and puts the other below the deck."),
            ),
        }[tiles.icon[ring - 1]]
    return say("sure"), say("It succeeds without a roll.")


def figure_of_odds(odds: Odds) -> str:
    """The odds in percent; where energy or cards help, first without and then with them."""
    plain, helped = percent(odds.plain), percent(odds.helped)
    return f"{plain}%" if odds.plain == odds.helped else f"{plain} – {helped}%"


def short_odds(odds: Odds) -> Message:
    """What a roll needs, or what its second figure would cost at most."""
    if odds.helped == odds.plain:
        return say("needs {needed}", needed=max(odds.needed, odds.dice))
    if odds.cards:
        return say("all spent")
    return say("{many}", many=Count(odds.energy, ENERGY))


def odds_words(odds: Odds) -> Message:
    """The odds of a roll in sentences."""
    plain = percent(odds.plain)
    needed = say(
        "It needs {needed} on {dice} {dice?die|dice}: {plain} percent.", needed=odds.needed, dice=odds.dice, plain=plain
    )
    if not odds.dice:
        needed = say("{needed} more are needed.", needed=odds.needed)
    helped = None
    if odds.helped != odds.plain:
        share = percent(odds.helped)
        if odds.cards:
            helped = say(
                "With {energy} energy and cards for {cards}: {percent} percent.",
                energy=odds.energy,
                cards=odds.cards,
                percent=share,
            )
        else:
            helped = say("With {energy} energy: {percent} percent.", energy=odds.energy, percent=share)
    twice = say("A Priest's second try is counted in.") if odds.is_twice else None
    return sentences(needed, helped, twice)


def where(table: Table, place: str) -> Message:
    """The place, as boards call it."""
    return place_words(table.setup.box, place)

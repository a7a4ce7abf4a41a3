"""What pieces, places and prices are called in sentences; what is said of each act and asked at each moment.

The latter are the texts of sayings.toml, whose gaps are filled here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.games.atlantis_rising.data import contents
from companion.games.atlantis_rising.state import changes, ground, model
from companion.games.core import Action, Memory, RuleId, Seat
from companion.games.errors import IllegalAction
from companion.games.shared.files import read_as
from companion.games.shared.phases import Asked, people
from companion.language.message import Gap, Message, Value, filled, gaps, listing, lone, say
from companion.language.values import Count, Name, Noun

DIE: Final = Noun("die", "dice")
ENERGY: Final = Noun("energy", "energy")
SPACE, CARD, TILE = Noun("space"), Noun("card"), Noun("tile")
BOARD, ARTIFACT = Noun("board"), Noun("artifact")
ATLANTEAN, BARRIER, RESOURCE = Noun("Atlantean"), Noun("barrier"), Noun("resource")
FOLLOWER, VOLUNTEER, FLOOD, MISFORTUNE = Noun("follower"), Noun("volunteer"), Noun("flood"), Noun("misfortune")
PENINSULA_WORDS: Final = (
    say("the Mountains"),
    say("the Hills"),
    say("the Forests"),
    say("the Cities"),
    say("the Libraries"),
    say("the Forges"),
)
"""In table order."""
PIECES: Final[dict[contents.PieceKind, Message]] = {
    "leader": say("Leader"),
    "follower": say("follower"),
    "volunteer": say("volunteer"),
    "hologram": say("Hologram"),
    "automaton": say("Automaton"),
}
RESOURCE_WORDS: Final = {
    "gold": Noun("gold", "gold"),
    "crystal": Noun("crystal"),
    "ore": Noun("ore", "ore"),
    "atlantium": Noun("Atlantium", "Atlantium"),
    "energy": ENERGY,
}
TILE_WORDS: Final = (say("Mountains"), say("Hills"), say("Forests"), say("Cities"), say("Libraries"), say("Forges"))


def place_words(box: contents.Box, place: str) -> Message:
    """A place: "Forests 4", "the centre", "build space 2", "Spirit Seal"."""
    if place == model.CENTRE:
        return say("the centre")
    if place in model.BUILD_SPACES:
        return say("build space {number}", number=model.BUILD_SPACES.index(place) + 1)
    if place in ground.TILES:
        return tile_words(*ground.TILES[place])
    return say("{component}", component=Name(box.components[place].name))


def tile_words(peninsula: int, ring: int) -> Message:
    """A tile: "Forests 4"."""
    return say("{peninsula} {ring}", peninsula=TILE_WORDS[peninsula], ring=ring)


def price_words(price: contents.Price) -> Message:
    """A price: "2 gold, 1 crystal"; "nothing"."""
    parts = [say("{many}", many=Count(price[name], RESOURCE_WORDS[name])) for name in contents.GOODS if price[name]]
    return say("{parts}", parts=listing(parts, ",")) if parts else say("nothing")


def card_words(box: contents.Box, card: str) -> Message:
    """A library card or an artifact; one that not everybody may know is a card."""
    if card == contents.HIDDEN:
        return say("a card")
    return say("{card}", card=Name(box.card(card).name))


def cards_words(box: contents.Box, cards: Collection[str]) -> Message:
    """Several library cards, those that not everybody may know by their number."""
    named = [card_words(box, card) for card in cards if card != contents.HIDDEN]
    unnamed = len(cards) - len(named)
    if unnamed:
        named.append(lone(Count(unnamed, CARD)))
    return say("{cards}", cards=listing(named, "and"))


def misfortune_words(box: contents.Box, card: str) -> Message:
    """A misfortune card."""
    if card == contents.CALM:
        return say("Calm Seas")
    if card == contents.CONTROLLED:
        return say("Controlled Flood")
    if card in contents.BASIC:
        return say("{peninsula} flood", peninsula=TILE_WORDS[contents.BASIC[card]])
    return say("{card}", card=Name(box.special[card].name))


def paid_words(view: model.AtlantisView, paid: Iterable[contents.Price]) -> Message:
    """Who pays what."""
    paying = [(view.who(seat), price_words(price)) for seat, price in enumerate(paid) if price.total]
    parts = [say("{price} from {who}", who=who, price=price) for who, price in paying]
    return say("{parts}", parts=listing(parts, ";")) if parts else say("nothing")


def piece_words(view: model.AtlantisView, seat: Seat, kind: contents.PieceKind) -> Message:
    """A piece and whose it is: "Ada's follower"."""
    return say("{who}'s {piece}", who=view.who(seat), piece=PIECES[kind])


def acting_words(view: model.AtlantisView, kind: contents.PieceKind, place: str, rollers: Sequence[Seat]) -> Message:
    """A piece that is to act where it stands, or who rolls there for a group."""
    where = place_words(view.table.box, place)
    if not rollers:
        return say("{piece} on {place}", piece=PIECES[kind], place=where)
    who = listing(map(view.who, dict.fromkeys(rollers)), "and")
    return say("{place}: {who}, {dice}", place=where, who=who, dice=Count(len(rollers), DIE))


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of an act."""

    button: str = ""
    group: str = ""
    """The heading above its button."""
    shows: str = ""
    """The kind of piece beside its button, before the name of a component that it is about."""
    log: str = ""
    seen: str = ""
    """What an undo makes nobody forget."""
    back: str = ""
    """What is done by hand when it is undone."""
    settles: str = ""
    """The words of the button by which a seat lets chance settle it; empty for none."""


class ByRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said by a rule: what somebody is asked for, and why; or a law, where an act is refused."""

    text: str
    rule: RuleId
    why: str = ""
    any_order: bool = False


class Sayings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it, by names of acts, of moments, and of the classes in which rules are written."""

    acts: dict[str, Said]
    asks: dict[str, ByRule]
    laws: dict[str, ByRule]
    refusals: dict[str, ByRule]


SAYINGS: Final = read_as(__package__, "sayings.toml", Sayings)


def _laid_open(view: model.AtlantisView, act: Any) -> Message:
    kept = (card for card in act.cards if card in view.table.box.artifacts)
    return cards_words(view.table.box, (*kept, *act.discarded))


def _step(view: model.AtlantisView) -> Any:
    """The step that is dealt with now, of whatever kind."""
    return view.table.steps[-1]


GAPS: Final[Mapping[str, Callable[[model.AtlantisView, Any], Value]]] = {
    "who": lambda view, act: view.who(act.seat),
    "starter": lambda view, it: view.who(view.table.starter),
    "next": lambda view, it: view.who((view.table.starter + 1) % view.table.players),
    "drawer": lambda view, act: view.who(view.table.drawers[view.table.drawn]),
    "drawn": lambda view, it: view.table.drawn + 1,
    "drawers": lambda view, it: len(view.table.drawers),
    "colour": lambda view, act: Noun(act.colour),
    "board": lambda view, act: Name(view.table.box.councilors[act.councilor].name),
    "boards": lambda view, it: Count(model.DRAWN - len(view.table.revealed), BOARD),
    "component": lambda view, it: Name(view.table.box.components[it.component].name),
    "letter": lambda view, it: Name(view.table.box.components[changes.lacking(view.table)[0]].letter),
    "artifact": lambda view, act: card_words(view.table.box, act.artifact),
    "artifacts": lambda view, step: Count(model.DRAWN - len(step.drawn), ARTIFACT),
    "card": lambda view, act: card_words(view.table.box, act.card),
    "cards": lambda view, act: cards_words(view.table.box, act.cards),
    "gone": lambda view, act: cards_words(view.table.box, act.discarded),
    "laid_open": _laid_open,
    "many_cards": lambda view, step: Count(step.left, CARD),
    "kept": lambda view, step: Count(step.kept, CARD),
    "beyond": lambda view, step: Count(len(view.table.hands[step.seat]) - model.HAND_LIMIT, CARD),
    "unseen": lambda view, it: Count(view.table.misfortunes.unseen, CARD),
    "misfortune": lambda view, act: misfortune_words(view.table.box, act.card),
    "kind": lambda view, act: PIECES[act.piece],
    "piece": lambda view, act: piece_words(view, act.seat, act.piece),
    "acting": lambda view, act: acting_words(view, act.piece, act.place, act.rollers),
    "atlanteans": lambda view, step: Count(step.left, ATLANTEAN),
    "place": lambda view, act: place_words(view.table.box, act.place),
    "under": lambda view, act: ground.spaces(view.table.setup, act.place)[act.space].number,
    "peninsula": lambda view, act: lone(PENINSULA_WORDS[act.peninsula]),
    "where": lambda view, act: PENINSULA_WORDS[act.peninsula],
    "tile": lambda view, act: tile_words(act.peninsula, view.table.dry[act.peninsula]),
    "next_tile": lambda view, act: tile_words(act.peninsula, view.table.dry[act.peninsula] + 1),
    "tiles": lambda view, step: Count(step.left, TILE),
    "barriers": lambda view, step: Count(step.left, BARRIER),
    "wrath": lambda view, it: Count(view.table.wrath_value, TILE),
    "paid": lambda view, act: paid_words(view, act.paid),
    "energies": lambda view, act: paid_words(view, (contents.Price(energy=each) for each in act.paid)),
    "barrier_cost": lambda view, act: model.BARRIER_COST,
    "unflood_cost": lambda view, act: model.UNFLOOD_COST,
    "spent": lambda view, act: act.energy,
    "energy": lambda view, act: Count(act.energy, ENERGY),
    "tried": lambda view, act: place_words(view.table.box, _step(view).place),
    "all": lambda view, act: listing(map(view.who, _step(view).seats)),
    "number": lambda view, act: len(_step(view).seats),
    "values": lambda view, act: listing(map(lone, act.values), ","),
    "rolled": lambda view, act: listing(map(lone, act.values)),
    "die": lambda view, act: act.die + 1,
    "dice": lambda view, act: listing(lone(die + 1) for die in act.dice),
    "resource": lambda view, act: Noun(act.resource),
    "given": lambda view, act: Noun(act.given),
    "taken": lambda view, act: Noun(act.taken),
    "one": lambda view, act: Count(1, RESOURCE_WORDS[act.resource]),
    "one_given": lambda view, act: Count(1, RESOURCE_WORDS[act.given]),
    "one_taken": lambda view, act: Count(1, RESOURCE_WORDS[act.taken]),
    "resources": lambda view, step: Count(step.left, RESOURCE),
    "more_resources": lambda view, step: Count(step.left - len(step.given), RESOURCE),
    "sign": lambda view, act: say("1 more") if act.by > 0 else say("1 less"),
    "what": lambda view, act: RESOURCE_WORDS[act.what],
    "title": lambda view, it: Name(_step(view).title),
    "words": lambda view, step: Name(step.text),
}
"""What stands in each gap of a text about an act, or about the step that is dealt with now."""


_NO_GAPS: Final[Mapping[str, Value]] = MappingProxyType({})


def said(text: str, view: model.AtlantisView, it: Any, known: Mapping[str, Value] = _NO_GAPS) -> Message:
    """A text with what it is about in its gaps, but for those that are known; of a gap alone, the message in it."""
    names = [part.name for part in gaps(text) if isinstance(part, Gap)]
    given = {name: known[name] if name in known else GAPS[name](view, it) for name in names}
    alone = given.get(text[1:-1])
    return alone if isinstance(alone, Message) else filled(text, **given)


def shown(act: Action) -> str:
    """The kind of piece beside the button of an act; empty for none."""
    found = SAYINGS.acts.get(type(act).__name__, Said())
    return found.shows + getattr(act, "component", "")


def asked(name: str, view: model.AtlantisView, seats: tuple[Seat, ...], about: Mapping[str, Value] = _NO_GAPS) -> Asked:
    """What these are asked for, by its name in sayings.toml; the first of them is "who" in it."""
    found, step = SAYINGS.asks[name], view.table.step
    known = {"people": people(view, seats), **({"who": view.who(seats[0])} if seats else {}), **about}
    text, why = (said(each, view, step, known) for each in (found.text, found.why))
    return Asked(seats, text, why, found.rule, found.any_order)


def refused(name: str, **given: Value) -> IllegalAction:
    """Why an act is not legal, by a name in sayings.toml, with these values in the gaps of it."""
    found = SAYINGS.refusals[name]
    return IllegalAction(found.rule, filled(found.text, **given))


def remembered(name: str, view: model.AtlantisView, act: Action) -> Memory:
    """What taking an act back makes nobody forget, by a name in sayings.toml."""
    found = SAYINGS.acts[name]
    return Memory(said(found.seen, view, act), said(found.back, view, act))

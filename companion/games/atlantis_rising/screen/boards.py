"""The boards of a game for the tablet that all share and each seat's phone; what each owns; a line a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.atlantis_rising.data.contents import GOODS, RESOURCES, Price, together
from companion.games.atlantis_rising.mat.looks import paint_of, standee
from companion.games.atlantis_rising.rules import decisions
from companion.games.atlantis_rising.screen import blueprint_board, grid, island_board, prospects
from companion.games.atlantis_rising.screen.pieces_board import draw_places, draw_standing
from companion.games.atlantis_rising.state.hidden import shown
from companion.games.atlantis_rising.state.model import HAND_LIMIT, POOL, Atlantean, AtlantisAction, AtlantisView, Phase
from companion.games.atlantis_rising.words import texts, vocabulary
from companion.games.board import GAP, PHONE, TAP, Area, Board, Cell, across
from companion.games.core import Choice, PlayerPanel, Seat
from companion.language.message import Message, listing, lone, say, sentences
from companion.language.values import Count, Name

HEAD: Final = 36.0
ROW: Final = 26.0
"""Heights: of the names, which are higher where one is tapped, and of what everybody owns of one thing."""
LABEL: Final = 92.0
LEAST: Final = 46.0
"""Width in front of the rows, and of a column at least."""
INSET: Final = 1.0
OWNED: Final = {
    "gold": (say("gold"), "#8a6a1f", 62.0),
    "crystal": (say("crystal"), "#3d6f9e", 72.0),
    "ore": (say("ore"), "#5a5048", 54.0),
    "atlantium": (say("Atlantium"), "#1f7a6a", 88.0),
    "energy": (say("energy"), "#5a3d8a", 64.0 + GAP),
    "cards": (say("cards"), "", 0.0),
    "recruits": (say("recruits"), "", 0.0),
}
"""Name and colour of what is owned, and how wide its cell is on a phone."""
HEIGHT: Final = 62.0


def draw_reserves(view: AtlantisView, taps: grid.Taps) -> Board:
    """A column a player, and one for all together; a row for each thing that is owned."""
    table, players = view.table, range(view.table.players)
    width = max(grid.SIDE, LABEL + (LEAST + GAP) * (len(players) + 1))
    head, side = TAP if any(_chosen(taps, seat) for seat in players) else HEAD, LABEL - GAP
    *columns, last = across(LABEL, 0, width - LABEL, head, len(players) + 1)
    many = Count(table.volunteers, vocabulary.VOLUNTEER)
    cells = [Cell("volunteers", say("{many} left in the supply.", many=many), 0, 0, side, head, text=lone(many))]
    for at, (key, (name, colour, _)) in enumerate(OWNED.items()):
        cells.append(Cell(f"head.{key}", None, 0, _row(head, at), side, ROW, text=name, colour=colour))
    for seat, place in zip(players, columns, strict=True):
        cells.append(_player(view, taps, seat, place))
        cells += _owned(f"{seat}", table.reserves[seat], len(table.hands[seat]), table.supply[seat], place)
    whole = together(table.reserves)
    words = say("All together own {price}.", price=vocabulary.price_words(whole))
    cells.append(Cell("all", words, *last, text=say("all")))
    cells += _owned("all", whole, sum(map(len, table.hands)), sum(table.supply), last)
    return Board("reserves", say("What everybody owns"), width, _row(head, len(OWNED)) - INSET, tuple(cells))


def _row(head: float, at: int) -> float:
    """Where a row begins below names of this height."""
    return head + INSET + (ROW + INSET) * at


def _player(view: AtlantisView, taps: grid.Taps, seat: Seat, place: Area) -> Cell:
    """The name above a column, with all that stands in it in words."""
    table, who = view.table, view.who(seat)
    price, hand = vocabulary.price_words(table.reserves[seat]), Count(len(table.hands[seat]), vocabulary.CARD)
    left = Count(table.supply[seat], vocabulary.FOLLOWER)
    words = say("{who} owns {price}, and {hand}; {left} can be recruited.", who=who, price=price, hand=hand, left=left)
    pool = say("{pool} Atlanteans are at hand.", pool=len(_at_hand(view, seat)))
    text, first, tap = say("{who}", who=who), None, _chosen(taps, seat)
    if seat == table.starter and table.round:
        text, first = say("{who}, first", who=who), say("{who} is the starting player.", who=who)
    words, colour = sentences(words, first, pool), paint_of(table, seat)
    return Cell(f"{seat}", words, *place, text=text, colour=colour, mark=grid.now(tap), choice=tap)


def _at_hand(view: AtlantisView, seat: Seat) -> list[Atlantean]:
    return [each for each in view.table.atlanteans if each.seat == seat and each.place == POOL]


def _chosen(taps: grid.Taps, seat: Seat) -> grid.Tap | None:
    """Where a player is chosen: who gets the follower, or a gain, or loses a follower."""
    return taps.of(decisions.GiveRecruit(seat), decisions.GiveBenefit(seat), decisions.GiveUp(seat))


def _owned(key: str, reserve: Price, cards: int, recruits: int, place: Area) -> Iterator[Cell]:
    """The column below a name: a number a row."""
    left, _, width, head = place
    figures = (*(reserve[name] for name in GOODS), cards, recruits)
    for at, (name, number) in enumerate(zip(OWNED, figures, strict=True)):
        yield Cell(f"{key}.{name}", None, left, _row(head, at), width, ROW, number=f"{number}" if number else "·")


def draw_own(view: AtlantisView, taps: grid.Taps, seat: Seat) -> Board:
    """The own things of a seat."""
    table, cells = view.table, [*_reserve(view, taps, seat), *_pool(view, seat)]
    # Whoever begins has the Hologram, with its councilor and what that has lent.
    hologram, lent = (table.hologram, table.scholar_artifact) if seat == table.starter else ("", "")
    cards = (*shown(view, seat), *((lent,) if lent else ()))
    top, is_assumed = (HEIGHT + GAP) * 2, any(table.box.card(card).status == "assumed" for card in cards)
    for key, name in (("councilor", table.councilors[seat]), ("hologram", hologram)):
        if name:
            board, doubt = table.box.councilors[name], table.box.councilors[name].status == "assumed"
            called = grid.starred(say("{name}", name=Name(board.name)), doubt)
            text = say("{name}: {effect}", name=called, effect=texts.effect_words(board.effect))
            words, paint = grid.unsure(text, doubt), paint_of(table, seat)
            cells.append(Cell(key, words, 0, top, PHONE, HEIGHT, text=text, colour=paint))
            top, is_assumed = top + HEIGHT + GAP, is_assumed or doubt
    kinds = (decisions.DiscardCard, decisions.PlayCard, decisions.KeepArtifact)
    for number, card in enumerate(cards):
        # Of two alike only the first can be tapped.
        tap = taps.of(*(kind(seat, card) for kind in kinds)) if card not in cards[:number] else None
        is_over = tap is not None and isinstance(tap.actions[0], decisions.DiscardCard)
        doubt, key, place = table.box.card(card).status == "assumed", f"card.{number}", (0, top, PHONE, HEIGHT)
        called = grid.starred(vocabulary.card_words(table.box, card), doubt)
        text = say("{card}: {effect}", card=called, effect=texts.card_effect(table.box, card))
        advice = say("Tap it to discard it.") if is_over else say("Tap it to play it.")
        words, colour = sentences(grid.unsure(text, doubt), advice if tap else None), grid.GOOD if tap else ""
        cells.append(Cell(key, words, *place, text=text, mark=grid.now(is_over), colour=colour, choice=tap))
        top += HEIGHT + GAP
    title = say("{who}: {cards} of {most} cards", who=view.who(seat), cards=len(table.hands[seat]), most=HAND_LIMIT)
    return grid.footed("own", title, PHONE, top, cells, is_assumed)


def _reserve(view: AtlantisView, taps: grid.Taps, seat: Seat) -> Iterator[Cell]:
    """Each resource, and energy; tapped where one is to be chosen."""
    left = 0.0
    for name in GOODS:
        _, ink, width = OWNED[name]
        many = Count(view.table.reserves[seat][name], vocabulary.RESOURCE_WORDS[name])
        kinds = [each for each in RESOURCES if each == name]  # energy is none of them
        tap = taps.of(*(kind(seat, each) for each in kinds for kind in (decisions.Gain, decisions.TurnIn)))
        words, text = say("You own {many}.", many=many), say("{many:noun}", many=many)
        place = (left, 0.0, width - GAP, HEIGHT)
        yield Cell(name, words, *place, "box", f"{many.number}", text, grid.now(tap), ink, choice=tap)
        left += width


def _pool(view: AtlantisView, seat: Seat) -> Iterator[Cell]:
    """The pieces at hand, and how many followers can still be recruited."""
    table, pool, top, wide = view.table, _at_hand(view, seat), HEIGHT + GAP, PHONE * 0.64
    counts, pieces = Counter(each.kind for each in pool).items(), tuple(standee(table, each) for each in pool)
    parts = [say("{many} {piece}", many=many, piece=vocabulary.PIECES[kind]) for kind, many in counts]
    none, text = say("None of your Atlanteans is at hand."), say("{many} at hand", many=len(pool))
    words = say("At hand: {pieces}.", pieces=listing(parts, ",")) if parts else none
    yield Cell("pool", words, 0, top, wide, HEIGHT, text=text, pieces=pieces)
    left = table.supply[seat]
    words = say("{many} can still be recruited.", many=Count(left, vocabulary.FOLLOWER))
    place = (wide + GAP, top, PHONE - wide - GAP, HEIGHT)
    yield Cell("recruits", words, *place, number=f"{left}", text=say("to recruit"))


def panels(view: AtlantisView) -> tuple[PlayerPanel, ...]:
    """Reserve, cards and Atlanteans of each player."""
    return tuple(PlayerPanel(seat, tuple(_lines(view, seat))) for seat in range(view.table.players))


def _lines(view: AtlantisView, seat: Seat) -> Iterator[Message]:
    table = view.table
    yield say("Has {reserve}", reserve=vocabulary.price_words(table.reserves[seat]))
    if own := sum(each.seat == seat for each in table.atlanteans):
        yield say("{many}, {here} at hand", many=Count(own, vocabulary.ATLANTEAN), here=len(_at_hand(view, seat)))
    if table.hands[seat]:
        yield say("{many} of the library", many=Count(len(table.hands[seat]), vocabulary.CARD))
    if table.councilors[seat]:
        yield say("{name}", name=Name(table.box.councilors[table.councilors[seat]].name))


def boards(view: AtlantisView, choices: Sequence[Choice[AtlantisAction]]) -> tuple[Board, ...]:
    """What is drawn beside the mat for these eyes, what is to be done now in front.

    A cell's choice is the one of `choices` that begins with the act of that cell.
    """
    taps = grid.Taps(choices)
    attempt, places, standing = prospects.draw_attempt(view, taps), draw_places(view, taps), draw_standing(view, taps)
    drawn: tuple[Board | None, ...] = (island_board.draw_island(view, taps), blueprint_board.draw_blueprint(view, taps))
    if view.seat is None:
        # What changes from act to act, where the tablet has room for one of them: the roll under way, who has yet to
        # act while all act, else what the sea will do. The others are looked up.
        sea = island_board.draw_sea(view, taps)
        front = attempt or (standing if view.table.phase is Phase.ACTIONS else None) or sea
        first = (each and replace(each, is_second=each is not front) for each in (attempt, standing, sea))
        drawn = (*first, places, *drawn, draw_reserves(view, taps), island_board.draw_outlook(view, taps))
    else:
        drawn = (attempt, places, draw_own(view, taps, view.seat), standing, *drawn)
    return tuple(each for each in drawn if each is not None)

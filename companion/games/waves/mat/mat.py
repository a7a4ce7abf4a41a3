"""What the mat of Waves must show, how its pieces look, what stands beside each player, and what may lie wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.games.core import PlayerPanel, RuleId, Seat, seat_name
from companion.games.shared.mats import read_kit_for
from companion.games.waves.data.figures import CARD, CLASS, DATA, ELDER, NOUNS, POWER, SHELLS
from companion.games.waves.mat.layouts import LAYOUTS, layout_of
from companion.games.waves.rules.actions import WavesAction
from companion.games.waves.rules.course import COURSE
from companion.games.waves.state import model, tablets, turns
from companion.games.waves.words.names import SIDE_LETTERS, place, rebel, side_name, teammates
from companion.language.message import NOTHING, Message, listing, say
from companion.language.values import Count, Name, Noun
from companion.table.expected import Anything, Backs, Content, ExpectedTable, ExpectedZone, Pieces, Pile
from companion.table.layout import Layout
from companion.table.pieces import PieceKind

KIT = read_kit_for(__package__, LAYOUTS.values())
_FOLLOWER, _TOKEN = Noun("Follower"), Noun("token")
_COMMON = {
    "centre": (say("Centre"), say("the centre")),
    "tablet.active": (say("Active tablet"), say("the active tablet's place")),
    "tablets": (say("Rule Tablets"), say("the row of tablets")),
    "deck": (say("Deck"), say("the deck")),
    "discard": (say("Discard"), say("the discard pile")),
    "elder.gap": (say("Unassociated Elder"), say("the unassociated Elder's place")),
}
"""The heading of each place that is everybody's, and what to call it in the middle of a sentence."""
_CARDS = (
    PieceKind(f"card:{cls}", data.name, "card", data.colour, str(data.power), data.sign)
    for cls, data in enumerate(DATA.classes, 1)
)
_TABLETS = (
    PieceKind(f"tablet:{side}", tablet.title, "tile", of_class.colour, sign=of_class.sign)
    for side, tablet in DATA.tablets.items()
    if (of_class := DATA.classes[tablet.cls - 1])
)
_OTHERS = (
    PieceKind("back", "face-down card", "card", "#20465e", sign="≈"),
    PieceKind("shell", "shell", "disc", "#f4e3c1", sign="◗"),
    PieceKind("token", "Wave token", "disc", "#2aa6c9", sign="≋"),
)
PIECES = {kind.kind: kind for kind in (*_CARDS, *_TABLETS, *_OTHERS)}


def layout(table: model.Table) -> Layout:
    """The mat for this mode and number of players."""
    return layout_of(table.setup.mode, table.setup.players, table.setup.gap_after)


def expected_table(view: model.WavesView) -> ExpectedTable:
    """Every zone of the layout with what it must hold."""
    content = {each.zone: each for each in (*_places(view), *_collections(view), *_piles(view))}
    return ExpectedTable(tuple(content[zone.zone] for zone in layout(view.table).zones))


def _places(view: model.WavesView) -> Iterator[ExpectedZone]:
    table, setup = view.table, view.table.setup
    acting, noun = COURSE.prompt(view).seats, rebel(setup).noun
    for index, slot in enumerate(table.slots):
        seat, number = setup.owner(index), index + 1 if setup.is_head_to_head else 0
        label, elder, *others, token = _place_words(view.names, seat, number, noun)
        note = say("to act") if seat in acting else NOTHING
        if slot.elder and (power := tablets.elder_power(table, index)) != POWER[slot.elder]:
            note = say("power {power}", power=power)
        yield ExpectedZone(f"elder.{index}", Pieces((f"card:{slot.elder}",) if slot.elder else ()), label, note, elder)
        for posture, agent, name in zip(("follower", "rebel"), (_FOLLOWER, noun), others, strict=True):
            zone, content, heading = f"{posture}.{index}", _agents(slot, posture), NOTHING
            if slot.agent is not None and slot.agent.posture == posture:
                heading = say("{agent}", agent=agent)
            yield ExpectedZone(zone, content, heading, name=name)
        yield ExpectedZone(f"token.{index}", Pieces(("token",) if table.token == index else ()), name=token)


def _agents(slot: model.Slot, posture: str) -> Content:
    agent = slot.agent
    if agent is None or agent.posture != posture:
        return Pieces(())
    return Backs("back", agent.count) if agent.face == model.UNKNOWN else Pieces((f"card:{agent.face}",) * agent.count)


@lru_cache(maxsize=256)  # what lies on the mat is asked for many times an act, and these words stay the same
def _place_words(known: tuple[str, ...], seat: Seat, number: int, rebels: Noun) -> tuple[Message, ...]:
    """The heading of an Elder's place, and the names of the places for Elder, Follower, Rebels and token.

    They are "Anna's Elder place", or "Anna's Elder place 3" where a player has two; else `number` is 0.
    """
    who, pieces = Name(seat_name(known, seat)), (ELDER, _FOLLOWER, rebels, _TOKEN)
    if not number:
        return say("{who}: Elder", who=who), *(say("{who}'s {piece} place", who=who, piece=each) for each in pieces)
    label = say("{who}, place {place}: Elder", who=who, place=number)
    return label, *(say("{who}'s {piece} place {place}", who=who, piece=each, place=number) for each in pieces)


def _collections(view: model.WavesView) -> Iterator[ExpectedZone]:
    setup = view.table.setup
    for side, pile in enumerate(view.table.collected):
        who = side_name(setup, side, view.names)
        whose, label = say("{who}'s collection", who=who), say("{who}: collected", who=who)
        if len(setup.members(side)) > 1:
            whose = say("the collection of {team}", team=who)
            label = say("Team {team}: collected", team=Name(SIDE_LETTERS[side]))
        yield ExpectedZone(f"collection.{side}", Pieces(_cards(pile)), label, name=whose)


def _cards(counts: model.Counts) -> tuple[str, ...]:
    return tuple(f"card:{cls}" for cls in model.one_by_one(counts))


def _piles(view: model.WavesView) -> Iterator[ExpectedZone]:
    table, active = view.table, tablets.active_side(view.table)
    top = f"card:{table.top}" if table.top else ""
    contents: dict[str, Content] = {
        # More shells than the box has are other things, without a marker: only people can count them.
        "centre": Pieces(("shell",) * table.shells) if table.shells <= SHELLS else Anything(),
        "tablet.active": Pieces((f"tablet:{active}",) if active else ()),
        "tablets": Pieces(tuple(f"tablet:{side}" for side in table.setup.tablets if side != active)),
        "deck": Pile("back", table.deck),
        "discard": Pile("back", sum(table.discard), top),
        "elder.gap": Pieces((f"card:{table.gap_elder}",) if table.gap_elder else ()),
    }
    for zone, content in contents.items():
        label, name = _COMMON[zone]
        yield ExpectedZone(zone, content, label, name=name)
    supply = say("Supply: {number}", number=max(0, SHELLS - table.shells))
    yield ExpectedZone("supply", Anything(), supply, name=say("the supply"))


_RULES = {
    "elder": "W-142",
    "collection": "W-073",
    "token": "W-080",
    "centre": "W-043",
    "tablet": "W-063",
    "tablets": "W-085",
    "deck": "W-140",
    "discard": "W-082",
}
"""What each kind of zone must show, where no phase says it more exactly."""


def rule_of_zone(view: model.WavesView, zone: str, done: Sequence[WavesAction] = ()) -> RuleId:
    """The rule that says what a zone must show now: a second set, a face turned up too early, Agents out of turn.

    An Agent at a slot whose turn has not come lies at another's Elder; if the one whose turn it was has just played as
    well, or has this place too, it came too early.
    """
    table, (kind, _, rest) = view.table, zone.partition(".")
    if kind == "token" and table.setup.is_head_to_head:
        return "W-108"
    if kind not in ("follower", "rebel"):
        return _RULES.get(kind, COURSE.prompt(view).rule)
    if table.phase is not model.Phase.PLAY:
        return "W-060" if kind == "follower" and table.phase is model.Phase.REVEAL else COURSE.prompt(view).rule
    if table.slots[int(rest)].agent is not None:
        return "W-058"
    setup, turn = table.setup, turns.next_to_play(table)
    return turns.order_rule(setup) if done or setup.owner(int(rest)) == turn else "W-054"


def panels(view: model.WavesView) -> tuple[PlayerPanel, ...]:
    """Collection, goal and hand of each player; a team's collection stands with each of its members."""
    return tuple(_panel(view, seat) for seat in range(view.table.setup.players))


def _panel(view: model.WavesView, seat: Seat) -> PlayerPanel:
    table, setup = view.table, view.table.setup
    pile, goal = table.collected[setup.sides[seat]], setup.goals[setup.sides[seat]]
    classes = sum(1 for number in pile if number)
    lines = [_team(view, seat)] if setup.is_teams else []
    lines.append(
        say(
            "{classes} of {different} classes, {elders} of {total} Elders",
            classes=classes,
            different=goal.different,
            elders=sum(pile),
            total=goal.total,
        )
    )
    lines.append(_in_hand(table, seat))
    if seat in turns.silent_seats(table):
        lines.append(say("Silent until everyone has played"))
    score = f"{classes}/{goal.different} {sum(pile)}/{goal.total}"
    return PlayerPanel(seat, tuple(lines), _cards(pile), score)


def _team(view: model.WavesView, seat: Seat) -> Message:
    setup = view.table.setup
    mates = [view.who(other) for other in teammates(setup, seat)]
    if not mates:
        return say("The solo player")
    return say("Team {team} with {players}", team=Name(SIDE_LETTERS[setup.sides[seat]]), players=listing(mates))


def _in_hand(table: model.Table, seat: Seat) -> Message:
    cards = Count(table.hands[seat].count, CARD)
    if table.token < 0 or table.setup.owner(table.token) != seat:
        return say("{cards} in hand", cards=cards)
    if table.setup.is_head_to_head:
        return say("{cards} in hand, Wave token at place {place}", cards=cards, place=table.token + 1)
    return say("{cards} in hand, Wave token", cards=cards)


def own_pieces(view: model.WavesView) -> tuple[str, ...]:
    """The cards in this seat's hand, as far as the companion was told."""
    return _cards(view.own.hand) if view.own is not None else ()


def breach(view: model.WavesView, zone: str, shown: Sequence[str]) -> tuple[RuleId, Message] | None:
    """The rule that these face-up pieces in a zone break, with a proposal; None where they break none known here.

    It is known of Rebels of more than one class, found as they are turned up (W-053, A-33). The most numerous class
    stays, of several the lowest; the others go back to the hand and do not count.
    """
    kind, _, slot = zone.partition(".")
    counts = Counter(cls for cls in model.CLASSES for each in shown if each == f"card:{cls}")
    if kind != "rebel" or view.table.phase is not model.Phase.REVEAL or len(counts) < 2:
        return None
    stays = max(model.CLASSES, key=lambda cls: (counts[cls], -cls))
    back = (Count(counts[cls], NOUNS[cls]) for cls in model.CLASSES if counts[cls] and cls != stays)
    return "W-053", say(
        "{who} shows {rebels:many} of {classes}, and they must be of one. The table decides. Proposal: {stays} may "
        "stay, {back} goes back to the hand; then the host corrects number and hand.",
        who=place(view, int(slot)),
        rebels=rebel(view.table.setup).noun,
        classes=Count(len(counts), CLASS),
        stays=Count(counts[stays], NOUNS[stays]),
        back=listing(back),
    )

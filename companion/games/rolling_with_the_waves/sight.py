"""What dice in crow's nests and on mini boards come to, as a camera sees them: who took which, and where each lies.

A die that was drafted is known from two places: the nest in which it lies now, and the tray that lacks it. Of a mini
board all dice are known; seen is only which of them lies on which icon, and somebody has yet to confirm it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Final

from msgspec.structs import replace

from companion.games.core import Choice, Seat
from companion.games.dice import Finding
from companion.games.rolling_with_the_waves import mini_board
from companion.games.rolling_with_the_waves.mat import KIT
from companion.games.rolling_with_the_waves.model import TRAY, UNKNOWN, DiceView, Draft, ShowBoard
from companion.games.rolling_with_the_waves.phases.allocation import laid_words
from companion.games.rolling_with_the_waves.phases.bag import role
from companion.games.rolling_with_the_waves.phases.draft import Drafting, drafter
from companion.games.rolling_with_the_waves.phases.part import DIE, die_words, known_to_all
from companion.games.rolling_with_the_waves.phases.reveal import all_ways, refused_board
from companion.games.rolling_with_the_waves.whole import Die, Icon, Phase, Setup
from companion.language.message import Message, say
from companion.language.values import Count
from companion.table.dice import DieSighting, LyingDice, PieceSighting

BOARD: Final = "mini_board"
MOST_ANSWERS: Final = 6
"""More ways in which a board may lie are not laid out: its dice are told one after another."""
DRAFTING: Final = Drafting()


def found(view: DiceView, lying: Mapping[str, LyingDice]) -> tuple[Finding, ...]:
    """What the dice seen in the zones of the mat come to in this position."""
    whole = view.table.played
    lying = {zone: _as_roles(whole.setup, each) for zone, each in lying.items()}
    if whole.phase is Phase.DRAFT:
        return tuple(_drafted(view, lying))
    if whole.phase is Phase.REVEAL:
        boards = ((seat, lying.get(f"board.{seat}")) for seat in whole.screened if not whole.icons[seat])
        return tuple(_shown(view, seat, each) for seat, each in boards if each is not None)
    return ()


# --- the draft ---


def _drafted(view: DiceView, lying: Mapping[str, LyingDice]) -> Iterator[Finding]:
    whole = view.table.played
    seat = drafter(whole)
    if seat is None:
        return
    nest = lying.get(f"nest.{seat}")
    more = len(nest.dice) - len(whole.nests[seat]) if nest is not None else 0
    if nest is None or more <= 0:
        yield from _out_of_turn(view, seat, lying)
    elif more > 1:
        yield Finding(f"nest.{seat}", text=_too_many(view, seat, nest))
    else:
        yield _taken(view, seat, nest, lying.get(TRAY))


def _out_of_turn(view: DiceView, seat: Seat, lying: Mapping[str, LyingDice]) -> Iterator[Finding]:
    """Dice in the nests of somebody whose turn it is not."""
    whole = view.table.played
    for other in whole.seats:
        nest = lying.get(f"nest.{other}")
        if other != seat and nest is not None and len(nest.dice) > len(whole.nests[other]):
            text = say(
                "{who} takes a die now. Put back what {other} has taken.", who=view.who(seat), other=view.who(other)
            )
            yield Finding(f"nest.{other}", text=text)


def _too_many(view: DiceView, seat: Seat, nest: LyingDice) -> Message:
    return say(
        "{dice} {number?lies|lie} in the crow's nests of {who}, and one is taken a turn. Put back what is too many.",
        dice=Count(len(nest.dice), DIE),
        number=len(nest.dice),
        who=view.who(seat),
    )


def _taken(view: DiceView, seat: Seat, nest: LyingDice, tray: LyingDice | None) -> Finding:
    """Which die lies in the nest now: by what it shows there, and by what the tray lacks."""
    whole, zone, state = view.table.played, f"nest.{seat}", known_to_all(view)
    after = {act: DRAFTING.apply(state, act).table.played for act in DRAFTING.legal(state)}
    legal = [act for act, then in after.items() if may_be(then.nests[seat], nest.dice)]
    if not legal:
        return Finding(zone, text=_why_not(view, seat, nest))
    left = len(whole.pool) - 1
    if tray is None or len(tray.dice) > left:
        return Finding(zone)  # the tray as it is without the die has yet to be seen
    if len(tray.dice) < left:
        fitting = [act for act in legal if may_be_among(after[act].pool, tray.dice)]
        return Finding(zone, text=_too_few(tray, left), answers=tuple(_choice(view, act) for act in fitting))
    by_both = [act for act in legal if may_be(after[act].pool, tray.dice)]
    # Where all dice of one of both are read, the other need not be: a die that leans in the tray was asked about.
    is_read = any(all(die.state == "read" for die in each.dice) for each in (nest, tray))
    if len(by_both) == 1 and is_read:
        return Finding(zone, by_both[0])
    return _asked(view, seat, by_both or legal, is_read)


def _asked(view: DiceView, seat: Seat, acts: Sequence[Draft], is_read: bool) -> Finding:
    """Which of some drafts was done; those of one die that leave it as it was rolled look alike."""
    answers, who = tuple(_choice(view, act) for act in acts), view.who(seat)
    dice = {Die(act.colour, act.value) for act in acts}
    die = die_words(Die(acts[0].colour, acts[0].value))
    if len(dice) > 1:
        text = say("Which die did {who} take?", who=who)
    elif len(acts) > 1:
        text = say("Did {who} pay for the {die}, or is it a drunken sailor?", who=who, die=die)
    else:
        text = say("Did {who} take the {die}?", who=who, die=die)
    return Finding(f"nest.{seat}", text=text, answers=answers, looks_alike=is_read and len(dice) < len(acts))


def _too_few(tray: LyingDice, left: int) -> Message:
    return say(
        "{dice} {number?is|are} seen in the tray, and {left} should lie there.",
        dice=Count(len(tray.dice), DIE),
        number=len(tray.dice),
        left=left,
    )


def _why_not(view: DiceView, seat: Seat, nest: LyingDice) -> Message:
    """Why none of the dice of the pool can have been taken so."""
    whole, state = view.table.played, known_to_all(view)
    for die in dict.fromkeys(whole.pool):
        if may_be((*whole.nests[seat], die), nest.dice):
            act = Draft(seat, die.colour, die.value, "pay")
            return DRAFTING.refusal(state, act, say("Draft")).reason
    return say(
        "In the crow's nests of {who} lies no die that may be taken so. Turn it back as it was rolled, or to "
        "{turned} where it is a drunken sailor; or tap what was taken.",
        who=view.who(seat),
        turned=whole.setup.sheet.drunken,
    )


def _choice(view: DiceView, act: Draft) -> Choice[Draft]:
    label = DRAFTING.label(view, act)
    return Choice(label.text, (act,), label.group, label.piece)


# --- mini boards ---


def _shown(view: DiceView, seat: Seat, lying: LyingDice) -> Finding:
    """Where the dice of a mini board lie, to be confirmed; or what is to be done so that it can be seen."""
    whole, zone, who = view.table.played, f"board.{seat}", view.who(seat)
    nest, board = whole.nests[seat], next((each for each in lying.pieces if each.kind == BOARD), None)
    if board is None:
        return Finding(zone, text=say("{who}: push the mini board onto its place, its marker open.", who=who))
    if len(lying.dice) != len(nest):
        text = say(
            "{dice} {number?is|are} seen on the mini board of {who}, and {wanted} should lie there.",
            dice=Count(len(lying.dice), DIE),
            number=len(lying.dice),
            who=who,
            wanted=len(nest),
        )
        return Finding(zone, text=text)
    on = [icons_near(board, die) for die in lying.dice]
    if not all(on):
        return Finding(zone, text=say("A die of {who} lies on no icon. Push it onto one.", who=who))
    seen = tuple(dict.fromkeys(_ways(nest, lying.dice, on)))
    legal = tuple(way for way in seen if way in set(all_ways(whole, seat)))
    if not seen:
        text = say("On the mini board of {who} lie other dice than those that were drafted.", who=who)
        return Finding(zone, text=text)
    if not legal:
        return Finding(zone, text=refused_board(whole, seat, seen[0]).reason)
    if len(legal) > MOST_ANSWERS:
        return Finding(zone, text=say("It cannot be seen how the dice of {who} lie. Tell of each.", who=who))
    group = say("{who}'s mini board", who=who)
    answers = tuple(Choice(laid_words(nest, way), (ShowBoard(seat, way),), group) for way in legal)
    ask = (
        say("Do the dice of {who} lie so?", who=who)
        if len(legal) == 1
        else say("How do the dice of {who} lie?", who=who)
    )
    return Finding(zone, text=ask, answers=answers, is_proposal=len(legal) == 1)


def _ways(
    nest: Sequence[Die], seen: Sequence[DieSighting], on: Sequence[tuple[Icon, ...]]
) -> Iterator[tuple[Icon, ...]]:
    """Every way in which the dice of a nest may lie there, in the order of the nest."""
    for order in permutations(range(len(seen))):
        if all(could_be(die, seen[place]) for die, place in zip(nest, order, strict=True)):
            yield from product(*(on[place] for place in order))


def icons_near(board: PieceSighting, die: DieSighting) -> tuple[Icon, ...]:
    """The icons on which a die may lie: one, or two where it lies across the line between them; none beside all."""
    size = KIT.size(BOARD)
    marker = size.marker_x_mm, size.marker_y_mm
    at = mini_board.turned(die.x_mm - board.x_mm, die.y_mm - board.y_mm, -board.angle_deg, marker)
    return mini_board.icons_near(*at)


# --- dice seen, dice known ---


def _as_roles(setup: Setup, lying: LyingDice) -> LyingDice:
    """The same dice, and of each whose crew it is of, or that it is a Freebooter, in place of its colour."""
    return replace(lying, dice=tuple(replace(each, colour=role(setup, each.colour)) for each in lying.dice))


def could_be(die: Die, seen: DieSighting) -> bool:
    """Whether what was seen, with its role for its colour, may be that die."""
    has_colour = seen.colour in (UNKNOWN, die.colour)
    return has_colour and seen.value in (None, die.value)


def may_be(dice: Sequence[Die], seen: Sequence[DieSighting]) -> bool:
    """Whether these dice, each once and none besides, may be what was seen."""
    return len(dice) == len(seen) and may_be_among(dice, seen)


def may_be_among(dice: Sequence[Die], seen: Sequence[DieSighting]) -> bool:
    """Whether what was seen may be some of these dice, each at most once."""
    taken: dict[int, int] = {}

    def has_place(at: int, tried: set[int]) -> bool:
        for place, die in enumerate(dice):
            if place in tried or not could_be(die, seen[at]):
                continue
            tried.add(place)
            if place not in taken or has_place(taken[place], tried):
                taken[place] = at
                return True
        return False

    return all(has_place(at, set()) for at in range(len(seen)))

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
from companion.games.rolling_with_the_waves.mat import kit, mini_board
from companion.games.rolling_with_the_waves.rules import course, draft, icon_rules
from companion.games.rolling_with_the_waves.state import model, records
from companion.games.rolling_with_the_waves.words.names import DIE, die_words, laid_words
from companion.language.message import NOTHING, Message, say
from companion.language.values import Count
from companion.table.dice import DieSighting, LyingDice, PieceSighting

BOARD: Final = "mini_board"
MOST_ANSWERS: Final = 6
"""More ways in which a board may lie are not laid out: its dice are told one after another."""
DRAFTING: Final = draft.Drafting()


def found(view: model.DiceView, lying: Mapping[str, LyingDice]) -> tuple[Finding, ...]:
    """What the dice seen in the zones of the mat come to in this position."""
    whole = view.table.played
    role = whole.setup.role  # whose crew a die is of, or that it is a Freebooter, stands for its colour
    lying = {
        zone: replace(each, dice=tuple(replace(die, colour=role(die.colour)) for die in each.dice))
        for zone, each in lying.items()
    }
    if whole.phase is records.Phase.DRAFT and (seat := draft.drafter(whole)) is not None:
        return tuple(_drafted(view, seat, lying))
    if whole.phase is records.Phase.REVEAL:
        boards = ((seat, lying.get(f"board.{seat}")) for seat in whole.screened if not whole.icons[seat])
        return tuple(_shown(view, seat, each) for seat, each in boards if each is not None)
    return ()


# --- the draft ---


def _drafted(view: model.DiceView, seat: Seat, lying: Mapping[str, LyingDice]) -> Iterator[Finding]:
    whole, nest = view.table.played, lying.get(f"nest.{seat}")
    more = len(nest.dice) - len(whole.nests[seat]) if nest is not None else 0
    if nest is None or more <= 0:
        for other in whole.seats:  # somebody whose turn it is not
            theirs = lying.get(f"nest.{other}")
            if other != seat and theirs is not None and len(theirs.dice) > len(whole.nests[other]):
                text = say(
                    "{who} takes a die now. Put back what {other} has taken.", who=view.who(seat), other=view.who(other)
                )
                yield Finding(f"nest.{other}", text=text)
    elif more > 1:
        text = say(
            "{dice} {number?lies|lie} in the crow's nests of {who}, and one is taken a turn. "
            "Put back what is too many.",
            dice=Count(len(nest.dice), DIE),
            number=len(nest.dice),
            who=view.who(seat),
        )
        yield Finding(f"nest.{seat}", text=text)
    else:
        yield _taken(view, seat, nest, lying.get(model.TRAY))


def _taken(view: model.DiceView, seat: Seat, nest: LyingDice, tray: LyingDice | None) -> Finding:
    """Which die lies in the nest now: by what it shows there, and by what the tray lacks."""
    whole, zone, state = view.table.played, f"nest.{seat}", model.known_to_all(view)
    after = {act: DRAFTING.apply(state, act).table.played for act in DRAFTING.legal(state)}
    legal = [act for act, then in after.items() if may_be(then.nests[seat], nest.dice)]
    if not legal:
        return Finding(zone, text=_why_not(view, seat, nest))
    left = len(whole.pool) - 1
    if tray is None or len(tray.dice) > left:
        return Finding(zone)  # the tray as it is without the die has yet to be seen
    if len(tray.dice) < left:
        text = say(
            "{dice} {number?is|are} seen in the tray, and {left} should lie there.",
            dice=Count(len(tray.dice), DIE),
            number=len(tray.dice),
            left=left,
        )
        fitting = [act for act in legal if may_be_among(after[act].pool, tray.dice)]
        return Finding(zone, text=text, answers=tuple(course.COURSE.choice(view, act) for act in fitting))
    by_both = [act for act in legal if may_be(after[act].pool, tray.dice)]
    # Where all dice of one of both are read, the other need not be: a die that leans in the tray was asked about.
    is_read = any(all(die.state == "read" for die in each.dice) for each in (nest, tray))
    if len(by_both) == 1 and is_read:
        return Finding(zone, by_both[0])
    return _asked(view, seat, by_both or legal, is_read)


def _asked(view: model.DiceView, seat: Seat, acts: Sequence[model.Draft], is_read: bool) -> Finding:
    """Which of some drafts was done; those of one die that leave it as it was rolled look alike."""
    answers, who = tuple(course.COURSE.choice(view, act) for act in acts), view.who(seat)
    dice = {act.die for act in acts}
    die = die_words(acts[0].die)
    if len(dice) > 1:
        text = say("Which die did {who} take?", who=who)
    elif len(acts) > 1:
        text = say("Did {who} pay for the {die}, or is it a drunken sailor?", who=who, die=die)
    else:
        text = say("Did {who} take the {die}?", who=who, die=die)
    return Finding(f"nest.{seat}", text=text, answers=answers, looks_alike=is_read and len(dice) < len(acts))


def _why_not(view: model.DiceView, seat: Seat, nest: LyingDice) -> Message:
    """Why none of the dice of the pool can have been taken so."""
    whole, state = view.table.played, model.known_to_all(view)
    for die in dict.fromkeys(whole.pool):
        if may_be((*whole.nests[seat], die), nest.dice):
            act = model.Draft(seat, die.colour, die.value, "pay")
            return DRAFTING.refusal(state, act, NOTHING, True).reason
    return say(
        "In the crow's nests of {who} lies no die that may be taken so. Turn it back as it was rolled, or to "
        "{turned} where it is a drunken sailor; or tap what was taken.",
        who=view.who(seat),
        turned=whole.setup.sheet.drunken,
    )


# --- mini boards ---


def _shown(view: model.DiceView, seat: Seat, lying: LyingDice) -> Finding:
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
    may_be = set(icon_rules.all_ways(whole, seat))
    legal = tuple(way for way in seen if way in may_be)
    if not seen:
        text = say("On the mini board of {who} lie other dice than those that were drafted.", who=who)
        return Finding(zone, text=text)
    fault = icon_rules.refused_board(whole, seat, seen[0])
    if not legal and fault is not None:
        return Finding(zone, text=fault.reason)
    if len(legal) > MOST_ANSWERS:
        return Finding(zone, text=say("It cannot be seen how the dice of {who} lie. Tell of each.", who=who))
    group = say("{who}'s mini board", who=who)
    answers = tuple(Choice(laid_words(nest, way), (model.ShowBoard(seat, way),), group) for way in legal)
    is_one = len(legal) == 1
    ask = say("Do the dice of {who} lie so?", who=who) if is_one else say("How do the dice of {who} lie?", who=who)
    return Finding(zone, text=ask, answers=answers, is_proposal=is_one)


def _ways(
    nest: Sequence[records.Die], seen: Sequence[DieSighting], on: Sequence[tuple[records.Icon, ...]]
) -> Iterator[tuple[records.Icon, ...]]:
    """Every way in which the dice of a nest may lie there, in the order of the nest."""
    for order in permutations(range(len(seen))):
        if all(could_be(die, seen[place]) for die, place in zip(nest, order, strict=True)):
            yield from product(*(on[place] for place in order))


def icons_near(board: PieceSighting, die: DieSighting) -> tuple[records.Icon, ...]:
    """The icons on which a die may lie: one, or two where it lies across the line between them; none beside all."""
    size = kit.KIT.size(BOARD)
    marker = size.marker_x_mm, size.marker_y_mm
    at = mini_board.turned(die.x_mm - board.x_mm, die.y_mm - board.y_mm, -board.angle_deg, marker)
    return mini_board.icons_near(*at)


# --- dice seen, dice known ---


def could_be(die: records.Die, seen: DieSighting) -> bool:
    """Whether what was seen, with its role for its colour, may be that die."""
    has_colour = seen.colour in (records.UNKNOWN, die.colour)
    return has_colour and seen.value in (None, die.value)


def may_be(dice: Sequence[records.Die], seen: Sequence[DieSighting]) -> bool:
    """Whether these dice, each once and none besides, may be what was seen."""
    return len(dice) == len(seen) and may_be_among(dice, seen)


def may_be_among(dice: Sequence[records.Die], seen: Sequence[DieSighting]) -> bool:
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

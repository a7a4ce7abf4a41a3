"""The laws of what is sealed, opened and owed in a position, written apart from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.core import RuleId, Seat
from companion.games.manawave.acts import Aim, Attach, Choose, Commit, Found, Invest, Scatter
from companion.games.manawave.laws.act_laws import wrong_choice
from companion.games.manawave.model import BOTH, ManaState, Phase, Table
from companion.language.message import Message, say
from companion.language.values import Name

LAWS: Final[tuple[RuleId, ...]] = ("M-013", "M-031", "M-045", "M-074", "M-081", "M-211", "M-220", "M-250")
SEALS: Final[dict[Phase, type[Commit]]] = {
    Phase.FOUND: Found,
    Phase.CHOOSE: Choose,
    Phase.PLACE: Attach,
    Phase.INVEST: Invest,
    Phase.AIM: Aim,
    Phase.SCATTER: Scatter,
}
"""What is sealed in each secret phase."""
DOES: Final[dict[Phase, type[Commit]]] = {
    Phase.SURVIVE: Found,
    Phase.SETTLE: Found,
    Phase.ATTACH: Attach,
    Phase.PAY: Invest,
    Phase.SLIDE: Aim,
    Phase.LAY: Scatter,
}
"""What is open in each phase in which it is carried out."""

_CARRIED_OUT: Final = frozenset((Phase.ATTACH, Phase.PAY, Phase.SLIDE, Phase.LAY))
"""Phases in which each seat carries out what it has decided, one after the other."""
_RULES: Final[dict[Phase, RuleId]] = {
    Phase.PLACE: "M-045",
    Phase.ATTACH: "M-045",
    Phase.INVEST: "M-074",
    Phase.PAY: "M-074",
    Phase.SCATTER: "M-250",
    Phase.LAY: "M-250",
}
"""By which rule choices are opened together; other phases have that of the first choice of all."""


def broken(state: ManaState) -> Iterator[Message]:
    """The broken laws of secrets: each choice is sealed, then open, then done."""
    table = state.table
    for seat in BOTH:
        yield from _of_sealed(state, seat)
        yield from _of_opened(table, seat)
    if table.ended and (any(table.committed) or any(table.owed)):
        yield say("The game is over, and something is still to be done (M-081).")


def _of_sealed(state: ManaState, seat: Seat) -> Iterator[Message]:
    """Who has committed has one choice sealed, of the kind that is asked; nobody else has any."""
    table, acts = state.table, state.sealed_by(seat)
    wanted, rule = SEALS.get(table.phase), Name(_rule_of(table))
    if table.committed[seat] and wanted is None:
        yield say("Seat {seat} has committed where nothing is asked ({rule}).", seat=seat + 1, rule=rule)
    if len(acts) != table.committed[seat]:
        yield say("What seat {seat} has sealed is not what it has committed ({rule}).", seat=seat + 1, rule=rule)
    if any(wanted is None or not isinstance(act, wanted) or act.seat != seat for act in acts):
        yield say("Seat {seat} has sealed something else than is asked ({rule}).", seat=seat + 1, rule=rule)


def _of_opened(table: Table, seat: Seat) -> Iterator[Message]:
    """What is open belongs to its phase, and is carried out once."""
    choice, rule = table.opened[seat], Name(_rule_of(table))
    wanted = SEALS.get(table.phase) or DOES.get(table.phase)
    if choice is not None:
        is_fit = wanted is not None and isinstance(choice, wanted) and choice.seat == seat
        if not is_fit or choice == choice.public():
            yield say("What is open of seat {seat} does not belong there ({rule}).", seat=seat + 1, rule=rule)
        if table.committed[seat]:
            yield say("A choice of seat {seat} is sealed and open ({rule}).", seat=seat + 1, rule=rule)
        if is_fit and not _is_done(table, seat) and any(wrong_choice(table, choice)):
            yield say("What seat {seat} has decided does not fit what lies there ({rule}).", seat=seat + 1, rule=rule)
    is_owing = table.phase in _CARRIED_OUT
    if table.owed[seat] and (not is_owing or choice is None):
        yield say("Seat {seat} is to move pieces that nobody has decided on ({rule}).", seat=seat + 1, rule=rule)
    if DOES.get(table.phase) is Found and choice is None:
        yield say("Clans are laid out before seat {seat} has founded its Tribe ({rule}).", seat=seat + 1, rule=rule)


def _is_done(table: Table, seat: Seat) -> bool:
    """Whether what a seat has decided is carried out, or cannot be told to be right: no card is taken for it."""
    needs_card = table.phase in (Phase.PLACE, Phase.ATTACH, Phase.AIM, Phase.SLIDE)
    if needs_card and len(table.picked) <= seat:
        return True
    return table.phase in _CARRIED_OUT and not table.owed[seat]


def _rule_of(table: Table) -> RuleId:
    if table.phase is Phase.CHOOSE:
        return "M-031" if table.is_clans else "M-211"
    return _RULES.get(table.phase, "M-013" if table.is_clans else "M-220")

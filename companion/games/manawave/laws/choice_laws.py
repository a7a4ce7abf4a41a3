"""By which rule each phase comes, what a choice told whole may be, and the laws of what is sealed, opened and owed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.core import RuleId, Seat
from companion.games.manawave.data.effects import COUNTERS
from companion.games.manawave.data.playset import ClansPlayset, Rate
from companion.games.manawave.laws import row_laws
from companion.games.manawave.state.acts import Aim, Attach, Choose, Commit, Found, Invest, Scatter
from companion.games.manawave.state.model import BOTH, PLACES, Clan, Counters, Family, ManaState, Phase, Table, Tribe
from companion.language.message import Message, say
from companion.language.values import Name

_RULES: Final[dict[Phase, tuple[RuleId, RuleId]]] = {
    Phase.WORLD: ("M-001", ""),
    Phase.FOUND: ("M-013", ""),
    Phase.SURVIVE: ("M-014", ""),
    Phase.SETTLE: ("M-016", ""),
    Phase.START: ("M-020", "M-200"),
    Phase.DRAW: ("M-030", "M-210"),
    Phase.CHOOSE: ("M-031", "M-211"),
    Phase.PLACE: ("M-045", ""),
    Phase.ATTACH: ("M-040", ""),
    Phase.WAVE: ("M-050", ""),
    Phase.INVEST: ("M-060", ""),
    Phase.PAY: ("M-074", ""),
    Phase.RESOLVE: ("M-080", ""),
    Phase.CONFLICT: ("M-090", ""),
    Phase.AIM: ("", "M-220"),
    Phase.SLIDE: ("", "M-223"),
    Phase.PROCESS: ("", "M-230"),
    Phase.SCATTER: ("", "M-250"),
    Phase.LAY: ("", "M-250"),
    Phase.CONSOLIDATE: ("M-100", "M-260"),
}
"""By which rule a phase comes, of a game with Clans and of the older one; empty where it has no such phase."""

MADE: Final = ("attack", "shield", "growth")
_OF_CLAN: Final = {"attack": "M-063", "shield": "M-064", "growth": "M-067"}
_OF_TRIBE: Final = {"attack": "M-065", "shield": "M-066", "growth": "M-067"}


def rule_of(table: Table, phase: Phase) -> RuleId:
    """By which rule a phase comes; of one that this game does not have, the rule that says so."""
    return _RULES[phase][not table.is_clans] or "M-122"


def wrong_choice(table: Table, choice: Commit) -> Iterator[str]:
    """What a choice breaks, told whole."""
    match choice:
        case Found():
            yield from _wrong_founding(table, choice)
        case Choose():
            if choice.letter not in ("A", "B", "C"):
                yield f"Choose named no Choice ({rule_of(table, Phase.CHOOSE)})."
        case Attach():
            yield from wrong_placement(table, choice)
        case Invest():
            yield from wrong_purchase(table.clans_set, table.clans.tribes[choice.seat], choice)
        case Aim():
            if choice.line not in row_laws.lines(table.nexus_set.board):
                yield f"Aim chose line {choice.line}, which is none (M-221)."
            elif choice.line not in row_laws.open_lines(table, choice.seat):
                yield f"Aim chose line {choice.line}, which is full (M-224)."
        case Scatter():
            yield from row_laws.wrong_scattering(table, choice)


def _wrong_founding(table: Table, choice: Found) -> Iterator[str]:
    if choice.veto not in (1, 2, 3):
        yield f"Found vetoed position {choice.veto} (M-010)."
    if len(choice.factions) != 2 or len({*choice.factions} & {*table.clans.factions}) != 2:
        yield f"Found selected {choice.factions} (M-011)."
    if sorted(choice.clans) != sorted(table.clans_set.clans):
        yield f"Found placed {choice.clans} (M-012)."


def families_of(tribe: Tribe) -> list[Family]:
    """All Families of a Tribe, by position, each column from its top."""
    return [each for clan in tribe.clans for each in (*clan.above, *clan.below)]


def is_covered(playset: ClansPlayset, kind: str, mode: int, counters: int) -> bool:
    """Whether a Family with so many counters may be in a modality (M-043, M-071)."""
    modality = playset.families[kind].modality if kind in playset.families else ()
    return 0 <= mode < len(modality) and modality[mode].cost <= counters


def are_covered(playset: ClansPlayset, families: Sequence[Family], modes: Sequence[int]) -> bool:
    """The same of several Families."""
    each = zip(families, modes, strict=True)
    return all(is_covered(playset, family.kind, mode, family.counters) for family, mode in each)


def _is_whole(values: Sequence[int], length: int) -> bool:
    return len(values) == length and all(type(each) is int for each in values)


def has_room(table: Table, clan: Clan) -> bool:
    """Whether a column takes one Family more (B-24)."""
    return len(clan.above) + len(clan.below) < table.clans_set.setup.max_families_per_clan


def wrong_placement(table: Table, act: Attach) -> Iterator[str]:
    """What a placement breaks."""
    tribe = table.clans.tribes[act.seat]
    if act.position not in PLACES or act.end not in ("top", "bottom"):
        yield "Attach names no end of a column (M-040)."
        return
    if not has_room(table, tribe.clans[act.position - 1]):
        yield f"Attach chose the full column {act.position} (M-040)."
    if not is_covered(table.clans_set, table.picked[act.seat], act.mode, 0):
        yield f"Attach put a fresh Family into modality {act.mode} (M-043)."
    families = families_of(tribe)
    if not _is_whole(act.modes, len(families)):
        yield f"Attach named {act.modes} for {len(families)} Families (M-044)."
    elif not are_covered(table.clans_set, families, act.modes):
        yield f"Attach set modalities {act.modes} that counters do not cover (M-044)."


def wrong_purchase(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Iterator[str]:
    """What a purchase breaks (M-060 to M-073)."""
    number = len(families_of(tribe))
    given = ((act.tribe, 3), (act.assign, 15), (act.clan, 9), (act.bought, number), (act.modes, number))
    if any(not _is_whole(values, length) or any(each < 0 for each in values) for values, length in given):
        yield "Invest does not fit the Clans as they stand (M-060)."
        return
    rates, everybody = playset.convert.tribe, sum(clan.population for clan in tribe.clans)
    for kind, made in zip(MADE, act.tribe, strict=True):
        has = getattr(tribe.counters, kind)
        if is_beyond(playset, getattr(rates, kind), made, has, everybody, everybody):
            yield f"The Tribe converted into {made} {kind} ({_OF_TRIBE[kind]})."
    if tribe.counters.mana < cost_of(rates, act.tribe):
        yield f"The Tribe converted {cost_of(rates, act.tribe)} mana of {tribe.counters.mana} (M-062)."
    yield from _wrong_assignment(playset, tribe, act)
    for clan, converted, bought in by_clan(tribe, act):
        yield from _wrong_at_clan(playset, clan, everybody, converted, bought)
    with_bought = [
        replace(each, counters=each.counters + more) for each, more in zip(families_of(tribe), act.bought, strict=True)
    ]
    if not are_covered(playset, with_bought, act.modes):
        yield f"Invest set modalities {act.modes} that counters do not cover (M-071)."


def _wrong_assignment(playset: ClansPlayset, tribe: Tribe, act: Invest) -> Iterator[str]:
    """Every counter of the Tribe tracker is assigned, and none that is not there (M-061, M-073)."""
    for index, kind in enumerate(COUNTERS):
        lies, assigned = in_tracker(playset, tribe, act)[kind], sum(act.assign[index::5])
        if kind == "mana" and not playset.options.tribe_mana_assignable:
            lies = 0
        if assigned != lies:
            yield f"Invest assigned {assigned} {kind} of {lies} (M-061)."


def _wrong_at_clan(
    playset: ClansPlayset, clan: Clan, everybody: int, made: Sequence[int], bought: Sequence[int]
) -> Iterator[str]:
    rates, mana = playset.convert.clan, clan.counters.mana
    for kind, number in zip(MADE, made, strict=True):
        has = getattr(clan.counters, kind)
        if is_beyond(playset, getattr(rates, kind), number, has, clan.population, everybody):
            yield f"A Clan of {clan.population} converted into {number} {kind} ({_OF_CLAN[kind]})."
    if mana < cost_of(rates, made):
        yield f"A Clan converted {cost_of(rates, made)} mana of {mana} (M-062)."
    elif mana < cost_of(rates, made) + sum(bought) * rates.modality.mana:
        yield f"A Clan bought {sum(bought)} Modality counters with {mana - cost_of(rates, made)} mana (M-070)."
    if is_beyond(playset, rates.modality, sum(bought), 0, clan.population, everybody):
        yield f"A Clan of {clan.population} bought {sum(bought)} Modality counters (M-070)."


def is_beyond(playset: ClansPlayset, rate: Rate, made: int, has: int, here: int, everybody: int) -> bool:
    """Whether more is converted than the cap allows (M-068, B-06)."""
    if rate.cap == "none" or not made:
        return False
    cap = {"clan_population": here, "tribe_population": everybody}[rate.cap]
    return made + (has if playset.options.cap_counts_existing else 0) > cap


def cost_of(rates: object, made: Sequence[int]) -> int:
    """How much mana is taken for what is made."""
    return sum(number * int(getattr(rates, kind).mana) for kind, number in zip(MADE, made, strict=True))


def in_tracker(playset: ClansPlayset, tribe: Tribe, act: Invest) -> dict[str, int]:
    """What lies in the Tribe tracker once the Tribe has converted."""
    lies: dict[str, int] = {kind: getattr(tribe.counters, kind) for kind in COUNTERS}
    for kind, made in zip(MADE, act.tribe, strict=True):
        lies[kind] += made
    lies["mana"] -= cost_of(playset.convert.tribe, act.tribe)
    return lies


def by_clan(tribe: Tribe, act: Invest) -> Iterator[tuple[Clan, tuple[int, ...], tuple[int, ...]]]:
    """Each Clan with what it is assigned, what it converts into, and what is bought for its Families."""
    left = list(act.bought)
    for index, clan in enumerate(tribe.clans):
        counters = {kind: getattr(clan.counters, kind) + act.assign[5 * index + k] for k, kind in enumerate(COUNTERS)}
        bought = tuple(left.pop(0) for _ in (*clan.above, *clan.below))
        yield replace(clan, counters=Counters(**counters)), act.clan[3 * index : 3 * index + 3], bought


# --- what is sealed, opened and owed ---


LAWS: Final[tuple[RuleId, ...]] = ("M-013", "M-031", "M-045", "M-074", "M-081", "M-211", "M-220", "M-250")
_PHASES: Final[dict[type[Commit], tuple[Phase, ...]]] = {
    Found: (Phase.FOUND, Phase.SURVIVE, Phase.SETTLE),
    Choose: (Phase.CHOOSE,),
    Attach: (Phase.PLACE, Phase.ATTACH),
    Invest: (Phase.INVEST, Phase.PAY),
    Aim: (Phase.AIM, Phase.SLIDE),
    Scatter: (Phase.SCATTER, Phase.LAY),
}
"""The phase in which each choice is sealed, and those in which it is open and carried out."""
SEALS: Final = {phases[0]: commit for commit, phases in _PHASES.items()}
DOES: Final = {phase: commit for commit, phases in _PHASES.items() for phase in phases[1:]}
_CARRIED_OUT: Final = frozenset((Phase.ATTACH, Phase.PAY, Phase.SLIDE, Phase.LAY))
"""Phases in which each seat carries out what it has decided, one after the other."""
_OPENED_BY: Final[dict[type[Commit] | None, RuleId]] = {Attach: "M-045", Invest: "M-074", Scatter: "M-250"}
"""By which rule choices are opened together; others have that of the first choice of all."""


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
        yield say("Seat {seat} has locked in a choice where nothing is asked ({rule}).", seat=seat + 1, rule=rule)
    if len(acts) != table.committed[seat]:
        yield say("What seat {seat} keeps sealed is not what it has locked in ({rule}).", seat=seat + 1, rule=rule)
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
    wanted = SEALS.get(table.phase) or DOES.get(table.phase)
    return _OPENED_BY.get(wanted, "M-013" if table.is_clans else "M-220")

"""What an act may change, and to what, written apart from the rules: rounds, pieces, building.

Water is in `flood_laws`, what is paid and gained in `gain_laws`, cards are in `card_laws`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis_rising.data.contents import POWER_CORE
from companion.games.atlantis_rising.laws import cards
from companion.games.atlantis_rising.laws.witness import placed, set_off
from companion.games.atlantis_rising.rules.acts import (
    Activate,
    AllPlaced,
    BeginWrath,
    Build,
    ChooseCouncilor,
    EndActions,
    EndMisfortunes,
    LayComponent,
    LeaveUnbuilt,
    MoveWrath,
    PassMarker,
    Place,
    TakeColour,
    TakeCouncilor,
    TakeMarker,
    TakeUp,
)
from companion.games.atlantis_rising.rules.decisions import Adjust, GiveBenefit, GiveUp, Recall, Repeat
from companion.games.atlantis_rising.state.model import (
    CENTRE,
    POOL,
    Atlantean,
    AtlantisAction,
    AtlantisState,
    Phase,
    Table,
)
from companion.games.atlantis_rising.state.steps import Sacrificing
from companion.laws.atlantis_rising import card_laws, flood_laws, gain_laws, luck_laws

LAWS: Final = (
    *("A-010", "A-011", "A-022", "A-023", "A-024", "A-046", "A-050", "A-054", "A-056", "A-107", "A-109", "A-114"),
    *("A-121", "A-122", "A-162", "A-168"),
    *card_laws.LAWS,
    *flood_laws.LAWS,
    *gain_laws.LAWS,
    *luck_laws.LAWS,
)
_LEADS: Final[dict[type[AtlantisAction], tuple[Phase, Phase]]] = {
    ChooseCouncilor: (Phase.REVEAL, Phase.PLACE),
    AllPlaced: (Phase.PLACE, Phase.MISFORTUNE),
    EndMisfortunes: (Phase.MISFORTUNE, Phase.ACTIONS),
    EndActions: (Phase.ACTIONS, Phase.WRATH),
    BeginWrath: (Phase.WRATH, Phase.COUNTER),
    MoveWrath: (Phase.COUNTER, Phase.END),
}
"""The acts that end a phase (A-022), but for those that begin a round."""


def wrong_step(before: AtlantisState, action: AtlantisAction, after: AtlantisState) -> tuple[str, ...]:
    """What an act changed otherwise than the rules say, in English."""
    old, new = before.table, after.table
    return (
        *_wrong_setup(old, action, new),
        *_wrong_phase(old, action, new),
        *_wrong_round(old, action, new),
        *_wrong_pieces(old, action, new),
        *_wrong_followers(old, action, new),
        *_wrong_blueprint(old, action, new),
        *card_laws.wrong(old, action, new),
        *cards.wrong(before, action, after),
        *flood_laws.wrong(old, action, new),
        *gain_laws.wrong(old, action, new),
        *luck_laws.wrong(old, action, new),
    )


# --- rounds ---


def _wrong_setup(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """What was settled before the first round stays so (A-010, A-011)."""
    kind = type(action).__name__
    if new.setup != old.setup or (new.colours != old.colours and not isinstance(action, TakeColour)):
        yield f"{kind} changed a colour or an option (A-011)."
    if new.councilors != old.councilors and not isinstance(action, TakeCouncilor):
        yield f"{kind} changed a councilor (A-011)."


def _wrong_phase(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    first = Phase.REVEAL if old.setup.players <= 2 else Phase.PLACE
    leads = {**_LEADS, TakeMarker: (Phase.SETUP, first), PassMarker: (Phase.END, first)}
    wanted = leads.get(type(action), (old.phase, old.phase))
    if (old.phase, new.phase) != wanted:
        yield f"{type(action).__name__} led from {old.phase.value} to {new.phase.value} (A-022)."
    at_hand = any(each.place == POOL for each in old.atlanteans)
    if isinstance(action, AllPlaced) and at_hand:
        yield "AllPlaced ended the phase although Atlanteans are at hand (A-023)."
    idle = [each for each in old.atlanteans if each.place == CENTRE and each.kind != "automaton" and not each.acted]
    if isinstance(action, EndActions) and idle:
        yield "EndActions ended the phase although Atlanteans on the centre have yet to act (A-046)."


def _wrong_round(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """The marker passes clockwise, the counter moves by one, and what was for a round is over."""
    kind, last = type(action).__name__, len(old.setup.box.wrath.values) - 1
    more = isinstance(action, PassMarker) + isinstance(action, TakeMarker)
    starter = old.starter
    if isinstance(action, PassMarker):
        starter = (old.starter + 1) % old.setup.players
    if isinstance(action, TakeMarker):
        starter = action.seat
    if new.round != old.round + more or new.starter != starter:
        yield f"{kind} left round {new.round} with seat {new.starter + 1} (A-056)."
    wrath = old.wrath + isinstance(action, MoveWrath)
    if isinstance(action, Adjust) and action.what == "wrath":
        wrath += action.by
    wrath += sum(effect.n for effect, _ in set_off(old, action, new) if effect.op == "wrath_step")
    if new.wrath != min(max(0, wrath), last):
        yield f"{kind} left the wrath counter on space {new.wrath} instead of {wrath} (A-054)."
    numbers, forbidden = list(old.numbers), set[str](old.forbidden)
    for effect, seats in set_off(old, action, new):
        numbers += [effect.n] * len(seats) * (effect.op == "number_plus")
        forbidden |= {effect.what} if effect.op == "forbid" else set()
    if isinstance(action, PassMarker):
        numbers, forbidden = [], set()
    if list(new.numbers) != numbers or set(new.forbidden) != forbidden:
        yield f"{kind} left {new.numbers} and {new.forbidden} for this round (A-162)."
    if new.used[: len(old.used)] != old.used and not isinstance(action, PassMarker):
        yield f"{kind} changed what councilors have done this round (A-046)."


# --- pieces ---


def _wrong_pieces(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """Who stands where changes by placing, by acting, by coming home, and by water."""
    if any(now < was for was, now in zip(old.dry, new.dry, strict=True)):
        return  # `flood_laws` say who was washed away
    gone, come, rule = _moved(old, action)
    wanted = Counter(placed(old)) - gone + come
    now = Counter(placed(new))
    missing, surplus = wanted - now, now - wanted
    if surplus or (missing and not _has_left(old, action, new, missing)):
        kind = type(action).__name__
        yield f"{kind} took {in_words(missing)} away and put {in_words(surplus)} there ({rule})."


def _has_left(old: Table, action: AtlantisAction, new: Table, missing: Counter[Atlantean]) -> bool:
    """Whether the one piece that is missing has left the game, or gone into the supply (A-168, section 4.3)."""
    if missing.total() != 1:
        return False
    (piece,) = missing
    if isinstance(action, Adjust):
        return action.what == "volunteer" and (piece.kind, piece.seat) == ("volunteer", action.seat)
    return _may_give(old, action) and piece.kind == "follower" and new.boxed[piece.seat] == old.boxed[piece.seat] + 1


def _may_give(old: Table, action: AtlantisAction) -> bool:
    """Whether a follower may leave the game by an act: at a component that takes one, or because somebody says so."""
    name = action.place if isinstance(action, Activate | Repeat) else ""
    if isinstance(action, GiveBenefit):
        return any(isinstance(step, Sacrificing) for step in old.steps)
    component = old.setup.box.components.get(name)
    removes = component is not None and component.spaces is not None and component.spaces.removes
    return isinstance(action, GiveUp) or removes


def in_words(pieces: Counter[Atlantean]) -> list[str]:
    """Pieces in words, for a sentence."""
    return sorted(f"{each.kind} of {each.seat + 1} on {each.place}" for each in pieces.elements())


def _moved(old: Table, action: AtlantisAction) -> tuple[Counter[Atlantean], Counter[Atlantean], str]:
    """Which placed pieces an act takes away, and which it puts there, and by which rule."""
    nothing = Counter[Atlantean]()
    match action:
        case Place():
            return nothing, Counter([Atlantean(action.seat, action.piece, action.place, action.space)]), "A-023"
        case TakeUp():
            return Counter([Atlantean(action.seat, action.piece, action.place, action.space)]), nothing, "A-024"
        case Recall():
            key = (action.seat, action.piece, action.place, action.space)
            found = [each for each in placed(old) if (each.seat, each.kind, each.place, each.space) == key]
            return Counter(found[:1]), nothing, "A-050"
        case EndActions():
            return Counter(placed(old)), nothing, "A-050"
        case Build() | LeaveUnbuilt():
            return Counter(_standing(old, action.place)), nothing, "A-107"
        case Activate():
            acts = _acting(old, action)
            return Counter(acts), Counter(_acted(each) for each in acts), "A-046"
    return nothing, nothing, "A-050"


def _standing(table: Table, place: str) -> list[Atlantean]:
    return [each for each in table.atlanteans if each.place == place]


def _acted(piece: Atlantean) -> Atlantean:
    return Atlantean(piece.seat, piece.kind, piece.place, piece.space, True)


def _acting(old: Table, action: Activate) -> list[Atlantean]:
    """Whoever acts: on a space for two both, but never the Automaton (A-046, A-064, A-151)."""
    box = old.setup.box
    component = box.components.get(action.place)
    is_double = action.place.startswith("cities_")
    is_double |= component is not None and component.spaces is not None and component.spaces.kind == "double"
    there = [each for each in _standing(old, action.place) if each.space == action.space and not each.acted]
    if is_double:
        return [each for each in there if each.kind != "automaton"]
    return [each for each in there if (each.seat, each.kind) == (action.seat, action.piece)][:1]


def _wrong_followers(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """A Soul Terraformer alone takes a follower out of the game; volunteers come from the supply, and go back there."""
    kind = type(action).__name__
    gone = [now - was for was, now in zip(old.boxed, new.boxed, strict=True)]
    if min(gone) < 0 or sum(gone) > _may_give(old, action) or (isinstance(action, GiveUp) and gone[action.seat] != 1):
        yield f"{kind} took {gone} followers out of the game (A-168)."
    came, had = 0, old.volunteers
    for effect, seats in set_off(old, action, new):
        for _ in seats if effect.op == "gain_volunteers" else ():
            came += min(effect.n, had - came)
    if isinstance(action, Adjust) and action.what == "volunteer":
        came = action.by
    if isinstance(action, PassMarker):
        came = -sum(each.kind == "volunteer" and each.acted for each in old.atlanteans)
        if any(each.kind == "volunteer" and each.acted for each in new.atlanteans):
            yield "PassMarker kept a volunteer that has served (A-122)."
    if old.volunteers - new.volunteers != came:
        rule = "A-122" if isinstance(action, PassMarker) else "A-121"
        yield f"{kind} took {old.volunteers - new.volunteers} volunteers instead of {came} ({rule})."


# --- building ---


def _wrong_blueprint(old: Table, action: AtlantisAction, new: Table) -> Iterator[str]:
    """One component is built at a time, and the Power Core where all Leaders stand (A-104, A-109, A-114)."""
    was = {each.component: each.round for each in old.blueprint}
    now = {each.component: each.round for each in new.blueprint}
    wanted = dict(was)
    if isinstance(action, LayComponent):
        wanted[action.component] = 0
    if isinstance(action, Build):
        wanted[action.component] = old.round
        if was.get(action.component) != 0:
            yield f"Build built {action.component}, which cannot be built (A-109)."
        leaders = sum(each.kind == "leader" for each in _standing(old, action.place))
        if action.component == POWER_CORE and leaders < old.setup.players:
            yield "Build built the Power Core without all Leaders (A-114)."
    if now != wanted:
        rule = "A-010" if isinstance(action, LayComponent) else "A-109"
        yield f"{type(action).__name__} left the Blueprint {now} instead of {wanted} ({rule})."

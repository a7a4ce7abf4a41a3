"""What can be done in a round, each with what is said of it: set-up, placing, misfortunes, actions, building, wrath."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.atlantis_rising.data.contents import BARRIER_COST, PENINSULAS, UNFLOOD_COST, Price
from companion.games.atlantis_rising.rules import act
from companion.games.atlantis_rising.rules.act import EFFECTS, GAP
from companion.games.core import Seat
from companion.language.message import say


class TakeColour(act.OfSeat, frozen=True):
    """A seat takes the pieces of a colour (A-012, A-135)."""

    colour: str
    button = say("{colour}", colour=GAP)
    group = act.TAKES
    log = say("{who} plays {colour}.", who=GAP, colour=GAP)


class TakeCouncilor(act.OfSeat, frozen=True):
    """A seat gets a councilor board (A-011)."""

    councilor: str
    sense = "seen"
    button = act.BOARD
    group = act.TAKES
    log = say("{who} is the {board}.", who=GAP, board=GAP)

    def zones(self) -> tuple[str, ...]:
        return (f"councilor.{self.seat}",)


class LayComponent(act.Act, frozen=True):
    """A component comes into the Blueprint by lot (A-010, A-160)."""

    component: str
    sense = "seen"
    kind = "chance"
    of_dealer = True
    on = ("blueprint",)
    button = say("{component}", component=GAP)
    group = say("The component that was drawn")
    shows = "unbuilt:{0.component}"
    log = say("{component} comes into the Blueprint.", component=GAP)


class TakeMarker(act.Act, frozen=True):
    """Whoever swam most recently begins (A-018)."""

    seat: Seat
    sense = "seen"
    kind = "chance"
    on = ("starting_player.*",)
    button = act.WHO
    group = say("The starting marker goes to")
    shows = "starting_player"
    log = say("{who} begins.", who=GAP)


class RevealCouncilor(act.Drawn, frozen=True):
    """A board of the councilor stack is turned up (A-139)."""

    councilor: str
    on = ("hologram",)
    button = act.BOARD
    group = say("The board that was turned up")
    log = say("{board} is turned up.", board=GAP)
    seen = say("Everybody has seen the board: {board}.", board=GAP)
    back = say("Put it back on top of the councilor stack, face down: it will come again.")
    settles = say("Turn up a councilor board")


class ChooseCouncilor(act.OfSeat, frozen=True):
    """The starting player gives one of the two boards to the Hologram (A-139)."""

    councilor: str
    sense = "seen"
    on = ("hologram",)
    button = act.BOARD
    group = say("The Hologram is")
    log = say("The Hologram is the {board} this round.", board=GAP)


class DrawArtifact(act.Drawn, frozen=True):
    """A Scholar draws an artifact of the box (A-175)."""

    artifact: str
    on = ("artifacts",)
    button = act.ARTIFACT
    group = say("The artifact that was drawn")
    log = say("{artifact} is drawn out of the box.", artifact=GAP)
    seen = say("Everybody has seen the artifact: {artifact}.", artifact=GAP)
    back = say("Put it back into the box.")
    settles = say("Draw an artifact for your Scholar")


class KeepArtifact(act.OfSeat, frozen=True):
    """A Scholar keeps one of two artifacts."""

    artifact: str
    sense = "seen"
    on = ("artifacts",)
    button = act.ARTIFACT
    group = say("The Scholar has")
    log = say("The Scholar of {who} has {artifact}.", who=GAP, artifact=GAP)


class Place(act.OfPiece, frozen=True):
    """A piece of the pool is placed (A-023)."""

    button = say("{kind} on {place}", kind=GAP, place=GAP)
    group = say("{who} places", who=GAP)
    log = say("{piece} is placed on {place}.", piece=GAP, place=GAP)


class TakeUp(act.OfPiece, frozen=True):
    """A placed piece goes back into the pool, before the phase ends (A-024)."""

    takes_back = True
    button = say("Back from {place}: {kind}", place=GAP, kind=GAP)
    group = act.TAKES_BACK
    log = say("{piece} leaves {place} again.", piece=GAP, place=GAP)


class AllPlaced(act.Together, frozen=True):
    """Every pool is empty, and the phase ends (A-023)."""

    is_routine = True
    button = say("All are placed")
    group = say("Place Atlanteans")
    log = say("All Atlanteans are placed.")


class DrawMisfortune(act.Drawn, frozen=True):
    """The current player draws a misfortune (A-034)."""

    card: str
    on = ("misfortunes", "misfortune_discards", *EFFECTS)
    button = act.MISFORTUNE
    group = say("The card that was drawn")
    log = say("{drawer} draws: {misfortune}.", drawer=GAP, misfortune=GAP)
    seen = say("Everybody has seen the misfortune: {misfortune}.", misfortune=GAP)
    back = say("Put that card back on top of the misfortune deck, face down: it will come again.")
    settles = say("Draw a misfortune")


class EndMisfortunes(act.Act, frozen=True):
    """The actions begin."""

    is_routine = True
    button = say("Begin the actions")
    group = say("Misfortunes")
    log = say("The misfortunes of this round are over.")


class Activate(act.OfPlace, frozen=True):
    """A piece takes the action of its place; of a double space both do (A-046, A-064)."""

    in_common_order = True
    is_routine = True
    group = say("{who} acts", who=GAP)
    log = say("{piece} acts on {place}.", piece=GAP, place=GAP)


class Purchase(act.Together, frozen=True):
    """Several or one pay for something at a peninsula: each seat's energy (A-094)."""

    peninsula: int
    paid: tuple[int, ...]
    is_open = True
    is_optional = True


class BuyBarrier(Purchase, frozen=True):
    """A barrier is bought (A-092)."""

    button = say("{where}: {energies}", where=GAP, energies=GAP)
    group = say("A barrier for {cost} energy", cost=BARRIER_COST)
    shows = "barrier"
    log = say("A barrier protects {where}: {energies}.", where=GAP, energies=GAP)

    def zones(self) -> tuple[str, ...]:
        return (f"barrier.{PENINSULAS[self.peninsula]}",)


class BuyUnflood(Purchase, frozen=True):
    """A tile is turned dry for energy (A-093)."""

    button = say("{next_tile}: {energies}", next_tile=GAP, energies=GAP)
    group = say("Turn a tile dry for {cost} energy", cost=UNFLOOD_COST)
    log = say("{next_tile} is dry again: {energies}.", next_tile=GAP, energies=GAP)

    def zones(self) -> tuple[str, ...]:
        return (f"island.{PENINSULAS[self.peninsula]}.*",)


class Build(act.Together, frozen=True):
    """Players on a build space build a component: what each seat pays (A-103, A-109)."""

    place: str
    component: str
    paid: tuple[Price, ...]
    is_open = True
    on = ("blueprint", "gate", *EFFECTS)
    button = say("{component}: {paid}", component=GAP, paid=GAP)
    group = act.PLACE
    shows = "unbuilt:{0.component}"
    log = say("{component} is built: {paid}.", component=GAP, paid=GAP)


class LeaveUnbuilt(act.Together, frozen=True):
    """A build space is resolved and nothing is built (A-106, Q-20)."""

    place: str
    button = say("Build nothing; all return")
    group = act.PLACE
    log = say("Nothing is built on {place}.", place=GAP)


class EndActions(act.Together, frozen=True):
    """All have acted; every piece returns to its pool (A-050)."""

    is_routine = True
    button = say("All have acted")
    group = say("Actions")
    log = say("All have acted, and every Atlantean returns.")


class BeginWrath(act.Together, frozen=True):
    """The gods' wrath begins (A-051), once nobody wants to turn a tile dry or to play a card before it (Q-12)."""

    # Where one peninsula alone is left, its tiles flood at once.
    on = ("island.*", "barrier.*")
    button = say("Begin the wrath")
    group = act.WRATH
    log = say("The wrath of the gods floods {wrath}.", wrath=GAP)


class MoveWrath(act.Act, frozen=True):
    """The starting player moves the counter on; on the last space it stays (A-054, A-055)."""

    sense = "seen"
    is_routine = True
    on = ("wrath.*",)
    button = say("The counter has moved")
    group = act.WRATH
    shows = "wrath_counter"
    log = say("The wrath counter moves on.")


class PassMarker(act.Together, frozen=True):
    """The round ends, and the marker passes clockwise (A-056), once nobody wants anything before it (Q-12)."""

    sense = "seen"
    is_routine = True
    on = ("starting_player.*", "hologram", "artifacts")
    button = say("The marker has passed on")
    group = say("End of the round")
    shows = "starting_player"
    log = say("A new round begins with {next}.", next=GAP)


Prepared: TypeAlias = TakeColour | TakeCouncilor | LayComponent | TakeMarker
Shown: TypeAlias = RevealCouncilor | ChooseCouncilor
Studied: TypeAlias = DrawArtifact | KeepArtifact
Placed: TypeAlias = Place | TakeUp | AllPlaced
Suffered: TypeAlias = DrawMisfortune | EndMisfortunes
Acted: TypeAlias = Activate | EndActions
Bought: TypeAlias = BuyBarrier | BuyUnflood
Gated: TypeAlias = Build | LeaveUnbuilt
Raged: TypeAlias = BeginWrath | MoveWrath | PassMarker
OfRound: TypeAlias = Prepared | Shown | Studied | Placed | Suffered | Acted | Bought | Gated | Raged

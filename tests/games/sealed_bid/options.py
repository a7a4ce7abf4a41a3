"""A new game of Sealed Bid: what can be chosen, what comes of it, and what simulations choose."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from companion.games.core import OptionField, State
from companion.games.deal import CARDS, DEALT
from companion.games.errors import BadOption
from companion.games.shared.options import complete
from companion.language.message import Message, lone, say
from tests.games.sealed_bid.data.figures import PATH, PEARL_CARD, SHIPPED
from tests.games.sealed_bid.model import NONE, BidState, Guessing, Hidden, Purses, Setup, Table, Titles, Wagering

OPTIONS = (
    OptionField("players", say("Players"), tuple((players, lone(players)) for players in (3, 2, 4))),
    CARDS,
    OptionField("order", say("Who seals a bid"), (("any", say("anybody")), ("turn", say("in turn"))), is_rare=True),
    OptionField(
        "ties",
        say("Equal bids"),
        (("cancel", say("cancel")), ("earlier", say("the earlier one wins"))),
        say("Only where bids are sealed in turn."),
        is_rare=True,
        needs=(("order", "turn"),),
    ),
    OptionField("luck", say("Luck"), ((False, say("without")), (True, say("with dice"))), is_rare=True),
    OptionField("guess", say("Guesses"), ((False, say("without")), (True, say("sealed on the phones"))), is_rare=True),
    OptionField(
        "wager",
        say("Wagers"),
        ((False, say("without")), (True, say("put together on the phones"))),
        say("Only without guesses."),
        is_rare=True,
        needs=(("guess", False),),
    ),
    OptionField(
        "titles",
        say("Titles"),
        ((False, say("without")), (True, say("with title cards"))),
        say("Only without dice."),
        is_rare=True,
        needs=(("luck", False),),
    ),
    OptionField("board", say("Boards"), ((False, say("without")), (True, say("beside the mat"))), is_rare=True),
    OptionField(
        "pawn",
        say("Guard"),
        ((False, say("without")), (True, say("a pawn on the prize"))),
        say("Only without titles."),
        is_rare=True,
        needs=(("titles", False),),
    ),
    OptionField(
        "line",
        say("Line"),
        ((False, say("without")), (True, say("a tile each round"))),
        say("Only without titles."),
        is_rare=True,
        needs=(("titles", False),),
    ),
    OptionField(
        "coins",
        say("Coins"),
        ((False, say("without")), (True, say("prizes are paid in gold"))),
        say("Only without dice, titles, guard and line."),
        is_rare=True,
        needs=(("luck", False), ("titles", False), ("pawn", False), ("line", False)),
    ),
)


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
    """The state before the lot; `owner` is the content of owner/sealed_bid.toml. Raises `BadOption`."""
    low, high = PEARL_CARD.read(SHIPPED, owner, PATH)
    chosen = complete("Sealed Bid", OPTIONS, options, "B-001")
    # Older games were written without these, and their positions are known by what is written.
    for key in ("board", "guess", "wager", "titles", "pawn", "line", "coins"):
        chosen[key] = chosen[key] or UNSET
    setup = Setup(**chosen, pearls=(low, high))
    if setup.ties == "earlier" and setup.order == "any":
        raise BadOption(
            say("The earlier of equal bids wins only where bids are sealed in turn (B-016). Choose order turn.")
        )
    if setup.wager and setup.guess:
        raise BadOption(say("A table has guesses or wagers (B-043). Choose guess false."))
    if setup.titles and setup.luck:
        raise BadOption(say("No mat has room for title cards and dice (B-030). Choose luck false."))
    if setup.titles and (setup.pawn or setup.line):
        raise BadOption(say("No mat has room for title cards and a guard or a line (B-030). Choose titles false."))
    if setup.coins and (setup.luck or setup.titles or setup.pawn or setup.line):
        raise BadOption(say("No mat has room for coins and more than cards and pearls (B-020). Choose coins false."))
    players = setup.players
    table = Table(
        setup=setup,
        why=("B-001",),
        hands=(0,) * players,
        bids=(None,) * players,
        owes=(False,) * players,
        won=(NONE,) * players,
        rolls=(False,) * players,
        luck=(0,) * players,
        guesses=Guessing((False,) * players, (None,) * players, (0,) * players) if setup.guess is True else UNSET,
        wagers=Wagering((False,) * players, (None,) * players, (0,) * players) if setup.wager is True else UNSET,
        titles=Titles() if setup.titles else UNSET,
        purses=Purses((0,) * players, ((),) * players) if setup.coins else UNSET,
    )
    return State(table, (Hidden() if setup.cards == DEALT else None,) * players)


def house_rules(setup: Setup) -> tuple[Message, ...]:
    """The options of this game that are off their default, in words."""
    told = (
        (say("Bids are sealed in turn."), setup.order == "turn"),
        (say("Of equal bids the one sealed first wins."), setup.ties == "earlier"),
        (say("Whoever takes no prize rolls a die for luck."), setup.luck),
        (say("Each player seals a guess whose bid takes the prize."), setup.guess is True),
        (say("Each player wagers chips on whose bid takes the prize."), setup.wager is True),
        (say("Whoever takes a prize takes a title too."), setup.titles is True),
        (say("A guard stands on the prize while bids are made."), bool(setup.pawn)),
        (say("A tile is laid into the line each round."), bool(setup.line)),
        (say("Whoever takes a prize is paid in gold, and the others give one back."), bool(setup.coins)),
    )
    return tuple(text for text, is_played in told if is_played)


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule."""
    order = rng.choice(("any", "turn"))
    ties = rng.choice(("cancel", "earlier")) if order == "turn" else "cancel"
    draw, board = rng.random(), rng.random() < 0.5
    players, guess = rng.choice((2, 3, 4)), rng.random() < 0.3
    # Halves of halves: another draw would make all that follows another game.
    luck, pawn, line = draw < 0.5, draw % 0.5 < 0.25, draw % 0.25 < 0.125
    return {
        "players": players,
        "order": order,
        "ties": ties,
        "luck": luck,
        "board": board,
        "guess": guess,
        "pawn": pawn,
        "line": line,
    }

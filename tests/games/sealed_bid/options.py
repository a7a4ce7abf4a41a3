"""A new game of Sealed Bid: what can be chosen, what comes of it, and what bots choose."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.games.core import OptionField, State
from companion.games.errors import BadOption
from tests.games.sealed_bid.model import NONE, PEARLS, BidState, Figure, Hidden, Setup, Table

OPTIONS = (
    OptionField("players", "Players", ((3, "3"), (2, "2"), (4, "4"))),
    OptionField("cards", "Cards", (("own", "our own cards"), ("virtual", "virtual cards"))),
    OptionField("order", "Who seals a bid", (("any", "anybody"), ("turn", "in turn")), is_rare=True),
    OptionField(
        "ties",
        "Equal bids",
        (("cancel", "cancel"), ("earlier", "the earlier one wins")),
        "Only where bids are sealed in turn.",
        is_rare=True,
        needs=("order", "turn"),
    ),
    OptionField("luck", "Luck", ((False, "without"), (True, "with dice")), is_rare=True),
)
FIGURES = ("low", "high")


def new_game(options: Mapping[str, Any], owner: Mapping[str, Any]) -> BidState:
    """The state before the lot; `owner` is the content of owner/sealed_bid.toml. Raises `BadOption`."""
    allowed = {field.key: [value for value, _ in field.choices] for field in OPTIONS}
    for option, value in options.items():
        if option not in allowed:
            known = ", ".join(allowed)
            raise BadOption(f"Sealed Bid has no option {option!r}. It has: {known} (B-001).")
        if not any(value == each and type(value) is type(each) for each in allowed[option]):
            these = ", ".join(map(str, allowed[option]))
            raise BadOption(f"Sealed Bid cannot be played with {option} {value!r}. Choose one of: {these} (B-001).")
    setup = Setup(**options, pearls=_figures(owner))
    if setup.ties == "earlier" and setup.order == "any":
        raise BadOption("The earlier of equal bids wins only where bids are sealed in turn (B-016). Choose order turn.")
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
    )
    return State(table, (Hidden() if setup.cards == "virtual" else None,) * players)


def _figures(owner: Mapping[str, Any]) -> tuple[Figure, Figure]:
    typed, (low, high) = owner.get("pearls", {}), Setup().pearls
    if not isinstance(typed, Mapping):
        raise BadOption(f"owner/sealed_bid.toml: pearls is {typed!r}. Write a table [pearls] with low and high.")
    for name in typed:
        if name not in FIGURES or type(typed[name]) is not int or not 0 <= typed[name] <= PEARLS:
            raise BadOption(
                f"owner/sealed_bid.toml: pearls.{name} is {typed[name]!r}. Write low and high, 0 to {PEARLS}."
            )
    return (
        Figure(typed["low"], "owner") if "low" in typed else low,
        Figure(typed["high"], "owner") if "high" in typed else high,
    )


def varied_options(rng: random.Random) -> dict[str, Any]:
    """Options of a virtual game, drawn so that many games meet every rule."""
    order = rng.choice(("any", "turn"))
    ties = rng.choice(("cancel", "earlier")) if order == "turn" else "cancel"
    players = rng.choice((2, 3, 4))
    return {"cards": "virtual", "players": players, "order": order, "ties": ties, "luck": rng.random() < 0.5}

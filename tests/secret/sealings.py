"""Games in which something is sealed: how a live table comes there, and ways to seal that nobody may tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from companion.games.core import Action
from companion.games.manawave.state import acts
from companion.games.manawave.state import model as mana
from companion.games.rolling_with_the_waves.state.model import Allocate, OpenBoard, PoolRolled, TakeBack, TakeBag, Yarrr
from companion.games.rolling_with_the_waves.state.records import Icon, Phase
from companion.live.requests import Correct
from companion.live.session import Session
from tests.companion.tables import HOST, person, play_to, tap_first, tap_of
from tests.games.sealed_bid.model import NOBODY, Guess, TakeBackGuess

MOST_ACTS = 100
"""Of a game of Manawave until both commit there."""
ATTACHED = (acts.Attach(0, 1, "top"), acts.Attach(0, 1, "bottom"), acts.Attach(0, 2, "top"))
CONVERTED = ((0,) * 9, (0, 0, 0, 1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0, 0, 0, 0))
INVESTED = tuple(acts.Invest(0, (0,) * 3, (0,) * 15, clan, (0,), (0,)) for clan in CONVERTED)
AIMED = (acts.Aim(0, 0), acts.Aim(0, 1), acts.Aim(0, 3))
SCATTERED = tuple(acts.Scatter(0, own, (0, 0), is_told=True) for own in ((0, 0, 0, 0), (1, 1, 0, 0), (0, 0, 1, 1)))
CHEST, TRACKS, BURIED = ("chest1", "raise", "cannon_large"), ("hull", "ports", "crew"), ("bury1", "bury1", "bury1")


class Sealing(NamedTuple):
    """One game, in which Ada seals something in one of several ways; Bo does so too where nothing is opened by it."""

    game: str
    options: Mapping[str, Any]
    reach: Callable[[Session], None]
    """Play to where Ada seals."""
    ways: tuple[tuple[Action, ...], ...]
    """What Ada taps."""
    others: tuple[Action, ...]
    """What Bo taps then; nothing is opened by it."""
    probes: tuple[Action, ...]
    """What Bo, the host and a guest try, who guess what Ada has sealed, or want it back."""


def _to_guesses(session: Session) -> None:
    play_to(session, "guess")


def _to_allocation(session: Session) -> None:
    """Everybody has drafted, and Ada has a chest that may be buried."""
    roll = PoolRolled((1, 2, 3, 4, 5, 6), ("red", "red", "blue", "blue", "clear", "clear"))
    for number, act in enumerate((TakeBag(0), roll)):
        assert session.submit(HOST, tap_of([act], session.snapshot().revision, f"opening {number}")).accepted
    while session.snapshot().view(None).table.played.phase is Phase.DRAFT:
        assert tap_first(session).accepted
    assert session.submit(HOST, Correct({"chest1.0.1": 4})).accepted


def _laid(icons: tuple[Icon, ...]) -> tuple[Action, ...]:
    return (*(Allocate(0, icon) for icon in icons), Yarrr(0))


def _to_phase(session: Session, phase: mana.Phase, seed: int) -> None:
    """Everybody plays by lot until in that phase Ada may commit in one of several ways, and Bo too, and nobody has."""
    game, rng = session.snapshot().game, random.Random(seed)
    for number in range(MOST_ACTS):
        state = session._timeline.state
        legal = [act for act in game.legal_actions(state) if not act.takes_back and act != _hidden(act)]
        ways = [len({act for act in legal if act.seals and act.actor == seat}) for seat in (0, 1)]
        if state.table.phase is phase and not state.sealed and ways[0] > 2 and ways[1]:
            return
        act = rng.choice(legal)
        client = HOST if act.actor is None else person(act.actor)
        reply = session.submit(client, tap_of([act], session.snapshot().revision, f"opening {number}"))
        assert reply.accepted, (act, reply)
    raise AssertionError("nobody comes there")


def _hidden(act: Action) -> Action | None:
    """What everybody is told of an act that seals; None of any other."""
    return act.public() if act.seals else None


def _of_manawave(mode: str, phase: mana.Phase, seed: int, choices: tuple[acts.Commit, ...]) -> Sealing:
    """Both commit, and it is opened with the second: Bo has yet to."""
    guesses = (*choices, *(acts.Open(0, choice) for choice in choices), acts.TakeBack(0))
    ways = tuple((choice,) for choice in choices)
    return Sealing("manawave", {"mode": mode}, partial(_to_phase, phase=phase, seed=seed), ways, (), guesses)


SEALINGS: dict[str, Sealing] = {
    "sealed_bid": Sealing(
        "sealed_bid",
        {"players": 2, "guess": True},
        _to_guesses,
        tuple((Guess(0, of),) for of in (0, 1, NOBODY)),
        (Guess(1, 0),),
        (*(Guess(0, of) for of in (0, 1, NOBODY)), TakeBackGuess(0)),
    ),
    "rolling_with_the_waves": Sealing(
        "rolling_with_the_waves",
        {"players": 2},
        _to_allocation,
        tuple(_laid(icons) for icons in (CHEST, TRACKS, BURIED)),  # type: ignore[arg-type]
        (Allocate(1, "hull"),),
        (
            *(Allocate(0, icon) for icon in ("hull", "bury1", "chest1", "chest2")),
            *(OpenBoard(0, icons) for icons in (CHEST, TRACKS, BURIED)),  # type: ignore[arg-type]
            *(TakeBack(0), Yarrr(0)),
        ),
    ),
    "manawave-attach": _of_manawave("clans", mana.Phase.PLACE, 0, ATTACHED),
    "manawave-invest": _of_manawave("clans", mana.Phase.INVEST, 0, INVESTED),
    "manawave-aim": _of_manawave("nexus", mana.Phase.AIM, 0, AIMED),
    "manawave-scatter": _of_manawave("nexus", mana.Phase.SCATTER, 91, SCATTERED),
}

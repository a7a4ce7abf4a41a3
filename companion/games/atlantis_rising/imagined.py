"""Closed hands as they may truly be: for whoever imagines what nobody has told (Q-33)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.games.atlantis_rising.box import ARTIFACT, HIDDEN
from companion.games.atlantis_rising.hidden import any_card, as_told, nothing_told
from companion.games.atlantis_rising.model import AtlantisState, Hand, Table


def determinize(state: AtlantisState, rng: random.Random) -> AtlantisState:
    """The same public table with every hidden card told, each as likely as the shuffle makes it.

    What was told stays so. Where a correction has left too few cards, as near as there are.
    """
    table = state.table
    secrets = tuple(each or nothing_told(table, seat) for seat, each in enumerate(state.secrets))
    if not table.setup.is_closed:
        return replace(state, secrets=secrets)
    told = replace(state, secrets=secrets)
    left = as_told(told)
    artifacts = list(left.artifacts)
    rng.shuffle(artifacts)
    pool = [name for name, number in left.library.cards for _ in range(number)]
    rng.shuffle(pool)
    pool = [artifacts.pop() if name == ARTIFACT and artifacts else name for name in pool]
    # What was kept and not laid open is no artifact, and so it is dealt first.
    is_other = [name not in table.setup.box.artifacts and name != ARTIFACT for name in pool]
    others = [name for name, is_it in zip(pool, is_other, strict=True) if is_it]
    hands = [_filled(secret.cards, others, table) for secret in secrets]
    for secret, cards in zip(secrets, hands, strict=True):
        for card in less_known(cards, secret.cards):
            if card in pool:
                pool.remove(card)
    dealt = tuple(
        Hand(tuple(sorted(cards)), _filled(secret.drawn, pool, table), _filled(secret.below, pool, table))
        for secret, cards in zip(secrets, hands, strict=True)
    )
    return replace(state, secrets=dealt)


def less_known(cards: Iterable[str], told: Iterable[str]) -> Iterator[str]:
    """The cards of a hand beyond those that were told."""
    return (Counter(cards) - Counter(told)).elements()


def _filled(told: tuple[str, ...], pool: list[str], table: Table) -> tuple[str, ...]:
    """The same cards with one out of the pool for each that was not told."""
    return tuple(card if card != HIDDEN else pool.pop() if pool else any_card(table)[0] for card in told)

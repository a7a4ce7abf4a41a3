"""What each side had chosen, held against who has won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from companion.games.core import Seat
from companion.games.manawave.state.model import BOTH


class Marks:
    """Choices of both sides in one game, by kind: "faction", "first" …; a choice may be made several times."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Counter[str], Counter[str]]] = defaultdict(lambda: (Counter(), Counter()))

    def put(self, seat: Seat, kind: str, value: str) -> None:
        """A seat has chosen so."""
        self._found[kind][seat][value] += 1

    def of(self, kind: str, seat: Seat) -> Counter[str]:
        """How often a seat has chosen what of a kind."""
        return self._found[kind][seat]

    def pick(self, tally: Counter[str], kind: str, cards: Sequence[str], picked: Sequence[str]) -> None:
        """Each seat has picked one of the cards that lay open; the first of a game is a kind of choice of its own."""
        is_first = not any(self.of("first", seat) for seat in BOTH)
        for card in {*cards}:
            tally[f"{kind}/{card}/offered"] += 1
            tally[f"{kind}/{card}/taken"] += card in picked
        for seat in BOTH:
            self.put(seat, "card", picked[seat])
            if is_first:
                self.put(seat, "first", picked[seat])

    def count(self, won: Seat, tally: Counter[str]) -> None:
        """Count a decided game for each choice that one side has made oftener than the other.

        Both sides being alike in all else, each of them then wins a half of such games, unless the choice matters.
        """
        tally["pick/seat/0/of"] += 1
        tally["pick/seat/0/won"] += won == BOTH[0]
        for kind, (one, other) in self._found.items():
            for value in {*one, *other}:
                if one[value] != other[value]:
                    more = BOTH[0] if one[value] > other[value] else BOTH[1]
                    tally[f"pick/{kind}/{value}/of"] += 1
                    tally[f"pick/{kind}/{value}/won"] += more == won

"""Tables for the referee to understand: led to by legal acts, or made wrong; and what is to be thought of its answer.

A `Case` names everything by which a table of a game comes back, so that a failure can be looked at alone:
`SEALED_BIDS.judge_legal(Case(...))`. Judged is the referee's verdict on the final table only, by `Reachable`, which
shares no thought with its search.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.games.core import OFF_MAT, Action
from companion.games.game import AnyGame
from companion.games.openings import past_openings
from companion.referee.comparison import compare, look_of, position_of
from companion.referee.explain import Explanation, explain
from companion.referee.fuse import table_view
from companion.referee.mismatch import fixes, mismatches
from companion.table.seen import TableView, ZoneView, show
from tests.companion.referee.mishaps import SEALED, Ground, follow, go_wrong, pieces_of
from tests.companion.referee.perfect import look_at
from tests.companion.referee.positions import GAME, AnyState, in_order
from tests.companion.referee.reachable import Reachable, plain, shows

TABLES_A_POSITION = 4
POSITIONS_A_GAME = 10
KEPT = 3
"""Cases kept of each class of answers, to be printed."""
ORDERLY = 0.75
"""Share of tables at which whoever is asked first acts first, as people do who read the prompt."""

# Classes of answers to a table that legal acts led to.
FAIR = ("right", "right so far", "nothing shows")
"""As it must be; the last acts may not show."""
ASKED = ("asked, both are open", "asked, an act may be hidden")
"""Where two truths are as short, or one act more may be hidden by the next, a question is the only answer."""

# Classes of answers to a table that was made wrong.
EXPLAINED = ("shows the position", "explainable: explained", "explainable: asked")
"""Legal acts happen to lead there after all, and the answer says which."""
MENDED = ("named and mended", "named and mended, then asked", "named; the table decides")
PART = ("a part of an act",)
"""Pieces lie as in the middle of an act, so the rest of it is waited for."""
LEAST_MENDED = 0.99
"""Share of wrong tables at which following the moves told ends at a table that is understood."""


class Case(msgspec.Struct, frozen=True):
    """One table: which game (mode, seed), how many acts into it, and the seed of what is done there."""

    mode: int
    seed: int
    ply: int
    turn: int

    def rng(self) -> random.Random:
        return random.Random(repr(self))


class Judged(msgspec.Struct, frozen=True):
    """What came of one table."""

    case: Case
    answer: str
    """Class of the referee's answer."""
    done: str
    """What was done to the table."""
    said: str


class Scrambled:
    """The tables of one game, in some modes of it."""

    def __init__(self, game: AnyGame, modes: Sequence[Mapping[str, Any]], ground: Ground) -> None:
        self.game, self.modes, self.ground = game, modes, ground
        self.game_of = functools.lru_cache(maxsize=2)(self._play)
        self._reachable = functools.lru_cache(maxsize=2)(lambda case: Reachable(game, self.start_of(case)))

    def title(self, mode: int) -> str:
        """What to call a mode."""
        return "-".join(map(str, self.modes[mode].values()))

    # --- positions ----------------------------------------------------------------------------------------------------

    def _play(self, mode: int, seed: int) -> tuple[AnyState, ...]:
        """The positions of one game with own cards, its options drawn and its acts chosen by the seed."""
        rng = random.Random(f"{mode}/{seed}")
        state = self.game.new_game({**self.game.simulation.varied_options(rng), **self.modes[mode], "cards": "own"}, {})
        found = [state]
        while legal := self.game.legal_actions(state):
            state = self.game.apply_action(state, rng.choice(legal))
            found.append(state)
        return tuple(found)

    def cases(self, mode: int, count: int, seed: int = 0, seen: bool = False) -> Iterator[Case]:
        """So many tables of a mode, several of each position; with `seen`, where an act can be seen only.

        Each phase of the game is as likely as any other, however many positions it has: the first Council of Waves,
        with the most that can happen at once, would else hardly be met.
        """
        made = 0
        for number in itertools.count(seed):
            rng = random.Random(f"cases {mode}/{number}")
            by_phase: defaultdict[str, list[int]] = defaultdict(list)
            for ply, state in enumerate(self.game_of(mode, number)[:-1]):
                if not seen or self.seen_acts(state, orderly=True):
                    by_phase[state.table.phase.value].append(ply)
            plies = {rng.choice(by_phase[rng.choice(sorted(by_phase))]) for _ in range(POSITIONS_A_GAME)}
            for ply, turn in itertools.product(sorted(plies), range(TABLES_A_POSITION)):
                if made == count:
                    return
                made += 1
                yield Case(mode, number, ply, turn)

    def start_of(self, case: Case) -> AnyState:
        """The position in which the table of a case is looked at first."""
        return self.game_of(case.mode, case.seed)[case.ply]

    def ways_from(self, case: Case) -> Reachable:
        """All that legal acts lead to from there, found once for the tables of a position."""
        return self._reachable(msgspec.structs.replace(case, turn=0))

    # --- legal acts ---------------------------------------------------------------------------------------------------

    def seen_acts(self, state: AnyState, orderly: bool) -> list[Action]:
        """What can be seen done now; where all go in order, by whoever is asked first or by nobody in particular."""
        legal = in_order(state, self.game) if orderly else self.game.legal_actions(state)
        return [act for act in legal if act.sense not in OFF_MAT]

    def go_on(self, state: AnyState, most: int, orderly: bool, rng: random.Random) -> list[tuple[Action, AnyState]]:
        """Up to so many acts and where each leads, as far as they can be seen."""
        done: list[tuple[Action, AnyState]] = []
        while len(done) < most and (legal := self.seen_acts(state, orderly)):
            # First the sort of act and then the act: else draws of a class drown all the rest.
            kind = rng.choice(sorted({type(act).__name__ for act in legal}))
            act = rng.choice([act for act in legal if type(act).__name__ == kind])
            state = self.game.apply_action(state, act)
            done.append((act, state))
        return done

    def eyes(self, state: AnyState) -> TableView:
        """What perfect eyes see of a position, from the markers of pieces that lie where they belong."""
        reading = look_at(self.game, state, 0.0)
        layout = self.game.mat.layout(self.game.view(state, None))
        return table_view(reading.sightings, reading.rejected, layout, self.game.mat.kit)

    def judge_legal(self, case: Case) -> Judged:
        """The answer to the table after one to four acts; the case is one of those where an act can be seen."""
        rng, start = case.rng(), self.start_of(case)
        orderly = rng.random() < ORDERLY
        done = self.go_on(start, 1 + case.turn % 4, orderly, rng)
        seen = self.eyes(done[-1][1])
        found = explain(self.game, start, seen, was_watched=False)
        in_which = "in order" if orderly else "in any order"
        told = f"{len(done)} {in_which}: {'; '.join(str(act) for act, _ in done)}"
        return Judged(case, self._legal_answer(case, done, seen, found), told, said(found))

    def _legal_answer(
        self, case: Case, done: list[tuple[Action, AnyState]], seen: TableView, found: Explanation
    ) -> str:
        start, truth = self.start_of(case), done[-1][1]
        if found.verdict == "unchanged":
            return "nothing shows" if shows(seen, dict(look_of(self.game, start))) else "missed"
        if found.verdict == "several":
            if not any(self._leads_to(start, way, done) for way in found.ways):
                return "asked without the truth"
            fitting = self.ways_from(case).fitting(seen)
            if len(fitting) > 1:
                return "asked, both are open"
            return "asked, an act may be hidden" if self._may_hide(case, found, seen) else "asked needlessly"
        if found.verdict not in ("legal", "open") or found.state is None:
            return f"missed ({found.verdict})"
        if plain(found.state) == plain(truth):
            return "right"
        if any(plain(found.state) == plain(state) for _, state in done):
            return "right so far"
        return "taken for another truth"

    def _leads_to(self, state: AnyState, way: Sequence[Action], done: list[tuple[Action, AnyState]]) -> bool:
        """Whether an answer leads to where the same number of acts did, or is how others begin that lead there."""
        for act in way:
            state = self.game.apply_action(state, act)
        if plain(state) == plain(done[min(len(way), len(done)) - 1][1]):
            return True
        further = Reachable(self.game, state, len(done) - len(way)).ways
        return len(way) < len(done) and plain(done[-1][1]) in further

    def _may_hide(self, case: Case, found: Explanation, seen: TableView) -> bool:
        """Whether one act more may have been done; of more ways than a page holds their beginnings do not show it."""
        if len({*map(len, found.ways)}) > 1:
            return True
        ways = self.ways_from(case)
        least = len(ways.fitting(seen)[0].acts)
        return len(found.ways[0]) < least and bool(ways.showing(seen, least + 1))

    # --- tables that are wrong ----------------------------------------------------------------------------------------

    def judge_wrong(self, case: Case) -> Judged:
        """The answer to a table that one to three mishaps have befallen, a legal act before them in every other one."""
        rng, start = case.rng(), self.start_of(case)
        done = self.go_on(start, case.turn % 2, True, rng)
        state = done[-1][1] if done else start
        looks = {name: show(name, content) for name, content in look_of(self.game, state).items()}
        mishaps = go_wrong(self.ground, looks, 1 + rng.randrange(3), rng)
        seen = TableView(tuple(looks.values()))
        found = explain(self.game, start, seen, was_watched=False)
        told = "; ".join([*(str(act) for act, _ in done), *mishaps])
        fitting = self.ways_from(case).fitting(seen)
        if fitting:
            answer = _explainable_answer(fitting, found)
        elif found.verdict == "none":
            answer = self._mismatch_answer(start, seen, found)
        elif found.verdict == "in_progress":
            answer = self._part_answer(case, seen, found)
        else:
            answer = "a wrong table is taken for acts"
        return Judged(case, answer, told, said(found))

    def _mismatch_answer(self, start: AnyState, seen: TableView, found: Explanation) -> str:
        """Whether what is wrong is named, and whether the moves proposed end at the position they are meant for."""
        assert found.state is not None  # the position that the table is nearest to
        held = compare(position_of(self.game, found.state), seen)
        if not mismatches(held, found.acts):
            return "wrong, and nothing is named"
        mended = follow(seen, fixes(held))
        if mended is None:
            return "a move of what does not lie there"
        view, content = held.position.view, dict(held.look)
        if not shows(mended, content):
            left = [zone for zone in mended.zones if not shows(TableView((zone,)), content)]
            by_host = all(self.game.mat.breach(view, zone.zone, zone.kinds) for zone in left)
            return "named; the table decides" if by_host else "the moves do not mend it"
        after = explain(self.game, start, mended, was_watched=False)
        if after.verdict == "several":
            return "named and mended, then asked"
        if after.verdict not in ("unchanged", "legal", "open") or after.state is None:
            return f"mended, and then not understood ({after.verdict})"
        return "named and mended"

    def _part_answer(self, case: Case, seen: TableView, found: Explanation) -> str:
        """Whether a table called a part of an act is one: pieces move one by one, and none comes from elsewhere."""
        state = found.state
        assert state is not None  # where the act begins
        if plain(state) not in self.ways_from(case).ways:
            return "a part of what nobody can do"
        before = {name: show(name, content) for name, content in look_of(self.game, state).items()}
        for act in found.acts:
            after_state = self.game.apply_action(past_openings(self.game, state), act)
            after = {name: show(name, content) for name, content in look_of(self.game, after_state).items()}
            if not all(_is_on_the_way(before[zone.zone], zone, after[zone.zone], act) for zone in seen.zones):
                return "no part of that act"
        if len(found.acts) == 1:
            mended = follow(seen, fixes(compare(position_of(self.game, after_state), seen)))
            if mended is None or not shows(mended, dict(look_of(self.game, after_state))):
                return "a part of an act, and the rest is not named"
        return "a part of an act"

    # --- many of them -------------------------------------------------------------------------------------------------

    def figures(self, judge: Callable[[Case], Judged], tables: Iterable[Case]) -> Figures:
        """What came of these tables."""
        figures = Figures(self.title)
        for case in tables:
            figures.add(judge(case))
        return figures


def _explainable_answer(fitting: list[Any], found: Explanation) -> str:
    if not fitting[0].acts:
        return "shows the position" if found.verdict == "unchanged" else "missed the position"
    if found.verdict == "several":
        is_open = len(fitting) > 1 or len({*map(len, found.ways)}) > 1
        return "explainable: asked" if is_open else "explainable: asked needlessly"
    if found.verdict not in ("legal", "open") or found.state is None:
        return f"explainable: missed ({found.verdict})"
    is_one = any(plain(found.state) == plain(way.state) for way in fitting)
    return "explainable: explained" if is_one else "explainable: another way"


def _is_on_the_way(before: ZoneView, now: ZoneView, after: ZoneView, act: Action) -> bool:
    one, there, other = pieces_of(before), pieces_of(now), pieces_of(after)
    if act.empties:  # what is left over may be taken away first
        return there == one or there <= one | other
    if there in (one, other):
        return True
    most = max(one.total(), other.total())
    return one & other <= there <= one | other and there.total() <= most and one != other


SEALED_BIDS: Final = Scrambled(
    GAME,
    [
        {"players": players, "order": order, "ties": ties}
        for players in (3, 2, 4)
        for order, ties in (("any", "cancel"), ("turn", "earlier"))
    ],
    SEALED,
)


# --- figures ----------------------------------------------------------------------------------------------------------


def said(found: Explanation) -> str:
    """An answer in words."""
    ways = " or ".join("; ".join(map(str, way)) for way in found.ways or (found.acts,))
    return f"{found.verdict}: {ways} (differing: {', '.join(found.zones)})"


class Figures:
    """How many answers of each class, by mode, with a few cases of each."""

    def __init__(self, title: Callable[[int], str]) -> None:
        self.by_mode: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.examples: defaultdict[str, list[Judged]] = defaultdict(list)
        self._title = title

    def add(self, judged: Judged) -> None:
        self.by_mode[self._title(judged.case.mode)][judged.answer] += 1
        kept = self.examples[judged.answer]
        kept.append(judged)
        # The shortest story is the best example.
        kept.sort(key=lambda each: len(each.done))
        del kept[KEPT:]

    def all(self) -> Counter[str]:
        return sum(self.by_mode.values(), Counter())

    def share(self, *answers: str) -> float:
        """Of all tables, those with one of these answers."""
        counts = self.all()
        return sum(counts[each] for each in answers) / counts.total()

    def text(self) -> str:
        """The figures in words, with examples of all answers but those that are as they must be."""
        shown = sorted(self.all().keys() - {*FAIR, *EXPLAINED, *MENDED})
        lines = [f"{title}: {dict(counts.most_common())}" for title, counts in self.by_mode.items()]
        lines.append(f"all: {dict(self.all().most_common())}")
        lines += [
            f"{answer}: {each.case}\n  done: {each.done}\n  said: {each.said}"
            for answer in shown
            for each in self.examples[answer]
        ]
        return "\n".join(lines)


def hold_legal(figures: Figures, most_asked: float = 1.0) -> None:
    """Legal acts are understood or asked about; the quick ones are too few to hold a share against them."""
    text = figures.text()
    assert figures.share(*ASKED) <= most_asked, text
    assert figures.all().keys() <= {*FAIR, *ASKED}, text


def hold_wrong(figures: Figures) -> None:
    """What is wrong is named and mended, what legal acts lead to is explained, and nothing is taken for acts."""
    text = figures.text()
    unexplained = 1 - figures.share(*EXPLAINED, *PART)
    assert figures.share(*MENDED) >= LEAST_MENDED * unexplained, text
    assert figures.all().keys() <= {*EXPLAINED, *MENDED, *PART}, text

"""Tables for the referee to understand: led to by legal acts, or made wrong; and what is to be thought of its answer.

A `Case` names everything by which its table comes back, so that a failure can be looked at alone:
`judge_legal(Case(...))`. Judged is the referee's verdict on the final table only, by `Reachable`, which shares no
thought with its search.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.bench.engine import title_of
from companion.games.core import Action, State
from companion.games.offers import combinations
from companion.games.registry import GAMES
from companion.games.waves.actions import PlaceShells
from companion.referee.explain import Explanation, explain, look_of
from companion.referee.fuse import table_view
from companion.referee.mismatch import fixes, mismatches
from companion.table.seen import TableView, ZoneView, show
from tests.companion.referee.mishaps import follow, go_wrong, pieces_of
from tests.companion.referee.perfect import look_at
from tests.companion.referee.reachable import Reachable, plain, shows

WAVES = GAMES["waves"]
MODES = combinations(WAVES)
AnyState = State[Any, Any]
TABLES_A_POSITION = 4
POSITIONS_A_GAME = 10
KEPT = 3
"""Cases kept of each class of answers, to be printed."""

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


# --- positions --------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=2)
def game_of(mode: int, seed: int) -> tuple[AnyState, ...]:
    """The positions of one game with own cards, its options drawn and its acts chosen by the seed."""
    rng = random.Random(f"{mode}/{seed}")
    state = WAVES.new_game({**WAVES.varied_options(rng), **MODES[mode], "cards": "own"}, {})
    found = [state]
    while legal := WAVES.legal_actions(state):
        state = WAVES.apply_action(state, rng.choice(legal))
        found.append(state)
    return tuple(found)


@functools.lru_cache(maxsize=2)
def reachable(case: Case) -> Reachable:
    return Reachable(WAVES, game_of(case.mode, case.seed)[case.ply])


def cases(mode: int, count: int, seed: int = 0, seen: bool = False) -> Iterator[Case]:
    """So many tables of a mode, several of each position; with `seen`, where an act can be seen only.

    Each phase of the game is as likely as any other, however many positions it has: the first Council of a game, with
    the most that can happen at once, would else hardly be met.
    """
    made = 0
    for number in itertools.count(seed):
        rng = random.Random(f"cases {mode}/{number}")
        by_phase: defaultdict[str, list[int]] = defaultdict(list)
        for ply, state in enumerate(game_of(mode, number)[:-1]):
            if not seen or seen_acts(state, orderly=True):
                by_phase[state.table.phase.value].append(ply)
        plies = {rng.choice(by_phase[rng.choice(sorted(by_phase))]) for _ in range(POSITIONS_A_GAME)}
        for ply, turn in itertools.product(sorted(plies), range(TABLES_A_POSITION)):
            if made == count:
                return
            made += 1
            yield Case(mode, number, ply, turn)


def start_of(case: Case) -> AnyState:
    return game_of(case.mode, case.seed)[case.ply]


def ways_from(case: Case) -> Reachable:
    """All that legal acts lead to from there, found once for the tables of a position."""
    return reachable(msgspec.structs.replace(case, turn=0))


# --- legal acts -------------------------------------------------------------------------------------------------------

ORDERLY = 0.75
"""Share of tables at which whoever is asked first acts first, as people do who read the prompt."""


def seen_acts(state: AnyState, orderly: bool) -> list[Action]:
    """What can be seen done now; where all go in order, by whoever is asked first or by nobody in particular."""
    asked = WAVES.prompt(WAVES.view(state, None)).seats[:1]
    legal = [act for act in WAVES.legal_actions(state) if act.sense != "told"]
    return [act for act in legal if act.actor in (None, *asked)] if orderly else legal


def go_on(state: AnyState, most: int, orderly: bool, rng: random.Random) -> list[tuple[Action, AnyState]]:
    """Up to so many acts and where each leads, as far as they can be seen."""
    done: list[tuple[Action, AnyState]] = []
    while len(done) < most and (legal := seen_acts(state, orderly)):
        # First the sort of act and then the act: else draws of a class drown all the rest.
        kind = rng.choice(sorted({type(act).__name__ for act in legal}))
        act = rng.choice([act for act in legal if type(act).__name__ == kind])
        state = WAVES.apply_action(state, act)
        done.append((act, state))
    return done


def eyes(state: AnyState) -> TableView:
    """What perfect eyes see of a position, from the markers of pieces that lie where they belong."""
    reading = look_at(WAVES, state, 0.0)
    return table_view(reading.sightings, reading.rejected, WAVES.layout(WAVES.view(state, None)), WAVES.kit())


def judge_legal(case: Case) -> Judged:
    """The answer to the table after one to four acts; the case is one of those where an act can be seen."""
    rng, start = case.rng(), start_of(case)
    orderly = rng.random() < ORDERLY
    done = go_on(start, 1 + case.turn % 4, orderly, rng)
    seen = eyes(done[-1][1])
    found = explain(WAVES, start, seen, was_watched=False)
    in_order = "in order" if orderly else "in any order"
    told = f"{len(done)} {in_order}: {'; '.join(str(act) for act, _ in done)}"
    return Judged(case, _legal_answer(case, done, seen, found), told, said(found))


def _legal_answer(case: Case, done: list[tuple[Action, AnyState]], seen: TableView, found: Explanation) -> str:
    start, truth = start_of(case), done[-1][1]
    if found.verdict == "unchanged":
        return "nothing shows" if shows(seen, dict(look_of(WAVES, start))) else "missed"
    if found.verdict == "several":
        if not any(_leads_to(start, way, done) for way in found.ways):
            return "asked without the truth"
        if len(ways_from(case).fitting(seen)) > 1:
            return "asked, both are open"
        return "asked, an act may be hidden" if len({*map(len, found.ways)}) > 1 else "asked needlessly"
    if found.verdict not in ("legal", "open") or found.state is None:
        return f"missed ({found.verdict})"
    if plain(found.state) == plain(truth):
        return "right"
    if any(plain(found.state) == plain(state) for _, state in done):
        return "right so far"
    return "taken for another truth"


def _leads_to(state: AnyState, way: Sequence[Action], done: list[tuple[Action, AnyState]]) -> bool:
    """Whether an answer leads to where the same number of acts did."""
    for act in way:
        state = WAVES.apply_action(state, act)
    return plain(state) == plain(done[min(len(way), len(done)) - 1][1])


# --- tables that are wrong --------------------------------------------------------------------------------------------


def judge_wrong(case: Case) -> Judged:
    """The answer to a table that one to three mishaps have befallen, a legal act before them in every other one."""
    rng, start = case.rng(), start_of(case)
    done = go_on(start, case.turn % 2, True, rng)
    state = done[-1][1] if done else start
    looks = {name: show(name, content) for name, content in look_of(WAVES, state).items()}
    mishaps = go_wrong(looks, 1 + rng.randrange(3), rng)
    seen = TableView(tuple(looks.values()))
    found = explain(WAVES, start, seen, was_watched=False)
    told = "; ".join([*(str(act) for act, _ in done), *mishaps])
    fitting = ways_from(case).fitting(seen)
    if fitting:
        answer = _explainable_answer(fitting, found)
    elif found.verdict == "none":
        answer = _mismatch_answer(start, seen, found)
    elif found.verdict == "in_progress":
        answer = _part_answer(case, seen, found)
    else:
        answer = "a wrong table is taken for acts"
    return Judged(case, answer, told, said(found))


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


def _mismatch_answer(start: AnyState, seen: TableView, found: Explanation) -> str:
    """Whether what is wrong is named, and whether the moves proposed end at the position they are meant for."""
    assert found.state is not None  # the position that the table is nearest to
    view = WAVES.view(found.state, None)
    wrong = mismatches(WAVES, view, seen, found.acts)
    if not wrong:
        return "wrong, and nothing is named"
    mended = follow(seen, fixes(WAVES, view, seen))
    if mended is None:
        return "a move of what does not lie there"
    content = dict(look_of(WAVES, found.state))
    if not shows(mended, content):
        left = [zone for zone in mended.zones if not shows(TableView((zone,)), content)]
        by_host = all(WAVES.breach(view, zone.zone, zone.kinds) for zone in left)
        return "named; the table decides" if by_host else "the moves do not mend it"
    after = explain(WAVES, start, mended, was_watched=False)
    if after.verdict == "several":
        return "named and mended, then asked"
    if after.verdict not in ("unchanged", "legal", "open") or after.state is None:
        return f"mended, and then not understood ({after.verdict})"
    return "named and mended"


def _part_answer(case: Case, seen: TableView, found: Explanation) -> str:
    """Whether a table called a part of an act is one: pieces are moved one by one, and none comes from elsewhere."""
    state = found.state
    assert state is not None  # where the act begins
    if plain(state) not in ways_from(case).ways:
        return "a part of what nobody can do"
    before = {name: show(name, content) for name, content in look_of(WAVES, state).items()}
    for act in found.acts:
        after_state = WAVES.apply_action(state, act)
        after = {name: show(name, content) for name, content in look_of(WAVES, after_state).items()}
        if not all(_is_on_the_way(before[zone.zone], zone, after[zone.zone], act) for zone in seen.zones):
            return "no part of that act"
    if len(found.acts) == 1:
        mended = follow(seen, fixes(WAVES, WAVES.view(after_state, None), seen))
        if mended is None or not shows(mended, dict(look_of(WAVES, after_state))):
            return "a part of an act, and the rest is not named"
    return "a part of an act"


def _is_on_the_way(before: ZoneView, now: ZoneView, after: ZoneView, act: Action) -> bool:
    one, there, other = pieces_of(before), pieces_of(now), pieces_of(after)
    if isinstance(act, PlaceShells):  # leftover shells may be taken away first
        return there == one or there <= one | other
    if there in (one, other):
        return True
    most = max(one.total(), other.total())
    return one & other <= there <= one | other and there.total() <= most and one != other


# --- figures ----------------------------------------------------------------------------------------------------------


def said(found: Explanation) -> str:
    ways = " or ".join("; ".join(map(str, way)) for way in found.ways or (found.acts,))
    return f"{found.verdict}: {ways} (differing: {', '.join(found.zones)})"


class Figures:
    """How many answers of each class, by mode, with a few cases of each."""

    def __init__(self) -> None:
        self.by_mode: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.examples: defaultdict[str, list[Judged]] = defaultdict(list)

    def add(self, judged: Judged) -> None:
        self.by_mode[title_of(WAVES, MODES[judged.case.mode])][judged.answer] += 1
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

"""All that a whole game says in some scenes, as lines: prompts, what may be tapped, the log, refusals and facts.

`python -m tests.companion.games.rolling_with_the_waves.transcript` prints it. A sentence stands where it is said for
the first time. Whoever changes one on purpose writes `transcript.txt` anew with that, and reads what differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.games.core import Action
from companion.games.rolling_with_the_waves.state.model import (
    Aim,
    Allocate,
    BagCounted,
    DiceState,
    DieCorrected,
    Draft,
    DropAnchor,
    EveningEnded,
    LayBehindScreen,
    OpenBoard,
    PoolRolled,
    RaiseSpirits,
    ShowBoard,
    ShowDie,
    Stow,
    TakeBack,
    TakeBag,
    Write,
    Yarrr,
)
from companion.games.rolling_with_the_waves.state.records import Icon, Phase
from tests.companion.games.rolling_with_the_waves.at_the_table import (
    BLUE,
    CLEAR,
    GAME,
    GREEN,
    RED,
    boards_open,
    charts,
    clear,
    dice,
    table_of,
)
from tests.companion.games.transcript import Transcript

FILE = Path(__file__).with_suffix(".txt")
NAMES = ("Ada", "Bo", "Cleo")
ROLL = PoolRolled((4, 3, 2, 6, 1, 5, 2, 3, 6), (RED, RED, BLUE, BLUE, GREEN, GREEN, "clear", "clear", "clear"))
OPENED: tuple[Icon, ...] = ("chest1", "hull", "ports")
IN_BAG = ("red", "red", "blue", "blue", "green", "green", *("clear",) * 4)
"""What belongs into the bag of three players (R-011)."""
WRONG: tuple[Action, ...] = (
    TakeBag(0),
    PoolRolled((1,), (RED,)),
    PoolRolled((7,) * 9, (RED,) * 9),
    PoolRolled((1,) * 9, ("unknown",) * 9),
    PoolRolled((1,) * 9, ("purple",) * 9),
    PoolRolled((1,) * 9, (RED,) * 9),
    DieCorrected(1, 1, 9, RED),
    DieCorrected(1, 1, 4, "purple"),
    DieCorrected(1, 1, 4, BLUE),
    EveningEnded(),
    *(Draft(seat, RED, 4, mode) for seat in (0, 2) for mode in ("free", "pay", "drunken")),
    Draft(1, BLUE, 2, "pay"),
    *(Allocate(seat, icon) for seat in (0, 1) for icon in ("hull", "raise", "chest1", "bury1", "bury2", "bury3")),
    Allocate(0, "mast"),  # type: ignore[arg-type]
    Allocate(3, "hull"),
    TakeBack(0),
    Yarrr(0),
    LayBehindScreen(0),
    LayBehindScreen(1),
    ShowDie(0, "hull"),
    ShowDie(1, "bury1"),
    ShowBoard(0, OPENED),
    ShowBoard(1, ("hull",)),
    ShowBoard(1, ("hull", "hull", "crew")),
    OpenBoard(0, ("hull", "hull", "hull")),
    OpenBoard(1, OPENED),
    RaiseSpirits(0, True),
    RaiseSpirits(1, True),
    Write("raise"),
    Write("crew"),
    Aim(0, ("small",), 1, 0),
    Aim(0, ("large",), 0, 0),
    Aim(0, (), 1, 0),
    Aim(1, ("large",), 0, 0),
    Stow(0, 0),
    Stow(0, 2),
    DropAnchor(),
)
"""Acts that are tried in every position; those that are legal there are passed over."""


def lines() -> Iterator[str]:
    """Every scene."""
    said = Transcript(GAME, NAMES, lambda state: state.table.played.seats, WRONG)
    for title, state, acts in _scenes():
        yield from ("", f"== {title}")
        yield from said.scene(state, acts)


def _scenes() -> Iterator[tuple[str, DiceState, tuple[Action, ...]]]:
    yield (
        "A round of three",
        GAME.new_game({"players": 3}, {}),
        (
            *(BagCounted(IN_BAG), TakeBag(1), ROLL, DieCorrected(1, 1, 5, RED), DieCorrected(1, 2, 3, "clear")),
            *(DieCorrected(1, 2, 3, RED), DieCorrected(1, 1, 4, RED)),
            *(Draft(1, CLEAR, 6, "free"), Draft(2, RED, 4, "pay"), Draft(0, CLEAR, 3, "free")),
            *(Draft(1, BLUE, 6, "free"), Draft(2, GREEN, 5, "free"), Draft(0, CLEAR, 2, "free")),
            *(Draft(1, BLUE, 2, "free"), Draft(2, GREEN, 1, "free"), Draft(0, RED, 3, "free")),
            *(Allocate(1, "hull"), TakeBack(1), *(Allocate(1, icon) for icon in OPENED), Yarrr(1), TakeBack(1)),
            *(*(Allocate(1, icon) for icon in OPENED), Yarrr(1)),
            *(Allocate(0, "raise"), Allocate(0, "chest2"), Allocate(0, "ports"), Yarrr(0)),
            *(Allocate(2, "crew"), Allocate(2, "cannon_small"), Allocate(2, "cannon_large"), Yarrr(2)),
            *(OpenBoard(0, ("raise", "chest2", "ports")), OpenBoard(1, OPENED)),
            OpenBoard(2, ("crew", "cannon_small", "cannon_large")),
            *map(Write, ("raise", "chest1", "chest2", "hull", "cannon_small", "cannon_large", "ports", "crew")),  # type: ignore[arg-type]
            DropAnchor(),
        ),
    )
    sailor = table_of(2, Phase.DRAFT, pool=dice((BLUE, 4), (BLUE, 6)), maps=charts(2, p0={"infamy": 3}))
    yield "A drunken sailor", sailor, (Draft(0, BLUE, 6, "drunken"),)
    paying = table_of(2, Phase.DRAFT, pool=dice((BLUE, 2)))
    yield "Paid, or a drunken sailor", paying, (Draft(0, BLUE, 2, "pay"),)
    full = {"chests": ((4,) * 6, (), (1,)), "buried": (False, False, True), "spirits": (1, 2)}
    buries = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(4, 5, 6)), maps=charts(2, p0=full))
    yield (
        "A chest is buried",
        buries,
        (
            *(*(Allocate(0, "bury1"),) * 3, Yarrr(0), *(Allocate(1, icon) for icon in OPENED), Yarrr(1)),
            *(OpenBoard(0, ("bury1", "bury1", "bury1")), OpenBoard(1, OPENED), Write("chest1"), Write("bury1")),
        ),
    )
    screens = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(4, 5, 6)), maps=charts(2, p0=full))
    yield (
        "Dice behind screens",
        screens,
        (
            *(LayBehindScreen(0), TakeBack(0), LayBehindScreen(0), LayBehindScreen(1), ShowBoard(1, OPENED)),
            *(ShowDie(0, "hull"), ShowDie(0, "ports"), ShowDie(0, "crew")),
        ),
    )
    boards = table_of(2, Phase.ALLOCATE, nests=(clear(1, 2, 3), clear(4, 5, 6)), allocation="board")
    yield "Everybody has real dice", boards, (LayBehindScreen(0),)
    seats = {"p0": {"spirits": (5, 1)}, "p1": {"spirits": (1, 1), "ports": (6, 6)}}
    raises = boards_open(
        2,
        {0: (1, 2), 1: (3, 4)},
        {0: ("hull", "crew"), 1: ("hull", "ports")},
        maps=charts(2, **seats),
        **dict.fromkeys(("raise_on_raise", "allocate_to_full"), True),
        cannon_tie="from_first",
        hull_applies="cannon",
        ports_tie="none",
        final_tie="seat_order",
    )
    yield (
        "Spirits are raised",
        raises,
        (
            *(RaiseSpirits(0, False), RaiseSpirits(1, True), Write("hull"), Write("ports"), RaiseSpirits(0, True)),
            *(Write("crew"), DropAnchor()),
        ),
    )
    both = {"small": (4, 5), "large": (6, 2, 5), "chests": ((), (), ())}
    fires = table_of(
        3,
        Phase.FIRE,
        maps=charts(3, p0=both, p1={"chests": ((2, 4), (), ()), "hull": (7,)}, p2={"large": (1, 1, 1), "infamy": 2}),
        ports_tie="all",
    )
    yield (
        "Two cannons at two players",
        fires,
        (
            *(Aim(0, ("small",), 1, 0), Stow(0, 0), Aim(0, ("large",), 2, 2), Aim(2, ("large",), 0, 0), Stow(2, 1)),
            Write("ports"),
        ),
    )
    near = {"chests": ((1,) * 6, (1,) * 6, (1, 2)), "buried": (False, False, True), "infamy": 7}
    robbed = table_of(2, Phase.FIRE, maps=charts(2, p0=both, p1=near))
    yield (
        "A chest that was filled is robbed, and the game goes on",
        robbed,
        (Aim(0, ("small", "large"), 1, 1), Stow(0, 2), DropAnchor()),
    )
    nobody = table_of(2, Phase.FIRE, maps=charts(2, p0=both, p1={"chests": ((1,),) * 3, "buried": (True,) * 3}))
    yield "Nobody can be robbed, and the game ends", nobody, (Aim(0, ("small", "large"), -1, -1), DropAnchor())
    left = GAME.correct(table_of(3, Phase.ANCHOR), {"seat.2": "closed"})
    yield "A player has left", left, (DropAnchor(),)
    alone = GAME.correct(table_of(2, Phase.ANCHOR), {"seat.1": "closed"})
    yield "One player is left", alone, (DropAnchor(),)


if __name__ == "__main__":
    print("\n".join(lines()))

"""A wave of Manawave in which the companion is killed and a phone dies in each moment in which one has committed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.core import Action
from companion.games.manawave.game import GAME
from companion.games.manawave.state.acts import COMMITS, Commit, TakeBack
from companion.games.manawave.state.model import BOTH
from companion.games.registry import GAMES
from companion.journal import read_journal, read_keys
from companion.live.resume import replay
from companion.live.timeline import Timeline
from tests.durability.phones import GONE, Played, Sitting, Told

SECRETS = {"clans": ("found", "choose", "place", "invest"), "nexus": ("choose", "aim", "scatter")}
"""The phases of each state in which both commit, in their order."""
SEED = 1
"""With it counters are to be placed in the older game before a Monument has ended it."""
pytestmark = [pytest.mark.slow, pytest.mark.manawave]


def _as_sent(act: Action) -> Any:
    return msgspec.json.decode(msgspec.json.encode(act))


class Evening:
    """A table with two people, each with a phone, and a tablet between them."""

    def __init__(self, folder: Path, mode: str) -> None:
        self.folder = folder
        self.rng = random.Random(SEED)
        self.table = Played(GAME.name, folder, "--mode", mode)
        self.phones = [Sitting(seat, Told(), seat) for seat in BOTH]
        self.tablet = Sitting(None, Told(), 0)
        for phone in self.phones:
            phone.sit(self.port)

    @property
    def port(self) -> int:
        return self.table.port

    def come_back(self, dies: str = "") -> None:
        """Start the companion anew, which is dead; it may die again where what is sealed is opened."""
        program = ("tests.durability.dies_opening", dies, "play") if dies else ("companion", "play")
        self.table = Played(GAME.name, self.folder, "--resume", self.table.game, program=program)

    def public(self) -> Any:
        status, body = self.tablet.ask(self.port, "GET", "/table.json")
        assert status == 200
        return msgspec.json.decode(body)

    def go_on_to(self, phase: str) -> None:
        """Play until both have to commit there; what is to be committed before is committed at random."""
        while (table := self.public()["view"]["table"])["phase"] != phase or not all(self.choices()):
            assert not table.get("ended"), "the game was over too early"
            commits = [self.rng.choice(each) for each in self.choices() if each]
            for commit in commits:
                self.phones[commit.actor or 0].tell(self.port, [commit])
            if not commits:
                offered = [choice["actions"] for each in self.phones for choice in each.seen(self.port)["choices"]]
                self.phones[0].tell(self.port, self.rng.choice(offered))

    def choices(self) -> list[list[Commit]]:
        """What each seat may commit now."""
        legal = [act for act in GAME.legal_actions(self.timeline().state) if isinstance(act, COMMITS)]
        return [[act for act in legal if act.actor == seat] for seat in BOTH]

    def timeline(self) -> Timeline:
        """The game as its file has it, its keys not read."""
        return replay(GAMES, read_journal(self._journal))

    @property
    def _journal(self) -> Path:
        return self.folder / "data" / "games" / f"{self.table.game}.journal"

    def kept(self) -> list[Any]:
        """What the file of keys has, in its order."""
        return [seal.choice for seal in read_keys(self._journal).values()]

    def opened(self) -> list[Any]:
        """What has been opened, in its order."""
        rows = [row.read() for row in read_journal(self._journal)]
        return [each["choice"] for row in rows for each in row.get("opened", ())]

    def lend_another_phone(self, seat: int) -> None:
        """The phone of a seat is dead: the host frees the seat, and its person takes it with another one."""
        assert self.tablet.ask(self.port, "POST", "/host/unlock", f"code={self.table.code}", "form")[0] in (200, 303)
        status, body = self.tablet.ask(self.port, "POST", "/host/seat", f"seat={seat + 1}&do=free", "form")
        assert status in (200, 303), body
        assert self.phones[seat].ask(self.port, "GET", "/seat.json")[0] != 200, "the dead phone has the seat no more"
        self.phones[seat] = Sitting(seat, Told(), seat)
        self.phones[seat].sit(self.port)

    def check_secret(self, seat: int, choice: Commit) -> None:
        """Its own phone shows it, and no other page, nor any file but that of the keys."""
        told, other = _as_sent(choice), self.phones[1 - seat].seen(self.port)["view"]
        assert self.phones[seat].seen(self.port)["view"]["sealed"][seat] == [told]
        assert other["sealed"][seat] == [_as_sent(choice.public())]
        wanted = msgspec.json.encode(choice)
        assert told in self.kept()
        assert not self.is_told(choice)
        for path in ("/", "/table.json", "/health.json"):
            assert wanted not in self.tablet.ask(self.port, "GET", path)[1], path
        assert wanted not in self.phones[1 - seat].ask(self.port, "GET", "/seat.json")[1]

    def is_told(self, choice: Commit) -> bool:
        """Whether any file but that of the keys has it."""
        files = [each for each in self.folder.rglob("*") if each.is_file() and each.suffix != ".keys"]
        return any(msgspec.json.encode(choice) in each.read_bytes() for each in files)

    def check_unchangeable(self, seat: int, choice: Commit) -> None:
        """Once the other's is known nothing of it is taken back or chosen otherwise."""
        position = self.public()["view"]
        for act in (TakeBack(seat), choice):
            assert self.phones[seat].ask_for(self.port, [act])[0] != 200
        assert self.public()["view"] == position


@pytest.mark.parametrize("dies", ["before", "after"])
@pytest.mark.parametrize("mode", SECRETS)
def test_what_one_has_committed_outlives_the_companion_and_the_phone(mode: str, dies: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, mode)
    for number, phase in enumerate(SECRETS[mode]):
        evening.go_on_to(phase)
        _commit_while_all_die(evening, number % 2, dies)


def _commit_while_all_die(evening: Evening, first: int, dies: str) -> None:
    last, choices = 1 - first, [evening.rng.choice(each) for each in evening.choices()]
    phase = evening.public()["view"]["table"]["phase"]
    evening.phones[first].tell(evening.port, [choices[first]])
    evening.check_secret(first, choices[first])
    evening.lend_another_phone(first)
    evening.table.kill()
    evening.come_back(dies)
    evening.check_secret(first, choices[first])
    with pytest.raises(GONE):
        evening.phones[last].tell(evening.port, [choices[last]])  # nobody is told that it counted
    evening.table.gone()
    evening.come_back()
    if dies == "before":
        assert evening.public()["view"]["table"]["phase"] == phase
        evening.check_secret(first, choices[first])
        evening.phones[last].tell(evening.port, [choices[last]])
    assert evening.opened()[-2:] == [_as_sent(choice) for choice in choices]
    for seat in BOTH:
        assert evening.is_told(choices[seat])
        evening.check_unchangeable(seat, choices[seat])

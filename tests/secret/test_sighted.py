"""A game that is looked at tells nothing of hands and faces, though the virtual table in the same process knows all."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace as replace_field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import pytest
from msgspec.structs import replace

import companion.cli.saved.evidence
import companion.cli.saved.games
import companion.live.handlers
from companion.games.core import Action
from companion.referee.watcher import Watcher
from companion.storage.photos import PhotoFolder
from companion.table.world import LyingPiece, OutOfReach
from tests.secret.plants import PLANTS, Patch, Template
from tests.secret.process import Hidden, Plant, Said, Several, differing, shares
from tests.secret.sighted import LOOKED, overhear, overheard_apart, secrets_of, set_table
from tests.secret.worlds import Twins, marks_of, states, twins
from vision.virtual.scene import PhysicalPiece
from vision.virtual.tabletop import Tabletop
from vision.virtual.things import Lying


@functools.cache
def playing(name: str, seat: int | None, is_next: bool = False) -> Twins:
    """A pair in which cards are being laid, one lies face down already, and hands or faces differ.

    With `is_next` the seat itself is who lays the next, so that it is asked whether more is to come.
    """
    looked = LOOKED[name]
    for seed in range(40):
        for plies in looked.plies:
            pair = twins(name, seat, plies, seed)
            one, other = (states(looked.game, history)[-1] for history in (pair.one, pair.other))
            faces = [[looked.laid(secret) for secret in state.secrets if secret] for state in (one, other)]
            following = next(filter(looked.alone, looked.game.legal_actions(one)), None)
            if following is None or (is_next and following.actor != seat):
                continue
            if faces[0] != faces[1]:
                return pair
    raise AssertionError("no such pair")


@functools.cache
def said(pair: Twins, history: Sequence[Action]) -> Said:
    """Everything that an honest companion says in every state of its sight."""
    with TemporaryDirectory() as folder:
        return overhear(pair, history, Path(folder), Plant(), in_every_state=True)


def tables(pair: Twins) -> list[Tabletop]:
    """The virtual tables of both worlds."""
    return [set_table(LOOKED[pair.game.name], states(pair.game, history)[-1]) for history in (pair.one, pair.other)]


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("sealed_bid", 0),
        *(pytest.param("sealed_bid", seat, marks=pytest.mark.slow) for seat in (None, 2)),
        *(pytest.param("waves", seat, marks=[pytest.mark.waves, pytest.mark.slow]) for seat in (None, 0, 2)),
    ],
)
def test_a_game_that_is_looked_at_says_the_same_whoever_holds_what(name: str, seat: int | None) -> None:
    pair = playing(name, seat)
    one, other = map(secrets_of, tables(pair))
    assert one != other
    assert differing(said(pair, pair.one), said(pair, pair.other)) == set()


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks_of(name)) for name in LOOKED])
def test_what_lies_face_down_on_the_real_virtual_table_is_a_back_to_everybody(name: str) -> None:
    one, other = tables(playing(name, 0))
    assert one.lying() == other.lying()
    assert one.scene() == other.scene()
    down = [each for each in one.lying() if not each.face_up and each.kind.startswith(("card", "back"))]
    assert {each.kind for each in down} == {"back"}
    hidden = [kind for zone in LOOKED[name].zones for seat in range(4) for kind in one.hidden(f"{zone}.{seat}")]
    assert hidden
    assert all(kind.startswith("card:") for kind in hidden)


# --- the check itself: planted leaks ---


def _playing(honest: Any, hidden: Hidden) -> Any:
    def play(*given: Any) -> None:
        raise OutOfReach(f"There is no such card. {hidden()}")

    return play


def _logging(honest: Any, hidden: Hidden) -> Any:
    def see(*given: Any) -> Any:
        logging.getLogger("companion.live.handlers").info("seen: %s", hidden())
        return honest(*given)

    return see


def _telling_all(as_json: bool) -> Any:
    """A log whose lines tell the hidden cards, for one of the two forms of the history."""

    def make(honest: Any, hidden: Hidden) -> Any:
        def log_of(history: Any, seat: Any) -> Any:
            lines = honest(history, seat)
            if click.get_current_context().params.get("as_json") is as_json:
                return [replace(line, text=f"{line.text}{hidden()}") for line in lines]
            return lines

        return log_of

    return make


def _read(honest: Any, hidden: Hidden) -> Any:
    return lambda *given: honest(*given) + hidden().encode()


def _faces(honest: Any, hidden: Hidden) -> Any:
    """What lies there, with the true kind of what lies face down."""

    def lying(self: Tabletop) -> tuple[LyingPiece, ...]:
        true = {each.number: each.thing.kind for each in self._ground.upwards()}
        return tuple(replace(each, kind=true[each.piece] or each.kind) for each in honest(self))

    return lying


def _seen_through(honest: Any, hidden: Hidden) -> Any:
    """A camera that sees the faces of cards that lie face down."""

    def seen(self: Tabletop, piece: Lying, layer: int) -> PhysicalPiece:
        turned = replace_field(piece, thing=replace_field(piece.thing, face_up=True))
        return honest(self, turned if piece.thing.back and piece.thing.kind else piece, layer)  # type: ignore[no-any-return]

    return seen


SAME = (
    "table page",
    "locked host page",
    "host page",
    "saved games page",
    "undo page",
    "end page",
    "seat page",
    "table stream",
    "host stream",
    "seat stream",
    "table.json",
    "seat.json",
    "strip.json",
    "camera page",
    "camera.jpg",
    "setup page",
    "setup.json",
    "virtual page",
    "virtual.json",
    "virtual stream",
    "camera stream",
    "verify",
    "evidence.json",
)
LEAKS: dict[str, Plant] = {
    **{outlet: PLANTS[outlet] for outlet in SAME},
    "evidence": Patch(companion.cli.saved.evidence, "evidence_json", _read),
    "evidence page": Template("evidence.html"),
    "evidence.jpg": Patch(PhotoFolder, "read", _read),
    "virtual replies": Patch(Tabletop, "play", _playing),
    "log records": Patch(companion.live.handlers.LiveGame, "_see", _logging),
    "history": Patch(companion.cli.saved.games, "log_of", _telling_all(as_json=False)),
    "history as JSON": Patch(companion.cli.saved.games, "log_of", _telling_all(as_json=True)),
}
"""One leak for each outlet that a sight or a virtual table reaches, seen there and nowhere else."""


def _planted() -> Iterator[Any]:
    """All leaks at once; in the game of the tests, by turns, in shares too."""
    for name in LOOKED:
        yield pytest.param(name, frozenset(LEAKS), marks=marks_of(name), id=f"{name}-all")
    for number, share in enumerate(shares(LEAKS)):
        yield pytest.param("sealed_bid", share, marks=pytest.mark.slow, id=f"sealed_bid-{number}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "share"), [*_planted()])
def test_leaks_are_seen_in_their_outlets_alone(name: str, share: frozenset[str], tmp_path: Path) -> None:
    leaks = Several(LEAKS[outlet] for outlet in LEAKS if outlet in share)
    assert overheard_apart(playing(name, 0), tmp_path, leaks) == share


@pytest.mark.slow
def test_a_sight_that_tells_a_hidden_card_is_seen_on_every_page_that_shows_it(tmp_path: Path) -> None:
    def judging(honest: Any, hidden: Hidden) -> Any:
        def judge(self: Any, *given: Any) -> Any:
            verdict = honest(self, *given)
            if verdict is not None:
                self.sight = replace(verdict.sight, text=f"{verdict.sight.text}{hidden()}")
            return verdict

        return judge

    red = overheard_apart(playing("sealed_bid", 0), tmp_path, Patch(Watcher, "judge", judging))
    pages = {f"{whose} {what}" for whose in ("table", "host", "seat") for what in ("page", "stream")}
    assert red == pages | {"table.json", "seat.json"} | {
        f"{whose} {what}" for whose in ("camera", "virtual") for what in ("page", "stream")
    }


@pytest.mark.slow
def test_a_virtual_table_that_shows_faces_is_seen_on_its_page(tmp_path: Path) -> None:
    pair = playing("sealed_bid", None)
    assert overheard_apart(pair, tmp_path, Patch(Tabletop, "lying", _faces)) == {
        "virtual page",
        "virtual.json",
        "virtual stream",
    }


def test_a_camera_that_sees_through_cards_is_seen_in_its_picture(tmp_path: Path) -> None:
    red = overheard_apart(playing("sealed_bid", None), tmp_path, Patch(Tabletop, "_seen", _seen_through))
    # The hash of a photograph tells two apart as well.
    assert red == {"camera.jpg", "evidence.jpg", "evidence.json", "evidence"}


def test_a_sight_is_read_from_every_outlet() -> None:
    pair = playing("sealed_bid", 0, is_next=True)
    heard = said(pair, pair.one)
    silent = {outlet for outlet, words in heard.items() if not any(words)}
    assert silent == {"log records"}
    for text in (b"More to come?", b"Something is wrong", b"Put it back", b"Which was it?"):
        assert any(text in page for page in heard["seat page"]), text

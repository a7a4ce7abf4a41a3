"""The real thing: `companion play --virtual` as a process, and a person who plays beside its bots with the mouse."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.waves.mat.mat import KIT
from tests.browser.conftest import NewPage, sit_down_by_hand, tap_as_a_person
from tests.browser.test_virtual import done, drag, middle, on_mat
from tests.companion.games.waves.mats import LAYOUT
from tests.games.registered import PRODUCT_GAMES

pytestmark = [pytest.mark.browser, pytest.mark.waves, pytest.mark.timeout(240)]

TURN_S = 90.0
"""How long the bots may take until it is the person's turn; hands at work do not hurry on a loaded machine."""
FOLLOWER, REBEL, OTHERS_ELDER = "follower.0", "rebel.0", "elder.1"


class Play:
    """A process that plays, its address, and the host's code."""

    def __init__(self, folder: Path, *pace: str, game: str) -> None:
        module = "companion" if game in PRODUCT_GAMES else "tests.games"
        command = [sys.executable, "-m", module, "play", game, "--virtual", "--seed", "5", *pace]
        more = ["--port", "0", "--address", "127.0.0.1", "--data", str(folder / "data")]
        self.errors = folder / "errors.txt"
        self._said = self.errors.open("w")
        self._process = subprocess.Popen(command + more, stdout=subprocess.PIPE, stderr=self._said, text=True)
        assert self._process.stdout is not None
        self._output: IO[str] = self._process.stdout
        heard = ""
        while "Stop with Ctrl-C" not in heard:
            line = self._output.readline()
            assert line, f"the companion did not start: {heard}{self.errors.read_text()}"
            heard += line
        self._host_page = self._find(r"Host page +(\S+)", heard)
        self._code = self._find(r"host code: (\w+)", heard)
        self.url = self._find(r"Table page +(\S+)", heard)

    def _find(self, pattern: str, heard: str) -> str:
        found = re.search(pattern, heard)
        assert found is not None, heard
        return found[1]

    def open_host_page(self, page: Page) -> None:
        """Type the code on the host page, as who reads the terminal does."""
        page.goto(self._host_page)
        page.get_by_label("Host code").fill(self._code)
        page.get_by_role("button", name="Open the host page").click()
        expect(page.get_by_label("Host code")).to_have_count(0)

    def stop(self) -> int:
        """End it as a person does; returns its exit status."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        self._output.read()
        self._output.close()
        self._said.close()
        return self._process.wait(30)


@contextmanager
def at_a_virtual_table(folder: Path, *pace: str, game: str = "waves") -> Iterator[Play]:
    """A companion with a virtual table; it ends without a fault."""
    playing = Play(folder, *pace, game=game)
    try:
        yield playing
    finally:
        status = playing.stop()
    assert status == 0
    assert not re.findall("ERROR.*", playing.errors.read_text())


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Its bots are in a hurry."""
    with at_a_virtual_table(tmp_path, "--auto") as playing:
        yield playing


def sit(page: Page, play: Play) -> None:
    """Anna takes seat 1, opens the page with the pieces, and waits until she is to play Agents."""
    sit_down_by_hand(page, play.url, 0, "Anna")
    page.get_by_role("link", name="Pieces").click()
    expect(page.locator("[data-part=prompt]")).to_contain_text("Play Agents face down.", timeout=TURN_S * 1000)
    expect(sight(page)).to_contain_text("The table is right")


def sight(page: Page) -> Locator:
    return page.locator("[data-part=sight]")


def held(page: Page) -> Locator:
    return page.locator("#cards .held")


def spot(page: Page, zone: str, number: int = 0) -> tuple[float, float]:
    """Where in the window the marker of the next card of a zone belongs."""
    there, card = next(each for each in LAYOUT.zones if each.zone == zone), KIT.size("card:1")
    assert there.first is not None
    x_mm = there.first.x_mm + number * there.fan.dx_mm + card.marker_x_mm
    return on_mat(page, x_mm, there.first.y_mm + number * there.fan.dy_mm + card.marker_y_mm)


def lay(page: Page, zone: str, number: int = 0) -> str:
    """Drag the last card of the hand to a zone; returns which it was."""
    count, card = held(page).count(), held(page).last
    card.scroll_into_view_if_needed()
    name = card.get_attribute("aria-label") or ""
    with done(page, "play"):
        drag(page, middle(card), spot(page, zone, number))
    expect(held(page)).to_have_count(count - 1)
    return name


def hand(page: Page) -> list[str]:
    return [each.get_attribute("aria-label") or "" for each in held(page).all()]


@pytest.mark.slow
def test_a_card_that_is_dragged_is_recognised_and_the_bots_go_on(play: Play, new_page: NewPage) -> None:
    anna, tablet = (new_page(1280, 800) for _ in range(2))
    sit(anna, play)
    tablet.goto(play.url)
    # As wide as it is drawn, which is less than the first picture of a page: the page may have asked again already.
    tablet.wait_for_function("() => document.querySelector('img[data-camera]').naturalWidth > 0")
    shown = hand(anna)
    assert len(shown) == 5

    lay(anna, OTHERS_ELDER)
    for page in (anna, tablet):
        expect(sight(page)).to_contain_text("Something is wrong")
        expect(sight(page).locator(".wrong li").first).to_contain_text("Seat 2's Elder place")
        expect(sight(page).locator(".wrong .rule").first).to_have_text(re.compile(r"^W-\d{3}$"))
        expect(sight(page).locator(".fixes")).to_contain_text(
            "Turn the face-down card at Seat 2's Elder place face up, or take it off the card below."
        )
    with done(anna, "take"):
        drag(anna, spot(anna, OTHERS_ELDER), middle(anna.locator("#hand")))
    expect(held(anna)).to_have_count(5)
    assert hand(anna) == shown
    expect(sight(anna)).to_contain_text("The table is right")

    lay(anna, FOLLOWER)
    expect(tablet.locator("#log")).to_contain_text("Anna follows with 1 card.")
    expect(tablet.locator("[data-part=prompt]")).not_to_contain_text("Anna plays Agents")
    # Seat 2 is the last to play in this round; then the bots lay a tablet.
    expect(tablet.locator("#log")).to_contain_text("tablet", timeout=TURN_S * 1000)
    assert hand(anna)[:4] == shown[:4]


@pytest.mark.slow
def test_rebels_are_asked_about_and_an_undo_puts_them_back(play: Play, new_page: NewPage) -> None:
    anna, host = (new_page(1280, 800) for _ in range(2))
    sit(anna, play)
    shown = hand(anna)
    lay(anna, REBEL)
    expect(sight(anna)).to_contain_text("More to come? Anna rebels with 1 card.")
    play.open_host_page(host)
    answer = sight(anna).get_by_role("button", name="Anna rebels with 1 card.")
    tap_as_a_person(anna, answer)
    expect(anna.locator("[data-part=prompt]")).not_to_contain_text("Your turn")

    while host.request.get(f"{play.url}table.json").json()["prompt"]["seats"] != [0]:
        host.goto(f"{play.url}host/undo?steps=1")
        with host.expect_navigation():
            host.get_by_role("button", name="Yes, undo").click()
    expect(host.locator("body")).to_contain_text("The bots hold still")
    expect(anna.locator("[data-part=prompt]")).to_contain_text("Play Agents face down.")
    expect(held(anna)).to_have_count(5)
    assert hand(anna) == shown
    expect(sight(anna)).to_contain_text("The table is right")
    host.get_by_role("button", name="Let them go on").click()
    lay(anna, FOLLOWER)
    expect(anna.locator("[data-part=prompt]")).not_to_contain_text("Your turn")


@pytest.mark.slow
def test_the_card_of_an_act_that_was_tapped_first_is_still_chosen_by_hand(play: Play, new_page: NewPage) -> None:
    anna = new_page(390, 844)
    sit(anna, play)
    shown = hand(anna)
    anna.goto(f"{play.url}seat/1/")
    tap_as_a_person(anna, anna.get_by_role("button", name="1 card", exact=True).first)
    expect(sight(anna)).to_contain_text("Still to do: Lay the face-down card at Anna's Follower place.")
    anna.goto(f"{play.url}seat/1/virtual")
    expect(held(anna)).to_have_count(5)
    assert hand(anna) == shown
    laid = lay(anna, FOLLOWER)
    assert laid == shown[-1]
    expect(sight(anna)).not_to_contain_text("Still to do")
    # Nobody turns it up for her.
    anna.goto(f"{play.url}seat/1/")
    turn_up = anna.get_by_role("button", name="Turn up your Follower")
    expect(turn_up).to_be_visible(timeout=TURN_S * 1000)
    turn_up.click()
    anna.goto(f"{play.url}seat/1/virtual")
    table = anna.locator("#lying")
    expect(table.get_by_label(re.compile(f"^{laid}, face up, at Anna"))).to_be_visible(timeout=TURN_S * 1000)

"""The firmware's files, copied onto a board, checked, and seen to run."""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from serial.tools import list_ports

from companion.errors import CompanionError
from companion.runtime.plain_file import read_plain_text
from hardware.board_settings import checked_settings
from hardware.endpoint import PROTOCOL
from hardware.messages import Hello
from hardware.ports import Port, PortGone, open_port
from hardware.probe import INSTALL, Clock, Place, call, find_again, find_place, maintain
from hardware.prompt import NoPrompt, Prompt

FIRMWARE: Final = Path(__file__).parents[1] / "firmware"
SETTINGS: Final = "settings.json"
OLDEST: Final = (1, 24)
"""MicroPython that the firmware is written for."""
DRAFT: Final = ".new"

_VERSION: Final = re.compile(r'^FIRMWARE = "([^"]+)"$', re.MULTILINE)

Progress = Callable[[int, int], object]
"""Told how many bytes of how many are on the board."""


class FlashError(CompanionError):
    """A board that could not be flashed, or does not run what was copied."""


class Firmware(msgspec.Struct, frozen=True):
    """What is to be copied."""

    version: str
    files: Mapping[str, bytes]
    """By name; `main.py`, which begins to run it, is the last."""
    settings: bytes
    """For a board that has none, or for every board where somebody chose them."""
    are_chosen: bool = False


class Tools(msgspec.Struct, frozen=True):
    """How the outside is reached."""

    clock: Clock = time.monotonic
    pause: Callable[[float], object] = time.sleep
    comports: Callable[[], Sequence[Any]] = list_ports.comports
    open_port: Callable[[str], Port | None] = open_port
    answer_s: float = 1.5
    """How long a firmware may take to answer; one that hears us does so at once."""
    prompt_s: float = 3.0
    restart_s: float = 15.0
    """How long a board may be away while it restarts."""


def read_firmware(settings: Path | None = None, folder: Path = FIRMWARE) -> Firmware:
    """The firmware of this companion, with these settings or those it comes with. Raises `FlashError`."""
    try:
        files = {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}
        version = _VERSION.search(files["version.py"].decode())
        files["main.py"] = files.pop("main.py")
        default = (folder / SETTINGS).read_bytes()
    except (OSError, KeyError) as error:
        raise FlashError(f"The firmware's files are not in {folder}: {error}. Install the companion again.") from error
    assert version is not None  # the firmware's own tests look at that line
    chosen = default if settings is None else _read_settings(settings, files)
    return Firmware(version[1], files, chosen, settings is not None)


def _read_settings(path: Path, firmware: Mapping[str, bytes]) -> bytes:
    """As the board reads them: plain UTF-8, without the mark that some editors put before it."""
    try:
        return checked_settings(read_plain_text(path), firmware).encode()
    except OSError as error:
        raise FlashError(f"{path} cannot be read: {error.strerror}. Name another with --settings.") from error
    except ValueError as error:
        raise FlashError(f"{path} is no settings file: {error}. docs/wiring.md shows one.") from error


class Flash:
    """One board being flashed: found, asked, copied to, and asked again."""

    def __init__(self, port: str, tools: Tools | None = None) -> None:
        """Finds the board; `port` is empty or names one. Raises `BoardMissing`, `FlashError` and `PortRefused`."""
        self._tools = tools or Tools()
        self.place: Place = find_place(port, self._tools.comports())
        self.running: Hello | None = None
        """What the firmware on it says; None where none runs."""
        self._look()

    def _look(self) -> None:
        with self._line() as line:
            self.running = call(line, self._tools.clock, self._tools.answer_s)

    @contextlib.contextmanager
    def _line(self) -> Iterator[Port]:
        port = self._tools.open_port(self.place.port)
        if port is None:
            raise FlashError(f"No board is on {self.place.port}. Plug it in, or name its port with --port.")
        try:
            yield port
        except PortGone as error:
            raise FlashError(f"{self.place.port} was unplugged. Plug the board in and run this again.") from error
        finally:
            port.close()

    def copy(self, firmware: Firmware, progress: Progress) -> int:
        """Copies what the board has not got yet; returns how many files that were.

        Drafts take their places together at the end, so a board that is unplugged has its old files or the new ones.
        Raises `FlashError` and `PromptError`.
        """
        if self.running is not None:
            self._ask_for_prompt(self.running)
        prompt = self._prompt()
        try:
            _check_system(prompt, self.place.port)
            return _copy(prompt, firmware, progress)
        finally:
            with contextlib.suppress(CompanionError):
                prompt.restart()
            prompt.close()

    def _ask_for_prompt(self, hello: Hello) -> None:
        with self._line() as line:
            fresh = call(line, self._tools.clock, self._tools.answer_s) or hello
            if not maintain(line, fresh, self._tools.clock, self._tools.answer_s):
                raise FlashError(
                    f"The firmware {hello.firmware} on {self.place.port} does not give its prompt free. "
                    "Unplug the board, plug it in, and run this again."
                )

    def _prompt(self) -> Prompt:
        """The prompt, once the board is back from a restart."""
        until_s = self._tools.clock() + (self._tools.restart_s if self.running else 0)
        while True:
            try:
                return Prompt(find_again(self.place, self._tools.comports()), self._tools.prompt_s)
            except NoPrompt as error:
                if self._tools.clock() >= until_s:
                    raise FlashError(
                        f"The board on {self.place.port} does not answer as MicroPython does. If another program uses "
                        f"it, close that. Else: {INSTALL}"
                    ) from error
            self._tools.pause(0.25)

    def check(self, firmware: Firmware) -> Hello:
        """What the board says once it runs again. Raises `FlashError` where it does not, or runs something else."""
        hello = self._wait_for_hello()
        if hello is None:
            raise FlashError(
                f"All files are on the board, but it did not begin to run within {self._tools.restart_s:.0f} s. "
                "Unplug it and plug it in. If it stays silent, run this again."
            )
        if hello.firmware != firmware.version:
            raise FlashError(
                f"The board runs firmware {hello.firmware}, but {firmware.version} was copied. "
                "Unplug it, plug it in, and run this again."
            )
        return hello

    def _wait_for_hello(self) -> Hello | None:
        until_s = self._tools.clock() + self._tools.restart_s
        while self._tools.clock() < until_s:
            port = self._tools.open_port(name) if (name := find_again(self.place, self._tools.comports())) else None
            if port is not None:
                try:
                    hello = call(port, self._tools.clock, self._tools.answer_s, PROTOCOL)
                except PortGone:
                    hello = None
                finally:
                    port.close()
                if hello is not None:
                    return hello
            self._tools.pause(0.25)
        return None


def _check_system(prompt: Prompt, port: str) -> None:
    """Raises `FlashError` where the board runs something else than a MicroPython that is new enough."""
    name, version = prompt.system()
    words = ".".join(str(part) for part in version)
    if name != "micropython":
        raise FlashError(f"The board on {port} runs {name} {words}, not MicroPython. {INSTALL}")
    if version[:2] < OLDEST:
        oldest = ".".join(str(part) for part in OLDEST)
        raise FlashError(f"The board on {port} runs MicroPython {words}; {oldest} or newer is needed. {INSTALL}")


def _copy(prompt: Prompt, firmware: Firmware, progress: Progress) -> int:
    files = dict(firmware.files)
    if firmware.are_chosen or prompt.hash(SETTINGS) is None:
        files = {SETTINGS: firmware.settings, **files}
    total, done, drafts = sum(map(len, files.values())), 0, dict[str, str]()
    for name, data in files.items():
        if prompt.hash(name) != hashlib.sha256(data).digest():
            draft = name + DRAFT
            drafts[draft] = name
            try:
                _write(prompt, draft, data, partial(_step, progress, done, total))
            except CompanionError:
                for each in drafts:
                    with contextlib.suppress(CompanionError):
                        prompt.remove(each)
                raise
        done += len(data)
        progress(done, total)
    if drafts:
        prompt.replace(drafts)
    return len(drafts)


def _step(progress: Progress, before: int, total: int, written: int) -> None:
    progress(before + written, total)


def _write(prompt: Prompt, name: str, data: bytes, progress: Callable[[int], object]) -> None:
    """A file, and a look at whether the board has it as it was sent."""
    prompt.write(name, data, progress)
    if prompt.hash(name) != hashlib.sha256(data).digest():
        raise FlashError(
            f"{name.removesuffix(DRAFT)} came onto the board spoilt. Try another cable, and run this again."
        )

"""Flashing a board, against the prompt of a real MicroPython behind a pseudo-terminal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mpremote.transport_serial import SerialTransport
from serial.tools.list_ports_common import ListPortInfo

from companion.errors import CompanionError
from hardware.board_settings import checked_settings
from hardware.flash import FIRMWARE, Firmware, Flash, FlashError, Tools, read_firmware
from hardware.ports import open_port
from hardware.probe import BoardMissing, Place, call, find_again, find_place
from hardware.prompt import BoardLost, NotWritten, Prompt
from tests.hardware.pty_board import PtyBoard, need_micropython

NEW = Firmware(
    "9.0",
    {
        "scale.py": b"WEIGHT = 1\n" * 100,  # more than is sent at once
        "version.py": b'FIRMWARE = "9.0"\n',
        "main.py": 'print("größer")\n'.encode(),
    },
    b'{"buttons":{"next":8}}',
)
OLD = {"version.py": 'FIRMWARE = "8.0"\n', "main.py": "print('old')\n", "settings.json": '{"strip":{}}', "mine.py": "1"}
SILENT_S = 0.05
"""For boards that never answer as our firmware does: so long they are asked in vain."""
BOOTSEL = (
    "Put MicroPython on it: unplug it, hold its button BOOTSEL, plug it in, and copy the UF2 file for it "
    "from https://micropython.org/download onto the drive that appears. Then run this again."
)
Make = Callable[..., PtyBoard]


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes boards, and unplugs them at the end."""
    boards: list[PtyBoard] = []

    def new(*given: Any, **more: Any) -> PtyBoard:
        boards.append(PtyBoard(*given, **more))
        return boards[-1]

    yield new
    for board in boards:
        board.unplug()


def flash(board: PtyBoard, **tools: Any) -> Flash:
    return Flash(board.port, Tools(**{"pause": lambda _: None, "comports": lambda: (), "answer_s": 0.3, **tools}))


class Progress:
    """What was told on the way."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def __call__(self, done: int, total: int) -> None:
        self.told.append((done, total))


# --- finding the board ---


def port(device: str, vendor: int = 0x2E8A, product: int = 0x0005, serial: str = "") -> ListPortInfo:
    info = ListPortInfo(device, skip_link_detection=True)
    info.vid, info.pid, info.serial_number = vendor, product, serial
    return info


PICO = port("/dev/ttyACM1", serial="e661")


def test_the_only_micropython_board_is_found() -> None:
    others = [port("/dev/ttyUSB0", vendor=0x0403), port("/dev/ttyACM0", product=0x000C)]  # a cable, a debug probe
    assert find_place("", [*others, PICO]) == Place("/dev/ttyACM1", "e661")
    assert find_place("/dev/ttyS0", [PICO]) == Place("/dev/ttyS0")


@pytest.mark.parametrize(
    ("ports", "told"),
    [
        ([], f"No board was found on USB. Plug it in with a cable that carries data. Where it is new: {BOOTSEL}"),
        ([port("/dev/ttyACM0", product=0x000A)], f"The board on /dev/ttyACM0 does not run MicroPython. {BOOTSEL}"),
        ([PICO, port("/dev/ttyACM0")], "2 boards are on USB. Say which: --port /dev/ttyACM0 or --port /dev/ttyACM1."),
    ],
)
def test_no_board_or_too_many_are_told(ports: list[ListPortInfo], told: str) -> None:
    with pytest.raises(BoardMissing) as missing:
        find_place("", ports)
    assert str(missing.value) == told


def test_of_several_boards_the_lasting_names_are_advised() -> None:
    with pytest.raises(BoardMissing) as missing:
        find_place("", [PICO, port("/dev/ttyACM0")], lambda device: f"/by-id/{device[-1]}")
    assert str(missing.value) == "2 boards are on USB. Say which: --port /by-id/0 or --port /by-id/1."


def test_a_board_that_comes_back_under_another_name_is_known_by_its_serial_number() -> None:
    place = find_place("", [PICO])
    assert (
        find_again(place, [port("/dev/ttyACM1", serial="other"), port("/dev/ttyACM2", serial="e661")]) == "/dev/ttyACM2"
    )
    assert find_again(place, []) == ""
    assert find_again(Place("/dev/ttyS0"), []) == "/dev/ttyS0"


def test_a_port_without_a_board_is_told(tmp_path: Path) -> None:
    with pytest.raises(FlashError) as error:
        Flash(str(tmp_path / "ttyACM0"), Tools(comports=lambda: ()))
    assert str(error.value) == f"No board is on {tmp_path}/ttyACM0. Plug it in, or name its port with --port."


# --- what is copied ---


def test_the_firmware_of_this_companion_is_all_its_files_and_main_comes_last() -> None:
    firmware = read_firmware()
    assert set(firmware.files) == {path.name for path in FIRMWARE.glob("*.py")}
    assert list(firmware.files)[-1] == "main.py"
    assert f'FIRMWARE = "{firmware.version}"'.encode() in firmware.files["version.py"]
    assert not firmware.are_chosen
    assert isinstance(json.loads(firmware.settings), dict)


def test_chosen_settings_are_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"strip": {"pin": 22, "pixels": 30}}', encoding="utf-8")
    firmware = read_firmware(file)
    assert (firmware.settings, firmware.are_chosen) == (file.read_bytes(), True)


def test_settings_reach_the_board_in_plain_utf8_or_not_at_all(tmp_path: Path) -> None:
    text, file = '{"strip": {"pin": 22, "pixels": 30}}\n', tmp_path / "mine.json"
    file.write_text(text, encoding="utf-8-sig")
    assert read_firmware(file).settings == text.encode()
    file.write_text(text, encoding="utf-16")
    with pytest.raises(FlashError, match=r"It is text in UTF-16, .* Save it as UTF-8\."):
        read_firmware(file)


def test_the_settings_that_come_with_the_firmware_are_sound() -> None:
    firmware = read_firmware()
    assert checked_settings(firmware.settings.decode(), firmware.files)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read: No such file or directory. Name another with --settings."),
        ("[1]", "is no settings file: it is no JSON object. docs/wiring.md shows one."),
        ("NaN", "is no settings file: NaN is no number of JSON's. docs/wiring.md shows one."),
        (
            '{"strip": {"pin": 22, "pixels": 300}, "lamp": {}}',
            'is no settings file: "lamp" is no part: known are scale, buttons, strip and reader. '
            "strip.pixels must be a number from 1 to 230. docs/wiring.md shows one.",
        ),
        (
            '{"scale": {"data": 14, "clock": 14}}',
            "is no settings file: scale.data and scale.clock both have pin 14. docs/wiring.md shows one.",
        ),
        ('{"strip": ', "is no settings file: Expecting value: line 1 column 11 (char 10). docs/wiring.md shows one."),
    ],
)
def test_settings_that_are_none_are_told(tmp_path: Path, text: str | None, told: str) -> None:
    file = tmp_path / "mine.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(FlashError) as error:
        read_firmware(file)
    assert str(error.value) == f"{file} {told}"


def test_a_firmware_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FlashError) as error:
        read_firmware(folder=tmp_path)
    assert str(error.value) == (
        f"The firmware's files are not in {tmp_path}: 'version.py'. Install the companion again."
    )


# --- mpremote and a real MicroPython ---


@pytest.mark.slow
def test_mpremote_lists_copies_and_hashes_files_of_a_real_micropython(make: Make) -> None:
    need_micropython()
    board = make({"here.txt": "before"})
    line = SerialTransport(board.port, timeout=10)
    line.enter_raw_repl(soft_reset=False)
    assert "here.txt" in [each.name for each in line.fs_listdir("/")]
    data = bytes(range(256)) * 5
    line.fs_writefile("new.bin", data, chunk_size=500)
    assert line.fs_readfile("new.bin") == data
    assert line.fs_hashfile("new.bin", "sha256") == hashlib.sha256(data).digest()
    line.close()


@pytest.mark.slow
def test_the_prompt_tells_what_it_is_and_of_files(make: Make) -> None:
    need_micropython()
    prompt = Prompt(make({"a.py": "abc"}).port)
    name, version = prompt.system()
    assert name == "micropython"
    assert version >= (1, 24)
    # FIPS 180-2, appendix B.1: the digest of "abc"
    assert prompt.hash("a.py") == bytes.fromhex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    assert prompt.hash("none.py") is None
    prompt.write("b.py", b"x" * 3000, lambda _: None)
    prompt.replace({"b.py": "a.py"})
    assert prompt.hash("a.py") == hashlib.sha256(b"x" * 3000).digest()
    assert prompt.hash("b.py") is None
    prompt.remove("a.py")
    prompt.remove("a.py")
    assert prompt.hash("a.py") is None
    prompt.close()


# --- a whole flash ---


def test_a_new_board_gets_everything_once_and_runs_it(make: Make) -> None:
    need_micropython()
    board, progress = make(), Progress()
    run = flash(board, answer_s=SILENT_S)
    assert run.running is None
    assert run.copy(NEW, progress) == 4
    hello = run.check(NEW)
    assert (hello.firmware, hello.fitted.buttons) == ("9.0", ("next",))
    assert {**board.files} == {**NEW.files, "settings.json": NEW.settings}
    total = sum(map(len, NEW.files.values())) + len(NEW.settings)
    assert progress.told[-1] == (total, total)
    assert progress.told == sorted(progress.told)
    assert len(progress.told) > 8, "each file and, of the longest, each part"
    assert flash(board).copy(NEW, Progress()) == 0, "it has everything already"
    assert run.check(NEW).firmware == "9.0"


@pytest.mark.slow
def test_a_running_board_is_asked_for_its_prompt_and_keeps_its_settings_and_files(make: Make) -> None:
    need_micropython()
    board = make(OLD)
    run = flash(board)
    assert run.running is not None
    assert run.running.firmware == "8.0"
    assert run.copy(NEW, Progress()) == 3
    assert run.check(NEW).firmware == "9.0"
    assert board.files == {**NEW.files, "settings.json": b'{"strip":{}}', "mine.py": b"1"}
    assert [message["what"] for message in board.heard if message["type"] == "do"] == ["maintain"]


@pytest.mark.slow
def test_chosen_settings_take_the_place_of_the_boards(make: Make) -> None:
    need_micropython()
    board = make(OLD)
    flash(board).copy(Firmware(NEW.version, NEW.files, b"{}", are_chosen=True), Progress())
    assert flash(board).check(NEW).firmware == "9.0"
    assert board.files["settings.json"] == b"{}"


def test_any_protocol_brings_a_board_to_its_prompt(make: Make) -> None:
    board = make(OLD)
    flash(board)
    assert board.heard[0]["protocol"] == [1, 1073741823]


# --- what may go wrong ---


def test_a_firmware_that_keeps_its_prompt_is_told(make: Make) -> None:
    board = make(OLD)
    board.gives_prompt = False
    run = flash(board)
    with pytest.raises(FlashError) as error:
        run.copy(NEW, Progress())
    assert str(error.value) == (
        f"The firmware 8.0 on {board.port} does not give its prompt free. "
        "Unplug the board, plug it in, and run this again."
    )


def test_a_board_without_micropython_is_told(make: Make) -> None:
    board = make(is_deaf=True)
    run = flash(board, answer_s=0.1, prompt_s=0.2)
    with pytest.raises(FlashError) as error:
        run.copy(NEW, Progress())
    assert str(error.value) == (
        f"The board on {board.port} does not answer as MicroPython does. If another program uses it, close that. "
        f"Else: {BOOTSEL}"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "version", "told"),
    [
        ("micropython", "(1, 23, 0, '')", "runs MicroPython 1.23.0; 1.24 or newer is needed."),
        ("circuitpython", "(9, 2, 1)", "runs circuitpython 9.2.1, not MicroPython."),
    ],
)
def test_another_interpreter_or_an_old_one_is_told_and_runs_on(make: Make, name: str, version: str, told: str) -> None:
    need_micropython()
    fake = f"import builtins, sys\nclass Fake:\n implementation = ({name!r}, {version})\n"
    real = (
        "real = builtins.__import__\nbuiltins.__import__ = lambda name, *a: Fake if name == 'sys' else real(name, *a)\n"
    )
    board = make({"mine.py": "1"}, setup=fake + real)
    with pytest.raises(FlashError) as error:
        flash(board, answer_s=SILENT_S).copy(NEW, Progress())
    assert str(error.value) == f"The board on {board.port} {told} {BOOTSEL}"
    assert board.restarts.acquire(timeout=30)
    with pytest.raises(FlashError):
        flash(board, answer_s=SILENT_S).copy(NEW, Progress())
    assert board.files == {"mine.py": b"1"}


FULL = """
import builtins
real = builtins.open
class Full:
    def __init__(self, file):
        self.close = file.close
    def write(self, data):
        raise OSError(28)
def open(name, mode="r"):
    return Full(real(name, mode)) if (mode, name) == ("wb", "version.py.new") else real(name, mode)
builtins.open = open
"""


@pytest.mark.slow
def test_a_full_board_is_told_keeps_its_files_and_runs_on(make: Make) -> None:
    need_micropython()
    board = make(OLD, setup=FULL)
    run = flash(board)
    with pytest.raises(NotWritten) as error:
        run.copy(NEW, Progress())
    assert str(error.value) == (
        f"The memory of the board on {board.port} is full; it stopped at copying version.py.new. "
        "Remove files of your own from it (mpremote ls, mpremote rm), then run this again."
    )
    assert run.check(Firmware("8.0", {}, b"")).firmware == "8.0"
    assert board.files == {name: text.encode() for name, text in OLD.items()}


def test_a_file_that_comes_over_spoilt_is_told(make: Make) -> None:
    need_micropython()
    spoil = FULL.replace("raise OSError(28)", "pass")
    board = make(setup=spoil)
    with pytest.raises(FlashError) as error:
        flash(board, answer_s=SILENT_S).copy(NEW, Progress())
    assert str(error.value) == "version.py came onto the board spoilt. Try another cable, and run this again."


@pytest.mark.slow
def test_a_board_that_is_unplugged_in_the_middle_is_told(make: Make) -> None:
    need_micropython()
    board = PtyBoard(OLD)

    def unplug(done: int, total: int) -> None:
        if done:
            board.unplug()

    with pytest.raises(BoardLost) as error:
        flash(board, prompt_s=30.0).copy(NEW, unplug)  # never waited out: that the port is gone is seen at once
    assert str(error.value) == (
        f"The board on {board.port} stopped answering while copying scale.py.new. No file on it is half-written. "
        "Plug it in and run this again."
    )


def test_a_board_that_runs_something_else_afterwards_is_told(make: Make) -> None:
    board = make(OLD)
    with pytest.raises(FlashError) as error:
        flash(board).check(NEW)
    assert str(error.value) == (
        "The board runs firmware 8.0, but 9.0 was copied. Unplug it, plug it in, and run this again."
    )


def test_a_board_that_stays_silent_afterwards_is_told(make: Make) -> None:
    board = make(OLD)
    run = flash(board)
    board.files.clear()
    with pytest.raises(FlashError) as error:
        flash_check(run)
    assert str(error.value) == (
        "All files are on the board, but it did not begin to run within 0 s. "
        "Unplug it and plug it in. If it stays silent, run this again."
    )


def flash_check(run: Flash) -> None:
    run._tools = Tools(pause=lambda _: None, comports=lambda: (), answer_s=0.05, restart_s=0.1)
    run.check(NEW)


def test_every_error_is_one_that_people_read() -> None:
    for error in (BoardMissing, FlashError, BoardLost, NotWritten):
        assert issubclass(error, CompanionError)


def test_a_call_gives_up_in_time(make: Make) -> None:
    line = open_port(make(is_deaf=True).port)
    assert line is not None
    times = iter([0.0] * 4 + [1.0] * 9)
    assert call(line, lambda: next(times), 1.0) is None
    line.close()

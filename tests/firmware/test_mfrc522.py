"""`firmware/mfrc522.py` and the virtual chip by themselves (NXP MFRC522 data sheet; ISO/IEC 14443-3)."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

_ADDRESS_VERSION, _ADDRESS_TX_CONTROL, _COMMAND = 0x37, 0x14, 0x01


@pytest.fixture
def chip(firmware_path: None) -> Any:
    time = importlib.import_module("timing").VirtualClock()
    time.wait_us(2000)
    return importlib.import_module("mfrc522_chip").Mfrc522Chip(time)


@pytest.fixture
def driver(chip: Any) -> Any:
    return importlib.import_module("mfrc522").Mfrc522(chip.spi, chip.select, chip._time)


def card(identity: str) -> Any:
    return importlib.import_module("card").Card(identity)


def look(driver: Any, chip: Any, times: int = 1) -> str | None:
    for _ in range(times):
        chip._time.wait_us(100_000)
        driver.poll(chip._time.ms())
    found: str | None = driver.card
    return found


@pytest.mark.usefixtures("firmware_path")
@pytest.mark.parametrize(
    ("frame", "check"),
    # ISO/IEC 14443-3, annex B: 00 00 gives A0 1E, 12 34 gives 26 CF; section 6.4.3: HLTA is 50 00 57 CD
    [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd")],
)
def test_the_check_of_a_frame(frame: str, check: str) -> None:
    crc_a = importlib.import_module("mfrc522").crc_a
    assert crc_a(bytes.fromhex(frame)).hex() == check


def test_the_chip_answers_on_spi_as_the_data_sheet_says(chip: Any) -> None:
    chip.select.value(0)
    into = bytearray(3)
    # section 8.1.2.1: MISO has the value of an address while MOSI has the next address
    chip.spi.write_readinto(bytes((0x80 | _ADDRESS_VERSION << 1, 0x80 | _ADDRESS_TX_CONTROL << 1, 0)), into)
    chip.select.value(1)
    assert into[1:] == b"\x92\x80"


def test_a_card_that_is_read_is_halted_and_wakes_again(driver: Any, chip: Any) -> None:
    there = card("04a23b1c5d6e80")
    chip.lay(there)
    assert look(driver, chip, 2) == "04a23b1c5d6e80"
    assert there.answer(b"\x26", 7) is None  # REQA does not wake a halted card, WUPA does
    assert look(driver, chip, 5) == "04a23b1c5d6e80"


def test_one_missed_look_is_no_card_taken_away(driver: Any, chip: Any) -> None:
    chip.lay(card("04a23b1c"))
    assert look(driver, chip, 2) == "04a23b1c"
    chip.lay(None)
    assert look(driver, chip) == "04a23b1c"
    assert look(driver, chip) is None


@pytest.mark.parametrize(("length", "spoilt"), [(5, 0), (5, 2), (5, 4), (3, 0), (3, 1), (3, 2)])
def test_a_spoilt_answer_is_no_card(driver: Any, chip: Any, length: int, spoilt: int) -> None:
    """Five bytes answer the anticollision, three the select."""

    class Noisy:
        def __init__(self) -> None:
            self.card = card("04a23b1c")

        def leave_field(self) -> None:
            self.card.leave_field()

        def answer(self, frame: bytes, last_bits: int) -> bytes | None:
            answer: bytes | None = self.card.answer(frame, last_bits)
            if answer is None or len(answer) != length:
                return answer
            return answer[:spoilt] + bytes((answer[spoilt] ^ 0x10,)) + answer[spoilt + 1 :]

    chip.lay(Noisy())
    assert look(driver, chip, 5) is None
    assert driver.fault == ""


def test_a_chip_that_lost_its_power_is_set_up_again(driver: Any, chip: Any) -> None:
    chip.lay(card("04a23b1c"))
    assert look(driver, chip, 2) == "04a23b1c"
    chip.power_on()
    assert look(driver, chip, 3) == "04a23b1c"
    assert driver.fault == ""


def test_a_chip_whose_oscillator_never_starts_is_a_fault(driver: Any, chip: Any) -> None:
    chip._write = lambda register, value: setattr(chip, "_awake_us", chip._time.us + 1_000_000)
    look(driver, chip)
    assert driver.fault == ("The card reader (MFRC522) answers but does not start. Check its power supply of 3.3 V.")


def test_a_reader_that_is_off_is_asked_once_a_second(driver: Any, chip: Any) -> None:
    chip.is_off = True
    look(driver, chip)
    assert driver.fault == "The card reader (MFRC522) does not answer. Check its power and its SPI wires."
    chip.is_off = False
    look(driver, chip, 8)
    assert driver.fault != ""
    look(driver, chip, 3)
    assert driver.fault == ""

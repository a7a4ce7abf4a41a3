"""The MFRC522, a reader of ISO/IEC 14443 A cards on SPI: the identity of the card that lies on it.

Section and table numbers are those of the MFRC522 data sheet (NXP, rev. 3.9). The way to a card's identity (wake up,
anticollision, select, halt) is that of ISO/IEC 14443-3, section 6.
"""

from collections import OrderedDict

from micropython import const

# Registers, section 9.2 table 20
_COMMAND = const(0x01)  # 3..0 command, 4 PowerDown
_COM_IRQ = const(0x04)  # 7 Set1, 5 RxIRq, 4 IdleIRq, 0 TimerIRq
_ERROR = const(0x06)  # 4 BufferOvfl, 3 CollErr, 1 ParityErr, 0 ProtocolErr
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)  # 7 FlushBuffer, 6..0 bytes
_CONTROL = const(0x0C)  # 2..0 RxLastBits, 0 where the last byte is whole
_BIT_FRAMING = const(0x0D)  # 7 StartSend, 2..0 TxLastBits, 0 for a whole byte
_TX_CONTROL = const(0x14)  # 1 Tx2RFEn, 0 Tx1RFEn
_TX_ASK = const(0x15)  # 6 Force100ASK
_RF_CFG = const(0x26)  # 6..4 RxGain
_T_MODE = const(0x2A)  # 7 TAuto, 3..0 TPrescaler_Hi
_T_PRESCALER = const(0x2B)
_T_RELOAD_HI = const(0x2C)
_T_RELOAD_LO = const(0x2D)
_VERSION = const(0x37)  # 9xh; 91h and 92h are NXP's, copies have others

# Commands, section 10.3 table 149
_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)

_POWER_DOWN = const(0x10)
_RX_DONE = const(0x20)
_TIMED_OUT = const(0x01)
_ANY_ERROR = const(0x1B)
_ANTENNA_ON = const(0x03)

# ISO/IEC 14443-3
_WUPA = const(0x52)  # 7 bits; wakes halted cards too
_SELECT_LEVELS = (0x93, 0x95, 0x97)
_CASCADE = const(0x04)  # in SAK: the identity goes on at the next level
_MAX_REPLY = const(5)

_LOOK_MS = const(100)
_RETRY_MS = const(1000)
_MISSES = const(2)  # looks without a card until it counts as taken away
_WAIT_US = const(250)
_WAITS = const(16)  # 4 ms; the chip's own timer ends it after 2 ms

_NO_ANSWER = "The card reader (MFRC522) does not answer. Check its power and its SPI wires."
_NO_START = "The card reader (MFRC522) answers but does not start. Check its power supply of 3.3 V."


def crc_a(data: bytes) -> bytes:
    """The two check bytes of a frame, low byte first (ISO/IEC 14443-3, annex B)."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= byte << 4 & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


class Mfrc522:
    """The reader on an SPI bus with a `select` pin (low while it is spoken to)."""

    def __init__(self, spi, select, time) -> None:
        self._spi = spi
        self._select = select
        self._time = time
        self._out = bytearray(2)
        self._in = bytearray(2)
        self._is_started = False
        self._next_ms = 0
        self._misses = 0
        self.card = None
        """Identity of the card on the reader in hexadecimal digits, None where there is none."""
        self.fault = ""
        """What is wrong, as a sentence; empty while the reader works."""
        self.changes = 0
        """Goes up with each change of `card` or `fault`."""
        select.value(1)

    def poll(self, now_ms: int) -> None:
        """Looks for a card ten times a second; where the reader fails, tries it again every second."""
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + _LOOK_MS
        fault = "" if self._is_started and self._is_alive() else self._start()
        self._is_started = not fault
        if fault:
            self._next_ms = now_ms + _RETRY_MS
            self._set(None, fault)
            return
        card = self._look()
        self._misses = 0 if card else self._misses + 1
        if card or self._misses >= _MISSES:
            self._set(card, "")
        else:
            self._set(self.card, "")

    def field(self) -> OrderedDict:
        """The reader in a `state`."""
        return OrderedDict([("fault", self.fault) if self.fault else ("card", self.card)])

    def _set(self, card: str | None, fault: str) -> None:
        if card != self.card or fault != self.fault:
            self.card, self.fault = card, fault
            self.changes += 1

    def _is_alive(self) -> bool:
        """Whether the chip answers and still is as `_start` left it: a dip of its power resets it (section 8.8)."""
        return self._has_version() and self._read(_TX_CONTROL) & _ANTENNA_ON == _ANTENNA_ON

    def _has_version(self) -> bool:
        return self._read(_VERSION) not in (0x00, 0xFF)  # a data line without a chip reads all zeros or all ones

    def _start(self) -> str:
        """Resets and sets up the chip; the fault, or nothing."""
        if not self._has_version():
            return _NO_ANSWER
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(50):  # section 8.8.2: the bit stays set until the oscillator runs
            self._time.wait_us(1000)
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        else:
            return _NO_START
        self._write(_T_MODE, 0x80)  # TAuto: the timer starts when a frame was sent, stops when an answer begins
        self._write(_T_PRESCALER, 0xA9)  # section 8.5: 13.56 MHz / (2 * 169 + 1) = 40 kHz
        self._write(_T_RELOAD_HI, 0)
        self._write(_T_RELOAD_LO, 80)  # 2 ms; the longest answer here takes 0.6 ms
        self._write(_TX_ASK, 0x40)  # 100 % modulation, as type A wants
        self._write(_RF_CFG, 0x60)  # gain 43 dB, table 98: cards are read through the mat
        self._write(_TX_CONTROL, 0x80 | _ANTENNA_ON)
        self._time.wait_us(5000)  # ISO/IEC 14443-3, section 5: a card needs up to 5 ms in the field
        return ""

    def _look(self) -> str | None:
        for _ in range(1 if self.card is None else 2):  # a card at the edge of the field misses a frame now and then
            answer = self._exchange(bytes((_WUPA,)), 7)
            if answer is not None and len(answer) == 2:
                card = self._identify()
                if card:
                    self._send(b"\x50\x00" + crc_a(b"\x50\x00"), 0)  # HLTA has no answer
                    return card
        return None

    def _identify(self) -> str | None:
        """The identity of the card that is awake: 4, 7 or 10 bytes over as many cascade levels."""
        identity = b""
        for level in _SELECT_LEVELS:
            part = self._exchange(bytes((level, 0x20)), 0)
            if part is None or len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                return None
            frame = bytes((level, 0x70)) + part
            answer = self._exchange(frame + crc_a(frame), 0)
            if answer is None or len(answer) != 3 or crc_a(answer[:1]) != answer[1:]:
                return None
            if not answer[0] & _CASCADE:
                return "".join(f"{byte:02x}" for byte in identity + part[:4])
            identity += part[1:4]  # the first byte is the cascade tag
        return None

    def _send(self, frame: bytes, last_bits: int) -> None:
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)  # Set1 = 0: clears all
        self._write(_FIFO_LEVEL, 0x80)
        for byte in frame:
            self._write(_FIFO_DATA, byte)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | last_bits)

    def _exchange(self, frame: bytes, last_bits: int) -> bytes | None:
        """The card's answer, None where none came or it was spoilt. Takes 4 ms at most."""
        self._send(frame, last_bits)
        for _ in range(_WAITS):
            self._time.wait_us(_WAIT_US)
            irq = self._read(_COM_IRQ)
            if irq & _RX_DONE:
                break
            if irq & _TIMED_OUT:
                return None
        else:
            return None
        length = self._read(_FIFO_LEVEL) & 0x7F
        if self._read(_ERROR) & _ANY_ERROR or self._read(_CONTROL) & 0x07 or length > _MAX_REPLY:
            return None
        return bytes([self._read(_FIFO_DATA) for _ in range(length)])

    def _write(self, register: int, value: int) -> None:
        # Section 8.1.2.3: bit 7 is 0 for a write, bits 6..1 are the address
        self._out[0] = register << 1
        self._out[1] = value
        self._transfer()

    def _read(self, register: int) -> int:
        self._out[0] = 0x80 | register << 1
        self._out[1] = 0
        self._transfer()
        return self._in[1]

    def _transfer(self) -> None:
        self._select.value(0)
        self._spi.write_readinto(self._out, self._in)
        self._select.value(1)

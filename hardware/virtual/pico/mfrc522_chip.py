"""A virtual MFRC522 on an SPI bus: registers, FIFO, timer, and the Transceive command, with at most one card.

Section and table numbers are those of the MFRC522 data sheet (NXP, rev. 3.9).
"""

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
_CONTROL, _BIT_FRAMING, _TX_CONTROL = 0x0C, 0x0D, 0x14
_T_MODE, _T_PRESCALER, _T_RELOAD_HI, _T_RELOAD_LO, _VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
_TRANSCEIVE, _SOFT_RESET = 0x0C, 0x0F

_RESET_VALUES = {_COMMAND: 0x20, _COM_IRQ: 0x14, _TX_CONTROL: 0x80, 0x11: 0x3F, 0x26: 0x48}  # section 9.3
_FIFO_BYTES = 64
_START_US = 1000  # section 8.8.2: start-up of the oscillator
_BYTE_US = 8  # on the SPI bus, at 1 MHz
_BIT_NS = 9440  # on the air, 128 / 13.56 MHz
_REPLY_DELAY_US = 91  # ISO/IEC 14443-3, section 6.2.1.1: 1236 / 13.56 MHz


class Mfrc522Chip:
    """The chip: `spi` is its bus, `select` its chip select. `lay` puts a card on it or takes it away."""

    def __init__(self, clock) -> None:
        self._time = clock
        self.spi = _Bus(self)
        self.select = _Select(self)
        self.is_off = False
        """Whether its wires are off: the data line reads zeros."""
        self._card = None
        self.power_on()

    def power_on(self) -> None:
        """The power comes: all registers have their reset values."""
        self._registers = bytearray(64)
        for register in _RESET_VALUES:
            self._registers[register] = _RESET_VALUES[register]
        self._registers[_VERSION] = 0x92  # section 9.3.4.8
        self._fifo = b""
        self._reply = None
        self._sent_us = -1
        self._reply_us = -1
        self._timeout_us = -1
        self._awake_us = self._time.us + _START_US
        self._address = -1
        if self._card is not None:
            self._card.leave_field()

    def lay(self, card) -> None:
        """Lays a `Card` on the reader, None for none."""
        self._card = card

    def begin(self) -> None:
        """Chip select went low: the next byte is an address."""
        self._address = -1

    def transfer(self, byte: int) -> int:
        """One byte in each direction (section 8.1.2)."""
        self._time.wait_us(_BYTE_US)
        if self.is_off:
            return 0
        self._update()
        if self._address < 0:
            self._address = byte
            return 0
        register = self._address >> 1 & 0x3F
        if not self._address & 0x80:
            self._write(register, byte)
            return 0
        value = self._read(register)
        self._address = byte  # the next address comes while this register's value goes
        return value

    def _read(self, register: int) -> int:
        if register == _FIFO_DATA:
            value, self._fifo = (self._fifo[0], self._fifo[1:]) if self._fifo else (0, b"")
            return value
        if register == _FIFO_LEVEL:
            return len(self._fifo)
        if register == _COMMAND and self._time.us < self._awake_us:
            return self._registers[_COMMAND] | 0x10
        return self._registers[register]

    def _write(self, register: int, value: int) -> None:
        if self._time.us < self._awake_us or register in (_VERSION, _ERROR):
            return
        if register == _FIFO_DATA:
            if len(self._fifo) < _FIFO_BYTES:
                self._fifo += bytes((value,))
            else:
                self._registers[_ERROR] |= 0x10  # BufferOvfl
        elif register == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo = b""
        elif register == _COM_IRQ:  # section 9.3.1.5: bit 7 says whether the marked bits are set or cleared
            irq = self._registers[_COM_IRQ]
            self._registers[_COM_IRQ] = (irq | value) & 0x7F if value & 0x80 else irq & ~value
        elif register == _COMMAND:
            self._command(value)
        else:
            self._registers[register] = value
            if register == _BIT_FRAMING and value & 0x80 and self._registers[_COMMAND] & 0x0F == _TRANSCEIVE:
                self._transmit(value & 0x07)

    def _command(self, value: int) -> None:
        if value & 0x0F == _SOFT_RESET:
            self.power_on()
            return
        self._registers[_COMMAND] = value
        self._reply_us = self._timeout_us = self._sent_us = -1  # a new command ends the one before

    def _transmit(self, last_bits: int) -> None:
        """StartSend: the FIFO goes out on the air, and the card may answer (section 10.3.1.8)."""
        frame, self._fifo = self._fifo, b""
        self._registers[_ERROR] = 0
        bits = 9 * len(frame) if not last_bits else 9 * (len(frame) - 1) + last_bits
        self._sent_us = self._time.us + bits * _BIT_NS // 1000
        has_field = self._registers[_TX_CONTROL] & 0x03 == 0x03
        card = self._card if has_field else None
        self._reply = card.answer(frame, last_bits) if card is not None and frame else None
        self._reply_us = self._timeout_us = -1
        if self._reply is not None:
            self._reply_us = self._sent_us + _REPLY_DELAY_US + 9 * len(self._reply) * _BIT_NS // 1000
        elif self._registers[_T_MODE] & 0x80:  # TAuto
            self._timeout_us = self._sent_us + self._timer_us()

    def _timer_us(self) -> int:
        """Section 8.5: from the reload value down to zero at 13.56 MHz / (2 * TPrescaler + 1)."""
        prescaler = (self._registers[_T_MODE] & 0x0F) << 8 | self._registers[_T_PRESCALER]
        reload = self._registers[_T_RELOAD_HI] << 8 | self._registers[_T_RELOAD_LO]
        return (reload + 1) * (2 * prescaler + 1) * 100 // 1356

    def _update(self) -> None:
        """Lets happen what is due by now: frame sent, answer received, timer run out."""
        now_us = self._time.us
        if 0 <= self._sent_us <= now_us:
            self._sent_us = -1
            self._registers[_COM_IRQ] |= 0x40  # TxIRq
        if 0 <= self._reply_us <= now_us:
            self._reply_us = -1
            self._fifo = self._reply
            self._registers[_CONTROL] &= ~0x07  # RxLastBits: the last byte is whole
            self._registers[_COM_IRQ] |= 0x20  # RxIRq
        if 0 <= self._timeout_us <= now_us:
            self._timeout_us = -1
            self._registers[_COM_IRQ] |= 0x01  # TimerIRq


class _Bus:
    def __init__(self, chip) -> None:
        self._chip = chip

    def write_readinto(self, out, into) -> None:
        for i in range(len(out)):
            into[i] = self._chip.transfer(out[i])


class _Select:
    def __init__(self, chip) -> None:
        self._chip = chip

    def value(self, level) -> None:
        if not level:
            self._chip.begin()

"""The scale: from samples of the converter to a number of pieces, and how sure that is."""

from collections import OrderedDict

from micropython import const

_WINDOW = const(4)  # samples, 0.4 s
_STILL = const(1000)  # counts between the samples of a load at rest; noise is some tens, a touch some thousands
_LEAST_PER_PIECE = const(200)  # counts; lighter pieces cannot be told from noise
_MEASURE_MS = const(3000)
_MOST_PIECES = const(255)  # the most that a message may tell of
_SURE_ENOUGH = 0.5  # every sample is within a quarter of a piece of the same whole number

_UNCALIBRATED = "The scale is not calibrated. Tare it empty, then calibrate it with a known number of pieces."
_MOVES = "The load on the scale does not come to rest. Take your hands off the bowl, then do it again."
_NO_TARE = "The empty scale was never tared. Empty the bowl and tare it, then calibrate."
_TOO_LIGHT = "These pieces weigh too little to be counted. Lay them into the bowl, then calibrate again."
_NOT_WRITTEN = "The board could not write its calibration: its memory is full or worn out. Flash it again."


class Scale:
    """Counts pieces. `converter` gives samples, `save(tare, per_piece)` keeps the calibration over a restart."""

    def __init__(self, converter, tare: int | None, per_piece: float | None, save) -> None:
        self._converter = converter
        self._tare = tare
        self._per_piece = per_piece
        self._save = save
        self._window = []
        self._measures = -1  # pieces that lie in the bowl for this measurement, 0 for a tare, -1 for none
        self._began_ms = 0
        self.count = None
        """Whole pieces in the bowl, None where that is not sure."""
        self.load = 0.0
        """The load in pieces."""
        self.sure = 0.0
        """How sure the count is, from 0 to 1."""
        self.fault = ""
        self.changes = 0
        """Goes up with each change of `count` or `fault`."""

    def poll(self, now_ms: int) -> None:
        """Takes a sample where there is one."""
        raw = self._converter.poll(now_ms)
        fault = self._converter.fault
        if fault:
            self._window.clear()
        elif raw is not None:
            self._window.append(raw)
            if len(self._window) > _WINDOW:
                self._window.pop(0)
        elif not self.fault:
            return
        self._judge(fault)

    def field(self) -> OrderedDict:
        """The scale in a `state`."""
        if self.fault:
            return OrderedDict([("fault", self.fault)])
        return OrderedDict([("count", self.count), ("load", self.load), ("sure", self.sure)])

    def measure(self, pieces: int, now_ms: int) -> None:
        """Begins to tare (0 pieces) or to calibrate (1 to 255); `result` tells how it ends."""
        self._measures = pieces
        self._began_ms = now_ms
        self._window.clear()  # what was weighed before the command says nothing

    def cancel(self) -> None:
        """Forgets a measurement that is going on."""
        self._measures = -1

    def result(self, now_ms: int) -> tuple | None:
        """(Whether it worked, why not) once the measurement has ended, until then None."""
        if self._converter.fault:
            result = (False, self._converter.fault)
        elif len(self._window) == _WINDOW and max(self._window) - min(self._window) <= _STILL:
            result = self._apply(self._median(), self._measures)
        elif now_ms - self._began_ms >= _MEASURE_MS:
            result = (False, _MOVES)
        else:
            return None
        self._measures = -1
        return result

    def _apply(self, raw: int, pieces: int) -> tuple:
        tare, per_piece = self._tare, self._per_piece
        if pieces == 0:
            tare = raw
        elif tare is None:
            return (False, _NO_TARE)
        else:
            per_piece = (raw - tare) / pieces  # negative where the load cell hangs upside down
            if abs(per_piece) < _LEAST_PER_PIECE:
                return (False, _TOO_LIGHT)
        try:
            self._save(tare, per_piece)
        except OSError:
            return (False, _NOT_WRITTEN)
        self._tare, self._per_piece = tare, per_piece
        return (True, "")

    def _median(self) -> int:
        ordered = sorted(self._window)
        middle = len(ordered) // 2
        if len(ordered) % 2:
            return ordered[middle]
        return (ordered[middle - 1] + ordered[middle]) // 2

    def _judge(self, fault: str) -> None:
        before = (self.count, self.fault)
        self.count, self.load, self.sure, self.fault = None, 0.0, 0.0, fault
        if not fault:
            tare, per_piece = self._tare, self._per_piece
            if tare is None or not per_piece:
                self.fault = _UNCALIBRATED
            else:
                self._weigh(tare, per_piece)
        if (self.count, self.fault) != before:
            self.changes += 1

    def _weigh(self, tare: int, per_piece: float) -> None:
        if not self._window:
            return
        load = (self._median() - tare) / per_piece
        self.load = round(load, 2) + 0.0  # no "-0.0"
        if len(self._window) < _WINDOW:
            return
        whole = round(load)
        error = max(abs((raw - tare) / per_piece - whole) for raw in self._window)
        self.sure = round(max(0.0, 1.0 - 2.0 * error), 2)
        if self.sure >= _SURE_ENOUGH and 0 <= whole <= _MOST_PIECES:
            self.count = whole

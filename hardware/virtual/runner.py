"""Runs the virtual board in CPython or a unix MicroPython: one step (`bench.step`) a line from stdin to stdout.

It is started as a file: `python hardware/virtual/runner.py`.
"""

import sys

_HERE = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
_IS_MICROPYTHON = sys.implementation.name == "micropython"
sys.path[0:0] = [_HERE + "/../../firmware", _HERE + "/pico"] + ([] if _IS_MICROPYTHON else [_HERE + "/pico/cpython"])


def main() -> None:
    """Answers each line with a line, until stdin ends."""
    step = __import__("bench").step
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        sys.stdout.write(step(line) + "\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()


main()

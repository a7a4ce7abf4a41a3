"""A board without a board: the real firmware on virtual chips, in CPython or in a real MicroPython."""

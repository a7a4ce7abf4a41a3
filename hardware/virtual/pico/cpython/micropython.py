"""`const` for CPython, the one name of MicroPython's module that the firmware's parts use."""


def const(value):
    """The value itself; MicroPython's compiler puts it in place of the name."""
    return value

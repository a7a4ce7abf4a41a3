"""The board on its cable, its parts, strips, and the header of a Pi; knows `companion.table` and `companion.errors`."""

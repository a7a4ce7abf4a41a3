"""The board on its cable, its parts, strips and the Pi's header. Of the project: `companion.table`, `companion.errors`."""

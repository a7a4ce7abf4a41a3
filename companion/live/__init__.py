"""One live table: the queue of what is told to it, the referee thread, and the snapshots that everybody else reads."""

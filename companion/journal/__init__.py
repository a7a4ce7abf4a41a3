"""The journal of one game: an SQLite file of hash-chained rows, on the disk before anyone is told of them.

JournalError
├── JournalMissing (FileNotFoundError)   no game of that id
├── JournalNeverBegan                    a file without a row: the plug was pulled before the game had one
├── JournalStrange                       no plain file, or more in it than a game has
├── JournalTooSlow                       not read to its end in the time that a file may take
├── JournalBusy (BlockingIOError)        another companion has it open for writing
├── JournalTooNew                        written by a newer version
├── JournalBroken                        a row is damaged; the rows before it are good
└── JournalNotWritable (OSError)         the disk is full, read-only or failing
"""

from companion.journal.errors import (
    JournalBroken,
    JournalBusy,
    JournalError,
    JournalMissing,
    JournalNeverBegan,
    JournalNotWritable,
    JournalStrange,
    JournalTooNew,
    JournalTooSlow,
)
from companion.journal.reader import read_journal
from companion.journal.recovery import Mended, open_mended, repair
from companion.journal.rows import GENESIS, Draft, Row, RowKind, chain
from companion.journal.seals import Seal, read_keys, sealed, size_of
from companion.journal.sqlite import APPLICATION_ID, VERSION
from companion.journal.writer import Journal

__all__ = [
    "APPLICATION_ID",
    "GENESIS",
    "VERSION",
    "Draft",
    "Journal",
    "JournalBroken",
    "JournalBusy",
    "JournalError",
    "JournalMissing",
    "JournalNeverBegan",
    "JournalNotWritable",
    "JournalStrange",
    "JournalTooNew",
    "JournalTooSlow",
    "Mended",
    "Row",
    "RowKind",
    "Seal",
    "chain",
    "open_mended",
    "read_journal",
    "read_keys",
    "repair",
    "sealed",
    "size_of",
]

"""What a process does to the disk, noted operation by operation; the product and its SQLite stay as they are.

SQLite does all its work on files through a table of functions, its VFS. `Recorder` puts a copy of that table before the
system's own, by ctypes, into the very library in which Python's `sqlite3` runs (written with SQLite 3.40.1), and notes
each write, cut, sync, creation and removal once it is done. A folder that SQLite syncs is noticed as it is opened for
that. What Python does itself (`mkdir`, `unlink`, `os.replace`, `os.fsync`) comes by an audit hook and a wrapper; what
it writes into its own files is not noted. All of that stays for good: only a process of its own may be recorded.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

OpKind: TypeAlias = Literal["create", "mkdir", "rename", "remove", "write", "cut", "sync", "sync folder", "accepted"]
NAMING = ("create", "mkdir", "rename", "remove")
"""What changes the names in a folder."""


class Op(msgspec.Struct, frozen=True, array_like=True):
    """One thing that was done to the disk, or ("accepted") told to people: the companion has `at` rows by now."""

    kind: OpKind
    path: str = ""
    """Below the recorded folder; the folder itself is "."."""
    at: int = 0
    """Where in the file; for "cut" its new length."""
    data: bytes = b""
    to: str = ""
    """The new name, for "rename"."""


class Unrecordable(Exception):
    """This Python has its SQLite built in, out of reach of `Recorder`."""


class _Vfs(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int) for name in ("version", "file_size", "longest_path")],
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        *[(name, ctypes.c_void_p) for name in ("data", "open", "delete", "access", "full_path")],
        *[(name, ctypes.c_void_p) for name in ("dl_open", "dl_error", "dl_sym", "dl_close")],
        *[(name, ctypes.c_void_p) for name in ("randomness", "sleep", "time", "last_error", "time_int64")],
        *[(name, ctypes.c_void_p) for name in ("set_system_call", "get_system_call", "next_system_call")],
    ]


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        *[(name, ctypes.c_void_p) for name in ("close", "read", "write", "truncate", "sync", "size", "lock", "unlock")],
        *[(name, ctypes.c_void_p) for name in ("reserved", "control", "sector_size", "traits")],
        *[(name, ctypes.c_void_p) for name in ("shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch")],
    ]


_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_OPEN = ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, _P)
_DELETE = ctypes.CFUNCTYPE(_I, _P, _P, _I)
_WRITE = ctypes.CFUNCTYPE(_I, _P, _P, _I, _L)
_TRUNCATE = ctypes.CFUNCTYPE(_I, _P, _L)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)
_OPEN_FOLDER = ctypes.CFUNCTYPE(_I, ctypes.c_char_p, _P)
_SET_CALL = ctypes.CFUNCTYPE(_I, _P, ctypes.c_char_p, _P)
_GET_CALL = ctypes.CFUNCTYPE(_P, _P, ctypes.c_char_p)


def library() -> ctypes.CDLL:
    """The SQLite library in which this Python's `sqlite3` runs. Raises `Unrecordable`."""
    import _sqlite3

    found = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    if not hasattr(found, "sqlite3_vfs_register"):
        raise Unrecordable(
            "this Python's SQLite cannot be reached. Install a Python that uses the system's libsqlite3."
        )
    return found


def _give_up(fault: Any) -> None:
    """End the process on an error in a callback: it would be lost, and SQLite told that all is well."""
    sys.__excepthook__(fault.exc_type, fault.exc_value, fault.exc_traceback)
    os._exit(70)


class Recorder:
    """Notes from its making on, until the process ends, what is done to files below `root`: see `ops`."""

    def __init__(self, root: Path) -> None:
        self.ops: list[Op] = []
        self._root = os.fsencode(root.resolve()) + b"/"
        self._names: dict[int, bytes] = {}
        """Path of each open file, by the address of SQLite's handle."""
        self._methods: dict[int, _Methods] = {}
        """Ours, by the address of SQLite's own."""
        self._callbacks: list[Any] = []
        self._synced_folders: list[bytes] = []
        sys.unraisablehook = _give_up
        self._library = library()
        self._take_over_sqlite()
        self._take_over_python()

    def accepted(self, rows: int) -> None:
        """Whoever asked was told that so many rows are safe."""
        self.ops.append(Op("accepted", at=rows))

    def _note(self, kind: OpKind, path: bytes, at: int = 0, data: bytes = b"", to: bytes = b"") -> None:
        if (path + b"/").startswith(self._root):
            below = [os.fsdecode(each[len(self._root) :]) or "." for each in (path, to or path)]
            self.ops.append(Op(kind, below[0], at, data, below[1] if to else ""))

    # --- SQLite ---

    def _take_over_sqlite(self) -> None:
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        system = self._library.sqlite3_vfs_find(None)
        self._system = ctypes.addressof(system.contents)
        self._vfs = _Vfs.from_buffer_copy(system.contents)
        self._vfs.name = b"recording"
        self._vfs.open = self._callback(_OPEN, self._opening(_OPEN(system.contents.open)))
        self._vfs.delete = self._callback(_DELETE, self._removing(_DELETE(system.contents.delete)))
        known = _GET_CALL(system.contents.get_system_call)(self._system, b"openDirectory")
        spy = self._callback(_OPEN_FOLDER, self._opening_folder(_OPEN_FOLDER(known)))
        assert _SET_CALL(system.contents.set_system_call)(self._system, b"openDirectory", spy) == 0
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == 0

    def _callback(self, kind: Any, function: Callable[..., int]) -> int | None:
        """The address of a Python function, kept alive."""
        self._callbacks.append(kind(function))
        return ctypes.cast(self._callbacks[-1], _P).value

    def _opening(self, original: Any) -> Callable[..., int]:
        def opening(_vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
            path = ctypes.string_at(name) if name else b""  # without a name it is a file that nobody finds again
            is_new = not os.path.exists(path)
            result: int = original(self._system, name, file, flags, out)
            if result == 0 and path:
                if is_new:
                    self._note("create", path)
                self._names[file] = path
                slot = ctypes.c_void_p.from_address(file)
                slot.value = ctypes.addressof(self._recording(slot.value or 0))
            return result

        return opening

    def _recording(self, address: int) -> _Methods:
        """The functions of an open file, with ours before those that change it."""
        if address not in self._methods:
            ours = self._methods[address] = _Methods.from_buffer_copy(_Methods.from_address(address))
            ours.write = self._callback(_WRITE, self._writing(_WRITE(ours.write)))
            ours.truncate = self._callback(_TRUNCATE, self._cutting(_TRUNCATE(ours.truncate)))
            ours.sync = self._callback(_SYNC, self._syncing(_SYNC(ours.sync)))
        return self._methods[address]

    def _writing(self, original: Any) -> Callable[..., int]:
        def writing(file: int, data: int, size: int, offset: int) -> int:
            result: int = original(file, data, size, offset)
            assert result == 0, "a recording wants a disk that takes everything"
            self._note("write", self._names[file], offset, ctypes.string_at(data, size))
            return result

        return writing

    def _cutting(self, original: Any) -> Callable[..., int]:
        def cutting(file: int, size: int) -> int:
            self._note("cut", self._names[file], size)
            result: int = original(file, size)
            return result

        return cutting

    def _syncing(self, original: Any) -> Callable[..., int]:
        def syncing(file: int, flags: int) -> int:
            result: int = original(file, flags)
            if result == 0:
                self._note("sync", self._names[file])
                self._note_folders()
            return result

        return syncing

    def _removing(self, original: Any) -> Callable[..., int]:
        def removing(_vfs: int, name: int, wants_sync: int) -> int:
            path = ctypes.string_at(name)
            was_there = os.path.exists(path)
            result: int = original(self._system, name, wants_sync)
            if result == 0 and was_there:
                self._note("remove", path)
                self._note_folders()
            return result

        return removing

    def _opening_folder(self, original: Any) -> Callable[..., int]:
        def opening_folder(name: bytes, out: int) -> int:
            self._synced_folders.append(os.path.dirname(name))
            result: int = original(name, out)
            return result

        return opening_folder

    def _note_folders(self) -> None:
        """SQLite opens a folder only to sync it, after the file whose name is to last."""
        for folder in self._synced_folders:
            self._note("sync folder", folder)
        self._synced_folders.clear()

    # --- Python ---

    def _take_over_python(self) -> None:
        sys.addaudithook(self._audit)
        fsync = os.fsync

        def syncing(file: Any) -> None:
            fsync(file)
            path = os.fsencode(os.readlink(f"/proc/self/fd/{file if isinstance(file, int) else file.fileno()}"))
            self._note("sync folder" if os.path.isdir(path) else "sync", path)

        os.fsync = syncing  # type: ignore[assignment]

    def _audit(self, event: str, details: tuple[Any, ...]) -> None:
        if event not in ("open", "os.mkdir", "os.remove", "os.rename") or isinstance(details[0], int):
            return
        path = os.path.abspath(os.fsencode(details[0]))
        if not path.startswith(self._root):
            return
        is_there = os.path.exists(path)
        if event == "open" and not is_there and details[2] & os.O_CREAT:
            self._note("create", path)
        elif event == "os.mkdir" and not is_there and os.path.isdir(os.path.dirname(path)):
            self._note("mkdir", path)
        elif event == "os.remove" and is_there:
            self._note("remove", path)
        elif event == "os.rename":
            self._note("rename", path, to=os.path.abspath(os.fsencode(details[1])))

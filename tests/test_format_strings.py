"""No string that comes from outside is a format: what is filled in is written in the source, as is read here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "firmware", "hardware", "vision", "web", "tests/games")
LOGGING = ("debug", "info", "warning", "error", "exception", "critical", "log")
FILLING = ("format", "format_map", "vformat")
MAYBE = re.compile(r"format|strftime|Template|[\"'\])]\s*%|%\s*[({]|:[^\s\"']*\{|\blog(ger|ging)?\.")
"""What a file has that may fill in a string: only such a file is read in full."""
TEMPLATES = re.compile(r"[^'\s]\s*(\|\s*format\b|\.format\b|%)")
"""What fills in anything but a text in quotes, in the code of a template whose texts are empty."""


def offences(root: Path) -> Iterator[str]:
    """Each place below `root` where a string is filled in that is not written there or in a constant of its module."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if not MAYBE.search(source):
                continue
            tree = ast.parse(source)
            constants = dict(_constants(tree))
            for node in ast.walk(tree):
                for format_ in _formats(node):
                    if not _is_written(format_, constants):
                        yield f"{path.relative_to(root)}:{format_.lineno} fills in {ast.unparse(format_)}"
    for path in sorted((root / "web" / "templates").glob("*.html")):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            codes = re.findall(r"\{[{%](.*?)[%}]\}", text)
            if any(TEMPLATES.search(re.sub(r"'[^']*'", "''", code)) for code in codes):
                yield f"{path.relative_to(root)}:{line} fills in a string"


def _formats(node: ast.AST) -> Iterator[ast.expr]:
    """What this node takes for a format, if anything."""
    match node:
        # Numbers have a remainder as well: of them neither side is a text.
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if _is_text(left) or isinstance(
            right, ast.Tuple | ast.Dict
        ):
            yield left
    if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
        for part in node.format_spec.values:
            # A width that another module calls by a name in capitals is a number of its source.
            if isinstance(part, ast.FormattedValue) and not ast.unparse(part.value).isupper():
                yield part.value
    if not isinstance(node, ast.Call):
        return
    called = node.func
    if isinstance(called, ast.Name) and called.id == "format":
        yield from node.args[1:]
    if isinstance(called, ast.Name) and called.id == "Template":
        yield from node.args[:1]
    if not isinstance(called, ast.Attribute):
        return
    if called.attr in FILLING and not _is_for_other_things(called.value):
        yield called.value
    if called.attr == "strftime":
        yield from node.args[:1]
    if (
        called.attr in LOGGING
        and isinstance(called.value, ast.Name)
        and called.value.id in ("log", "logger", "logging")
    ):
        first = 1 if called.attr == "log" else 0
        if len(node.args) > first + 1:
            yield node.args[first]


def _is_for_other_things(value: ast.expr) -> bool:
    """`msgspec.json.format` makes JSON readable, `super().format` a line of a log."""
    return ast.unparse(value) in ("msgspec.json", "super()")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))


def _is_written(node: ast.expr, constants: Mapping[str, ast.expr]) -> bool:
    """Whether the source says in full what this is: literals, and the constants of its module made of them."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in constants and _is_written(constants[name], {})
        case ast.Subscript(value=ast.Name(id=name)):
            return name in constants and _is_written(constants[name], {})
        case ast.Call(func=ast.Name(id="Markup"), args=[text], keywords=[]):
            return _is_written(text, constants)
        case ast.IfExp(body=one, orelse=other):
            return _is_written(one, constants) and _is_written(other, constants)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            return all(_is_written(part, constants) for part in parts)
    return False


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Names in capitals that the module binds, and what to."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            name, value = node.target.id, node.value
        else:
            continue
        if name.isupper():
            yield name, value


def test_no_string_from_outside_is_a_format() -> None:
    assert list(offences(ROOT)) == []


@pytest.mark.parametrize(
    "line",
    [
        "f\"{name}'s {{}} place\".format('Elder')",
        "whose.format('Elder')",
        "names[0].format_map({})",
        "('%s ' + name) % (1,)",
        "f'{name} %d' % 1",
        "format(1, width)",
        "f'{1:{width}}'",
        "log.warning(name, 1)",
        "log.log(3, f'{name}', 1)",
        "now.strftime(way)",
        "Markup(f'<b>{name}</b>{{}}').format(1)",
        "WORDS.format(1)",
        "string.Formatter().vformat(name, (), {})",
    ],
)
def test_each_kind_of_format_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "page.py").write_text(f"WORDS = f'{{name}}'\n{line}\n", encoding="utf-8")
    assert len(list(offences(tmp_path))) == 1


def test_what_is_written_in_full_is_no_offence(tmp_path: Path) -> None:
    (tmp_path / "web" / "templates").mkdir(parents=True)
    lines = (
        "'{}'.format(name)",
        "WORDS['a'].format(name)",
        "log.error('%s', name)",
        "7 % n",
        "Markup('{}').format(name)",
    )
    (tmp_path / "web" / "page.py").write_text("WORDS = {'a': '{}', 'b': ''}\n" + "\n".join(lines), encoding="utf-8")
    (tmp_path / "web" / "templates" / "a.html").write_text(
        "{% if a %}{{ 'so %d' % name }} 5 %{% endif %}", encoding="utf-8"
    )
    assert list(offences(tmp_path)) == []
    for line in ("{{ name|format(1) }}", "{{ name % 1 }}", "{% if name.format(1) %}"):
        (tmp_path / "web" / "templates" / "b.html").write_text(line, encoding="utf-8")
        assert list(offences(tmp_path)) == ["web/templates/b.html:1 fills in a string"]

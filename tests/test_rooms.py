"""What READMEs of rooms and other pages say: every module is named, and nothing that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.conformance.package import NAMED as PATH
from companion.conformance.package import readme_of, unnamed

ROOT = Path(__file__).parent.parent
CODE = ("companion", "firmware", "hardware", "vision", "web")
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "tests/**/*.md", *(f"{folder}/**/*.md" for folder in CODE))
    for page in ROOT.glob(pattern)
    if "node_modules" not in page.parts
)
READMES = [page for page in PAGES if page.name == "README.md" and page.parent != ROOT and "docs" not in page.parts]
ELSEWHERE = re.compile(r"calibration\.json|settings\.json|build/.*|owner/.*")
"""Files that only a board has, that are made, or that lie in an owner's folder."""


def stale(root: Path, page: Path) -> Iterator[str]:
    """What a page names, as a path from itself, from the root or from the companion, and is not there."""
    for path in PATH.findall(page.read_text(encoding="utf-8")):
        starts = (page.parent, root, root / "companion")
        if not ELSEWHERE.fullmatch(path) and not any((start / path).exists() for start in starts):
            yield path


def dead_links(page: Path) -> Iterator[str]:
    """Links of a page to files that are not there."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)", text, re.MULTILINE):
        path = "".join(target).partition("#")[0]
        if path and "://" not in path and not (page.parent / path).exists():
            yield path


def test_every_module_has_a_room_that_says_what_it_is() -> None:
    homeless = [
        module.relative_to(ROOT).as_posix()
        for folder in CODE
        for module in (ROOT / folder).rglob("*.py")
        if "node_modules" not in module.parts and readme_of(module, ROOT) is None
    ]
    assert sorted(homeless) == ["companion/__init__.py", "companion/__main__.py", "companion/errors.py"]


@pytest.mark.parametrize("readme", READMES, ids=lambda page: page.parent.relative_to(ROOT).as_posix())
def test_a_readme_names_every_module_of_its_room_and_no_other(readme: Path) -> None:
    if readme.parent.relative_to(ROOT).parts[0] in CODE:
        assert list(unnamed(ROOT, readme)) == []
    assert list(stale(ROOT, readme)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_leads_to_what_is_there(page: Path) -> None:
    assert list(dead_links(page)) == []
    if page.name != "CHANGELOG.md":  # it speaks of what was
        assert [path for path in stale(ROOT, page) if "/" in path] == []


def test_architecture_fits_one_page() -> None:
    assert (ROOT / "ARCHITECTURE.md").stat().st_size < 15_000


def test_what_a_readme_lacks_is_found(tmp_path: Path) -> None:
    room = tmp_path / "companion" / "room"
    (room / "attic").mkdir(parents=True)
    for name in ("named.py", "forgotten.py", "attic/box.py", "__init__.py"):
        (room / name).write_text("", encoding="utf-8")
    readme = room / "README.md"
    readme.write_text("`named.py`, `gone.py`; [why](../why.md), [there](named.py)\n", encoding="utf-8")
    assert list(unnamed(tmp_path, readme)) == ["attic/box.py", "forgotten.py"]
    assert list(stale(tmp_path, readme)) == ["gone.py"]
    assert list(dead_links(readme)) == ["../why.md"]

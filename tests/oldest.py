"""The oldest version of each library that the suite has run with: kept in oldest.toml, by which no bound may be older.

python -m tests.oldest   after the suite has passed in an environment of older versions: keeps those that are older
"""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import tomli_w
from packaging.requirements import Requirement
from packaging.version import Version

ROOT: Final = Path(__file__).parent.parent
KEPT: Final = Path(__file__).with_suffix(".toml")


def requirements() -> tuple[Requirement, ...]:
    """What pyproject.toml asks for, all extras included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return tuple(Requirement(line) for lines in (project["dependencies"], *extras) for line in lines)


def builds_with() -> tuple[Requirement, ...]:
    """What pyproject.toml asks for to build the companion; the suite itself runs without."""
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    return tuple(Requirement(line) for line in system["requires"])


def kept() -> dict[str, str]:
    """The oldest version of each library that the suite has run with."""
    return dict(tomllib.loads(KEPT.read_text(encoding="utf-8"))["ran"])


def older(known: dict[str, str], names: set[str]) -> dict[str, str]:
    """The same, with what this environment has where that is older or was not known."""
    found = dict(known)
    for name in names:
        try:
            here = version(name)
        except PackageNotFoundError:
            continue
        if name not in found or Version(here) < Version(found[name]):
            found[name] = here
    return dict(sorted(found.items()))


def bound(requirement: Requirement) -> Version | None:
    """The oldest version that a requirement allows; None where it names none."""
    lowest = [Version(each.version) for each in requirement.specifier if each.operator in (">=", "==", "~=")]
    return max(lowest, default=None)


if __name__ == "__main__":
    words = "# Written by python -m tests.oldest: the oldest version of each library that the suite has run with.\n"
    ran = older(kept(), {each.name for each in requirements()})
    KEPT.write_text(words + tomli_w.dumps({"ran": ran}), encoding="utf-8")

"""How long the work with a kit takes, by figures.toml."""

from __future__ import annotations

from importlib import resources
from typing import Literal

import msgspec

from companion.runtime.toml_text import parse_toml


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number, and where it comes from."""

    value: float
    status: Literal["assumed", "measured", "owner"]


class Minutes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes for one of each."""

    sheet: Figure
    card: Figure
    label: Figure
    drawn: Figure
    mat_sheet: Figure
    board: Figure

    @property
    def is_assumed(self) -> bool:
        """Whether at least one of them was never timed."""
        return any(getattr(self, name).status == "assumed" for name in self.__struct_fields__)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    minutes: Minutes


MINUTES = msgspec.convert(
    parse_toml(resources.files(__package__).joinpath("figures.toml").read_text(encoding="utf-8")), _File
).minutes

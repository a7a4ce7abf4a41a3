"""Addresses of pages compiled once for all the companions that tests open: Werkzeug takes 30 ms for those of one."""

from __future__ import annotations

from typing import Any, ClassVar

from werkzeug.routing import Rule


class KeptRule(Rule):
    """A rule that takes over what an equal one was compiled to. A converter of one name must be the same everywhere."""

    _kept: ClassVar[dict[tuple[object, ...], dict[str, Any]]] = {}

    def compile(self) -> None:
        """Compile the rule, or take over what an equal one was compiled to."""
        key = (self.rule, self.subdomain, self.merge_slashes, repr(self.defaults))
        if key not in self._kept:
            before = dict(vars(self))
            super().compile()
            changed = {name: value for name, value in vars(self).items() if before.get(name) is not value}
            self._kept[key] = {**changed, "arguments": self.arguments}  # arguments are added to the set that was there
        vars(self).update(self._kept[key])

"""Lower bounds: none is older than what the suite has run with, and none allows a version with a known hole."""

from __future__ import annotations

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.oldest import bound, kept, older, requirements

SOUND = {"waitress": "3.0.1", "opencv-python-headless": "4.12"}
"""The first versions without the vulnerabilities that are known of older ones."""
NEVER_RUN = {"torch", "onnx", "bpy"}
"""Too large for every run of the suite; nothing that is played with needs them."""


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_no_bound_is_older_than_what_the_suite_has_run_with(requirement: Requirement) -> None:
    lowest = bound(requirement)
    assert lowest is not None, f"{requirement} has no lower bound"
    if requirement.name not in NEVER_RUN:
        ran = kept()[requirement.name]
        assert lowest >= Version(ran), f"The suite never ran with {requirement.name} older than {ran}."


def test_no_bound_allows_a_version_with_a_known_hole() -> None:
    lowest = {each.name: bound(each) for each in requirements()}
    for name, first in SOUND.items():
        found = lowest[name]
        assert found is not None
        assert found >= Version(first)


def test_the_list_is_refreshed_by_what_is_older_or_new() -> None:
    here = older({}, {"waitress", "no-such-library"})
    assert set(here) == {"waitress"}
    assert older({"waitress": "99"}, {"waitress"}) == here
    assert older({"waitress": "0.1"}, {"waitress"}) == {"waitress": "0.1"}

"""Lower bounds: none is older than what the suite has run with, and none allows a version with a known hole."""

from __future__ import annotations

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.oldest import bound, builds_with, kept, older, requirements

SOUND = {
    "flask": "3.1.3",  # CVE-2025-47278, CVE-2026-27205
    "jinja2": "3.1.6",  # CVE-2025-27516
    "onnx": "1.17",  # CVE-2024-5187
    "opencv-python-headless": "4.12",  # CVE-2025-53644
    "pillow": "12.1.1",  # CVE-2025-48379, CVE-2026-25990
    "setuptools": "78.1.1",  # CVE-2025-47273
    "torch": "2.8",  # CVE-2025-32434, CVE-2025-3730
    "waitress": "3.0.1",  # CVE-2024-49768, CVE-2024-49769
    "werkzeug": "3.1.6",  # CVE-2025-66221, CVE-2026-21860, CVE-2026-27199
}
"""The first versions without the vulnerabilities that are known of older ones; also of what others bring."""
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
    lowest = {each.name: bound(each) for each in (*requirements(), *builds_with())}
    for name, first in SOUND.items():
        found = lowest[name]
        assert found is not None
        assert found >= Version(first)


def test_the_list_is_refreshed_by_what_is_older_or_new() -> None:
    here = older({}, {"waitress", "no-such-library"})
    assert set(here) == {"waitress"}
    assert older({"waitress": "99"}, {"waitress"}) == here
    assert older({"waitress": "0.1"}, {"waitress"}) == {"waitress": "0.1"}

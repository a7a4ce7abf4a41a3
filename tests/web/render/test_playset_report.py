"""The report on a playset as one page: everything is said, and nothing is asked of anybody else."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from companion.language.message import lone, say
from companion.language.values import Name
from companion.playsets.core import (
    Finding,
    Path,
    RoundChart,
    RoundLine,
    Section,
    ShareChart,
    ShareRow,
    Sheet,
    TrialReport,
)
from companion.playsets.shares import share
from web.render.playset_report import draw_report

NASTY = '<b>&"Own"'


def nasty_report() -> TrialReport:
    """Everything that a report can have, with names that would be code on a page."""
    name = say("{name}", name=Name(NASTY))
    rows = (
        ShareRow(name, share(60, 100), True, ("family", 0)),
        ShareRow(say("none"), share(0, 0)),
        ShareRow(say("all"), share(9, 9)),
    )
    lines = (
        RoundLine(say("random bots"), (2.0, 3.25, 30.5), ((1, 3), (2, 5), (8, 44))),
        RoundLine(say("greedy bots"), (2.5,), ((1, 3),)),
        RoundLine(say("nobody"), (), ()),
    )
    charts = (
        ShareChart("picks", name, (say("About."),), rows, 0.5),
        ShareChart("empty", say("Empty"), (), ()),
        RoundChart("population", say("Population"), (), say("Round"), (1, 2, 3), lines),
        RoundChart("nothing", say("Nothing"), (), say("Round"), (), ()),
        Sheet("cards", say("Cards"), (), (say("Card"), say("taken")), ((name, lone(3)),), (("family", 0),)),
    )
    findings = (
        Finding("fault", say("It does not end."), 1, ("options",)),
        Finding("warning", name, 0.5, ("family", 0)),
        Finding("note", say("Worth it."), 0.1),
    )
    return TrialReport(
        findings, (Section(say("Figures"), charts, (say("How."),)),), (say("By lot."),), say("Ten games.")
    )


def line_of(path: Path) -> int:
    """Where things stand in this file."""
    return 12 if path[:1] == ("family",) else 0


def page(report: TrialReport | None = None) -> str:
    """The page."""
    return draw_report(NASTY, report or nasty_report(), [(7, f"{NASTY} is odd.")], line_of, "--games 10 --seed 1")


class Elements(HTMLParser):
    """Every element of a page with its attributes, and whether each is closed."""

    VOID = ("meta", "link", "br", "rect", "path")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_nothing_outside_of_it_is_asked_for() -> None:
    elements = Elements(page())
    assert elements.open == []
    assert not {tag for tag, _ in elements.found} & {"script", "img", "iframe", "object", "a", "form", "use", "image"}
    for _, attributes in elements.found:
        assert not {"src", "srcset", "data", "action", "xlink:href"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("href", "data:,") == "data:,"
    assert "url(" not in page()
    assert "@import" not in page()
    assert "http" not in page()


def test_names_are_words_and_no_code() -> None:
    assert "<b>&" not in page()
    assert page().count("&lt;b&gt;&amp;&#34;Own&#34;") >= 6


def test_findings_have_their_weight_in_words_and_their_line() -> None:
    told = re.sub(r"<[^>]+>", "", page())
    assert "FaultIt does not end." in told
    assert "Worth a change" in told
    assert "Worth knowingWorth it." in told
    assert told.count("Line 12") == 1
    assert "Line 7" in told
    assert "--games 10 --seed 1" in told


def test_a_share_has_its_figures_beside_its_bar() -> None:
    assert "60.0 % <small>50.2–69.1</small>" in page()
    assert '<rect class="beam flagged" y="2" width="60.0" height="8"/>' in page()
    assert '<path class="fair" d="M50.0 0V12"/>' in page()
    assert "Each of 0 to 100 games." in page()


def test_a_course_is_a_picture_with_words_and_a_table() -> None:
    assert 'aria-label="Population. random bots: 2, 3.2, 30.5; greedy bots: 2.5; nobody: ."' in page()
    assert "<td>30.5</td>" in page()


def test_where_nothing_stands_out_it_is_said() -> None:
    assert "Nothing stands out." in page(TrialReport((), (), (), say("Ten games.")))

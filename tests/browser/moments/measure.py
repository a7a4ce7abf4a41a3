"""What of a page a person at the table would stumble over, in a moment: each fault in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Page

from companion.games.core import Action, Choice
from tests.browser.legible import illegible
from web.render.buttons import encode_actions, encode_draft

LEAST_TARGET_PX: Final = 44
STILL_PX: Final = 2
"""How far something may move that nobody calls moved."""

_FUNCTIONS = r"""
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen");
  const words = (each) => (each.getAttribute("aria-label") || each.textContent || each.name || each.tagName)
    .trim().replace(/\s+/g, " ").slice(0, 48);
  const boxOf = (each) => (each.querySelector(":scope > .ground") || each).getBoundingClientRect();
  const part = (each) => each.closest("[data-part]")?.dataset.part || each.closest("nav, header, .log")?.className || "";
  const sends = (each) => [["actions", each.dataset?.actions], ["draft", each.dataset?.draft],
    [each.name, each.value]].filter(([name, value]) => value && (name === "actions" || name === "draft"));
"""

_FIND = (
    r"""([expected, least]) => {"""
    + _FUNCTIONS
    + r"""
  const found = [], screen = { width: innerWidth, height: innerHeight };
  scrollTo(0, 0);
  const place = (box) => `at ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}x${Math.round(box.height)}`;
  const isWhole = (each) => {
    const box = boxOf(each);
    return box.width > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= screen.height + 1 && box.right <= screen.width + 1;
  };

  const say = document.querySelector(".say");
  if (!say) found.push("no instruction");
  else if (!isWhole(say)) found.push(`the instruction is not in the first screen: ${place(boxOf(say))}`);

  const live = document.getElementById("live") || document.body;
  const tappable = Array.from(live.querySelectorAll("button, .tap, [data-takes]")).filter(isSeen);
  const bySent = new Map();
  for (const each of tappable) {
    for (const [name, value] of sends(each)) bySent.set(`${name} ${value}`, [...(bySent.get(`${name} ${value}`) || []), each]);
    for (const taken of Object.values(JSON.parse(each.dataset?.takes || "{}"))) {
      const key = taken.draft ? `draft ${JSON.stringify(taken.draft)}` : `actions ${JSON.stringify(taken)}`;
      bySent.set(key, [...(bySent.get(key) || []), each]);
    }
  }
  const groups = new Map(), lost = [];
  for (const { name, value, label, main } of expected) {
    const places = bySent.get(`${name} ${value}`);
    if (!places) { lost.push(label); continue; }
    const best = places.find(isWhole) || places[0];
    if (main && !isWhole(best)) found.push(`the main choice "${label}" is not in the first screen: ${place(boxOf(best))}`);
    const group = best.closest("fieldset, .drawing, form, [data-part]");
    groups.set(group, [...(groups.get(group) || []), best]);
  }
  for (const [group, members] of groups) {
    if (members.some(isWhole)) continue;
    const first = members[0];
    const title = group.querySelector("legend, h2, h3")?.textContent.trim() || part(first);
    found.push(`of "${title}" nothing is in the first screen: "${words(first)}" ${place(boxOf(first))}`);
  }
  const tools = "[data-part=choices], [data-part=boards], [data-part=typing], [data-part=roll], [data-part=sight]";
  if (lost.length && !groups.size && expected.length) {
    const others = Array.from(live.querySelectorAll(`:is(${tools}) :is(button, input, select, summary, .tap)`)).filter(isSeen);
    if (!others.some(isWhole)) found.push(`nothing to tap in the first screen for "${lost[0]}" and ${lost.length - 1} more`);
  }

  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth}`);
  for (const pan of document.querySelectorAll(".pan")) {
    if (isSeen(pan) && pan.scrollWidth > pan.clientWidth + 1) {
      found.push(`a drawing is wider than its place: "${pan.closest(".drawing")?.querySelector("h2")?.textContent || ""}" ${pan.scrollWidth} in ${pan.clientWidth}`);
    }
  }

  const small = new Map();
  const targets = Array.from(document.body.querySelectorAll("button, summary, select, .tap, input:not([type=hidden]), nav a, a.button, a.take")).filter(isSeen);
  for (const each of targets) {
    if (each.disabled || each.closest("[data-enlarge]") || each.closest("noscript")) continue;
    const style = getComputedStyle(each), after = getComputedStyle(each, "::after"), box = boxOf(each);
    let { width, height } = box;
    if (after.content !== "none" && after.position === "absolute") { // felt farther out than it is seen
      width = Math.max(width, parseFloat(after.width) || 0), height = Math.max(height, parseFloat(after.height) || 0);
    }
    if (each.type === "checkbox" && each.closest("label")) ({ width, height } = each.closest("label").getBoundingClientRect());
    if (width + 0.5 >= least && height + 0.5 >= least) continue;
    const kind = `${part(each)} ${each.tagName.toLowerCase()}${each.classList.length ? "." + each.classList[0] : ""}`;
    const before = small.get(kind) || { count: 0 };
    small.set(kind, { count: before.count + 1, words: before.words || words(each), size: before.size || `${Math.round(width)}x${Math.round(height)}` });
  }
  for (const [kind, { count, words, size }] of small) found.push(`small targets: ${count} of ${kind}, as "${words}" ${size}`);
  return found;
}"""
)

_PLACES = (
    "(selector) => {"
    + _FUNCTIONS
    + r"""
  return Object.fromEntries(Array.from(document.querySelectorAll(selector)).filter(isSeen).map((each) => {
    const box = boxOf(each);
    return [each.dataset.key || each.dataset.part, [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round)];
  }));
}"""
)


def sent(choice: Choice[Action]) -> dict[str, Any]:
    """A choice as the measure knows it: what a tap on it sends."""
    name, value = ("draft", encode_draft(choice)) if choice.is_draft else ("actions", encode_actions(choice))
    return {"name": name, "value": value, "label": str(choice.label), "main": choice.is_main}


def faults(page: Page, expected: Sequence[Choice[Action]], *, is_touched: bool = True) -> list[str]:
    """What is wrong with the page as it stands, for somebody of whom this is expected."""
    found: list[str] = page.evaluate(_FIND, [[sent(each) for each in expected], LEAST_TARGET_PX if is_touched else 0])
    return [*found, *illegible(page)]


def places(page: Page, selector: str = "#live [data-key]") -> dict[str, list[int]]:
    """Where each control of the live part stands on the page, by its key: left, top, width, height in px.

    With another selector each part, by its name.
    """
    found: dict[str, list[int]] = page.evaluate(_PLACES, selector)
    return found


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> list[str]:
    """The controls that stayed and stand elsewhere."""
    gone = [
        f"moves under the finger: {key} from {before[key][:2]} to {after[key][:2]}"
        for key in before
        if key in after and max(abs(old - new) for old, new in zip(before[key], after[key], strict=True)) > STILL_PX
    ]
    return [*gone[:2], f"and {len(gone) - 2} more move"] if len(gone) > 2 else gone

"""What of a page a person cannot read or tap: words cut off or covered, and controls that lie on one another."""

from __future__ import annotations

from playwright.sync_api import Page

SCROLLS = ".log ol"
"""What may scroll in a box of its own: nobody has to read it to play on."""
FRAMES = ".part, .player, button, .button, .chip"
"""Boxes that people see: words belong inside, even where they would not be cut."""

_FIND = r"""([scrolls, frames]) => {
  const found = [];
  const kind = (each) => each.tagName.toLowerCase() + (each.classList.length ? "." + each.classList[0] : "");
  const partOf = (each) => each.closest("[data-part]");
  const name = (each) => (partOf(each) ? partOf(each).dataset.part + ": " : "") + kind(each);
  const words = (each) => (each.textContent || each.value || "").trim().replace(/\s+/g, " ").slice(0, 50);
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !each.closest(".unseen") && !each.closest("svg") && !each.closest(scrolls);
  const texts = (each) => Array.from(each.childNodes).filter((node) => node.nodeType === 3 && node.textContent.trim());
  const all = (selector) => Array.from(document.body.querySelectorAll(selector)).filter(isShown);
  const controls = all("button, input:not([type=hidden]), select, summary, a");
  const others = all("*:not(script, noscript, template, option)").filter((each) => texts(each).length);
  const toRead = [...new Set([...controls, ...others])];
  const boxesOf = (each) => controls.includes(each) ? [each.getBoundingClientRect()] : texts(each).flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return Array.from(range.getClientRects()).filter((box) => box.width > 1 && box.height > 1);
  });

  const cutBy = (each, box) => {
    for (let around = each; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around), rim = around.getBoundingClientRect();
      if (style.display === "inline" || style.display === "contents") continue;
      const isWide = box.right > rim.right + 1.5 || box.left < rim.left - 1.5;
      const isHigh = box.bottom > rim.bottom + 1.5 || box.top < rim.top - 1.5;
      if ((isWide && style.overflowX !== "visible") || (isHigh && style.overflowY !== "visible")) return name(around);
      if (around !== each && around.matches(frames) && (isWide || isHigh)) return `the rim of ${name(around)}`;
    }
    if (box.left < -1 || box.right > innerWidth + 1) return "the side of the screen";
    const isFixed = getComputedStyle(document.body).overflowY === "hidden";
    return isFixed && box.bottom > innerHeight + 1 ? "the end of the screen" : "";
  };
  for (const each of toRead) {
    const cut = boxesOf(each).map((box) => cutBy(each, box)).find((by) => by);
    if (cut) found.push(`${name(each)} "${words(each)}" is cut by ${cut}`);
  }

  const areApart = (one, other) => !one.contains(other) && !other.contains(one);
  controls.forEach((one, index) => controls.slice(index + 1).forEach((other) => {
    if (!areApart(one, other)) return;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 1 && height > 1) found.push(`${name(one)} "${words(one)}" lies on ${name(other)} "${words(other)}"`);
  }));

  const isFelt = (control, x, y) => { // a control is felt farther out than it is seen
    const seen = control.getBoundingClientRect();
    return control.matches("a, button") && (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom);
  };
  const coverOf = (each, box) => [0.15, 0.5, 0.85].map((share) => {
    const x = box.left + box.width * share, y = box.top + box.height / 2, hit = document.elementFromPoint(x, y);
    return hit && areApart(hit, each) && (controls.includes(each) || !isFelt(hit, x, y)) ? hit : null;
  }).find((hit) => hit);
  const start = scrollY;
  for (const each of toRead) {
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const cover = boxesOf(each).map((box) => coverOf(each, box)).find((hit) => hit);
    if (cover) found.push(`${name(each)} "${words(each)}" is covered by ${name(cover)}`);
  }
  scrollTo(0, start);
  return found;
}"""


def illegible(page: Page) -> list[str]:
    """Every word and control of the page that is cut, covered, or off the screen, each in a line."""
    found: list[str] = page.evaluate(_FIND, [SCROLLS, FRAMES])
    return found

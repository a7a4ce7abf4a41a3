// What a person at the table would stumble over. `find` gives each fault in a line, `places` where each control stands.
([task, ...rest]) => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen");
  const words = (each) => (each.getAttribute("aria-label") || each.textContent || each.name || each.tagName)
    .trim().replace(/\s+/g, " ").slice(0, 48);
  const boxOf = (each) => (each.querySelector(":scope > .ground") || each).getBoundingClientRect();
  const partOf = (each) => each.closest("[data-part]")?.dataset.part || each.closest("nav, header, .log")?.className || "";
  const size = (box) => `${Math.round(box.width)}x${Math.round(box.height)}`;
  const place = (box) => `at ${Math.round(box.left)},${Math.round(box.top)} ${size(box)}`;
  const isWhole = (each) => {
    const box = boxOf(each);
    const isHigh = box.top >= 0 && box.bottom <= innerHeight + 1;
    return isHigh && box.width > 0 && box.left >= 0 && box.right <= innerWidth + 1;
  };
  const live = document.getElementById("live") || document.body;
  const shown = (root, selector) => Array.from(root.querySelectorAll(selector)).filter(isSeen);

  // What each control sends: its own field of a form, or what a cell of a drawing carries.
  const sends = (each) => {
    const fields = [["actions", each.dataset.actions], ["draft", each.dataset.draft], [each.name, each.value]];
    const taken = Object.values(JSON.parse(each.dataset.takes || "{}")).map((one) =>
      one.draft ? ["draft", JSON.stringify(one.draft)] : ["actions", JSON.stringify(one)]);
    return [...fields, ...taken].filter(([name, value]) => value && (name === "actions" || name === "draft"));
  };

  function instruction() {
    const say = document.querySelector(".say");
    if (!say) return ["no instruction"];
    return isWhole(say) ? [] : [`the instruction is not in the first screen: ${place(boxOf(say))}`];
  }

  // Of each group of what is expected the first has to be in the first screen, and all that the step asks for.
  function firstScreen(expected) {
    const found = [], controls = new Map(), groups = new Map(), lost = [];
    for (const each of shown(live, "button, .tap, [data-takes]")) {
      for (const sent of sends(each).map(String)) controls.set(sent, [...(controls.get(sent) || []), each]);
    }
    for (const { name, value, label, main } of expected) {
      const places = controls.get(String([name, value]));
      if (!places) {
        lost.push(label);
        continue;
      }
      const best = places.find(isWhole) || places[0];
      if (main && !isWhole(best)) found.push(`the main choice "${label}" is not in the first screen: ${place(boxOf(best))}`);
      const group = best.closest("fieldset, .drawing, form, [data-part]");
      groups.set(group, [...(groups.get(group) || []), best]);
    }
    for (const [group, members] of groups) {
      if (members.some(isWhole)) continue;
      const title = group.querySelector("legend, h2, h3")?.textContent.trim() || partOf(members[0]);
      const first = `"${words(members[0])}" ${place(boxOf(members[0]))}`;
      found.push(`of "${title}" nothing is in the first screen: ${first}`);
    }
    if (lost.length && !groups.size) { // told another way, as a roll die by die
      const parts = "[data-part=choices], [data-part=boards], [data-part=typing], [data-part=roll], [data-part=sight]";
      const others = shown(live, `:is(${parts}) :is(button, input, select, summary, .tap)`);
      const many = `"${lost[0]}" and ${lost.length - 1} more`;
      if (!others.some(isWhole)) found.push(`nothing to tap in the first screen for ${many}`);
    }
    return found;
  }

  // A roll that is asked about: one tap for all of it, and the dice that are in doubt.
  function asked() {
    return shown(live, ".agreeing .primary").slice(0, 1).filter((each) => !isWhole(each))
      .map((each) => `"${words(each)}" is not in the first screen: ${place(boxOf(each))}`);
  }

  // Captions that stand on one another, which no control tells of.
  function captions() {
    const boxes = shown(live, ".dice .chip span, .dice .chip small").map((each) => [each, each.getBoundingClientRect()]);
    return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([other, b]) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      return wide > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    }).map(([other]) => `"${words(one)}" stands on "${words(other)}"`)).slice(0, 2);
  }

  function widths() {
    const wide = document.documentElement.scrollWidth;
    const page = wide > innerWidth ? [`the page scrolls sideways: ${wide} in ${innerWidth}`] : [];
    const drawings = shown(document, ".pan").filter((pan) => pan.scrollWidth > pan.clientWidth + 1).map((pan) => {
      const title = pan.closest(".drawing")?.querySelector("h2")?.textContent || "";
      return `a drawing is wider than its place: "${title}" ${pan.scrollWidth} in ${pan.clientWidth}`;
    });
    return [...page, ...drawings];
  }

  // How large a control is to a finger: some are felt farther out than they are seen.
  function felt(each) {
    const box = each.type === "checkbox" && each.closest("label") ? boxOf(each.closest("label")) : boxOf(each);
    const after = getComputedStyle(each, "::after");
    if (after.content === "none" || after.position !== "absolute") return box;
    const [width, height] = [after.width, after.height].map((length) => parseFloat(length) || 0);
    return { width: Math.max(box.width, width), height: Math.max(box.height, height) };
  }

  function targets(least) {
    const small = new Map();
    const tapped = "button, summary, select, .tap, input:not([type=hidden]), nav a, a.button, a.take";
    for (const each of shown(document.body, tapped)) {
      if (each.disabled || each.closest("[data-enlarge], noscript")) continue;
      const box = felt(each);
      if (box.width + 0.5 >= least && box.height + 0.5 >= least) continue;
      const kind = `${partOf(each)} ${each.tagName.toLowerCase()}${each.classList.length ? "." + each.classList[0] : ""}`;
      small.set(kind, [...(small.get(kind) || []), `"${words(each)}" ${size(box)}`]);
    }
    return Array.from(small, ([kind, some]) => `small targets: ${some.length} of ${kind}, as ${some[0]}`);
  }

  function find(expected, least) {
    scrollTo(0, 0);
    return [...instruction(), ...firstScreen(expected), ...asked(), ...captions(), ...widths(), ...targets(least)];
  }

  // What is read from a metre: the drawings whole, who is waited for, and no half of the first screen left empty.
  function table(least) {
    scrollTo(0, 0);
    const inView = [...shown(document, "[data-part=boards] .drawn"), ...shown(document, "[data-part=waits]")];
    const far = (each) => `not in the first screen: ${words(each)} ${place(boxOf(each))}`;
    const cut = inView.filter((each) => !isWhole(each)).map(far);
    const across = [...Array(32).keys()].map((at) => ((at + 0.5) / 32) * innerWidth);
    const down = [...Array(20).keys()].map((at) => ((at + 0.5) / 20) * innerHeight);
    const points = across.flatMap((x) => down.map((y) => document.elementFromPoint(x, y)));
    const used = points.filter((each) => each && each.closest(".part, .bar")).length / points.length;
    return [...cut, ...(used < least ? [`of the first screen ${Math.round(100 * used)} % are used`] : [])];
  }

  function places(selector) {
    return Object.fromEntries(shown(document, selector).map((each) => {
      const box = boxOf(each), at = [box.left + scrollX, box.top + scrollY, box.width, box.height];
      return [each.dataset.key || each.dataset.part, at.map(Math.round)];
    }));
  }

  return { find, places, table }[task](...rest);
}

// Lets the lamps on a page glow as the strip does: about five looks a second, while they move and somebody can see them.
// Without this file, and for people who asked for less motion, the lamps show one moment; the words tell of the rest.
"use strict";

(() => {
  const LOOK_MS = 200;
  const LOST_MS = 3000;
  const live = document.getElementById("live");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  if (!live || !window.IntersectionObserver) return;

  let timer = 0;
  let looking = false;
  let inView = false;
  let lamps = null; // the picture on the page now; live.js replaces it with each new scene
  let colours = null; // what it showed last

  const mayMove = () => lamps && inView && !document.hidden && !calm.matches && lamps.hasAttribute("data-moves");

  function paint() {
    if (!lamps || !colours) return;
    const rows = lamps.children;
    for (let place = 0; place < rows.length; place += 1) {
      rows[place].setAttribute("fill", colours[Math.floor((place + 0.5) * colours.length / rows.length)]);
    }
  }

  async function look() {
    window.clearTimeout(timer);
    if (looking || !mayMove()) return;
    looking = true;
    let wait = LOOK_MS;
    try {
      const answer = await ask("/strip.json", LOST_MS);
      if (!answer.ok) throw new Error("no strip");
      const strip = JSON.parse(answer.text);
      colours = strip.pixels;
      if (!calm.matches) paint();
    } catch {
      wait = LOST_MS; // the server is away or has no such page: the words stay true
    }
    looking = false;
    timer = window.setTimeout(look, wait);
  }

  const watcher = new IntersectionObserver((entries) => {
    inView = entries[entries.length - 1].isIntersecting;
    look();
  });

  function find() {
    const found = live.querySelector(".lamps");
    if (found === lamps) return;
    watcher.disconnect();
    lamps = found;
    if (!lamps) return;
    if (lamps.hasAttribute("data-moves") && !calm.matches) paint(); // go on from what was seen, without a jump
    else colours = null;
    watcher.observe(lamps);
  }

  new MutationObserver(find).observe(live, { childList: true, subtree: true });
  document.addEventListener("visibilitychange", look);
  calm.addEventListener("change", look);
  find();
})();

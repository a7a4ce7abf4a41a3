// Keeps the checks of the setup page fresh: every two seconds, while somebody can see them.
// Without this file the page shows one moment, and reloading shows the next.
import { ask } from "./connection.js";

(() => {
  const LOOK_MS = 2000;
  const ANSWER_MS = 4000;
  const LOST_AFTER = 2; // looks in vain, until the page says so
  const box = document.getElementById("fitness");
  const announce = document.getElementById("announce");
  const lost = document.getElementById("link");
  if (!box) return;

  let timer = 0;
  let looking = false;
  let inVain = 0;
  let shown = "";

  const words = (selector) => Array.from(box.querySelectorAll(selector), (each) => each.textContent.trim()).join(" ");

  function show(html) {
    if (html === shown) return;
    shown = html;
    const before = words(".say");
    box.innerHTML = html; // of this companion, which escapes every word in it
    const after = words(".say");
    if (after !== before) announce.textContent = announce.textContent === after ? after + "\u00a0" : after; // told again
  }

  async function look() {
    window.clearTimeout(timer);
    if (looking || document.hidden) return;
    looking = true;
    try {
      const answer = await ask(box.dataset.partFrom, ANSWER_MS, { headers: { Accept: "text/html" } });
      if (!answer.ok || !answer.text.includes("setup-verdict")) throw new Error("no part");
      show(answer.text);
      inVain = 0;
    } catch {
      inVain += 1;
    }
    lost.hidden = inVain < LOST_AFTER;
    looking = false;
    timer = window.setTimeout(look, LOOK_MS);
  }

  document.addEventListener("visibilitychange", look);
  timer = window.setTimeout(look, LOOK_MS);
  document.dispatchEvent(new CustomEvent("script:begun", { detail: "setup" }));
})();

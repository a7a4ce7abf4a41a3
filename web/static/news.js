// What just happened: read out once, faded on the table once it is some seconds old, opened by a swipe too. On a phone
// what came since the own last tap is marked, until the own next tap.
import { tell } from "./notices.js";

const FRESH_MS = 8000; // a table reads two lines in that time, twice
const SWIPE_PX = 40;
const KEPT = 10; // each act is sent with the newest five alone

const live = document.getElementById("live");
const isTable = document.body.classList.contains("table-page");
const spoken = document.createElement("p");
let row = "";
let readTo = 0;
let timer = 0;
let kept = []; // the lines that this page has shown, the newest first

const newsNow = () => live.querySelector('[data-part="news"]');

// The lines that came earlier stand below those that were sent.
function keepLines(part) {
  const list = part.querySelector(".older-news");
  const sent = Array.from(list.children);
  const last = Number(sent[sent.length - 1].dataset.row);
  const before = kept.filter((line) => Number(line.dataset.row) < last).slice(0, Math.max(0, KEPT - sent.length));
  list.append(...before);
  kept = Array.from(list.children);
}

function show(part) {
  keepLines(part);
  for (const line of part.querySelectorAll(".older-news li")) {
    line.classList.toggle("unread", !isTable && Number(line.dataset.row) > readTo);
  }
  if (part.dataset.row === row) return;
  const isFirst = !row;
  row = part.dataset.row;
  const words = part.querySelector(".news-words");
  if (!isFirst && words) tell(spoken, words.textContent);
  window.clearTimeout(timer);
  if (isTable) timer = window.setTimeout(() => { const now = newsNow(); if (now && now.dataset.row === row) now.classList.add("old"); }, FRESH_MS);
}

function look() {
  const part = newsNow();
  if (part && part.dataset.row) show(part);
}

if (live) {
  spoken.className = "unseen";
  spoken.setAttribute("aria-live", "polite");
  document.body.append(spoken);
  const first = newsNow();
  readTo = first ? Number(first.dataset.row) || 0 : 0;
  look();
  new MutationObserver(look).observe(live, { childList: true });
  live.addEventListener("submit", () => { readTo = Number(row) || 0; }, true);

  let start = null;
  live.addEventListener("touchstart", (event) => {
    start = event.target.closest('[data-part="news"]') ? event.touches[0] : null;
  }, { passive: true });
  live.addEventListener("touchend", (event) => {
    if (!start) return;
    const end = event.changedTouches[0];
    const more = document.getElementById("more-news");
    if (more && Math.abs(end.clientX - start.clientX) > SWIPE_PX && Math.abs(end.clientY - start.clientY) < SWIPE_PX) more.open = !more.open;
    start = null;
  }, { passive: true });
}

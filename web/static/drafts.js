// Taps by which a seat goes on putting something together. Nothing is done by them and all of it can be taken back, so
// they may follow one another as fast as a finger can: each is sent from the page that shows the one before, and what
// is tapped meanwhile waits its turn.
import { takenBy } from "./hand.js";
import { say } from "./notices.js";
import { live } from "./parts.js";

const SHOWN_MS = 5000; // the page shows by then what was accepted, or is drawn anew
const MOST_WAITING = 40; // where a key is held down

let waiting = []; // the keys of what was tapped meanwhile
let isSending = false;

export const isDrafting = () => isSending;

// What is put together by tapping a place, as JSON; empty where tapping it does something else.
function draftOf(place) {
  if (place.name === "draft") return place.value;
  if (place.dataset.draft) return place.dataset.draft;
  const taken = takenBy(place.closest("form"), place);
  const draft = taken ? JSON.parse(taken).draft : undefined; // what is to be done is a list, and has none
  return draft === undefined ? "" : JSON.stringify(draft);
}

export const isDraft = (place) => draftOf(place) !== "";

// Sends it, and what is tapped until it is shown; `post` sends a body to an address, `expect` is told of its row.
export async function tapDraft(place, post, expect) {
  if (isSending) {
    if (waiting.length < MOST_WAITING) waiting.push(place.dataset.key);
    return;
  }
  isSending = true;
  let next = place;
  try {
    while (next && (await send(next, post, expect))) next = nextTapped();
  } finally {
    waiting = [];
    isSending = false;
  }
}

// What was tapped next, as the page has it now; a place at which nothing more can be added is passed over.
function nextTapped() {
  while (waiting.length) {
    const place = live.querySelector('[data-key="' + CSS.escape(waiting.shift()) + '"]');
    if (place && isDraft(place)) return place;
  }
  return null;
}

async function send(place, post, expect) {
  const form = place.closest("form");
  const body = { draft: JSON.parse(draftOf(place)), revision: Number(form.elements.revision.value) };
  say("", false);
  place.classList.add("waiting");
  const reply = await post(form.getAttribute("action"), JSON.stringify(body));
  place.classList.remove("waiting");
  if (!reply.accepted) {
    say(reply.text, true);
    return false;
  }
  expect(reply.revision); // a page without a stream is drawn anew
  if (await shows(reply.draft)) return true;
  window.location.reload();
  return false;
}

const shownNow = () => {
  const part = live.querySelector("[data-drafted]");
  return part ? Number(part.dataset.drafted) : 0;
};

// Whether the page has come that shows so many changes of what is put together here.
function shows(number) {
  return new Promise((resolve) => {
    const look = () => { if (shownNow() >= number) end(true); };
    const watcher = new MutationObserver(look);
    const timer = window.setTimeout(() => end(false), SHOWN_MS);
    const end = (isShown) => {
      watcher.disconnect();
      window.clearTimeout(timer);
      resolve(isShown);
    };
    watcher.observe(live, { childList: true });
    look();
  });
}

// Sends taps and forms without leaving the page. A tap without an answer is sent once more, and counts once.
import { ask, dropDead, readReply, unansweredWords } from "./connection.js";
import { isDraft, isDrafting, tapDraft } from "./drafts.js";
import { followHand, takenBy, takeUp } from "./hand.js";
import { say, tell } from "./notices.js";
import { isOwn, isTypedIn, letGo, live, restedMs, revisionNow } from "./parts.js";

const ANSWER_MS = 5000; // after so long a tap is sent once more
const DOUBT_MS = 2000; // after so long the connection may be dead
const FORM_MS = 30000; // what a form asks may take long, and is not sent twice
const MOST_WAITING = 10; // taps on a drawing while one is on its way
const SETTLE_MS = 350; // a button that has just appeared under a finger is not yet meant

let expect = () => {};
let hasLeft = false; // a form was sent whose answer is another page
let unanswered = null; // the tap that nobody has answered: sent again, it counts once

function newTapId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const CHANGED = "The page has just changed. Look, then tap again.";
const FEW_PAGES = "Check the network, and close other pages of the companion on this device.";

async function post(address, type, body, mostMs) {
  const headers = { "Content-Type": type, Accept: "application/json" };
  return readReply(await ask(address, mostMs, { method: "POST", body, headers, redirect: "error" }));
}

async function postTap(address, body) {
  const send = () => post(address, "application/json", body, ANSWER_MS);
  const doubt = window.setTimeout(dropDead, DOUBT_MS); // the second one comes on a new connection
  try {
    return await send();
  } catch {
    say("No answer yet. The tap is sent once more …", true);
  } finally {
    window.clearTimeout(doubt);
  }
  try {
    const reply = await send();
    say("", false);
    return reply;
  } catch (error) {
    return { accepted: false, code: "lost", text: unansweredWords(error) + " Then tap again: it counts once." };
  }
}

async function postForm(address, body) {
  const slow = window.setTimeout(() => say("No answer yet. " + FEW_PAGES, true), ANSWER_MS);
  try {
    return await post(address, "application/x-www-form-urlencoded", body, FORM_MS);
  } catch (error) {
    return { accepted: false, code: "lost", text: unansweredWords(error) + " Look whether it was done before you send it again." };
  } finally {
    window.clearTimeout(slow);
  }
}

const isLocked = (form) => form.getAttribute("aria-busy") === "true";

// By the form, and not by its buttons: one that is disabled under the keyboard loses the focus.
function lock(form, locked) {
  form.setAttribute("aria-busy", String(locked));
}

// Sends an act; returns the revision that it has brought, 0 where it was not taken.
async function tap(form, button, actions = button.value || button.dataset.actions) {
  if (restedMs(button) < SETTLE_MS || isDrafting()) {
    say(CHANGED, true);
    return 0;
  }
  say("", false);
  const wanted = { actions: JSON.parse(actions), revision: Number(form.elements.revision.value) };
  const isAgain = unanswered && JSON.stringify(unanswered.actions) === JSON.stringify(wanted.actions);
  const sent = isAgain ? unanswered : { ...wanted, tap_id: newTapId() };
  lock(form, true);
  button.classList.add("waiting");
  const reply = await postTap(form.getAttribute("action"), JSON.stringify(sent));
  unanswered = reply.code === "lost" ? sent : null;
  if (reply.accepted) {
    say("", false);
    isOwn(reply.revision);
    expect(reply.revision);
    window.setTimeout(() => unlock(form, button), 1500);
    return reply.revision;
  }
  say(reply.text, true);
  unlock(form, button);
  return 0;
}

let waiting = []; // the keys of cells that were tapped while an act on a drawing is on its way
let isActing = false;

// Several taps on one's own drawing are one gesture: each is sent from the page that shows the one before.
async function tapInTurn(cell, actions) {
  if (isActing) {
    if (waiting.length < MOST_WAITING) waiting.push(cell.dataset.key);
    return;
  }
  isActing = true;
  try {
    for (let next = { cell, actions }; next; next = nextTapped()) {
      const revision = await tap(next.cell.closest("form"), next.cell, next.actions);
      if (!revision || !(await comes(revision))) break;
    }
  } finally {
    waiting = [];
    isActing = false;
  }
}

// What was tapped next, as the page has it now; a cell that does nothing any more is passed over.
function nextTapped() {
  while (waiting.length) {
    const cell = live.querySelector('[data-key="' + CSS.escape(waiting.shift()) + '"]');
    const actions = cell && !isDraft(cell) && (cell.dataset.actions || takenBy(cell.closest("form"), cell));
    if (actions) return { cell, actions };
  }
  return null;
}

// Whether the page comes that shows this revision.
function comes(revision) {
  return new Promise((resolve) => {
    const look = () => { if (revisionNow() >= revision) end(true); };
    const watcher = new MutationObserver(look);
    const timer = window.setTimeout(() => end(false), ANSWER_MS);
    const end = (isThere) => {
      watcher.disconnect();
      window.clearTimeout(timer);
      resolve(isThere);
    };
    watcher.observe(live, { childList: true });
    look();
  });
}

function unlock(form, button) {
  button.classList.remove("waiting");
  lock(form, false);
}

async function send(form, button) {
  if ("rested" in form.dataset && restedMs(form) < SETTLE_MS) return say(CHANGED, true);
  const fields = new FormData(form);
  if (button && button.name) fields.set(button.name, button.value);
  lock(form, true);
  const reply = await postForm(form.getAttribute("action"), new URLSearchParams(fields));
  lock(form, false);
  const goesOn = reply.accepted || reply.code === "waiting";
  if (!goesOn) return answerIn(form, reply.text);
  if (form.dataset.then || !live) return window.location.assign(form.dataset.then || window.location.pathname);
  say(reply.text, false);
  if (isTypedIn(form) && button) button.focus({ preventScroll: true });
  letGo(form);
  expect(reply.revision);
}

// A refusal stands beside the field that it is about, where the form has a place for it.
function answerIn(form, text) {
  const place = form.querySelector("[data-answer]");
  if (!place) return say(text, true);
  place.hidden = false;
  tell(place, text);
}

// A cell of a board is tapped like a button: it is none, because an SVG has none.
function tapCell(event) {
  const cell = event.target instanceof Element && event.target.closest("[data-actions], [data-draft], [data-pick], [data-takes]");
  const form = cell && cell.closest("form[data-tap]");
  if (!form) return;
  event.preventDefault();
  if (cell.dataset.actions) {
    if (isActing || !isLocked(form)) tapInTurn(cell, cell.dataset.actions);
  } else if (cell.dataset.draft) {
    tapOrDraft(form, cell);
  } else if (cell.dataset.pick) {
    takeUp(form, cell);
  } else {
    put(form, cell);
  }
}

// What is in hand on a drawing comes to a cell.
function put(form, cell) {
  const actions = takenBy(form, cell);
  if (!actions) return say("That does not fit there. Tap a place with a bright edge, or take up something else.", true);
  tapOrDraft(form, cell, actions);
}

// What only goes on putting something together needs no rest before it: a finger that misses takes it back.
function tapOrDraft(form, place, actions) {
  const isCell = place.matches(".drawn *");
  if (isLocked(form) && !(isCell && isActing)) return;
  if (isDraft(place)) tapDraft(place, postTap, expect);
  else if (isCell) tapInTurn(place, actions);
  else tap(form, place, actions);
}

export const isLeaving = () => hasLeft;

// Sends what is tapped or filled in from now on; `expected` is told of the row that each is to bring.
export function followForms(expected) {
  expect = expected;
  window.addEventListener("pageshow", () => { hasLeft = false; });
  document.addEventListener("click", tapCell);
  followHand(live, put);
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) tapCell(event);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter || form.querySelector("button[name=actions]");
    if (isLocked(form)) return event.preventDefault();
    if (form.matches("[data-tap]") && button) {
      event.preventDefault();
      tapOrDraft(form, button);
    } else if (form.matches("[data-send]")) {
      event.preventDefault();
      send(form, event.submitter);
    } else {
      hasLeft = true; // else the end of the seat's stream would hold back who stands up
    }
  });
}

// The parts of a page: those that changed are swapped, and nobody loses the focus, what is typed or what was opened.
import { tell } from "./notices.js";

export const live = document.getElementById("live");
const announce = document.getElementById("announce");
let changes = []; // what may have moved a button: when, and the revision of the page that came with it
const own = new Set(); // revisions that were brought about by a tap of this page

export const revisionNow = () => Number((live && live.querySelector("input[name=revision]") || { value: 0 }).value);
export const isOwn = (revision) => own.add(revision);

// For how many ms every button has been where it is. On one's own drawing what one did oneself counts for nothing: its
// cells stay where they are, and whoever taps on knows what came.
export function restedMs(place) {
  const isCell = place && place.matches(".drawn *");
  const since = changes.filter((each) => !(isCell && own.has(each.revision))).map((each) => each.at);
  return performance.now() - Math.max(0, ...since);
}

function noteChange() {
  changes = [...changes.slice(-9), { at: performance.now(), revision: 0 }];
}

const partsOf = (root) => Array.from(root.children).filter((part) => part.dataset.part);
const served = new Map(live ? partsOf(live).map((part) => [part.dataset.part, part.outerHTML]) : []);
const waiting = new Map(); // parts that changed while somebody typed in them

export const isTypedIn = (form) => form.contains(document.activeElement) && document.activeElement.matches("input, select");

function isBeingEdited(part) {
  const forms = Array.from(part.querySelectorAll("form[data-keep]"));
  return forms.some((form) => form.dataset.dirty === "yes" || isTypedIn(form));
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return partsOf(template.content);
}

// Shows the newest page: `html` has the parts that are others now, `keys` names all parts in their order.
export function swap(html, keys) {
  const fresh = parse(html);
  const held = keyOf(document.activeElement);
  for (const old of partsOf(live)) {
    if (!keys.includes(old.dataset.part)) old.remove();
  }
  swapAll(fresh);
  // Only what is new is put in: to move a part would take the focus, and what is being typed, from it.
  for (const part of fresh) {
    const key = part.dataset.part;
    if (partOf(key)) continue;
    served.set(key, part.outerHTML);
    live.insertBefore(part, keys.slice(keys.indexOf(key) + 1).map(partOf).find(Boolean) || null);
  }
  for (const each of changes) each.revision ||= revisionNow(); // what came ahead of the page belongs to it
  if (held && !partOf(held)) focusOn(firstPart());
}

// Shows parts that have come ahead of the page.
export const swapParts = (html) => swapAll(parse(html));

const partOf = (key) => partsOf(live).find((part) => part.dataset.part === key);
const keyOf = (node) => partsOf(live).filter((part) => part.contains(node)).map((part) => part.dataset.part)[0];

function swapAll(fresh) {
  for (const part of fresh) {
    const key = part.dataset.part;
    if (served.get(key) === part.outerHTML) {
      waiting.delete(key);
      continue;
    }
    const old = partOf(key);
    if (!old) continue; // it is put in with the whole page
    if (isBeingEdited(old)) {
      waiting.set(key, part);
      const moved = old.querySelector(".moved");
      if (moved && moved.textContent) moved.hidden = false;
    } else {
      replacePart(old, part);
    }
  }
}

function replacePart(old, part) {
  const key = part.dataset.part;
  served.set(key, part.outerHTML);
  waiting.delete(key);
  for (const details of old.querySelectorAll("details[open]")) {
    const same = part.querySelector("#" + CSS.escape(details.id));
    if (same) same.open = true;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const words = part.querySelector(".say");
  if (words && words.textContent !== (old.querySelector(".say") || words).textContent) {
    tell(announce, words.textContent);
    words.classList.add("fresh");
  }
  const isNew = part.dataset.spoken !== old.dataset.spoken || part.dataset.presses !== old.dataset.presses;
  if (part.dataset.spoken && isNew) tell(announce, part.dataset.spoken);
  keepTicked(old, part);
  const scrolled = old.scrollTop;
  const height = old.offsetHeight;
  if (isOneStep(old, part)) part.style.minHeight = height + "px"; // a shorter instruction moves nothing below it
  old.replaceWith(part);
  part.scrollTop = scrolled;
  // What grew or shrank may have pushed another button under a finger.
  if (key === "choices" || key === "boards" || key === "roll" || part.offsetHeight !== height) noteChange();
  if (focused) refocus(part, focused, old);
}

// Whether the head of a seat's page still speaks of the same step to the same people.
function isOneStep(old, part) {
  const phaseOf = (head) => (head.querySelector(".phase") || head).textContent;
  return part.matches(".hero.turn") && old.className === part.className && phaseOf(old) === phaseOf(part);
}

// Of a list of what to do that only grew shorter the lines that are done stay where they are, struck out.
function keepTicked(old, part) {
  const list = part.querySelector(":scope > .steps");
  const wordsOf = (line) => line.querySelector("span").textContent;
  const before = Array.from(old.querySelectorAll(":scope > .steps > li"));
  const left = new Set(list ? Array.from(list.children, wordsOf) : []);
  const isShorter = left.size > 0 && left.size < before.length;
  if (!isShorter || !Array.from(left).every((words) => before.map(wordsOf).includes(words))) return;
  list.replaceChildren(...before.map((line) => {
    const kept = line.cloneNode(true);
    kept.classList.toggle("ticked", !left.has(wordsOf(line)));
    return kept;
  }));
}

const FOCUSABLE = "button, input:not([type=hidden]), select, a[href], summary, [tabindex]";

// What an element is known by, the surest first: its name alone says which field it is, and never which button.
const signsOf = (each) => [
  each.id, each.dataset.key, each.getAttribute("href"), each.name && each.value && each.name + "=" + each.value,
  (each.getAttribute("aria-label") || each.textContent).trim(), each.matches("input, select") && each.name,
];

// The same thing in the new part, or the part itself: never another button, which somebody would press unawares.
function refocus(part, focused, old) {
  const others = focused === old ? [] : Array.from(part.querySelectorAll(FOCUSABLE)).filter((each) => !each.disabled);
  const like = others.filter((each) => each.tagName === focused.tagName);
  const same = signsOf(focused).map((sign, index) => sign && like.find((each) => signsOf(each)[index] === sign)).find(Boolean);
  focusOn(same || (part.hidden ? firstPart() : part));
}

const firstPart = () => partsOf(live).find((part) => !part.hidden);

function focusOn(place) {
  if (!place) return;
  if (!place.matches(FOCUSABLE)) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

export function letGo(form) {
  delete form.dataset.dirty;
  const part = form.closest("[data-part]");
  const fresh = part && waiting.get(part.dataset.part);
  if (fresh) replacePart(part, fresh);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-keep]");
  if (form) form.dataset.dirty = "yes";
});
document.addEventListener("reset", (event) => window.setTimeout(() => letGo(event.target)));
document.addEventListener("focusout", (event) => {
  const form = event.target.closest && event.target.closest("form[data-keep]");
  window.setTimeout(() => {
    if (form && form.isConnected && form.dataset.dirty !== "yes" && !isTypedIn(form)) letGo(form);
  });
});

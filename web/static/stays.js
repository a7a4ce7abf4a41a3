// Of a list of choices what was tapped stays in its place, pale, as long as the others are still asked for: so no other
// moves under a finger. Nothing is sent by it.
const live = document.getElementById("live");
const CHOICES = "[data-part=choices]";
let before = new Map(); // by heading: the buttons in their order
let phase = "";

const titleOf = (group) => group.querySelector("legend").textContent;
const keyOf = (button) => button.dataset.key || button.dataset.was;
const buttonsOf = (group) => Array.from(group.querySelectorAll(".choice"));
const groupsOf = (part) => Array.from(part.querySelectorAll("fieldset.group")).filter((each) => !each.querySelector("[data-faces]"));

function pale(button) {
  const gone = button.cloneNode(true);
  gone.dataset.was = keyOf(button);
  gone.disabled = true;
  gone.classList.add("was");
  for (const name of ["name", "value", "data-key"]) gone.removeAttribute(name);
  return gone;
}

// The new buttons where they were, with a pale one for each that has gone; nothing where others have come.
function keepPlaces(group) {
  const old = before.get(titleOf(group)), fresh = buttonsOf(group);
  const keys = old && old.map(({ key }) => key);
  const places = old && fresh.map((each) => keys.indexOf(keyOf(each)));
  if (!old || fresh.length === old.length || places.some((at, index) => at < 0 || at <= (index ? places[index - 1] : -1))) return;
  const [shown, folded] = Array.from(group.querySelectorAll(".buttons"));
  const by = new Map(fresh.map((each) => [keyOf(each), each]));
  const lists = { shown: [], folded: [] };
  for (const { key, button, isFolded } of old) lists[isFolded ? "folded" : "shown"].push(by.get(key) || pale(button));
  if (lists.folded.length && !folded) return;
  const held = document.activeElement;
  shown.replaceChildren(...lists.shown);
  if (folded) folded.replaceChildren(...lists.folded);
  if (group.contains(held)) held.focus({ preventScroll: true }); // put in anew it has lost it
}

function look(isNew) {
  const part = live.querySelector(CHOICES), head = live.querySelector(".phase");
  const now = head ? head.textContent : "";
  const groups = part ? groupsOf(part) : [];
  if (isNew && now === phase) groups.forEach(keepPlaces);
  phase = now;
  before = new Map(groups.map((group) => [titleOf(group), buttonsOf(group).map((button) => (
    { key: keyOf(button), button, isFolded: Boolean(button.closest(".more")) }))]));
}

if (live && document.body.classList.contains("seat-page")) {
  look(false);
  new MutationObserver((changes) => {
    const isNew = changes.some(({ addedNodes }) => Array.from(addedNodes).some((each) => each instanceof Element && each.matches(CHOICES)));
    if (isNew) look(true);
  }).observe(live, { childList: true });
}

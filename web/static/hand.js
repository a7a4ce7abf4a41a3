// What is in hand on a drawing: a cell that is taken up by a tap, then a cell that takes it; or dragged from one to the
// other. Nothing is sent before the second one.
const DRAG_PX = 8;
const TAKEN_UP = "[data-pick]";
const inHand = new Map(); // by drawing: what was taken up last

const nameOf = (form) => form.querySelector(".title").id;

// The cell of a drawing that is in hand: the first one, until another is taken up.
function heldIn(form) {
  const cells = Array.from(form.querySelectorAll(TAKEN_UP));
  return cells.find((cell) => cell.dataset.pick === inHand.get(nameOf(form))) || cells[0];
}

// What a cell does with what is in hand, as the actions to send or the draft; nothing where it does not take it.
export function takenBy(form, cell) {
  const held = cell.dataset.takes && heldIn(form);
  const actions = held && JSON.parse(cell.dataset.takes)[held.dataset.pick];
  return actions ? JSON.stringify(actions) : "";
}

export function takeUp(form, cell) {
  inHand.set(nameOf(form), cell.dataset.pick);
  mark(form);
}

function mark(form) {
  const held = heldIn(form);
  for (const cell of form.querySelectorAll(TAKEN_UP)) cell.setAttribute("aria-pressed", String(cell === held));
  for (const cell of form.querySelectorAll("[data-takes]")) {
    const isIdle = !cell.dataset.actions && !cell.dataset.draft && !cell.dataset.pick && !takenBy(form, cell);
    cell.classList.toggle("off", isIdle);
    cell.setAttribute("aria-disabled", String(isIdle));
  }
}

// The cell follows the finger; where it is let go, `put` is told of the cell that takes it.
function drag(event, put) {
  const cell = event.target instanceof Element && event.target.closest(TAKEN_UP);
  const form = cell && cell.closest("form[data-tap]");
  if (!form || event.button) return;
  const scale = cell.ownerSVGElement.getScreenCTM().a;
  const [left, top] = [event.clientX, event.clientY];
  let hasMoved = false;
  const move = (moved) => {
    const [right, down] = [moved.clientX - left, moved.clientY - top];
    if (!hasMoved && Math.hypot(right, down) < DRAG_PX) return;
    if (!hasMoved) takeUp(form, cell);
    hasMoved = true;
    cell.classList.add("moving");
    cell.setAttribute("transform", "translate(" + right / scale + " " + down / scale + ")");
  };
  const end = (ended) => {
    for (const [kind, listener] of listeners) document.removeEventListener(kind, listener);
    cell.classList.remove("moving");
    cell.removeAttribute("transform");
    if (!hasMoved || ended.type === "pointercancel") return;
    const under = document.elementFromPoint(ended.clientX, ended.clientY);
    const onto = under && under.closest("[data-takes]");
    if (onto && form.contains(onto) && form.isConnected) put(form, onto);
  };
  const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
  for (const [kind, listener] of listeners) document.addEventListener(kind, listener);
}

// Shows from now on what is in hand on each drawing of the page.
export function followHand(live, put) {
  const markAll = () => {
    for (const form of document.querySelectorAll("form.drawing")) if (heldIn(form)) mark(form);
  };
  markAll();
  if (live) new MutationObserver(markAll).observe(live, { childList: true });
  document.addEventListener("pointerdown", (event) => drag(event, put));
}

// Moves the pieces of a virtual table: dragged, or tapped and then their place, and by keyboard (arrows 5 mm, with Shift
// 1 mm). Here is who listens to what; the modules beside it do it.
import { choose, letGo, onGround, settle } from "./virtual_choice.js";
import { lay, onCard, onDrop, onMove, onPiece } from "./virtual_drag.js";
import { readPiece, redraw } from "./virtual_drawing.js";
import {
  canMove, cards, hand, hasHand, held, heightMm, layer, mat, onto, own, page, pieces, rolls, takeButton, turnButton, widthMm,
} from "./virtual_page.js";
import { follow, post, sendMove, take, throwDice, turn } from "./virtual_server.js";

const STEP_MM = 5;
const FINE_MM = 1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// --- keys -------------------------------------------------------------------------------------------------------------

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || held.drag) return;
  if (event.key === "Escape" && held.picked) letGo();
  const node = event.target.closest("[data-piece]");
  const number = node ? Number(node.dataset.piece) : held.chosen;
  const isTyping = event.target.closest("input, select, textarea, [data-part]");
  if (number === null || !pieces.has(number) || isTyping) return;
  const arrow = ARROWS[event.key];
  if (arrow && node) {
    event.preventDefault();
    const step = event.shiftKey ? FINE_MM : STEP_MM;
    shift(number, arrow[0] * step, arrow[1] * step);
  } else if (event.key.toLowerCase() === "f") {
    turn(number);
  } else if (event.key.toLowerCase() === "h") {
    take(number);
  }
}

function shift(number, right, down) {
  const at = own.get(number) || pieces.get(number);
  own.set(number, onto(at.x_mm + right, at.y_mm + down));
  redraw(number);
  sendMove(number);
}

// A click without a pointer is the Enter key: the card comes to lie in the middle.
function onCardKey(event) {
  const button = event.target.closest(".held");
  if (button && event.detail === 0) lay(button.dataset.kind, widthMm / 2, heightMm / 2);
}

// --- buttons, and the hand as a place ---------------------------------------------------------------------------------

// Does it with the piece that is chosen, which is picked no more.
function withChosen(act) {
  const { chosen } = held;
  letGo();
  act(chosen);
}

function onHand(event) {
  const { picked } = held;
  if (!picked || picked.card || event.target.closest("button, label, input")) return;
  letGo();
  take(picked.piece);
}

function onFocus(event) {
  const node = event.target.closest("[data-piece]");
  if (node && pieces.has(Number(node.dataset.piece))) choose(Number(node.dataset.piece));
}

function onHabit(event) {
  held.byKeys = event.type === "keydown";
  page.classList.toggle("by-keys", held.byKeys);
}

// --- who listens ------------------------------------------------------------------------------------------------------

if (canMove) {
  // What is said beside the mat is for who reads it: of keys only to whom has just used one.
  for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, onHabit, true);
  layer.addEventListener("pointerdown", onPiece);
  // A finger on a piece does not scroll the page; CSS touch-action does not reach into an SVG group.
  layer.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  layer.addEventListener("focusin", onFocus);
  for (const [name, listener] of [["pointermove", onMove], ["pointerup", onDrop], ["pointercancel", onDrop]]) {
    document.addEventListener(name, listener);
  }
  document.addEventListener("keydown", onKey);
  turnButton.addEventListener("click", () => withChosen(turn));
  mat.addEventListener("click", onGround);
}
if (hasHand) {
  cards.addEventListener("pointerdown", onCard);
  cards.addEventListener("click", onCardKey);
  takeButton.addEventListener("click", () => withChosen(take));
  hand.addEventListener("click", onHand);
}
for (const button of document.querySelectorAll("[data-press]")) {
  button.addEventListener("click", () => post("press", { button: button.dataset.press }));
}
if (rolls) rolls.addEventListener("click", throwDice);
for (const node of layer.children) readPiece(node);
follow(settle);

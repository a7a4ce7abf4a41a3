// The piece that is meant: chosen for buttons and keys, or picked by a tap, to lie where the next tap is.
import {
  faceUp, hasHand, held, isOnMat, layer, markerOf, nodeOf, onto, page, pieces, spoken, takeButton, tell, toMat, turnButton,
} from "./virtual_page.js";
import { act, turn } from "./virtual_server.js";

const DOUBLE_MS = 350;
const REACH_PX = 12; // a finger that comes so near to a small piece means it
const FOR_PICKED = "Tap its place, or tap it again to let go.";
const BY_TAPS = "Tap it to pick it up.";
const BY_KEYS = hasHand ? "Arrow keys move it, F turns it over, H takes it." : "Arrow keys move it, F turns it over.";

let lastTap = { piece: null, at: 0 };

// --- choosing ---------------------------------------------------------------------------------------------------------

export function choose(number) {
  if (held.chosen !== null && nodeOf(held.chosen)) nodeOf(held.chosen).classList.remove("chosen");
  held.chosen = number;
  if (number !== null && nodeOf(number)) nodeOf(number).classList.add("chosen");
  if (turnButton) turnButton.disabled = number === null;
  if (takeButton) takeButton.disabled = number === null;
  tellChosen();
}

export function tellChosen() {
  if (held.drag && held.drag.hasMoved) return; // until it is dropped the words say where it would come to
  const { picked } = held;
  const each = pieces.get(held.chosen);
  let words = "Tap a piece, then its place, or drag it. Tapped twice it turns over.";
  if (picked) words = (picked.card ? picked.button.getAttribute("aria-label") + ", in your hand" : spoken(each)) + ". " + FOR_PICKED;
  else if (each) words = spoken(each) + ". " + (held.byKeys ? BY_KEYS : BY_TAPS);
  tell(words);
}

// After a change: what is gone is meant no more.
export function settle() {
  const { picked, chosen } = held;
  if (picked && (picked.card ? !picked.button.isConnected : !pieces.has(picked.piece))) letGo();
  if (chosen !== null && !pieces.has(chosen)) choose(null);
  else if (chosen !== null) tellChosen();
}

// --- a piece tapped, then its place -----------------------------------------------------------------------------------

export function pick(what) {
  letGo();
  held.picked = what;
  (what.button || nodeOf(what.piece)).setAttribute("aria-pressed", "true");
  page.classList.add("picked");
  choose(what.card ? null : what.piece);
}

export function letGo() {
  const node = held.picked && (held.picked.button || nodeOf(held.picked.piece));
  if (node) node.removeAttribute("aria-pressed");
  held.picked = null;
  page.classList.remove("picked");
  tellChosen();
}

// What was picked comes to lie with its marker at this point, squarely in the place that is there.
function putDown(at) {
  const { piece, card, button } = held.picked;
  const [right, down] = markerOf(card ? button : nodeOf(piece), card ? 0 : pieces.get(piece).angle_deg);
  const to = { ...onto(at.x - right, at.y - down), squarely: true };
  letGo();
  lastTap = { piece: null, at: 0 };
  if (card) act("play", { kind: card, face_up: faceUp.checked, ...to });
  else act("move", { piece, ...to });
}

// --- taps -------------------------------------------------------------------------------------------------------------

export function onTap(number, event) {
  const now = performance.now();
  const isSecond = lastTap.piece === number && now - lastTap.at < DOUBLE_MS;
  lastTap = isSecond ? { piece: null, at: 0 } : { piece: number, at: now };
  if (isSecond) {
    letGo();
    turn(number);
  } else if (held.picked && held.picked.piece === number) {
    letGo();
  } else if (held.picked) {
    putDown(toMat(event)); // upon that piece
  } else {
    pick({ piece: number });
  }
}

export function onTapCard(card, button) {
  if (held.picked && held.picked.button === button) letGo();
  else pick({ card, button });
}

// Taps on the mat beside all pieces: a small piece near by is meant, else the place.
export function onGround(event) {
  if (event.target.closest("[data-piece]")) return;
  const at = toMat(event);
  if (held.picked) {
    if (isOnMat(at)) putDown(at);
    return;
  }
  const near = nearTo(event);
  if (near !== null) pick({ piece: near });
  else choose(null);
}

function nearTo(event) {
  let [found, away] = [null, REACH_PX];
  for (const node of layer.children) {
    const box = node.getBoundingClientRect();
    const right = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const down = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    if (Math.hypot(right, down) <= away) [found, away] = [Number(node.dataset.piece), Math.hypot(right, down)];
  }
  return found;
}

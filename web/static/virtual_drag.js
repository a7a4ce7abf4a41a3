// A piece of the mat, or a card of the hand, that follows mouse or finger until it is let go.
import { choose, letGo, onTap, onTapCard, tellChosen } from "./virtual_choice.js";
import { place, raise, redraw } from "./virtual_drawing.js";
import {
  SVG, faceUp, ground, hand, hasHand, held, heightMm, isOnMat, markerOf, onto, own, page, pieces, setIfOther, target, tell, toMat,
} from "./virtual_page.js";
import { act, drawAnew, sendMove, take } from "./virtual_server.js";

const DRAG_PX = 4; // less is a tap

// --- taking it --------------------------------------------------------------------------------------------------------

function begin(event, node, from, what) {
  const at = toMat(event);
  held.drag = {
    node, pointer: event.pointerId, startX: event.clientX, startY: event.clientY, hasMoved: false,
    dx: from.x_mm - at.x, dy: from.y_mm - at.y, x: from.x_mm, y: from.y_mm, angle: from.angle_deg || 0, ...what,
  };
}

export function onPiece(event) {
  const node = event.target.closest("[data-piece]");
  if (!node || held.drag || event.button !== 0) return;
  const number = Number(node.dataset.piece);
  const each = pieces.get(number);
  if (!each) return;
  event.preventDefault();
  if (!held.picked || held.picked.piece === number) {
    node.focus({ preventScroll: true });
    choose(number);
  }
  begin(event, node, { ...(own.get(number) || each), angle_deg: each.angle_deg }, { piece: number });
  node.setPointerCapture(event.pointerId);
}

export function onCard(event) {
  const button = event.target.closest(".held");
  if (!button || held.drag || event.button !== 0) return;
  event.preventDefault();
  button.focus({ preventScroll: true });
  const at = toMat(event);
  const ghost = document.createElementNS(SVG, "g");
  ghost.setAttribute("class", "ghost");
  ghost.append(button.querySelector("use").cloneNode());
  // It hangs by its marker: the place that is pointed at is the place that the camera reads.
  const [right, down] = markerOf(ghost);
  begin(event, ghost, { x_mm: at.x - right, y_mm: at.y - down }, { card: button.dataset.kind, button });
  button.setPointerCapture(event.pointerId);
}

// --- on its way -------------------------------------------------------------------------------------------------------

export function onMove(event) {
  const { drag } = held;
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.hasMoved) {
    if (Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) < DRAG_PX) return;
    drag.hasMoved = true;
    letGo();
    if (drag.node.nextSibling || !drag.node.isConnected) raise(drag.node);
    page.classList.add("dragging");
  }
  const at = toMat(event);
  drag.x = at.x + drag.dx;
  drag.y = at.y + drag.dy;
  place(drag.node, drag.x, drag.y, drag.angle);
  const isInHand = hasHand && isOverHand(event);
  aim(isInHand ? null : zoneUnder(drag), isInHand ? "Into your hand." : "To no marked place.");
  page.classList.toggle("over-hand", isInHand);
}

// The zone in which its marker lies: what the camera goes by, wherever the rest of the piece is.
function zoneUnder(at) {
  const [right, down] = markerOf(at.node, at.angle);
  const [x, y] = [at.x + right, at.y + down];
  return Array.from(ground.querySelectorAll(".zone")).find((zone) => {
    const box = zone.getBBox();
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  }) || null;
}

// Marks and names the zone in which the piece would come to lie.
function aim(zone, otherwise) {
  for (const name of ["x", "y", "width", "height"]) setIfOther(target, name, zone ? zone.getAttribute(name) : "0");
  tell(zone && zone.dataset.name ? "To " + zone.dataset.name + "." : otherwise);
}

function isOverHand(event) {
  const box = hand.getBoundingClientRect();
  const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return isInside || toMat(event).y > heightMm;
}

// --- letting it go ----------------------------------------------------------------------------------------------------

export function onDrop(event) {
  if (!held.drag || event.pointerId !== held.drag.pointer) return;
  const done = held.drag;
  const wasCancelled = event.type === "pointercancel";
  const isInHand = hasHand && isOverHand(event);
  const isLaid = isOnMat(toMat(event));
  endDrag();
  if (done.card) {
    done.node.remove();
    if (done.hasMoved) done.button.blur(); // or the next card would look as if it were chosen
    if (done.hasMoved && !wasCancelled && isLaid) lay(done.card, done.x, done.y);
    if (!done.hasMoved && !wasCancelled) onTapCard(done.card, done.button);
  } else if (wasCancelled) {
    redraw(done.piece);
  } else if (!done.hasMoved) {
    onTap(done.piece, event);
  } else if (isInHand) {
    take(done.piece);
  } else {
    own.set(done.piece, onto(done.x, done.y));
    redraw(done.piece);
    sendMove(done.piece);
  }
}

function endDrag() {
  held.drag = null;
  drawAnew();
  aim(null, "");
  tellChosen();
  page.classList.remove("dragging", "over-hand");
}

export function lay(kind, x, y) {
  act("play", { kind, face_up: faceUp.checked, ...onto(x, y) });
}

// Draws what the server says of a virtual table: pieces, the own hand, how many cards others hold, dice to throw. What
// stays keeps its node: to draw it anew would take the focus, and the pointer, from it.
import {
  SVG, canMove, cardHeightMm, cardWidthMm, cards, hands, held, layer, noCards, nodeOf, own, pieces, rolls, setIfOther, spoken,
} from "./virtual_page.js";

export function place(node, x, y, angle) {
  node.setAttribute("transform", "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ") rotate(" + angle.toFixed(1) + ")");
}

// --- pieces -----------------------------------------------------------------------------------------------------------

export function drawPieces(list) {
  const focused = document.activeElement;
  const dragged = held.drag && held.drag.node;
  const known = new Set(list.map((each) => each.piece));
  for (const node of Array.from(layer.children)) {
    const number = Number(node.dataset.piece);
    if (!known.has(number) && node !== dragged) {
      node.remove();
      pieces.delete(number);
      own.delete(number);
    }
  }
  const order = list.map(drawPiece).filter((node) => node !== dragged);
  // Nodes are only ever put further down, so that the one on top, which somebody may hold, is never taken out.
  order.forEach((node, index) => {
    if (layer.children[index] !== node) layer.insertBefore(node, layer.children[index] || null);
  });
  if (focused && focused !== document.activeElement && layer.contains(focused)) focused.focus({ preventScroll: true });
}

export function drawPiece(each) {
  const node = nodeOf(each.piece) || makeNode(each.piece);
  pieces.set(each.piece, each);
  if (!node.isConnected) layer.append(node);
  setIfOther(node.firstElementChild, "href", "#" + each.drawing);
  if (canMove) setIfOther(node, "aria-label", spoken(each));
  const at = own.get(each.piece) || each;
  if (!(held.drag && held.drag.node === node)) place(node, at.x_mm, at.y_mm, each.angle_deg);
  return node;
}

export function redraw(number) {
  if (pieces.has(number)) drawPiece(pieces.get(number));
}

function makeNode(number) {
  const node = document.createElementNS(SVG, "g");
  node.setAttribute("class", "lying");
  node.dataset.piece = number;
  node.append(document.createElementNS(SVG, "use"));
  if (canMove) {
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-describedby", "keys");
  }
  return node;
}

// What the page was drawn with, so that a piece can be taken at once.
export function readPiece(node) {
  const piece = Number(node.dataset.piece);
  const label = node.getAttribute("aria-label") || "";
  const end = label.lastIndexOf(", ");
  const [x, y, angle] = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  const drawing = node.firstElementChild.getAttribute("href").slice(1);
  pieces.set(piece, {
    piece, drawing, words: label.slice(0, end), place: label.slice(end + 2), x_mm: x, y_mm: y, angle_deg: angle,
  });
}

// The others go below it: a node that is taken out would let go of the pointer.
export function raise(node) {
  if (!node.isConnected) return layer.append(node);
  while (node.nextSibling) layer.insertBefore(node.nextSibling, node);
}

// --- hands ------------------------------------------------------------------------------------------------------------

// A card that stays is the same button, wherever it comes to: who is about to press Enter on it plays no other one.
export function drawHand(list) {
  if (!cards || (held.drag && held.drag.card)) return;
  const wanted = list.map((card) => card.kind).join();
  const drawn = Array.from(cards.querySelectorAll("button"));
  if (drawn.map((each) => each.dataset.kind).join() === wanted) return;
  const focused = document.activeElement;
  const index = drawn.indexOf(focused);
  const left = new Set(drawn);
  const kept = (card) => drawn.find((each) => each.dataset.kind === card.kind && left.delete(each));
  cards.replaceChildren(...list.map((card) => kept(card)?.parentElement || makeCard(card)));
  noCards.hidden = list.length > 0;
  if (index < 0) return;
  const next = focused.isConnected ? focused : cards.querySelectorAll("button")[Math.min(index, list.length - 1)];
  if (next) next.focus({ preventScroll: true });
}

function makeCard(card) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const picture = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  button.type = "button";
  button.className = "held";
  button.dataset.kind = card.kind;
  button.setAttribute("aria-label", card.words);
  picture.setAttribute("class", "icon icon-card");
  picture.setAttribute("viewBox", [-cardWidthMm / 2, -cardHeightMm / 2, cardWidthMm, cardHeightMm].join(" "));
  picture.setAttribute("aria-hidden", "true");
  use.setAttribute("href", "#" + card.drawing);
  picture.append(use);
  button.append(picture);
  item.append(button);
  return item;
}

export function drawHands(list) {
  list.forEach((each, index) => {
    const item = hands.children[index];
    if (!item) return;
    const [name, count] = [item.querySelector(".name"), item.querySelector("b")];
    if (name.textContent !== each.name) name.textContent = each.name;
    if (count.textContent !== String(each.count)) count.textContent = each.count;
  });
}

// --- dice -------------------------------------------------------------------------------------------------------------

// A button for each roll whose dice may be thrown; one that stays keeps its place and its focus.
export function drawRolls(list) {
  if (!rolls) return;
  const wanted = list.map((roll) => roll.key + " " + roll.label).join("\n");
  if (rolls.dataset.drawn === wanted) return;
  const had = document.activeElement && document.activeElement.dataset.roll;
  rolls.dataset.drawn = wanted;
  rolls.hidden = list.length === 0;
  rolls.replaceChildren(...list.map((roll) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.roll = roll.key;
    button.textContent = roll.label;
    return button;
  }));
  const same = had && rolls.querySelector('[data-roll="' + CSS.escape(had) + '"]');
  if (same) same.focus({ preventScroll: true });
}

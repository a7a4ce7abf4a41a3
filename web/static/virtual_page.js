// What the page with the pieces of a virtual table is made of, what a hand holds there, and its millimetres.

export const SVG = "http://www.w3.org/2000/svg";

const find = (id) => document.getElementById(id);

export const page = find("virtual");
export const mat = find("mat");
export const ground = find("ground");
export const layer = find("lying");
export const target = find("target");
export const chosenWords = find("chosen");
export const turnButton = find("turn");
export const takeButton = find("take");
export const hand = find("hand");
export const cards = find("cards");
export const noCards = find("no-cards");
export const faceUp = find("face-up");
export const hands = find("hands");
export const rolls = find("rolls");

export const base = page.dataset.base;
export const canMove = "canMove" in page.dataset;
export const hasHand = "hasHand" in page.dataset;
export const widthMm = Number(page.dataset.widthMm);
export const heightMm = Number(page.dataset.heightMm);
export const [cardWidthMm, cardHeightMm] = page.dataset.cardMm.split(" ").map(Number);

export const pieces = new Map(); // number -> what the server said last
export const own = new Map(); // number -> {x_mm, y_mm}: where this hand has put it, until the server knows
export const held = {
  chosen: null, // the number of the piece that buttons and keys are for
  picked: null, // {piece} or {card, button}: what was tapped, and lies where the next tap is
  drag: null, // what follows the pointer: its node, piece or card, and where it is
  byKeys: false, // whether the last thing done here was done by a keyboard
};

export const nodeOf = (number) => layer.querySelector('[data-piece="' + number + '"]');
export const spoken = (each) => each.words + ", " + (each.place || "on the mat");

// What the words beside the mat say; the same again would be spoken again.
export function tell(words) {
  if (chosenWords && chosenWords.textContent !== words) chosenWords.textContent = words;
}

export function setIfOther(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

// --- millimetres ------------------------------------------------------------------------------------------------------

export function toMat(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(mat.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

export const isOnMat = (at) => at.x >= 0 && at.x <= widthMm && at.y >= 0 && at.y <= heightMm;

const within = (value, most) => Math.min(most, Math.max(0, value));

// The nearest place on the mat, as the server wants it.
export const onto = (x, y) => ({ x_mm: within(x, widthMm), y_mm: within(y, heightMm) });

// Where the marker of a piece is, from its middle, as the piece lies.
export function markerOf(node, deg = 0) {
  const drawing = document.querySelector(node.querySelector("use").getAttribute("href"));
  const [right, down] = drawing.dataset.markerMm.split(" ").map(Number);
  const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  return [right * cos - down * sin, right * sin + down * cos];
}

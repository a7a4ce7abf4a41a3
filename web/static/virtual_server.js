// What passes between the page with the pieces and the companion: what lies there now, and what a hand here does. An
// answer that was drawn before an act of this page says nothing about it, and is not shown.
import { drawHand, drawHands, drawPiece, drawPieces, drawRolls } from "./virtual_drawing.js";
import { base, ground, hasHand, held, own, pieces, rolls, say } from "./virtual_page.js";

const REFRESH_MS = 250;
const AWAY_MS = 2000;
const ANSWER_MS = 10000;
const THROWN_MS = 2000;

const inFlight = new Set(); // numbers whose move is on its way
let asked = 0; // counts the acts of this page
let lastText = "";
let timer = 0;
let whenShown = () => {};

// --- what the server says ---------------------------------------------------------------------------------------------

// Shows what lies there from now on, and calls `shown` after each change.
export function follow(shown) {
  whenShown = shown;
  document.addEventListener("visibilitychange", refresh);
  refresh();
}

async function refresh() {
  window.clearTimeout(timer);
  if (document.hidden) return;
  let wait = REFRESH_MS;
  const before = asked;
  try {
    const answer = await ask(base + ".json?mat=" + ground.dataset.mat, ANSWER_MS);
    if (answer.status === 403 || answer.status === 404) return window.location.reload();
    if (answer.ok && before === asked && inFlight.size === 0) show(answer.text);
  } catch {
    wait = AWAY_MS; // live.js says that the connection is lost
  }
  window.clearTimeout(timer);
  timer = window.setTimeout(refresh, wait);
}

function show(text) {
  if (!held.drag) own.clear();
  if (text === lastText && !held.drag) {
    for (const each of pieces.values()) drawPiece(each);
    return;
  }
  lastText = held.drag ? "" : text;
  const table = JSON.parse(text);
  if (table.ground) {
    ground.dataset.mat = table.mat;
    ground.innerHTML = table.ground;
  }
  drawPieces(table.pieces);
  drawHands(table.hands);
  drawRolls(table.rolls);
  if (table.hand) drawHand(table.hand);
  whenShown();
}

// The next answer is drawn, though it may be the same as the last.
export function drawAnew() {
  lastText = "";
}

// --- what is done here ------------------------------------------------------------------------------------------------

export async function post(what, body) {
  asked += 1;
  try {
    const answer = await ask(base + "/" + what, ANSWER_MS, {
      method: "POST", body: JSON.stringify(body), redirect: "error",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
    });
    const reply = JSON.parse(answer.text);
    say(reply.accepted && reply.text === "Done." ? "" : reply.text, reply.accepted);
    return reply.accepted;
  } catch {
    say("The companion did not answer. Check the network, and close other pages of the companion on this device. Then try again.");
    return false;
  } finally {
    asked += 1;
  }
}

// Sends where a piece is wanted; while one move is on its way, only the newest wish is kept.
export async function sendMove(number) {
  if (inFlight.has(number)) return;
  inFlight.add(number);
  let sent = null;
  while (own.has(number) && own.get(number) !== sent) {
    sent = own.get(number);
    if (!(await post("move", { piece: number, x_mm: sent.x_mm, y_mm: sent.y_mm }))) break;
  }
  inFlight.delete(number);
  drawAnew();
  refresh();
}

export async function act(what, body) {
  await post(what, body);
  drawAnew();
  refresh();
}

export function turn(number) {
  if (number !== null && pieces.has(number)) act("turn", { piece: number });
}

export function take(number) {
  if (hasHand && number !== null && pieces.has(number)) act("take", { piece: number });
}

// Dice that have just been thrown are left to roll: a second press at once would take them up again.
export async function throwDice(event) {
  const button = event.target.closest("[data-roll]");
  if (!button) return;
  for (const each of rolls.children) each.disabled = true;
  const isThrown = await post("roll", { key: button.dataset.roll });
  window.setTimeout(() => { for (const each of rolls.children) each.disabled = false; }, isThrown ? THROWN_MS : 0);
  refresh();
}

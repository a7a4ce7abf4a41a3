// What passes between the page with the pieces and the companion: what lies there now, which the page's stream tells, and
// what a hand here does. What was told before an act of this page was done says nothing about it, and waits.
import { ask, readReply, unansweredWords } from "./connection.js";
import { say } from "./notices.js";
import { drawHand, drawHands, drawPiece, drawPieces, drawRolls } from "./virtual_drawing.js";
import { base, ground, hasHand, held, own, pieces, rolls } from "./virtual_page.js";

const ANSWER_MS = 10000;
const THROWN_MS = 2000;
const TOLD_MS = 1500; // what an act has changed is told by then; else it has changed nothing

const inFlight = new Set(); // numbers whose move is on its way
const lying = new Map(); // number -> the piece as the stream told of it
let order = []; // their numbers, the lowest first
let table = {}; // the newest of everything else that it told
let onItsWay = 0; // acts of this page that have no answer
let doneAt = 0; // when the last of them was done, by the companion's clock
let whenShown = () => {};

// --- what the server says ---------------------------------------------------------------------------------------------

// Shows what lies there from now on, and calls `shown` after each change.
export function follow(shown) {
  whenShown = shown;
  document.addEventListener("told:moved", (event) => hear(event.detail));
}

function hear(told) {
  if (told.is_whole) lying.clear();
  for (const each of told.pieces || []) lying.set(each.piece, each);
  if (told.order || told.is_whole) order = told.order || [];
  for (const number of lying.keys()) if (!order.includes(number)) lying.delete(number);
  table = { ...table, ...told };
  show();
}

function show() {
  if (onItsWay > 0 || inFlight.size > 0 || !(table.at > doneAt)) return;
  if (!held.drag) own.clear();
  if (table.ground && ground.dataset.mat !== table.mat) {
    ground.dataset.mat = table.mat;
    ground.innerHTML = table.ground;
  }
  drawPieces(order.map((number) => lying.get(number)));
  drawHands(table.hands);
  drawRolls(table.rolls);
  if (table.hand) drawHand(table.hand);
  whenShown();
}

function trust(upTo) {
  if (doneAt === upTo && table.at <= doneAt) table.at = doneAt + 1;
  drawAnew();
}

// What lies there is drawn once more: an act was refused, or what was held has been let go.
export function drawAnew() {
  if (table.at) show();
}

// --- what is done here ------------------------------------------------------------------------------------------------

export async function post(what, body) {
  onItsWay += 1;
  try {
    const answer = await ask(base + "/" + what, ANSWER_MS, {
      method: "POST", body: JSON.stringify(body), redirect: "error",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
    });
    const reply = readReply(answer);
    doneAt = Math.max(doneAt, Number(answer.headers.get("Companion-At")));
    say(reply.accepted && reply.text === "Done." ? "" : reply.text, !reply.accepted);
    return reply.accepted;
  } catch (error) {
    say(unansweredWords(error) + " Then try again.", true);
    return false;
  } finally {
    onItsWay -= 1;
    window.setTimeout(trust, TOLD_MS, doneAt);
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
}

export async function act(what, body) {
  await post(what, body);
  drawAnew();
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
}

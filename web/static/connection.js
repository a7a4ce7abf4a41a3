// Keeps a page's stream open, and notices when it has fallen silent without an end.
import { openChannel } from "./careful.js";

// A browser keeps connections between requests, and nobody tells it that they are dead: one request after the other
// would wait on another of them. So each is asked something small at the same time, and what does not answer is closed.
const KEPT = 5; // the six that a browser has to one address, less the stream's
const PROBE_MS = 1500;
const QUIET_BEATS = 1.25; // where the stream has been silent for so many heartbeats, nothing is sent before that
let doubtfulAt = Infinity;
let probes = null;

export function dropDead() {
  const probe = () => ask("/health.json", PROBE_MS, { method: "HEAD" });
  probes ??= Promise.allSettled(Array.from({ length: KEPT }, probe)).finally(() => { probes = null; });
  return probes;
}

// Sends a request and reads the whole answer. Throws where that takes longer than `mostMs`: a network that has gone
// says nothing, and a request without an end would wait for as long as the page is open. What is the same as last time
// is not sent again.
const told = new Map(); // address without its query -> the newest answer's tag and text

export async function ask(address, mostMs, options = {}) {
  if (options.method === "POST" && Date.now() > doubtfulAt) await dropDead();
  const given = new AbortController();
  const timer = window.setTimeout(() => given.abort(), mostMs);
  try {
    const key = options.method ? "" : address.replace(/\?.*/, "");
    const known = told.get(key);
    const headers = { ...(known ? { "If-None-Match": known.tag } : {}), ...options.headers };
    const answer = await fetch(address, { cache: "no-store", ...options, headers, signal: given.signal });
    if (known && answer.status === 304) return { ok: true, status: 200, text: known.text, headers: answer.headers };
    const text = await answer.text();
    if (key && answer.ok && answer.headers.get("ETag")) told.set(key, { tag: answer.headers.get("ETag"), text });
    return { ok: answer.ok, status: answer.status, text, headers: answer.headers };
  } finally {
    window.clearTimeout(timer);
  }
}

// An answer that no companion gives: a proxy's page, that of a network which wants somebody to sign in, or nothing.
class OddAnswer extends Error {}

// What the companion replied to a POST. Throws for any other answer.
export function readReply(answer) {
  try {
    const reply = JSON.parse(answer.text);
    if (typeof reply.accepted === "boolean" && typeof reply.text === "string") return reply;
  } catch { /* below */ }
  throw new OddAnswer(`Not the companion answered, but something before it, such as a proxy (status ${answer.status}). Check the network.`);
}

// What to say of a POST that has no reply of the companion.
export const unansweredWords = (error) => (error instanceof OddAnswer ? error.message :
  "The companion did not answer. Check the network, and close other pages of the companion on this device.");

// Which of this browser's pages may keep a stream open. A browser has six connections to one address for all its pages,
// and with six streams open no page loads and no tap is sent. Those used last have one.
class Turn {
  static MOST = 3;

  constructor(changed) {
    this.isOurs = true;
    this.changed = changed;
    this.name = String(Math.random());
    this.later = new Set(); // pages that were used after this one
    this.channel = openChannel("companion-streams", (told) => this.hear(told));
  }

  hear({ name, isUsed }) {
    if (isUsed) this.later.add(name);
    else this.later.delete(name);
    const isOurs = this.later.size < Turn.MOST;
    if (isOurs === this.isOurs) return;
    this.isOurs = isOurs;
    this.changed();
  }

  // This page is the one that somebody uses.
  take() {
    this.later.clear();
    this.isOurs = true;
    if (this.channel) this.channel.postMessage({ name: this.name, isUsed: true });
  }

  give() {
    if (this.channel) this.channel.postMessage({ name: this.name, isUsed: false });
  }
}

// One stream, opened again whenever it ends or is silent. A page that nobody can see has none; one whose turn it is not
// looks in every few seconds.
export class LiveStream {
  static RETRY_MS = 3000;
  static LOST_AFTER_MS = 1500; // a short break is not worth a word
  static BRIEF_MS = 4000; // between two looks of a page whose turn it is not
  static ANEW_MS = 20000; // a page that was told nothing for so long, though it can be had, is drawn anew
  static BEATS = 2.5; // silence for so many heartbeats: the stream is dead, though nobody has ended it

  // `address` gives where it is by now, `events` what is done with each kind, `tell` whether the connection is lost,
  // `drawAnew` draws the page without a stream.
  constructor(address, events, tell, drawAnew) {
    this.address = address;
    this.events = events;
    this.tell = tell;
    this.drawAnew = drawAnew;
    this.vain = 0; // how often it was opened since anything was told
    this.toldAt = Date.now();
    this.source = null;
    this.isConnected = false;
    this.beatMs = 4000;
    this.heardAt = Date.now(); // of the wall clock: the other one may stand still while a phone sleeps
    this.lostTimer = 0;
    this.silenceTimer = 0;
    this.turn = new Turn(() => { if (this.source) this.open(); });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.comeBack()));
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.comeBack(); });
    for (const kind of ["focus", "pointerdown", "keydown"]) window.addEventListener(kind, () => this.use());
    if (!document.hidden) this.comeBack();
  }

  comeBack() {
    this.turn.take();
    if (this.source && !this.isSilent()) return;
    if (this.isSilent()) this.startOver(); // what the page shows may be old
    else this.open();
  }

  use() {
    if (this.turn.isOurs || document.hidden) return;
    this.turn.take();
    this.open();
  }

  isSilent() {
    return Date.now() - this.heardAt >= LiveStream.BEATS * this.beatMs;
  }

  // The stream is dead, and what else the browser has kept may be too.
  async startOver() {
    this.lose(0);
    const dead = this.source;
    if (dead) dead.close();
    const answers = await dropDead();
    if (dead !== this.source || document.hidden) return; // it was opened or put away meanwhile
    if (answers.some((each) => each.value?.ok)) this.openOrDraw();
    else this.open();
  }

  // Where the companion can be had and its stream cannot, something between them blocks streams or holds them back.
  openOrDraw() {
    if (this.vain > 1 && Date.now() - this.toldAt >= LiveStream.ANEW_MS) {
      this.toldAt = Date.now();
      this.drawAnew();
    } else {
      this.open();
    }
  }

  open() {
    if (this.source) this.source.close();
    this.vain += 1;
    const isBrief = !this.turn.isOurs;
    const source = new EventSource(this.address() + (isBrief ? "&brief=1" : ""));
    this.source = source;
    source.onopen = () => this.hear();
    source.onerror = () => {
      const hasGivenUp = source.readyState === EventSource.CLOSED;
      if (hasGivenUp || !isBrief) this.lose(LiveStream.LOST_AFTER_MS);
      if (hasGivenUp) window.setTimeout(() => this.retry(source), LiveStream.RETRY_MS);
      else if (isBrief) this.lookAgain(source);
    };
    for (const [kind, take] of Object.entries(this.events)) {
      source.addEventListener(kind, (event) => {
        this.hearTold();
        take(event);
      });
    }
    source.addEventListener("beat", (event) => {
      this.beatMs = JSON.parse(event.data);
      this.hearTold();
    });
    this.watch();
  }

  // A brief stream ends by itself. The next one is told what the page shows by now, so the browser must not repeat this.
  lookAgain(source) {
    source.close();
    window.setTimeout(() => { if (source === this.source) this.open(); }, LiveStream.BRIEF_MS);
  }

  close() {
    window.clearTimeout(this.silenceTimer);
    window.clearTimeout(this.lostTimer);
    this.turn.give();
    if (this.source) this.source.close();
    this.source = null;
    this.isConnected = false;
    doubtfulAt = Infinity;
  }

  hearTold() {
    this.vain = 0;
    this.toldAt = Date.now();
    this.hear();
  }

  hear() {
    this.heardAt = Date.now();
    doubtfulAt = this.heardAt + QUIET_BEATS * this.beatMs;
    this.isConnected = true;
    window.clearTimeout(this.lostTimer);
    this.tell(false);
    this.watch();
  }

  watch() {
    window.clearTimeout(this.silenceTimer);
    this.silenceTimer = window.setTimeout(() => this.startOver(), LiveStream.BEATS * this.beatMs);
  }

  lose(afterMs) {
    this.isConnected = false;
    window.clearTimeout(this.lostTimer);
    if (afterMs) this.lostTimer = window.setTimeout(() => this.tell(true), afterMs);
    else this.tell(true);
  }

  // The browser gives up for good where the answer was no stream: the seat is gone, or the server is full or away.
  async retry(source) {
    if (source !== this.source) return;
    try {
      const answer = await ask(window.location.pathname, LiveStream.RETRY_MS, { method: "HEAD" });
      if (answer.status === 403 || answer.status === 404) return window.location.reload();
      if (source === this.source) this.openOrDraw();
    } catch {
      window.setTimeout(() => this.retry(source), LiveStream.RETRY_MS);
    }
  }
}

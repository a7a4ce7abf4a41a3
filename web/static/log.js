// What happened: the lines of the log as they come, and how far this page has come.
import { live } from "./parts.js";

const LINES_KEPT = 200;

const log = document.getElementById("log");
let place = live ? live.dataset.after : "";

export const placeNow = () => place;
export const rowNow = () => Number(place.slice(place.lastIndexOf(":") + 1));

const gameOf = (where) => where.slice(0, Math.max(0, where.lastIndexOf(":")));

export function arriveAt(where) {
  if (!where) return;
  if (log && gameOf(where) !== gameOf(place)) log.replaceChildren();
  place = where;
  if (log) document.getElementById("log-empty").hidden = log.children.length > 0;
}

// One small sign; it opens the rules behind the act, in words.
function rulesOf(line) {
  const rules = document.createElement("details");
  const sign = document.createElement("summary");
  const opened = document.createElement("div");
  rules.className = "rules";
  sign.textContent = "§";
  sign.setAttribute("aria-label", "Rules: " + line.text);
  for (const rule of line.rules) {
    const words = document.createElement("p");
    const id = document.createElement("span");
    id.className = "rule";
    id.textContent = rule.id;
    words.append((rule.words || "Rule") + " ", id);
    opened.append(words);
  }
  rules.append(sign, opened);
  return rules;
}

export function addLine(line) {
  if (!log || (log.firstElementChild && Number(log.firstElementChild.dataset.number) >= line.number)) return;
  const item = document.createElement("li");
  item.className = line.kind;
  item.dataset.number = line.number;
  const text = document.createElement("span");
  text.textContent = line.text;
  if (line.lang) text.lang = line.lang;
  item.append(text);
  if (line.rules.length) {
    item.append(" ", rulesOf(line));
  }
  if (line.has_evidence) {
    const show = document.createElement("a");
    show.className = "show";
    show.href = log.dataset.evidence + encodeURIComponent(gameOf(place)) + "/" + line.number;
    show.setAttribute("aria-label", "Show me: " + line.text);
    show.textContent = "Show me";
    item.append(" ", show);
  }
  log.prepend(item);
  while (log.children.length > LINES_KEPT) log.lastElementChild.remove();
  document.getElementById("log-empty").hidden = true;
}

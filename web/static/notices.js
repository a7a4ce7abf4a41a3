// Words to the person: what came of a tap, for eyes, and what has changed, for a screen reader.
const NOTICE_MS = 4000;
const refusalMs = (text) => Math.min(3000 + 60 * text.length, 12000); // to be found, and read; it covers what is below it

const status = document.getElementById("status");
let statusTimer = 0;

// For a screen reader. It tells of changes, and the same words again are none: a space at the end makes them one.
export function tell(box, text) {
  box.textContent = text && box.textContent === text ? text + "\u00a0" : text;
}

export function say(text, isRefusal) {
  window.clearTimeout(statusTimer);
  tell(status, text);
  status.className = text ? (isRefusal ? "status shown refusal" : "status shown") : "status";
  if (text) statusTimer = window.setTimeout(() => say("", false), isRefusal ? refusalMs(text) : NOTICE_MS);
}
status.addEventListener("click", () => say("", false));

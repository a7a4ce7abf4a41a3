// Words to the person: what came of a tap, for eyes, and what has changed, for a screen reader.
const REFUSAL_MS = 12000;
const NOTICE_MS = 4000;

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
  if (text) statusTimer = window.setTimeout(() => say("", false), isRefusal ? REFUSAL_MS : NOTICE_MS);
}
status.addEventListener("click", () => say("", false));

// On a page that waits for the host's consent, or for the button at the table: looks every few seconds whether it is over.
import { ask } from "./connection.js";

const RETRY_MS = 3000;
const ANSWER_MS = 10000;

const wait = document.querySelector("[data-wait]");
const waitWords = wait ? wait.textContent : "";
let said = waitWords; // not what stands there, which a browser may have translated

const isTyped = () => Array.from(document.querySelectorAll("main input:not([type=hidden])")).some((field) => field.value);

async function lookAgain() {
  try {
    const { status, text } = await ask(window.location.pathname, ANSWER_MS);
    // Not by any page: a refusal for a moment, or a proxy's, would come in place of this one and wait for nothing.
    const isOver = status < 500 && text.includes(' id="announce"') && !text.includes(" data-wait");
    // To reload would forget what somebody has begun to type.
    if (isOver && !isTyped()) return window.location.reload();
    const words = isOver ? wait.dataset.opened : waitWords;
    if (wait.dataset.opened && words !== said) wait.textContent = said = words;
  } catch { /* the server is away: look again later */ }
  window.setTimeout(lookAgain, RETRY_MS);
}

function followConsent() {
  if (wait) window.setTimeout(lookAgain, RETRY_MS);
}

followConsent();

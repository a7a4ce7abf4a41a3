// Keeps a page alive: swaps the parts that changed, adds log lines, sends taps and forms without leaving the page.
// Everything works without this file too, by plain forms and reloading.
"use strict";

(() => {
  const RETRY_MS = 3000;
  const LOST_AFTER_MS = 1500;
  const SETTLE_MS = 350; // a button that has just appeared under a finger is not yet meant
  const LINES_KEPT = 200;
  const PICTURE_MS = 333; // the camera's picture, about three times a second
  const NO_PICTURE_MS = 2000;

  const live = document.getElementById("live");
  const log = document.getElementById("log");
  const status = document.getElementById("status");
  const lost = document.getElementById("link");
  const announce = document.getElementById("announce");

  let statusTimer = 0;
  let lostTimer = 0;
  let choicesSince = 0;
  let connected = false;
  let source = null;
  let place = live ? live.dataset.after : "";

  // --- words to the person ------------------------------------------------------------------------------------------

  // For a screen reader. It tells of changes, and the same words again are none: a space at the end makes them one.
  function tell(box, text) {
    box.textContent = text && box.textContent === text ? text + "\u00a0" : text;
  }

  function say(text, isRefusal) {
    window.clearTimeout(statusTimer);
    tell(status, text);
    status.className = text ? (isRefusal ? "status shown refusal" : "status shown") : "status";
    if (text) statusTimer = window.setTimeout(() => say("", false), isRefusal ? 12000 : 4000);
  }
  status.addEventListener("click", () => say("", false));

  // --- parts of the page --------------------------------------------------------------------------------------------

  const only = live && live.dataset.parts ? live.dataset.parts.split(" ") : null; // a page may show some parts only
  const isShown = (part) => part.dataset && part.dataset.part && (!only || only.includes(part.dataset.part));
  const partsOf = (root) => Array.from(root.children).filter(isShown);
  const served = new Map(live ? partsOf(live).map((part) => [part.dataset.part, part.outerHTML]) : []);
  const waiting = new Map(); // parts that changed while somebody typed in them

  function isBeingEdited(part) {
    const forms = Array.from(part.querySelectorAll("form[data-keep]"));
    return forms.some((form) => form.dataset.dirty === "yes" || form.contains(document.activeElement));
  }

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return partsOf(template.content);
  }

  function swap(html) {
    const fresh = parse(html);
    const wanted = fresh.map((part) => part.dataset.part).join();
    if (partsOf(live).map((part) => part.dataset.part).join() !== wanted) {
      live.replaceChildren(...fresh.map((part) => (served.set(part.dataset.part, part.outerHTML), part)));
      return;
    }
    swapParts(fresh);
  }

  function swapParts(fresh) {
    for (const part of fresh) {
      const key = part.dataset.part;
      if (served.get(key) === part.outerHTML) {
        waiting.delete(key);
        continue;
      }
      const old = partsOf(live).find((each) => each.dataset.part === key);
      if (!old) continue; // the whole page is on its way
      if (isBeingEdited(old)) {
        waiting.set(key, part);
        const moved = old.querySelector(".moved");
        if (moved && moved.textContent) moved.hidden = false;
      } else {
        replacePart(old, part);
      }
    }
  }

  function replacePart(old, part) {
    const key = part.dataset.part;
    served.set(key, part.outerHTML);
    waiting.delete(key);
    for (const details of old.querySelectorAll("details[open]")) {
      const same = part.querySelector("#" + CSS.escape(details.id));
      if (same) same.open = true;
    }
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const words = part.querySelector(".say");
    if (words && words.textContent !== (old.querySelector(".say") || words).textContent) tell(announce, words.textContent);
    const isNew = part.dataset.spoken !== old.dataset.spoken || part.dataset.presses !== old.dataset.presses;
    if (part.dataset.spoken && isNew) tell(announce, part.dataset.spoken);
    const scrolled = old.scrollTop;
    const height = old.offsetHeight;
    part.classList.add("fresh");
    old.replaceWith(part);
    part.scrollTop = scrolled;
    // What grew or shrank may have pushed another button under a finger.
    if (key === "choices" || part.offsetHeight !== height) choicesSince = performance.now();
    if (focused) refocus(part, focused);
  }

  function refocus(part, focused) {
    const same = Array.from(part.querySelectorAll("button, input, select, a, summary")).find(
      (each) => (focused.id && each.id === focused.id) || (focused.dataset.key && each.dataset.key === focused.dataset.key) ||
        (focused.name && each.name === focused.name && !focused.dataset.key) );
    if (same) same.focus({ preventScroll: true });
  }

  function letGo(form) {
    delete form.dataset.dirty;
    const part = form.closest("[data-part]");
    const fresh = part && waiting.get(part.dataset.part);
    if (fresh) replacePart(part, fresh);
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-keep]");
    if (form) form.dataset.dirty = "yes";
  });
  document.addEventListener("reset", (event) => window.setTimeout(() => letGo(event.target)));
  document.addEventListener("focusout", (event) => {
    const form = event.target.closest && event.target.closest("form[data-keep]");
    window.setTimeout(() => {
      if (form && form.isConnected && form.dataset.dirty !== "yes" && !form.contains(document.activeElement)) letGo(form);
    });
  });

  // --- the log ------------------------------------------------------------------------------------------------------

  const gameOf = (where) => where.slice(0, Math.max(0, where.lastIndexOf(":")));

  function arriveAt(where) {
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

  function addLine(line) {
    if (!log || (log.firstElementChild && Number(log.firstElementChild.dataset.number) >= line.number)) return;
    const item = document.createElement("li");
    item.className = line.kind;
    item.dataset.number = line.number;
    const text = document.createElement("span");
    text.textContent = line.text;
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

  // --- the stream ---------------------------------------------------------------------------------------------------

  function setConnected(now) {
    connected = now;
    window.clearTimeout(lostTimer);
    if (now) lost.hidden = true;
    else lostTimer = window.setTimeout(() => { lost.hidden = false; }, LOST_AFTER_MS);
  }

  function connect() {
    if (source) source.close();
    source = new EventSource(live.dataset.stream + "?after=" + encodeURIComponent(place));
    source.onopen = () => setConnected(true);
    source.onerror = () => {
      setConnected(false);
      if (source.readyState === EventSource.CLOSED) window.setTimeout(retry, RETRY_MS);
    };
    source.addEventListener("log", (event) => {
      arriveAt(event.lastEventId);
      addLine(JSON.parse(event.data));
    });
    source.addEventListener("prompt", (event) => swapParts(parse(JSON.parse(event.data).html)));
    source.addEventListener("page", (event) => {
      arriveAt(event.lastEventId);
      swap(JSON.parse(event.data).html);
    });
    source.addEventListener("gone", () => {
      source.close();
      window.location.reload();
    });
  }

  // The browser gives up for good where the answer was not a stream: then the seat is gone, or the server is full or away.
  async function retry() {
    if (source.readyState !== EventSource.CLOSED) return;
    try {
      const answer = await fetch(window.location.pathname, { method: "HEAD", cache: "no-store" });
      if (answer.status === 403 || answer.status === 404) window.location.reload();
      else connect();
    } catch {
      window.setTimeout(retry, RETRY_MS);
    }
  }

  // --- taps and forms -----------------------------------------------------------------------------------------------

  function newTapId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async function post(address, type, body) {
    try {
      const answer = await fetch(address, {
        method: "POST", body, headers: { "Content-Type": type, Accept: "application/json" }, redirect: "error",
      });
      return await answer.json();
    } catch {
      return { accepted: false, text: "The companion did not answer. Check the network, then try again.", code: "lost" };
    }
  }

  function lock(form, locked) {
    for (const button of form.querySelectorAll("button")) button.disabled = locked;
    form.setAttribute("aria-busy", String(locked));
  }

  async function tap(form, button) {
    if (performance.now() - choicesSince < SETTLE_MS) return say("The page has just changed. Look, then tap again.", true);
    say("", false);
    const body = { actions: JSON.parse(button.value), revision: Number(form.elements.revision.value), tap_id: newTapId() };
    lock(form, true);
    button.classList.add("waiting");
    const reply = await post(form.getAttribute("action"), "application/json", JSON.stringify(body));
    if (reply.accepted) {
      say("", false);
      if (!connected) window.location.reload();
      window.setTimeout(() => unlock(form, button), 1500);
    } else {
      say(reply.text, true);
      unlock(form, button);
    }
  }

  function unlock(form, button) {
    button.classList.remove("waiting");
    lock(form, false);
  }

  async function send(form, button) {
    const fields = new FormData(form);
    if (button && button.name) fields.set(button.name, button.value);
    lock(form, true);
    const reply = await post(form.getAttribute("action"), "application/x-www-form-urlencoded", new URLSearchParams(fields));
    lock(form, false);
    const goesOn = reply.accepted || reply.code === "waiting";
    if (!goesOn) return say(reply.text, true);
    if (form.dataset.then || !live) return window.location.assign(form.dataset.then || window.location.pathname);
    say(reply.text, false);
    if (document.activeElement && form.contains(document.activeElement)) document.activeElement.blur();
    letGo(form);
    if (!connected) window.location.reload();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter || form.querySelector("button[name=actions]");
    if (form.matches("[data-tap]") && button) {
      event.preventDefault();
      tap(form, button);
    } else if (form.matches("[data-send]")) {
      event.preventDefault();
      send(form, event.submitter);
    }
  });

  // --- the camera's picture -----------------------------------------------------------------------------------------

  function followCamera(image) {
    const box = image.closest(".camera");
    let timer = 0;
    let isLoading = false;
    let number = 0;

    function next() {
      window.clearTimeout(timer);
      if (isLoading || document.hidden || box.open === false) return;
      const wanted = Math.ceil((box.clientWidth || 640) * Math.min(window.devicePixelRatio, 2) / 160) * 160;
      isLoading = true;
      image.src = "/camera.jpg?width=" + Math.min(1920, Math.max(320, wanted)) + "&n=" + ++number;
    }

    function ended(isThere, wait) {
      isLoading = false;
      box.classList.toggle("dark", !isThere);
      window.clearTimeout(timer);
      timer = window.setTimeout(next, wait);
    }

    image.addEventListener("load", () => ended(true, PICTURE_MS));
    image.addEventListener("error", () => ended(false, NO_PICTURE_MS));
    box.addEventListener("toggle", next);
    document.addEventListener("visibilitychange", next);
    box.classList.toggle("dark", image.complete && !image.naturalWidth);
    timer = window.setTimeout(next, PICTURE_MS);
  }

  for (const details of document.querySelectorAll("details[data-stay]")) {
    const key = "open:" + details.id;
    details.open = sessionStorage.getItem(key) !== "no";
    details.addEventListener("toggle", () => sessionStorage.setItem(key, details.open ? "yes" : "no"));
  }
  for (const image of document.querySelectorAll("img[data-camera]")) followCamera(image);

  // --- waiting for the host's consent, or for the button at the table -----------------------------------------------

  const wait = document.querySelector("[data-wait]");
  const waitWords = wait ? wait.textContent : "";

  const isTyped = () => Array.from(document.querySelectorAll("main input:not([type=hidden])")).some((field) => field.value);

  async function lookAgain() {
    try {
      const text = await (await fetch(window.location.pathname, { cache: "no-store" })).text();
      const isOver = !text.includes(" data-wait");
      // To reload would forget what somebody has begun to type.
      if (isOver && !isTyped()) return window.location.reload();
      const words = isOver ? wait.dataset.opened : waitWords;
      if (wait.dataset.opened && wait.textContent !== words) wait.textContent = words;
    } catch { /* the server is away: look again later */ }
    window.setTimeout(lookAgain, RETRY_MS);
  }

  if (wait) window.setTimeout(lookAgain, RETRY_MS);
  if (live) {
    connect();
    window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
    window.addEventListener("pagehide", () => source.close());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) retry(); });
  }
})();

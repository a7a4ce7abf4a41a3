// Keeps a page alive: swaps the parts that changed, adds log lines, sends taps and forms without leaving the page.
// Everything works without this file too, by plain forms and reloading.
"use strict";

(() => {
  const RETRY_MS = 3000;
  const ANSWER_MS = 5000; // after so long a tap is sent once more
  const FORM_MS = 30000; // what a form asks may take long, and is not sent twice
  const ROW_MS = 5000; // an accepted tap is on the page by then, or the page is drawn anew
  const SETTLE_MS = 350; // a button that has just appeared under a finger is not yet meant
  const LINES_KEPT = 200;
  const PICTURE_MS = 333; // the camera's picture, about three times a second while it changes
  const SAME_PICTURE_MS = 2000; // and at rest
  const NO_PICTURE_MS = 2000;
  const AWAY_MS = 10000;

  const live = document.getElementById("live");
  const log = document.getElementById("log");
  const status = document.getElementById("status");
  const lost = document.getElementById("link");
  const announce = document.getElementById("announce");

  let statusTimer = 0;
  let choicesSince = 0;
  let rowTimer = 0;
  let unanswered = null; // the tap that nobody has answered: sent again, it counts once
  let stream = null;
  let place = live ? live.dataset.after : "";
  let isLeaving = false; // a form was sent whose answer is another page

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

  const isTypedIn = (form) => form.contains(document.activeElement) && document.activeElement.matches("input, select");

  function isBeingEdited(part) {
    const forms = Array.from(part.querySelectorAll("form[data-keep]"));
    return forms.some((form) => form.dataset.dirty === "yes" || isTypedIn(form));
  }

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return partsOf(template.content);
  }

  function swap(html) {
    const fresh = parse(html);
    const held = keyOf(document.activeElement);
    const wanted = new Set(fresh.map((part) => part.dataset.part));
    for (const old of partsOf(live)) {
      if (!wanted.has(old.dataset.part)) old.remove();
    }
    swapParts(fresh);
    // Only what is new is put in: to move a part would take the focus, and what is being typed, from it.
    fresh.forEach((part, index) => {
      if (partOf(part.dataset.part)) return;
      served.set(part.dataset.part, part.outerHTML);
      live.insertBefore(part, partsOf(live)[index] || null);
    });
    if (held && !partOf(held)) focusOn(firstPart());
  }

  const partOf = (key) => partsOf(live).find((part) => part.dataset.part === key);
  const keyOf = (node) => partsOf(live).filter((part) => part.contains(node)).map((part) => part.dataset.part)[0];

  function swapParts(fresh) {
    for (const part of fresh) {
      const key = part.dataset.part;
      if (served.get(key) === part.outerHTML) {
        waiting.delete(key);
        continue;
      }
      const old = partOf(key);
      if (!old) continue; // it is put in with the whole page
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
    if (words && words.textContent !== (old.querySelector(".say") || words).textContent) {
      tell(announce, words.textContent);
      words.classList.add("fresh");
    }
    const isNew = part.dataset.spoken !== old.dataset.spoken || part.dataset.presses !== old.dataset.presses;
    if (part.dataset.spoken && isNew) tell(announce, part.dataset.spoken);
    const scrolled = old.scrollTop;
    const height = old.offsetHeight;
    old.replaceWith(part);
    part.scrollTop = scrolled;
    // What grew or shrank may have pushed another button under a finger.
    if (key === "choices" || part.offsetHeight !== height) choicesSince = performance.now();
    if (focused) refocus(part, focused, old);
  }

  const FOCUSABLE = "button, input:not([type=hidden]), select, a[href], summary, [tabindex]";

  // What an element is known by, the surest first: its name alone says which field it is, and never which button.
  const signsOf = (each) => [
    each.id, each.dataset.key, each.getAttribute("href"), each.name && each.value && each.name + "=" + each.value,
    (each.getAttribute("aria-label") || each.textContent).trim(), each.matches("input, select") && each.name,
  ];

  // The same thing in the new part, or the part itself: never another button, which somebody would press unawares.
  function refocus(part, focused, old) {
    const others = focused === old ? [] : Array.from(part.querySelectorAll(FOCUSABLE)).filter((each) => !each.disabled);
    const like = others.filter((each) => each.tagName === focused.tagName);
    const same = signsOf(focused).map((sign, index) => sign && like.find((each) => signsOf(each)[index] === sign)).find(Boolean);
    focusOn(same || (part.hidden ? firstPart() : part));
  }

  const firstPart = () => partsOf(live).find((part) => !part.hidden);

  function focusOn(place) {
    if (!place) return;
    if (!place.matches(FOCUSABLE)) place.tabIndex = -1;
    place.focus({ preventScroll: true });
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
      if (form && form.isConnected && form.dataset.dirty !== "yes" && !isTypedIn(form)) letGo(form);
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

  const addressNow = () => live.dataset.stream + "?after=" + encodeURIComponent(place);
  const tellLost = (isLost) => { if (lost.hidden === isLost) lost.hidden = !isLost; };
  const events = {
    log: (event) => {
      arriveAt(event.lastEventId);
      addLine(JSON.parse(event.data));
    },
    prompt: (event) => swapParts(parse(JSON.parse(event.data).html)),
    page: (event) => {
      arriveAt(event.lastEventId);
      swap(JSON.parse(event.data).html);
    },
    beat: (event) => arriveAt(event.lastEventId),
    gone: () => {
      stream.close();
      if (!isLeaving) window.location.reload();
    },
  };

  const rowOf = (where) => Number(where.slice(where.lastIndexOf(":") + 1));

  // What was accepted has to come: where it does not, the stream is not to be trusted, and neither is the page.
  function expectRow(row) {
    if (!stream) return;
    window.clearTimeout(rowTimer);
    if (!stream.isConnected) startOver();
    else rowTimer = window.setTimeout(() => { if (rowOf(place) < row) startOver(); }, ROW_MS);
  }

  // Draws the page anew, but never over what somebody has begun to type.
  function startOver() {
    if (document.querySelector('form[data-dirty="yes"]')) stream.open();
    else window.location.reload();
  }

  // --- taps and forms -----------------------------------------------------------------------------------------------

  function newTapId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const FEW_PAGES = "Check the network, and close other pages of the companion on this device.";

  async function post(address, type, body, mostMs) {
    const headers = { "Content-Type": type, Accept: "application/json" };
    return JSON.parse((await ask(address, mostMs, { method: "POST", body, headers, redirect: "error" })).text);
  }

  async function postTap(address, body) {
    const send = () => post(address, "application/json", body, ANSWER_MS);
    try {
      return await send();
    } catch {
      say("No answer yet. The tap is sent once more …", true);
    }
    try {
      return await send();
    } catch {
      return { accepted: false, code: "lost", text: "The companion did not answer. " + FEW_PAGES + " Then tap again: it counts once." };
    }
  }

  async function postForm(address, body) {
    const slow = window.setTimeout(() => say("No answer yet. " + FEW_PAGES, true), ANSWER_MS);
    try {
      return await post(address, "application/x-www-form-urlencoded", body, FORM_MS);
    } catch {
      return { accepted: false, code: "lost", text: "The companion did not answer. " + FEW_PAGES + " Look whether it was done before you send it again." };
    } finally {
      window.clearTimeout(slow);
    }
  }

  const isLocked = (form) => form.getAttribute("aria-busy") === "true";

  // By the form, and not by its buttons: one that is disabled under the keyboard loses the focus.
  function lock(form, locked) {
    form.setAttribute("aria-busy", String(locked));
  }

  async function tap(form, button) {
    if (performance.now() - choicesSince < SETTLE_MS) return say("The page has just changed. Look, then tap again.", true);
    say("", false);
    const wanted = { actions: JSON.parse(button.value), revision: Number(form.elements.revision.value) };
    const isAgain = unanswered && JSON.stringify(unanswered.actions) === JSON.stringify(wanted.actions);
    const sent = isAgain ? unanswered : { ...wanted, tap_id: newTapId() };
    lock(form, true);
    button.classList.add("waiting");
    const reply = await postTap(form.getAttribute("action"), JSON.stringify(sent));
    unanswered = reply.code === "lost" ? sent : null;
    if (reply.accepted) {
      say("", false);
      expectRow(reply.revision);
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
    const reply = await postForm(form.getAttribute("action"), new URLSearchParams(fields));
    lock(form, false);
    const goesOn = reply.accepted || reply.code === "waiting";
    if (!goesOn) return say(reply.text, true);
    if (form.dataset.then || !live) return window.location.assign(form.dataset.then || window.location.pathname);
    say(reply.text, false);
    if (isTypedIn(form) && button) button.focus({ preventScroll: true });
    letGo(form);
    expectRow(reply.revision);
  }

  window.addEventListener("pageshow", () => { isLeaving = false; });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter || form.querySelector("button[name=actions]");
    if (isLocked(form)) return event.preventDefault();
    if (form.matches("[data-tap]") && button) {
      event.preventDefault();
      tap(form, button);
    } else if (form.matches("[data-send]")) {
      event.preventDefault();
      send(form, event.submitter);
    } else {
      isLeaving = true; // else the end of the seat's stream would hold back who stands up
    }
  });

  // --- the camera's picture -----------------------------------------------------------------------------------------

  // Asked for while it is in view; what is the same is not sent again, and asked for less often until the page changes.
  function followCamera(image) {
    const box = image.closest(".camera");
    let timer = 0;
    let isLoading = false;
    let isInView = true;
    let tag = "";
    let shown = 0;
    let wait = PICTURE_MS;

    async function next() {
      window.clearTimeout(timer);
      if (isLoading || !isInView || document.hidden || box.open === false) return;
      const wanted = Math.ceil((box.clientWidth || 640) * Math.min(window.devicePixelRatio, 2) / 160) * 160;
      isLoading = true;
      try {
        const answer = await fetch("/camera.jpg?width=" + Math.min(1920, Math.max(320, wanted)), {
          cache: "no-store", headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout(AWAY_MS),
        });
        if (answer.status === 200) {
          tag = answer.headers.get("ETag") || "";
          await show(await answer.blob());
          wait = PICTURE_MS;
        } else if (answer.status === 304) {
          wait = Math.min(SAME_PICTURE_MS, wait * 1.5);
        } else {
          throw new Error(answer.statusText);
        }
        box.classList.remove("dark");
      } catch {
        box.classList.add("dark");
        tag = "";
        wait = NO_PICTURE_MS;
      }
      isLoading = false;
      timer = window.setTimeout(next, wait);
    }

    async function show(picture) {
      const before = image.src;
      image.src = URL.createObjectURL(picture);
      await image.decode();
      image.dataset.shown = ++shown;
      if (before.startsWith("blob:")) URL.revokeObjectURL(before);
    }

    function hurry() {
      wait = PICTURE_MS;
      next();
    }

    box.addEventListener("toggle", hurry);
    document.addEventListener("visibilitychange", hurry);
    if (live) new MutationObserver(hurry).observe(live, { childList: true });
    if (window.IntersectionObserver) {
      new IntersectionObserver((entries) => {
        isInView = entries[entries.length - 1].isIntersecting;
        if (isInView) hurry();
      }).observe(box);
    }
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
      const { text } = await ask(window.location.pathname, AWAY_MS);
      const isOver = !text.includes(" data-wait");
      // To reload would forget what somebody has begun to type.
      if (isOver && !isTyped()) return window.location.reload();
      const words = isOver ? wait.dataset.opened : waitWords;
      if (wait.dataset.opened && wait.textContent !== words) wait.textContent = words;
    } catch { /* the server is away: look again later */ }
    window.setTimeout(lookAgain, RETRY_MS);
  }

  if (wait) window.setTimeout(lookAgain, RETRY_MS);
  if (live) stream = new LiveStream(addressNow, events, tellLost);
})();

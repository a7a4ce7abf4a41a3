// Moves the pieces of a virtual table: dragged, or tapped and then their place, and by keyboard (arrows 5 mm, with Shift
// 1 mm).
"use strict";

(() => {
  const REFRESH_MS = 250;
  const AWAY_MS = 2000;
  const ANSWER_MS = 10000;
  const DOUBLE_MS = 350;
  const THROWN_MS = 2000;
  const DRAG_PX = 4; // less is a tap
  const REACH_PX = 12; // a finger that comes so near to a small piece means it
  const STEP_MM = 5;
  const FINE_MM = 1;
  const SVG = "http://www.w3.org/2000/svg";

  const page = document.getElementById("virtual");
  const mat = document.getElementById("mat");
  const ground = document.getElementById("ground");
  const layer = document.getElementById("lying");
  const target = document.getElementById("target");
  const chosenWords = document.getElementById("chosen");
  const turnButton = document.getElementById("turn");
  const takeButton = document.getElementById("take");
  const hand = document.getElementById("hand");
  const cards = document.getElementById("cards");
  const faceUp = document.getElementById("face-up");
  const hands = document.getElementById("hands");
  const rolls = document.getElementById("rolls");
  const status = document.getElementById("status");

  const base = page.dataset.base;
  const canMove = "canMove" in page.dataset;
  const hasHand = "hasHand" in page.dataset;
  const widthMm = Number(page.dataset.widthMm);
  const heightMm = Number(page.dataset.heightMm);
  const [cardWidthMm, cardHeightMm] = page.dataset.cardMm.split(" ").map(Number);

  const pieces = new Map(); // number -> what the server said last
  const own = new Map(); // number -> {x_mm, y_mm}: where this hand has put it, until the server knows
  const inFlight = new Set(); // numbers whose move is on its way
  let asked = 0; // counts the acts of this page: an answer drawn before one of them says nothing about it
  let chosen = null;
  let drag = null;
  let picked = null; // {piece} or {card, button}: what was tapped, and lies where the next tap is
  let lastTap = { piece: null, at: 0 };
  let lastText = "";
  let timer = 0;
  let statusTimer = 0;

  function say(text, isDone) {
    window.clearTimeout(statusTimer);
    status.textContent = text;
    status.className = !text ? "status" : isDone ? "status shown" : "status shown refusal";
    if (text) statusTimer = window.setTimeout(() => say(""), 12000);
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  function place(node, x, y, angle) {
    node.setAttribute("transform", "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ") rotate(" + angle.toFixed(1) + ")");
  }

  function makeNode(number) {
    const node = document.createElementNS(SVG, "g");
    node.setAttribute("class", "lying");
    node.dataset.piece = number;
    node.append(document.createElementNS(SVG, "use"));
    if (canMove) {
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
    }
    return node;
  }

  const nodeOf = (number) => layer.querySelector('[data-piece="' + number + '"]');

  function setIfOther(node, name, value) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }

  function drawPieces(list) {
    const focused = document.activeElement;
    const known = new Set(list.map((each) => each.piece));
    for (const node of Array.from(layer.children)) {
      const number = Number(node.dataset.piece);
      if (!known.has(number) && !(drag && drag.node === node)) {
        node.remove();
        pieces.delete(number);
        own.delete(number);
        if (picked && picked.piece === number) picked = null;
        if (chosen === number) choose(null);
      }
    }
    const dragged = drag && drag.node;
    const order = list.map((each) => drawPiece(each)).filter((node) => node !== dragged);
    // Nodes are only ever put further down, so that the one on top, which somebody may hold, is never taken out.
    order.forEach((node, index) => {
      if (layer.children[index] !== node) layer.insertBefore(node, layer.children[index] || null);
    });
    if (focused && focused !== document.activeElement && layer.contains(focused)) focused.focus({ preventScroll: true });
  }

  function drawPiece(each) {
    const node = nodeOf(each.piece) || makeNode(each.piece);
    pieces.set(each.piece, each);
    if (!node.isConnected) layer.append(node);
    setIfOther(node.firstElementChild, "href", "#" + each.drawing);
    if (canMove) setIfOther(node, "aria-label", spoken(each));
    const at = own.get(each.piece) || each;
    if (!(drag && drag.node === node)) place(node, at.x_mm, at.y_mm, each.angle_deg);
    return node;
  }

  // What the page was drawn with, so that a piece can be taken at once.
  function readPiece(node) {
    const piece = Number(node.dataset.piece);
    const label = node.getAttribute("aria-label") || "";
    const end = label.lastIndexOf(", ");
    const [x, y, angle] = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const drawing = node.firstElementChild.getAttribute("href").slice(1);
    pieces.set(piece, {
      piece, drawing, words: label.slice(0, end), place: label.slice(end + 2), x_mm: x, y_mm: y, angle_deg: angle,
    });
  }

  const spoken = (each) => each.words + ", " + (each.place || "on the mat");

  function drawHand(list) {
    if (!cards || (drag && drag.card)) return;
    const wanted = list.map((card) => card.kind).join();
    const held = Array.from(cards.querySelectorAll("button"));
    if (held.map((each) => each.dataset.kind).join() === wanted) return;
    const index = held.indexOf(document.activeElement);
    cards.replaceChildren(...list.map(makeCard));
    if (picked && picked.card) letGo();
    document.getElementById("no-cards").hidden = list.length > 0;
    const same = index >= 0 && cards.querySelectorAll("button")[Math.min(index, list.length - 1)];
    if (same) same.focus({ preventScroll: true });
  }

  function makeCard(card) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const picture = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    button.type = "button";
    button.className = "held";
    button.dataset.kind = card.kind;
    button.setAttribute("aria-label", card.words);
    picture.setAttribute("class", "icon icon-card");
    picture.setAttribute("viewBox", [-cardWidthMm / 2, -cardHeightMm / 2, cardWidthMm, cardHeightMm].join(" "));
    picture.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#" + card.drawing);
    picture.append(use);
    button.append(picture);
    item.append(button);
    return item;
  }

  function drawHands(list) {
    list.forEach((each, index) => {
      const item = hands.children[index];
      if (!item) return;
      const [name, count] = [item.querySelector(".name"), item.querySelector("b")];
      if (name.textContent !== each.name) name.textContent = each.name;
      if (count.textContent !== String(each.count)) count.textContent = each.count;
    });
  }

  // A button for each roll whose dice may be thrown; one that stays keeps its place and its focus.
  function drawRolls(list) {
    if (!rolls) return;
    const wanted = list.map((roll) => roll.key + " " + roll.label).join("\n");
    if (rolls.dataset.drawn === wanted) return;
    const had = document.activeElement && document.activeElement.dataset.roll;
    rolls.dataset.drawn = wanted;
    rolls.hidden = list.length === 0;
    rolls.replaceChildren(...list.map((roll) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.roll = roll.key;
      button.textContent = roll.label;
      return button;
    }));
    const same = had && rolls.querySelector('[data-roll="' + CSS.escape(had) + '"]');
    if (same) same.focus({ preventScroll: true });
  }

  // --- what the server says -----------------------------------------------------------------------------------------

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
    if (!drag) own.clear();
    if (text === lastText && !drag) {
      for (const each of pieces.values()) drawPiece(each);
      return;
    }
    lastText = drag ? "" : text;
    const table = JSON.parse(text);
    if (table.ground) {
      ground.dataset.mat = table.mat;
      ground.innerHTML = table.ground;
    }
    drawPieces(table.pieces);
    drawHands(table.hands);
    drawRolls(table.rolls);
    if (table.hand) drawHand(table.hand);
    if (chosen !== null) tellChosen();
  }

  async function post(what, body) {
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
  async function sendMove(number) {
    if (inFlight.has(number)) return;
    inFlight.add(number);
    let sent = null;
    while (own.has(number) && own.get(number) !== sent) {
      sent = own.get(number);
      if (!(await post("move", { piece: number, x_mm: sent.x_mm, y_mm: sent.y_mm }))) break;
    }
    inFlight.delete(number);
    lastText = "";
    refresh();
  }

  async function act(what, body) {
    await post(what, body);
    lastText = "";
    refresh();
  }

  for (const button of document.querySelectorAll("[data-press]")) {
    button.addEventListener("click", () => post("press", { button: button.dataset.press }));
  }

  // Dice that have just been thrown are left to roll: a second press at once would take them up again.
  if (rolls) rolls.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-roll]");
    if (!button) return;
    for (const each of rolls.children) each.disabled = true;
    const isThrown = await post("roll", { key: button.dataset.roll });
    window.setTimeout(() => { for (const each of rolls.children) each.disabled = false; }, isThrown ? THROWN_MS : 0);
    refresh();
  });

  // --- choosing -----------------------------------------------------------------------------------------------------

  function choose(number) {
    if (chosen !== null && nodeOf(chosen)) nodeOf(chosen).classList.remove("chosen");
    chosen = number;
    if (number !== null && nodeOf(number)) nodeOf(number).classList.add("chosen");
    if (turnButton) turnButton.disabled = number === null;
    if (takeButton) takeButton.disabled = number === null;
    tellChosen();
  }

  function tellChosen() {
    if (drag && drag.hasMoved) return; // until it is dropped the words say where it would come to
    const each = pieces.get(chosen);
    let words = "Tap a piece, then its place, or drag it. Tapped twice it turns over.";
    if (picked) words = (picked.card ? picked.button.getAttribute("aria-label") : spoken(each)) + ". Tap its place, or tap it again to let go.";
    else if (each) words = spoken(each) + ". Arrow keys move it.";
    if (chosenWords && chosenWords.textContent !== words) chosenWords.textContent = words;
  }

  function turn(number) {
    if (number !== null && pieces.has(number)) act("turn", { piece: number });
  }

  function take(number) {
    if (hasHand && number !== null && pieces.has(number)) act("take", { piece: number });
  }

  // --- a piece tapped, then its place ---------------------------------------------------------------------------------

  function pick(what) {
    letGo();
    picked = what;
    if (what.button) what.button.setAttribute("aria-pressed", "true");
    page.classList.add("picked");
    choose(what.card ? null : what.piece);
  }

  function letGo() {
    if (picked && picked.button) picked.button.removeAttribute("aria-pressed");
    picked = null;
    page.classList.remove("picked");
    tellChosen();
  }

  // What was picked comes to lie with its marker at this point, squarely in the place that is there.
  function putDown(at) {
    const { piece, card, button } = picked;
    const node = card ? button : nodeOf(piece);
    const drawing = node.querySelector("use").getAttribute("href");
    const [right, down] = turned(document.querySelector(drawing).dataset.markerMm.split(" ").map(Number), card ? 0 : pieces.get(piece).angle_deg);
    const to = { x_mm: within(at.x - right, widthMm), y_mm: within(at.y - down, heightMm), squarely: true };
    letGo();
    lastTap = { piece: null, at: 0 };
    if (card) act("play", { kind: card, face_up: faceUp.checked, ...to });
    else act("move", { piece, ...to });
  }

  // Taps on the mat beside all pieces: a small piece near by is meant, else the place.
  function onGround(event) {
    if (event.target.closest("[data-piece]")) return;
    const at = toMat(event);
    if (picked) {
      if (isOnMat(at)) putDown(at);
      return;
    }
    const near = nearTo(event);
    if (near !== null) pick({ piece: near });
    else choose(null);
  }

  function nearTo(event) {
    let [found, away] = [null, REACH_PX];
    for (const node of layer.children) {
      const box = node.getBoundingClientRect();
      const right = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
      const down = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
      if (Math.hypot(right, down) <= away) [found, away] = [Number(node.dataset.piece), Math.hypot(right, down)];
    }
    return found;
  }

  const within = (value, most) => Math.min(most, Math.max(0, value));

  function shift(number, right, down) {
    const each = pieces.get(number);
    const at = own.get(number) || each;
    own.set(number, { x_mm: within(at.x_mm + right, widthMm), y_mm: within(at.y_mm + down, heightMm) });
    place(nodeOf(number), own.get(number).x_mm, own.get(number).y_mm, each.angle_deg);
    sendMove(number);
  }

  // --- dragging -----------------------------------------------------------------------------------------------------

  function toMat(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(mat.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  function begin(event, node, from) {
    const at = toMat(event);
    drag = {
      node, pointer: event.pointerId, startX: event.clientX, startY: event.clientY, hasMoved: false,
      dx: from.x_mm - at.x, dy: from.y_mm - at.y, x: from.x_mm, y: from.y_mm, angle: from.angle_deg || 0,
    };
    return drag;
  }

  function onPiece(event) {
    const node = event.target.closest("[data-piece]");
    if (!node || drag || event.button !== 0) return;
    const number = Number(node.dataset.piece);
    const each = pieces.get(number);
    if (!each) return;
    event.preventDefault();
    if (!picked || picked.piece === number) {
      node.focus({ preventScroll: true });
      choose(number);
    }
    begin(event, node, { ...(own.get(number) || each), angle_deg: each.angle_deg });
    drag.piece = number;
    node.setPointerCapture(event.pointerId);
  }

  function onCard(event) {
    const button = event.target.closest(".held");
    if (!button || drag || event.button !== 0) return;
    event.preventDefault();
    button.focus({ preventScroll: true });
    const at = toMat(event);
    const ghost = document.createElementNS(SVG, "g");
    ghost.setAttribute("class", "ghost");
    const use = button.querySelector("use").cloneNode();
    ghost.append(use);
    // It hangs by its marker: the place that is pointed at is the place that the camera reads.
    const [right, down] = markerOf(ghost);
    begin(event, ghost, { x_mm: at.x - right, y_mm: at.y - down });
    Object.assign(drag, { card: button.dataset.kind, button });
    button.setPointerCapture(event.pointerId);
  }

  function onMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.hasMoved) {
      if (Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) < DRAG_PX) return;
      drag.hasMoved = true;
      letGo();
      if (drag.node.nextSibling || !drag.node.isConnected) raise(drag.node);
      page.classList.add("dragging");
    }
    const at = toMat(event);
    drag.x = at.x + drag.dx;
    drag.y = at.y + drag.dy;
    place(drag.node, drag.x, drag.y, drag.angle);
    const isInHand = hasHand && isOverHand(event);
    aim(isInHand ? null : zoneUnder(drag), isInHand ? "Into your hand." : "To no marked place.");
    page.classList.toggle("over-hand", isInHand);
  }

  // Where the marker of a piece is, from its middle.
  function markerOf(node) {
    const drawing = document.querySelector(node.firstElementChild.getAttribute("href"));
    return drawing.dataset.markerMm.split(" ").map(Number);
  }

  function turned([right, down], deg) {
    const [cos, sin] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
    return [right * cos - down * sin, right * sin + down * cos];
  }

  // The zone in which its marker lies: what the camera goes by, wherever the rest of the piece is.
  function zoneUnder(at) {
    const [right, down] = turned(markerOf(at.node), at.angle);
    const [x, y] = [at.x + right, at.y + down];
    return Array.from(ground.querySelectorAll(".zone")).find((zone) => {
      const box = zone.getBBox();
      return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    }) || null;
  }

  // Marks and names the zone in which the piece would come to lie.
  function aim(zone, otherwise) {
    for (const name of ["x", "y", "width", "height"]) setIfOther(target, name, zone ? zone.getAttribute(name) : "0");
    const words = zone && zone.dataset.name ? "To " + zone.dataset.name + "." : otherwise;
    if (chosenWords.textContent !== words) chosenWords.textContent = words;
  }

  // The others go below it: a node that is taken out would let go of the pointer.
  function raise(node) {
    if (!node.isConnected) return layer.append(node);
    while (node.nextSibling) layer.insertBefore(node.nextSibling, node);
  }

  function isOverHand(event) {
    const box = hand.getBoundingClientRect();
    const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    return isInside || toMat(event).y > heightMm;
  }

  const isOnMat = (at) => at.x >= 0 && at.x <= widthMm && at.y >= 0 && at.y <= heightMm;

  function onDrop(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const done = drag;
    const wasCancelled = event.type === "pointercancel";
    const isInHand = hasHand && isOverHand(event);
    const isLaid = isOnMat(toMat(event));
    endDrag();
    if (done.card) {
      done.node.remove();
      if (done.hasMoved) done.button.blur(); // or the next card would look as if it were chosen
      if (done.hasMoved && !wasCancelled && isLaid) lay(done.card, done.x, done.y);
      if (!done.hasMoved && !wasCancelled) onTapCard(done);
    } else if (wasCancelled) {
      redraw(done.piece);
    } else if (!done.hasMoved) {
      onTap(done.piece, event);
    } else if (isInHand) {
      take(done.piece);
    } else {
      own.set(done.piece, { x_mm: within(done.x, widthMm), y_mm: within(done.y, heightMm) });
      redraw(done.piece);
      sendMove(done.piece);
    }
  }

  function endDrag() {
    drag = null;
    lastText = "";
    aim(null, "");
    tellChosen();
    page.classList.remove("dragging", "over-hand");
  }

  function redraw(number) {
    if (pieces.has(number)) drawPiece(pieces.get(number));
  }

  function lay(kind, x, y) {
    act("play", { kind, face_up: faceUp.checked, x_mm: within(x, widthMm), y_mm: within(y, heightMm) });
  }

  function onTap(number, event) {
    const now = performance.now();
    const isSecond = lastTap.piece === number && now - lastTap.at < DOUBLE_MS;
    lastTap = isSecond ? { piece: null, at: 0 } : { piece: number, at: now };
    if (isSecond) {
      letGo();
      turn(number);
    } else if (picked && picked.piece === number) {
      letGo();
    } else if (picked) {
      putDown(toMat(event)); // upon that piece
    } else {
      pick({ piece: number });
    }
  }

  function onTapCard(done) {
    if (picked && picked.button === done.button) letGo();
    else pick({ card: done.card, button: done.button });
  }

  // --- keys ---------------------------------------------------------------------------------------------------------

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || drag) return;
    if (event.key === "Escape" && picked) letGo();
    const node = event.target.closest("[data-piece]");
    const number = node ? Number(node.dataset.piece) : chosen;
    const isTyping = event.target.closest("input, select, textarea, [data-part]");
    if (number === null || !pieces.has(number) || isTyping) return;
    const arrow = ARROWS[event.key];
    if (arrow && node) {
      event.preventDefault();
      const step = event.shiftKey ? FINE_MM : STEP_MM;
      shift(number, arrow[0] * step, arrow[1] * step);
    } else if (event.key.toLowerCase() === "f") {
      turn(number);
    } else if (event.key.toLowerCase() === "h") {
      take(number);
    }
  }

  if (canMove) {
    layer.addEventListener("pointerdown", onPiece);
    // A finger on a piece does not scroll the page; CSS touch-action does not reach into an SVG group.
    layer.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    layer.addEventListener("focusin", (event) => {
      const node = event.target.closest("[data-piece]");
      if (node && pieces.has(Number(node.dataset.piece))) choose(Number(node.dataset.piece));
    });
    for (const [name, listener] of [["pointermove", onMove], ["pointerup", onDrop], ["pointercancel", onDrop]]) {
      document.addEventListener(name, listener);
    }
    document.addEventListener("keydown", onKey);
    turnButton.addEventListener("click", () => { const it = chosen; letGo(); turn(it); });
    mat.addEventListener("click", onGround);
  }
  if (hasHand) {
    cards.addEventListener("pointerdown", onCard);
    // A click without a pointer is the Enter key: the card comes to lie in the middle.
    cards.addEventListener("click", (event) => {
      const button = event.target.closest(".held");
      if (button && event.detail === 0) lay(button.dataset.kind, widthMm / 2, heightMm / 2);
    });
    takeButton.addEventListener("click", () => { const it = chosen; letGo(); take(it); });
    hand.addEventListener("click", (event) => {
      if (!picked || picked.card || event.target.closest("button, label, input")) return;
      const it = picked.piece;
      letGo();
      take(it);
    });
  }
  for (const node of layer.children) readPiece(node);
  document.addEventListener("visibilitychange", refresh);
  refresh();
})();

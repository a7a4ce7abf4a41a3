// A drawing fits a phone. A tap on a cell that is too small for a finger enlarges what is around it, the next one acts;
// it stays enlarged until somebody taps “Show all”, so nothing jumps back while one goes on there.
const FINGER_PX = 43.5; // 44, and what is lost by rounding
const LEAST_TIMES = 2;
const MOST_TIMES = 4;
const TAPPED = "[data-actions], [data-draft], [data-takes], [data-pick]";

const phone = window.matchMedia("(max-width: 38.74em)");
const enlarged = new Map(); // by drawing: the part of it that is shown

const nameOf = (drawing) => drawing.querySelector(".title").id;

function sizeOf(cell) {
  const box = (cell.querySelector(".ground") || cell).getBoundingClientRect();
  return Math.min(box.width, box.height);
}

// The part of a drawing around a cell in which that is as large as a finger needs.
function around(picture, cell) {
  const [, , width, height] = picture.dataset.whole.split(" ").map(Number);
  const times = Math.min(MOST_TIMES, Math.max(LEAST_TIMES, FINGER_PX / sizeOf(cell)));
  const box = cell.getBBox();
  const within = (middle, part, whole) => Math.max(0, Math.min(whole - part, middle - part / 2));
  const [wide, high] = [width / times, height / times];
  return [within(box.x + box.width / 2, wide, width), within(box.y + box.height / 2, high, height), wide, high].join(" ");
}

function show(drawing) {
  const picture = drawing.querySelector(".drawn");
  const part = enlarged.get(nameOf(drawing));
  let button = drawing.querySelector(".smaller");
  if (!part || !picture) return;
  if (!picture.dataset.whole) picture.dataset.whole = picture.getAttribute("viewBox");
  picture.setAttribute("viewBox", part);
  if (button) return;
  button = document.createElement("button");
  Object.assign(button, { type: "button", className: "smaller", textContent: "Show all" });
  drawing.append(button);
}

function showAll(drawing) {
  const picture = drawing.querySelector(".drawn");
  enlarged.delete(nameOf(drawing));
  picture.setAttribute("viewBox", picture.dataset.whole);
  drawing.querySelector(".smaller").remove();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const drawing = target && target.closest("form.drawing");
  if (!drawing) return;
  if (target.closest(".smaller")) return showAll(drawing);
  const cell = target.closest(TAPPED);
  const isFinger = event.detail > 0; // a key has found its cell already
  if (!cell || !isFinger || !phone.matches || enlarged.has(nameOf(drawing)) || sizeOf(cell) >= FINGER_PX) return;
  event.stopPropagation();
  event.preventDefault();
  const picture = drawing.querySelector(".drawn");
  picture.dataset.whole = picture.getAttribute("viewBox");
  enlarged.set(nameOf(drawing), around(picture, cell));
  show(drawing);
}, true);
document.documentElement.dataset.enlarges = ""; // else a drawing is moved sideways under the finger
const live = document.getElementById("live");
if (live) {
  new MutationObserver(() => {
    for (const drawing of live.querySelectorAll("form.drawing")) {
      if (drawing.querySelector(TAPPED)) show(drawing);
      else enlarged.delete(nameOf(drawing));
    }
  }).observe(live, { childList: true });
}

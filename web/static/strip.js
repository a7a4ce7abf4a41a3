// Lets the lamps on a page glow as the strip does, by the scene that came with them: nothing is asked for. They are
// painted five times a second, while they move and somebody can see them. Without this file, and for people who asked
// for less motion, the lamps show one moment; the words tell of the rest.
const PAINT_MS = 200; // five times a second: at most two and a half flashes
const DIMMEST = 0.3; // level at the darkest moment of a breath
const WAY = { travel: 1, travel_back: -1 };

// As `companion/lights/render.py`: the colour of each lamp at a moment, from the scene's glows, the lowest first.
function render(glows, count, atS) {
  const lamps = Array.from({ length: count }, () => [0, 0, 0]);
  for (const glow of glows) {
    const colour = colourOf(glow, atS);
    for (const [place, share] of coverOf(glow, count, atS)) {
      lamps[place] = lamps[place].map((under, each) => under + (colour[each] - under) * share);
    }
  }
  return lamps.map((lamp) => "#" + lamp.map((each) => Math.round(each).toString(16).padStart(2, "0")).join(""));
}

// The lamps that a glow reaches, and how much of each it covers, over 0 to 1.
function coverOf(glow, count, atS) {
  if (glow.length >= 1) return Array.from({ length: count }, (none, place) => [place, 1]);
  const turned = glow.start + (WAY[glow.motion] || 0) * atS / glow.period_s;
  const begin = (turned - Math.floor(turned)) * count;
  const end = begin + glow.length * count;
  const cover = new Map();
  for (let place = Math.floor(begin); place < Math.ceil(end); place += 1) {
    const share = Math.min(place + 1, end) - Math.max(place, begin);
    cover.set(place % count, Math.min(1, (cover.get(place % count) || 0) + share));
  }
  return cover;
}

function colourOf(glow, atS) {
  const swing = (1 - DIMMEST) / 2;
  const breath = glow.motion === "breathe" ? 1 - swing + swing * Math.cos(2 * Math.PI * atS / glow.period_s) : 1;
  return [1, 3, 5].map((at) => parseInt(glow.colour.slice(at, at + 2), 16) * glow.level * breath);
}

function followStrip() {
  const live = document.getElementById("live");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  if (!live || !window.IntersectionObserver) return;

  let timer = 0;
  let inView = false;
  let lamps = null; // the picture on the page now; each new scene brings another
  let glows = null; // what it moves by
  let colours = null; // what it showed last

  const mayMove = () => glows && inView && !document.hidden && !calm.matches;

  function show() {
    colours.forEach((colour, place) => lamps.children[place].setAttribute("fill", colour));
  }

  function paint() {
    window.clearTimeout(timer);
    if (!mayMove()) return;
    colours = render(glows, lamps.children.length, Date.now() / 1000);
    show();
    timer = window.setTimeout(paint, PAINT_MS);
  }

  const watcher = new IntersectionObserver((entries) => {
    inView = entries[entries.length - 1].isIntersecting;
    paint();
  });

  function find() {
    const found = live.querySelector(".lamps");
    if (found === lamps) return;
    watcher.disconnect();
    lamps = found;
    if (!lamps) return;
    glows = lamps.dataset.scene ? JSON.parse(lamps.dataset.scene) : null;
    if (glows && colours && !calm.matches) show(); // go on from what was seen, until the next turn to paint
    else colours = null;
    watcher.observe(lamps);
  }

  new MutationObserver(find).observe(live, { childList: true, subtree: true });
  document.addEventListener("visibilitychange", paint);
  calm.addEventListener("change", paint);
  find();
}

followStrip();

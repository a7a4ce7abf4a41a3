// A tap on the photograph of a roll that is asked about opens what may be said of the die that is nearest to it.
const REACH_PX = 44; // farther from all dice nobody means one

function nearest(photo, x, y) {
  const away = (ring) => {
    const box = ring.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  };
  const rings = Array.from(photo.querySelectorAll("[data-die]")).sort((one, other) => away(one) - away(other));
  return rings.length && away(rings[0]) <= REACH_PX ? rings[0] : null;
}

function followPhotos() {
  document.addEventListener("click", (event) => {
    const photo = event.target instanceof Element && event.target.closest("svg.roll-photo");
    const ring = photo && nearest(photo, event.clientX, event.clientY);
    const asked = ring && document.getElementById(ring.dataset.die);
    if (!asked) return;
    asked.open = true;
    asked.querySelector("summary").focus({ preventScroll: true });
    asked.scrollIntoView({ block: "nearest" });
  });
}

followPhotos();

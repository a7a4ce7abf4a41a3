// The camera's picture, as large as it is shown, while it is in view: where the page has a stream, when that tells of
// another one; else, and on the camera's own page, again and again. What is the same is not sent again.
import { recall, remember } from "./careful.js";

const PICTURE_MS = 333; // about three times a second while it changes
const SAME_PICTURE_MS = 2000; // and at rest
const NO_PICTURE_MS = 2000;
const AWAY_MS = 10000;
const [STEP_PX, LEAST_PX, MOST_PX] = [80, 160, 1920];

// How wide the picture is drawn in its box, in pixels of the screen.
function wantedPx(image) {
  const shape = image.naturalWidth && image.naturalHeight ? image.naturalWidth / image.naturalHeight : 1.5;
  const width = Math.min(image.clientWidth || 640, (image.clientHeight || 640) * shape);
  const wanted = Math.ceil(width * Math.min(window.devicePixelRatio, 2) / STEP_PX) * STEP_PX;
  return Math.min(MOST_PX, Math.max(LEAST_PX, wanted));
}

class Picture {
  constructor(image) {
    this.image = image;
    this.box = image.closest(".camera");
    this.isTold = document.getElementById("live") !== null && image.dataset.camera !== "always";
    this.isDue = !this.isTold; // there is another one than is shown
    this.isLoading = false;
    this.isInView = true;
    this.tag = "";
    this.shown = 0;
    this.wait = PICTURE_MS;
    this.timer = 0;
    this.box.addEventListener("toggle", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    document.addEventListener("told:picture", (event) => this.hear(event.detail));
    if (window.IntersectionObserver) {
      new IntersectionObserver((entries) => {
        this.isInView = entries[entries.length - 1].isIntersecting;
        if (this.isInView) this.hurry();
      }).observe(this.box);
    }
    this.box.classList.toggle("dark", image.complete && !image.naturalWidth);
    if (!this.isTold) this.timer = window.setTimeout(() => this.next(), PICTURE_MS);
  }

  hear(number) {
    if (!this.isTold || this.tag.startsWith('"' + number + "-")) return;
    this.isDue = true;
    this.next();
  }

  hurry() {
    this.wait = PICTURE_MS;
    this.next();
  }

  async next() {
    window.clearTimeout(this.timer);
    if (this.isLoading || !this.isDue || !this.isInView || document.hidden || this.box.open === false) return;
    this.isLoading = true;
    this.isDue = !this.isTold;
    try {
      await this.load();
      this.box.classList.remove("dark");
    } catch {
      this.box.classList.add("dark");
      this.tag = "";
      this.isDue = true;
      this.wait = NO_PICTURE_MS;
    }
    this.isLoading = false;
    if (this.isDue) this.timer = window.setTimeout(() => this.next(), this.wait);
  }

  async load() {
    const answer = await fetch("/camera.jpg?width=" + wantedPx(this.image), {
      cache: "no-store", headers: this.tag ? { "If-None-Match": this.tag } : {}, signal: AbortSignal.timeout?.(AWAY_MS),
    });
    if (answer.status === 304) {
      this.wait = Math.min(SAME_PICTURE_MS, this.wait * 1.5);
    } else if (answer.status === 200) {
      this.tag = answer.headers.get("ETag") || "";
      await this.show(await answer.blob());
      this.wait = PICTURE_MS;
    } else {
      throw new Error(answer.statusText);
    }
  }

  async show(picture) {
    const before = this.image.src;
    this.image.src = URL.createObjectURL(picture);
    await this.image.decode();
    this.image.dataset.shown = ++this.shown;
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  }
}

function followCamera() {
  for (const image of document.querySelectorAll("img[data-camera]")) new Picture(image);
}

followCamera();

// Keeps a page alive: what its stream tells goes to the modules beside it, which show it, and taps and forms are sent
// without leaving the page. Everything works without script too, by plain forms and reloading.
import { LiveStream } from "./connection.js";
import { addLine, arriveAt, placeNow, rowNow } from "./log.js";
import { live, swap, swapParts } from "./parts.js";
import { followForms, isLeaving } from "./taps.js";

const ROW_MS = 5000; // an accepted tap is on the page by then, or the page is drawn anew
const BESIDE = ["moved", "picture"]; // what a stream tells besides the page: whoever shows it listens for "told:moved"

const lost = document.getElementById("link");
let stream = null;
let rowTimer = 0;
let has = live ? live.dataset.has : ""; // the tag of the page that is shown

const addressNow = () => live.dataset.stream + "?after=" + encodeURIComponent(placeNow()) + "&has=" + has;
const tellLost = (isLost) => { if (lost.hidden === isLost) lost.hidden = !isLost; };
const events = {
  log: (event) => {
    arriveAt(event.lastEventId);
    addLine(JSON.parse(event.data));
  },
  prompt: (event) => {
    has = ""; // until the page has come
    swapParts(JSON.parse(event.data).html);
  },
  page: (event) => {
    arriveAt(event.lastEventId);
    const { html, parts, tag } = JSON.parse(event.data);
    swap(html, parts);
    has = tag;
  },
  beat: (event) => arriveAt(event.lastEventId),
  gone: () => {
    stream.close();
    if (!isLeaving()) window.location.reload();
  },
};
for (const kind of BESIDE) {
  events[kind] = (event) => {
    document.dispatchEvent(new CustomEvent("told:" + kind, { detail: JSON.parse(event.data) }));
  };
}

// What was accepted has to come: where it does not, the stream is not to be trusted, and neither is the page.
function expectRow(row) {
  if (!stream) return;
  window.clearTimeout(rowTimer);
  if (!stream.isConnected) startOver();
  else rowTimer = window.setTimeout(() => { if (rowNow() < row) startOver(); }, ROW_MS);
}

// Draws the page anew, but never over what somebody has begun to type.
function startOver() {
  if (document.querySelector('form[data-dirty="yes"]')) stream.open();
  else window.location.reload();
}

// What cannot be shown leaves an old page: `watch.js` is told, says so and loads it anew.
function tried(take) {
  return (event) => {
    try {
      take(event);
    } catch (error) {
      document.dispatchEvent(new CustomEvent("script:failed", { detail: "live" }));
      throw error;
    }
  };
}

for (const [kind, take] of Object.entries(events)) events[kind] = tried(take);
followForms(expectRow);
if (live) stream = new LiveStream(addressNow, events, tellLost, startOver);
document.dispatchEvent(new CustomEvent("script:begun", { detail: "live" }));

// Folds that stay as somebody left them on this device, through new parts and new pages.
import { recall, remember } from "./careful.js";

const keyOf = (details) => "open:" + details.id;

function keep(details) {
  const kept = recall(keyOf(details));
  if (kept) details.open = kept === "yes";
}

const keepAll = (root) => root.querySelectorAll("details[data-stay]").forEach(keep);

keepAll(document);
document.addEventListener("click", (event) => {
  const summary = event.target instanceof Element && event.target.closest("details[data-stay] > summary");
  if (summary) remember(keyOf(summary.parentElement), summary.parentElement.open ? "no" : "yes"); // it opens after this
});
const live = document.getElementById("live");
if (live) {
  // The list of news lies over what is to be tapped: left open, it goes once the own turn begins.
  const isMine = () => live.querySelector(".turn.mine") !== null;
  let was = isMine();
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) keepAll(node);
    const [is, news] = [isMine(), document.getElementById("more-news")];
    if (is && !was && news) news.open = false;
    was = is;
  }).observe(live, { childList: true });
}

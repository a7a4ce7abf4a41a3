// Watches the other scripts of a page, in a language that old browsers know too. Where one fails, is blocked or cannot be
// read, the page says so. Where it follows the table no more, it loads itself anew, unless somebody types or has just
// touched it. Without this file the page says so and loads itself anew too: by what stands from here to </template>.
(function () {
  "use strict";

  var LOOK_MS = 1000;
  var LATE_MS = 10000; // a script that has not begun by then may never come
  var TOUCHES = ["pointerdown", "touchstart", "keydown", "input", "scroll"];
  var here = document.getElementById("watch");
  var restMs = 1000 * here.getAttribute("data-rest-s"); // 0 on a page that follows nothing
  var ours = here.src.slice(0, here.src.lastIndexOf("/") + 1);
  var begun = {};
  var hasFailed = false; // some script: what it does is missing
  var isStanding = false; // those by which a page follows the table have not begun
  var touchedAt = Date.now();
  var timer = 0;
  var watcher = null;

  document.write("<template>");
  document.documentElement.className = "watched";

  // --- what the page says ---------------------------------------------------------------------------------------------

  function judge() {
    var needed = document.querySelectorAll("script[data-needed]");
    isStanding = false;
    for (var each = 0; each < needed.length; each += 1) {
      if (!begun[needed[each].getAttribute("data-needed")]) isStanding = true;
    }
    window.clearInterval(timer);
    if (isStanding && restMs) timer = window.setInterval(look, LOOK_MS);
    show();
  }

  function show() {
    var still = document.getElementById("still");
    var failed = document.getElementById("failed");
    if (!failed) return; // the page has not come so far
    if (still) still.hidden = !isStanding;
    failed.hidden = still && isStanding ? true : !(hasFailed || isStanding);
    document.documentElement.className = "";
    if (hasFailed || isStanding) unfold();
  }

  function fail() {
    hasFailed = true;
    show();
  }

  // What is there for browsers without script is there now, and in whatever part of the page comes later.
  function unfold() {
    var folded = document.querySelectorAll("#live noscript");
    for (var each = folded.length - 1; each >= 0; each -= 1) {
      var opened = document.createElement("div");
      // Of this companion, which escapes every word in it; text until now, or elements where a script has put it here.
      opened.innerHTML = folded[each].firstElementChild ? folded[each].innerHTML : folded[each].textContent;
      folded[each].parentNode.replaceChild(opened, folded[each]);
    }
    if (watcher || !window.MutationObserver) return;
    watcher = new MutationObserver(unfold);
    watcher.observe(document.body, { childList: true, subtree: true });
  }

  // --- loading it anew ------------------------------------------------------------------------------------------------

  function isTyped() {
    var fields = document.querySelectorAll("input:not([type=hidden]), select, textarea");
    for (var each = 0; each < fields.length; each += 1) {
      if (fields[each] === document.activeElement || isChanged(fields[each])) return true;
    }
    return false;
  }

  function isChanged(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue;
    for (var each = 0; each < field.options.length; each += 1) {
      if (field.options[each].defaultSelected) return field.selectedIndex !== each;
    }
    return field.selectedIndex > 0;
  }

  // The companion is asked first: where it is away, the browser's own page of errors would stay.
  function look() {
    if (document.hidden || Date.now() - touchedAt < restMs || isTyped()) return;
    touchedAt = Date.now();
    var asked = new XMLHttpRequest();
    asked.open("HEAD", "/health.json");
    asked.timeout = restMs;
    asked.onload = function () {
      if (asked.status === 200 && !isTyped()) window.location.reload();
    };
    asked.send();
  }

  // --- what it hears --------------------------------------------------------------------------------------------------

  document.addEventListener("script:begun", function (event) {
    begun[event.detail] = true;
    if (isStanding) judge();
  });
  document.addEventListener("script:failed", function (event) {
    begun[event.detail] = false;
    judge();
  });
  window.addEventListener("error", function (event) {
    var isScript = event.target && event.target.tagName === "SCRIPT";
    if (String(isScript ? event.target.src : event.filename).indexOf(ours) === 0) fail();
  }, true);
  window.addEventListener("unhandledrejection", function (event) {
    if (String(event.reason && event.reason.stack).indexOf(ours) >= 0) fail();
  });
  for (var kind = 0; kind < TOUCHES.length; kind += 1) {
    document.addEventListener(TOUCHES[kind], function () { touchedAt = Date.now(); }, true);
  }
  document.addEventListener("DOMContentLoaded", judge);
  window.setTimeout(judge, LATE_MS);
})();

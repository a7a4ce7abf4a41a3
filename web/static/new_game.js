// Shows of a new game's options those that mean something beside the others, and lets only such be chosen as go together.
// Without this file all of them are shown, and the server says what does not go together.
"use strict";

(() => {
  const live = document.getElementById("live");

  // Some choices go together only with others, as the players with the mode: an earlier field rules the later ones.
  function match(form, offers) {
    const settled = {};
    for (const key of Object.keys(offers[0] || {})) {
      const field = form.elements[key];
      const fit = offers.filter((offer) => Object.keys(settled).every((each) => offer[each] === settled[each]));
      for (const option of field.options) {
        option.disabled = option.hidden = !fit.some((offer) => offer[key] === option.value);
      }
      if (fit.length && !fit.some((offer) => offer[key] === field.value)) field.value = fit[0][key];
      settled[key] = field.value;
    }
  }

  function show(form) {
    match(form, JSON.parse(form.dataset.offers));
    for (const option of form.querySelectorAll("[data-needs]")) {
      const needs = option.dataset.needs.split("&").map((need) => need.split("="));
      const isNeeded = needs.every(([key, value]) => form.elements[key].value === value);
      option.hidden = !isNeeded;
      option.querySelector("select").disabled = !isNeeded; // what is disabled is not sent
    }
  }

  function showAll() {
    for (const form of document.querySelectorAll("form[data-offers]")) show(form);
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-offers]");
    if (form) show(form);
  });
  showAll();
  new MutationObserver(showAll).observe(live, { childList: true }); // live.js swaps whole parts of the page
})();

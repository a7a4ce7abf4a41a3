// Of an entry of the owner's box, shows the fields that mean something beside what is chosen in others.
// Without this file all of them are shown, and the server leaves out those that mean nothing.
"use strict";

(() => {
  const form = document.querySelector("form.entry-form");

  function show() {
    for (const label of form.querySelectorAll("[data-needs]")) {
      const other = form.elements[label.dataset.needs];
      const isNeeded = label.dataset.values.split(" ").includes(other.value);
      label.hidden = !isNeeded;
      label.querySelector("input, select, textarea").disabled = !isNeeded; // what is disabled is not sent
    }
    for (const group of form.querySelectorAll("fieldset.entry-group")) {
      group.hidden = !group.querySelector("label:not([hidden])");
    }
  }

  form.addEventListener("change", show);
  show();
})();

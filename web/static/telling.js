// A roll told by taps, one a die: the grid adds a die, its newest one can be taken back, and one tap sends them all.
const told = new WeakMap(); // the dice of each form so far, as the buttons that were tapped

const diceOf = (form) => told.get(form) || [];
const isOfColour = (colour) => (die) => die.dataset.colour === colour;

function hide(name, value) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  return field;
}

// Shows what was told so far, and puts it into the form as if it had been typed.
function show(form, dice) {
  told.set(form, dice);
  const wanted = Number(form.dataset.dice);
  form.querySelectorAll("input[data-told]").forEach((field) => field.remove());
  dice.forEach((die, index) => {
    for (const [name, value] of [["value", die.dataset.value], ["colour", die.dataset.colour]]) {
      const field = hide(`${name}.${index + 1}`, value);
      field.dataset.told = "";
      form.append(field);
    }
  });
  form.querySelector(".told-count").textContent = `${dice.length} of ${wanted}`;
  form.querySelector(".told-dice").replaceChildren(...dice.map((die) => die.firstElementChild.cloneNode(true)));
  for (const button of form.querySelectorAll("[data-colour]")) {
    const ofColour = dice.filter(isOfColour(button.dataset.colour)).length;
    button.disabled = dice.length >= wanted || ofColour >= Number(button.dataset.most || wanted);
  }
  const isEnough = form.querySelector("[data-most]") ? dice.length === wanted : dice.length > 0;
  form.querySelector(".primary").disabled = !isEnough;
  form.querySelector("[data-back]").disabled = dice.length === 0;
  if (dice.length) form.dataset.dirty = "yes";
  else delete form.dataset.dirty;
}

// The grids need this script: without it they stay hidden, and the roll is typed.
function followTelling() {
  const ready = (root) => root.querySelectorAll(".telling[hidden]").forEach((form) => {
    form.hidden = false;
    show(form, []);
  });
  ready(document);
  new MutationObserver(() => ready(document)).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest(".telling button[type=button]");
    if (!button) return;
    const form = button.closest("form");
    const dice = diceOf(form);
    show(form, button.dataset.colour ? [...dice, button] : dice.slice(0, -1));
  });
}

followTelling();

// A roll that is told die by die, and lists that are searched. What was picked or typed outlives a part that is swapped.
const picked = new Map(); // by the key of the rows: what each die shows
const typed = new Map(); // by the id of the field

const countOf = (rows) => rows.querySelectorAll(".die-row").length;

function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

function showRows(rows) {
  const dice = picked.get(rows.dataset.key) || [];
  const told = dice.filter(Boolean);
  const isAll = told.length === countOf(rows);
  const button = rows.querySelector("[name=actions]");
  rows.hidden = false;
  for (const face of rows.querySelectorAll("[data-face]")) {
    face.setAttribute("aria-pressed", String(dice[face.dataset.die] === Number(face.dataset.face)));
  }
  button.value = isAll ? JSON.parse(rows.dataset.faces)[[...told].sort().join(",")] : "";
  button.disabled = !isAll;
  write(rows.querySelector("[data-shown]"), told.length ? told.join(" and ") : "…");
}

function search(field) {
  const wanted = (typed.get(field.id) || "").trim().toLowerCase();
  field.hidden = false;
  if (field.value !== (typed.get(field.id) || "")) field.value = typed.get(field.id);
  for (const button of field.closest("fieldset").querySelectorAll(".choice")) {
    button.hidden = !button.textContent.toLowerCase().includes(wanted);
  }
}

function showAll() {
  document.querySelectorAll("[data-faces]").forEach(showRows);
  document.querySelectorAll("[data-search]").forEach(search);
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const face = target && target.closest("[data-face]");
  const choice = target && target.closest(".choice");
  if (face) {
    const rows = face.closest("[data-faces]");
    const dice = [...(picked.get(rows.dataset.key) || [])];
    dice[face.dataset.die] = Number(face.dataset.face);
    picked.set(rows.dataset.key, dice);
    showRows(rows);
  } else if (choice) {
    // The next list and the next roll begin anew, once the page shows them.
    typed.clear();
    picked.clear();
  }
});
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-search]")) return;
  typed.set(event.target.id, event.target.value);
  search(event.target);
});
// Else Enter would tap the first choice of the page.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-search]")) event.preventDefault();
});
showAll();
new MutationObserver(showAll).observe(document.body, { childList: true, subtree: true });

"use strict";

// Filter by game: what belongs to another game is hidden; the standings show one table at a time.
const games = document.querySelector(".games");

function show(key) {
  for (const part of document.querySelectorAll("[data-entry]")) {
    const table = part.classList.contains("standings");
    part.hidden = key === "all" && !table ? false : part.dataset.entry !== key;
  }
}

if (games) {
  games.hidden = false;
  games.addEventListener("change", (event) => show(event.target.value));
  show(games.querySelector("input:checked").value);
}

// Sort by a column: numbers high first but for ranks and places, what is missing always last.
const LOW_FIRST = ["pool", "rank", "ranks", "bot", "mean place", "±"];

function value(row, column) {
  const text = row.cells[column].dataset.v;
  return text === "" ? null : isNaN(text) || text.trim() === "" ? text : Number(text);
}

function compared(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other));
}

function sort(table, head) {
  const column = head.cellIndex;
  const first = LOW_FIRST.includes(head.textContent.trim()) ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => {
    const [one, two] = [value(a, column), value(b, column)];
    if (one === null || two === null) return (one === null) - (two === null);
    return sign * compared(one, two);
  });
  for (const each of head.parentNode.cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll(".standings table")) {
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(table, head));
  }
}

// What is wider than the window says that it scrolls.
const widths = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    target.previousElementSibling.hidden = target.scrollWidth <= target.clientWidth;
  }
});
for (const hint of document.querySelectorAll(".aside")) widths.observe(hint.nextElementSibling);

// A link to a bot opens its part.
function open_target() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}

addEventListener("hashchange", open_target);
open_target();

// Where the focus goes when somebody asks for it: by a link, an arrow key, the space bar. Never by itself.

import { playOf } from "../record/cards.js";
import { placeOf } from "../record/pointers.js";

/** Show and focus the entry that a pointer leads to, or the nearest thing around it. */
export function goTo(root, pointer) {
  const places = new Map([...root.querySelectorAll("[data-place]")].map((node) => [node.dataset.place, node]));
  for (let place = placeOf(pointer); place; place = place.slice(0, Math.max(0, place.lastIndexOf("/")))) {
    const node = places.get(place) ?? [...places].find(([other]) => other.startsWith(`${place}/`))?.[1];
    if (!node) continue;
    if (!node.matches("input, select, button, textarea, [tabindex]")) node.tabIndex = -1;
    for (let around = node.closest("details:not([open])"); around; around = node.closest("details:not([open])")) around.open = true;
    node.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    node.focus({ preventScroll: true });
    for (const each of root.querySelectorAll(".flash")) each.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
    return;
  }
  root.querySelector("#text")?.focus();
}

/** Put the caret of a text area at a line and a column, both from 1. */
export function putCaret(area, line, column) {
  const before = area.value.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const at = Math.min(area.value.length, before + column - 1);
  area.focus();
  area.setSelectionRange(at, at);
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** The arrow keys among the buttons of a row, of which one at a time is a stop of the Tab key. */
export function moveWithin(event) {
  const button = event.target.closest("[data-roving]");
  const row = button.parentElement;
  const buttons = [...row.querySelectorAll("[data-roving]")];
  const at = buttons.indexOf(button);
  let next;
  if (event.key in STEPS) next = buttons[at + STEPS[event.key]];
  else if (event.key === "Home") [next] = buttons;
  else if (event.key === "End") next = buttons.at(-1);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const rows = [...row.parentElement.querySelectorAll(".suit")];
    const other = rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
    next = other && [...other.querySelectorAll("[data-roving]")].at(Math.min(at, other.childElementCount - 1));
  } else return;
  event.preventDefault();
  if (!next) return;
  for (const each of next.parentElement.querySelectorAll("[data-roving]")) each.tabIndex = each === next ? 0 : -1;
  next.focus();
}

/** The space bar and Enter in a cell go on to the cell of the next player, and after the last one to the next trick. */
export function moveOnward(root, event, players) {
  if (event.key !== " " && event.key !== "Enter") return;
  event.preventDefault();
  // A space within a card ("10 h") is none that goes on.
  if (event.target.value && !event.target.value.split(/[\s,]+/).filter(Boolean).every(playOf)) return;
  const [trick, seat] = event.target.dataset.cell.split(" ").map(Number);
  const cell = (row, column) => root.querySelector(`[data-cell="${row} ${column}"]`);
  for (let step = 1; step < players; step += 1) {
    const next = cell(trick, (seat + step) % players);
    if (next && !next.value) return void next.focus();
  }
  const led = root.querySelector(`.next [data-cell^="${trick + 1} "]`) ?? cell(trick + 1, 0);
  led?.focus();
}

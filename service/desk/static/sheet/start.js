// The score sheet: state, view, the service and the address, put together.

import { appIn } from "../browser/app.js";
import { save, saveJson } from "../browser/service.js";
import { store, stored } from "../browser/storage.js";
import { rulesAsker } from "../rules/asking.js";
import { placeOfRule } from "../rules/house.js";
import { heard } from "../state.js";
import { sheetView } from "../view/sheet.js";
import { asker, bodyOf, csvOf, read } from "./asking.js";
import { initial, isBlank, kept, numberOf, restored, titleOf } from "./state.js";
import { update } from "./update.js";

const root = document.getElementById("desk");

/** What happens in the world: files, the clipboard, the focus. */
const effects = {
  json: () => saveJson("sheet.json", bodyOf(now())),
  csv: async () => {
    const text = await csvOf(now(), dispatch);
    if (text !== null) save("sheet.csv", text, "text/csv");
  },
  read: () => read(now().paste, dispatch),
  empty: () => keepThis(),
  gameOpened: ({ at }) => {
    const { value } = now().games[at];
    keepThis();
    dispatch({ type: "kept", value });
  },
  onward: ({ from }) => onward(from),
  padded,
};

// The games that this browser keeps: what was on the sheet before another game was begun, the last one first.

const GAMES = "spades-sheet-games";
const MOST_GAMES = 50;

function keptGames() {
  const games = stored(GAMES);
  return Array.isArray(games) ? games.filter((game) => typeof game?.title === "string") : [];
}

/** The game on the sheet goes to those that are kept; one that is the same as another is kept once. */
function keepThis() {
  if (isBlank(now())) return;
  const value = kept(now());
  const text = JSON.stringify(value);
  const others = keptGames().filter((game) => JSON.stringify(game.value) !== text);
  const games = [{ title: titleOf(now()), value }, ...others].slice(0, MOST_GAMES);
  store(GAMES, games);
  dispatch({ type: "gamesKept", games });
}

/** Where the focus goes when what was pressed is gone, or has done all that it can. */
const focus = {
  remove: ({ row }) => `.rounds input[aria-label$=", round ${numberOf(now(), row)}"]`,
  eventBegun: ({ row }) => `#more-${row} .event:nth-last-child(2) :is(input, select, button)`,
  eventGone: ({ row }) => `#more-${row} .more button`,
  empty: () => ".rounds input",
  example: () => ".standing",
  imported: () => ".standing",
  ruleNamed: ({ name }) => `[data-place="${placeOfRule(name)}"] :is(input, select)`,
};

/** Tab, and among the fields Enter, goes on through the rounds in the order of bidding. */
function onward(event) {
  const { key, target, shiftKey: isBack } = event;
  if (event.isComposing || (key !== "Tab" && (key !== "Enter" || !target.matches("input")))) return;
  const next = stopAfter(target, { isBack, among: key === "Tab" ? "input, select, button" : "input" });
  if (next || key === "Enter") event.preventDefault();
  // From either end the browser goes on to what is beside the table.
  else [...root.querySelectorAll(STOPS)].at(isBack ? 0 : -1).focus();
  next?.focus();
  if (next?.matches("input")) next.select();
}

const STOPS = ".rounds table :is(input, select, button)";

/** The next stop; on the way forth, one that fills itself in is passed over. */
function stopAfter(target, { isBack = false, among = "input" } = {}) {
  const all = [...root.querySelectorAll(STOPS)];
  const turn = (stop) => Number(stop.dataset.turn ?? all.indexOf(stop) + (stop.closest("th") ? -1e5 : 1e5));
  const order = all
    .filter((stop) => stop === target || (stop.matches(among) && (isBack || !("filled" in stop.dataset))))
    .sort((one, other) => {
      const rows = [one, other].map((stop) => stop.closest("tr").rowIndex);
      return rows[0] - rows[1] || turn(one) - turn(other);
    });
  return order[order.indexOf(target) + (isBack ? -1 : 1)];
}

// On a phone numbers come from a pad of the page: one tap is an entry, and goes on to the next field.

let inHand = null;

root.addEventListener("focusin", ({ target }) => {
  if (target.matches(".rounds .filled-in input")) inHand = target;
});

function padded({ entry }) {
  const field = inHand?.isConnected ? inHand : root.querySelector(".rounds .filled-in input");
  field.value = field.value === "b" ? `b${entry}` : entry;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const next = entry === "b" ? field : stopAfter(field);
  next?.focus();
}

const { now, dispatch, open } = appIn(root, {
  state: { ...initial(), games: keptGames(), hasPad: matchMedia("(pointer: coarse)").matches },
  update,
  view: sheetView,
  effects,
  focus,
  answered: "scored",
  kept: { draft: "spades-sheet-draft", initial, kept, restored, said: heard, about: kept },
  askers: [asker, rulesAsker],
});

// The link that the desk has to the example.
await open(location.hash === "#example" ? { type: "example", isLinked: true } : null);

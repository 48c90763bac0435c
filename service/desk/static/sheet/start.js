// The score sheet: state, view, the service and the address, put together.

import { keeper } from "../browser/address.js";
import { effectsOf, keepShell } from "../browser/effects.js";
import { keepGame, keptGames } from "../browser/games.js";
import { listen, patchChildren } from "../browser/page.js";
import { save, saveJson } from "../browser/service.js";
import { rulesAsker } from "../rules/asking.js";
import { placeOfRule } from "../rules/house.js";
import { sheetView } from "../view/sheet.js";
import { asker, bodyOf, csvOf, read } from "./asking.js";
import { initial, isBlank, kept, numberOf, restored, titleOf } from "./state.js";
import { heard } from "../state.js";
import { update } from "./update.js";

const root = document.getElementById("desk");
let state = { ...initial(), games: keptGames() };

/** What happens in the world: files, the clipboard, the focus. */
const EFFECTS = {
  ...effectsOf(
    () => state,
    dispatch,
    (value) => address.link(value),
  ),
  json: () => saveJson("sheet.json", bodyOf(state)),
  csv: async () => {
    const text = await csvOf(state, dispatch);
    if (text !== null) save("sheet.csv", text, "text/csv");
  },
  read: () => read(state.paste, dispatch),
  empty: () => keepThis(),
  gameOpened: ({ at }) => {
    const { value } = state.games[at];
    keepThis();
    dispatch({ type: "kept", value });
  },
  onward: ({ from }) => onward(from),
  padded,
};

/** The game on the sheet goes to those that this browser keeps. */
function keepThis() {
  if (!isBlank(state)) dispatch({ type: "gamesKept", games: keepGame(titleOf(state), kept(state)) });
}

/** Where the focus goes when what was pressed is gone, or has done all that it can. */
const FOCUS = {
  remove: ({ row }) => `.rounds input[aria-label$=", round ${numberOf(state, row)}"]`,
  eventBegun: ({ row }) => `#more-${row} .event:nth-last-child(2) :is(input, select, button)`,
  eventGone: ({ row }) => `#more-${row} .more button`,
  empty: () => ".rounds input",
  example: () => ".standing",
  imported: () => ".standing",
  ruleNamed: ({ name }) => `[data-place="${placeOfRule(name)}"] :is(input, select)`,
  ruleBack: () => "#house-rules",
  rulesBack: () => "#house-rules",
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

const hasPad = matchMedia("(pointer: coarse)").matches;
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

function dispatch(event) {
  EFFECTS[event.type]?.(event);
  const before = state;
  state = update(state, event);
  if (state === before) return;
  show();
  // What a link has opened leaves the focus where it is.
  const isLinked = event.type === "example" && !event.from;
  if (event.type in FOCUS && !isLinked) root.querySelector(FOCUS[event.type](event))?.focus();
  if (event.type === "kept") address.synced(state);
  else address.keep(state);
  if (event.type === "scored" && event.answer) address.remember(state);
  ask();
  askRules();
}

function show() {
  patchChildren(root, sheetView(state));
  if (hasPad) for (const field of root.querySelectorAll(".rounds .filled-in input")) field.inputMode = "none";
  document.body.dataset.answered = String(state.answered);
  document.body.dataset.asked = String(state.asked);
}

const ask = asker(() => state, dispatch);
const askRules = rulesAsker(() => state, dispatch);
const address = keeper((value) => dispatch({ type: "kept", value }), {
  draft: "spades-sheet-draft",
  initial,
  kept,
  restored,
  said: heard,
  about: kept,
});

listen(root, ["click", "input", "change", "keydown", "focusin", "submit"], dispatch);
root.replaceChildren();
show();
// The link that the desk has to the example.
if (location.hash === "#example") dispatch({ type: "example" });
else {
  await address.load({ first: true });
  const known = address.recalled(state);
  if (known) dispatch({ type: "recalled", said: known });
}
document.body.dataset.opened = "true";
keepShell();
ask();
askRules();

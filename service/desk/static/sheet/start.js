// The score sheet: state, view, the service and the address, put together.

import { keeper } from "../browser/address.js";
import { keepShell } from "../browser/offline.js";
import { listen, patchChildren } from "../browser/page.js";
import { copy, save, useKey } from "../browser/service.js";
import { rulesAsker } from "../rules/asking.js";
import { houseFocus } from "../rules/house.js";
import { sheetView } from "../view/sheet.js";
import { asker, bodyOf, csvOf, read } from "./asking.js";
import { initial, isBlank, kept, restored } from "./state.js";
import { fresh, update } from "./update.js";

const root = document.getElementById("desk");
let state = initial(JSON.parse(root.dataset.rules));

/** What happens in the world: files, the clipboard, the focus. Everything else is a change of the state. */
const EFFECTS = {
  print: () => print(),
  json: () => save("sheet.json", `${JSON.stringify(bodyOf(state), null, 2)}\n`, "application/json"),
  csv: async () => {
    const text = await csvOf(state, dispatch);
    if (text !== null) save("sheet.csv", text, "text/csv");
  },
  copyLink: async () =>
    notify(
      (await copy(await address.link(state))) ? "The link is copied." : "The link is in the address of this page.",
    ),
  read: () => read(state.paste, dispatch),
  enter: ({ from }) => onward(from),
  key: ({ from }) => {
    from.preventDefault();
    useKey(new FormData(from.target).get("key"));
    dispatch({ type: "again" });
  },
};

/** Where the focus goes when what was pressed is gone, or has done all that it can. */
const FOCUS = {
  remove: ({ row }) => `.rounds input[aria-label$=", round ${row + 1}"]`,
  empty: () => ".rounds input",
  example: () => ".standing",
  imported: () => ".standing",
  ...houseFocus,
};

const notify = (notice) => dispatch({ type: "said", notice });

/** Enter goes on to the next field of the sheet, as Tab does. */
function onward(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const fields = [...root.querySelectorAll(".rounds input")];
  const next = fields[fields.indexOf(event.target) + (event.shiftKey ? -1 : 1)];
  next?.focus();
  next?.select();
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
  ask();
  askRules();
}

function show() {
  patchChildren(root, sheetView(state));
  document.body.dataset.answered = String(state.answered);
  document.body.dataset.asked = String(state.asked);
}

const ask = asker(() => state, dispatch);
const askRules = rulesAsker(() => state, dispatch);
const address = keeper((value) => dispatch({ type: "kept", value }), {
  draft: "spades-sheet-draft",
  initial: fresh,
  kept,
  accepts: (value) => restored(initial(), value) !== null,
});

listen(root, ["click", "input", "change", "keydown", "submit"], dispatch);
root.replaceChildren();
show();
// The link that the desk has to the example.
if (location.hash === "#example") dispatch({ type: "example" });
else await address.load({ first: true });
// Once there are rounds, the table is set up and in the way.
root.querySelector(".table-setup").open = isBlank(state);
document.body.dataset.opened = "true";
keepShell();
ask();
askRules();

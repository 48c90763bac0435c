// The desk: state, view, the service and the address, put together.

import { asker } from "./asking.js";
import { keeper } from "./browser/address.js";
import { effectsOf, keepShell } from "./browser/effects.js";
import { goTo, listen, moveOnward, moveWithin, patchChildren, putCaret, sightOf } from "./browser/page.js";
import { stepBackOf, stepper } from "./browser/stepping.js";
import { copy, curlOf, referenceTo, saveJson } from "./browser/service.js";
import { questionOf, savedOf } from "./dispute/question.js";
import { stepsOf } from "./dispute/templates.js";
import { rulesAsker } from "./rules/asking.js";
import { placeOfRule } from "./rules/house.js";
import { about, heard, initial, kept, restored } from "./state.js";
import { update } from "./update.js";
import { pageView } from "./view/page.js";

const root = document.getElementById("desk");
let state = initial();
const posted = document.getElementById("text")?.value ?? "";
const postedRuleset = document.getElementById("ruleset")?.value;

/**
 * What happens in the world: the moves of the focus, files, the clipboard.
 */
const EFFECTS = {
  keys: ({ from }) => stepped(from),
  wheel: ({ from }) => turned(from),
  guideKey: ({ from, step, value }) => {
    if (from.key !== "Enter") return;
    from.preventDefault();
    dispatch({ type: "guided", step, value, left: true, from });
    focusStep(step);
  },
  roving: ({ from }) => moveWithin(from),
  onward: ({ from }) => moveOnward(root, from, state.record.players.length),
  ...effectsOf(
    () => state,
    dispatch,
    (value) => address.link(value),
  ),
  download: () => saveJson("round.json", { ruleset: referenceTo(state.ruleset), ...savedOf(state) }),
  curl: async () =>
    notify(
      (await copy(curlOf(asked(), document.documentElement.dataset.server ?? location.origin)))
        ? "The command is copied."
        : "This browser does not let the page copy.",
    ),
};

/** The request that asks for this ruling; while too little is known, for one on the record. */
function asked() {
  const { path, body } = questionOf(state) ?? questionOf({ ...state, guide: null });
  return { path, body: { ruleset: referenceTo(state.ruleset), ...body } };
}

const AFTERWARDS = {
  goto: ({ place }) => goTo(root, place),
  caret: ({ line, column }) => putCaret(document.getElementById("text"), line, column),
  // The table and its rules may be folded away, and the rules may still have to come.
  ruleNamed: ({ name }) => goTo(root, placeOfRule(name)),
  parametersSaid: () => state.house.named && goTo(root, placeOfRule(state.house.named)),
};

/** Where the focus goes when the button that was pressed is gone, or has opened something to fill in. */
const FOCUS = {
  correct: () => "#ruling",
  dispute: () => ".dispute [data-step]",
  disputeClosed: () => "input.bid",
  example: () => ".welcome > summary",
  lineShown: () => ".control:has(.next)",
  empty: () => "input.bid",
  ruleBack: () => "#house-rules",
  rulesBack: () => "#house-rules",
  ruleset: () => (root.querySelector(".setup[open]") ? "#ruleset" : ".setup > summary"),
};

/** The focus goes on to what is asked after a question that has been answered. */
function focusStep(key) {
  if (`ask ${key}` in state.drafts) return;
  const steps = stepsOf(state).filter(({ kind }) => kind !== "note");
  const at = steps.findIndex((step) => step.key === key);
  const next = steps.slice(at + 1).find(({ value }) => value === null || value === "") ?? steps[at + 1];
  if (next) {
    root
      .querySelector(`[data-step="${CSS.escape(next.key)}"][tabindex="0"], input[data-step="${CSS.escape(next.key)}"]`)
      ?.focus();
  }
}

const { stepped, turned } = stepper(root, dispatch);
const notify = (notice) => dispatch({ type: "said", notice });

function dispatch(event) {
  EFFECTS[event.type]?.(event);
  const before = state;
  state = update(state, event);
  if (state === before) return AFTERWARDS[event.type]?.(event);
  const focused = document.activeElement;
  const around = focused?.closest("td, .player, .row");
  show();
  // A mark that is gone leaves the focus at its field.
  if (focused && !focused.isConnected && around?.isConnected) around.querySelector("input, select, button")?.focus();
  if (event.type in FOCUS) root.querySelector(FOCUS[event.type](event))?.focus();
  if (event.type === "kept") address.synced(state);
  else address.keep(state);
  if (event.type === "ruled") address.remember(state);
  AFTERWARDS[event.type]?.(event);
  if (event.type === "guided" && ["input", "click"].includes(event.from?.type)) focusStep(event.step);
  keepTime(state.playing);
  ask();
  askRules();
}

const BEAT = 900;
let clock;

function keepTime(isPlaying) {
  if (Boolean(clock) === isPlaying) return;
  clearInterval(clock);
  clock = isPlaying ? setInterval(() => dispatch({ type: "ticked" }), BEAT) : undefined;
}

const keepInSight = sightOf(root, ".verdict > .headline > .happened, .verdict > p");

function show() {
  patchChildren(root, pageView(state));
  keepInSight();
  document.body.dataset.answered = String(state.answered);
  document.body.dataset.asked = String(state.asked);
}

listen(root, ["wheel"], dispatch);
// The arrow keys step also where nothing has the focus.
document.addEventListener("keydown", (event) => {
  const type = stepBackOf(event);
  if (type) {
    event.preventDefault();
    dispatch({ type });
  } else if (event.target === document.body) stepped(event);
});

const ask = asker(() => state, dispatch);
const askRules = rulesAsker(() => state, dispatch);
const address = keeper((value) => dispatch({ type: "kept", value }), {
  draft: "spades-desk-draft",
  initial,
  kept,
  restored,
  said: heard,
  about,
});

listen(root, ["click", "input", "change", "keydown", "focusin", "submit"], dispatch);
root.replaceChildren();
show();
if (posted.trim()) {
  state = { ...state, ruleset: { ...state.ruleset, name: postedRuleset } };
  dispatch({ type: "text", value: posted });
} else {
  await address.load({ first: true });
  const known = address.recalled(state);
  if (known) dispatch({ type: "recalled", said: known });
}
document.body.dataset.opened = "true";
keepShell();
ask();
askRules();

// The desk: state, view, the service and the address, put together.

import { asker } from "./asking.js";
import { appIn } from "./browser/app.js";
import { bringPictures, goTo, moveOnward, moveWithin, putCaret } from "./browser/page.js";
import { stepBackOf, stepperFor } from "./browser/stepping.js";
import { copy, curlOf, referenceTo, saveJson } from "./browser/service.js";
import { questionOf, savedOf } from "./dispute/question.js";
import { stepsOf } from "./dispute/templates.js";
import { rulesAsker } from "./rules/asking.js";
import { placeOfRule } from "./rules/house.js";
import { about, heard, initial, kept, restored } from "./state.js";
import { update } from "./update.js";
import { pageView } from "./view/page.js";

const root = document.getElementById("desk");
const posted = document.getElementById("text")?.value ?? "";
const postedRuleset = document.getElementById("ruleset")?.value;

/** What happens in the world: the moves of the focus, files, the clipboard. */
const effects = {
  keys: ({ from }) => stepped(from),
  guideKey: ({ from, step, value }) => {
    if (from.key !== "Enter") return;
    from.preventDefault();
    dispatch({ type: "guided", step, value, left: true, from });
    focusStep(step);
  },
  roving: ({ from }) => moveWithin(from),
  onward: ({ from }) => moveOnward(root, from, now().record.players.length),
  download: () => saveJson("round.json", { ruleset: referenceTo(now().ruleset), ...savedOf(now()) }),
  curl: async () => {
    const isCopied = await copy(curlOf(asked(now()), document.documentElement.dataset.server ?? location.origin));
    const notice = isCopied ? "The command is copied." : "This browser does not let the page copy.";
    dispatch({ type: "said", notice });
  },
};

/** The request that asks for this ruling; while too little is known, for one on the record. */
function asked(state) {
  const { path, body } = questionOf(state) ?? questionOf({ ...state, guide: null });
  return { path, body: { ruleset: referenceTo(state.ruleset), ...body } };
}

const after = {
  goto: ({ place }) => goTo(root, place),
  caret: ({ line, column }) => putCaret(document.getElementById("text"), line, column),
  // The table and its rules may be folded away, and the rules may still have to come.
  ruleNamed: ({ name }) => goTo(root, placeOfRule(name)),
  parametersSaid: () => now().house.named && goTo(root, placeOfRule(now().house.named)),
  guided: ({ from, step }) => ["input", "click"].includes(from?.type) && focusStep(step),
  all: () => root.querySelector(".game") && bringPictures(document.body),
};

/** Where the focus goes when the button that was pressed is gone, or has opened something to fill in. */
const focus = {
  correct: () => "#ruling",
  dispute: () => ".dispute [data-step]",
  disputeClosed: () => "input.bid",
  example: () => ".welcome > summary",
  empty: () => "input.bid",
  ruleset: () => (root.querySelector(".setup[open]") ? "#ruleset" : ".setup > summary"),
};

/** The focus goes on to what is asked after a question that has been answered. */
function focusStep(key) {
  if (`ask ${key}` in now().drafts) return;
  const steps = stepsOf(now()).filter(({ kind }) => kind !== "note");
  const at = steps.findIndex((step) => step.key === key);
  const next = steps.slice(at + 1).find(({ value }) => value === null || value === "") ?? steps[at + 1];
  const place = `[data-step="${CSS.escape(next?.key ?? "")}"]`;
  root.querySelector(`${place}[tabindex="0"], input${place}`)?.focus();
}

const { now, dispatch, open } = appIn(root, {
  state: initial(),
  update,
  view: pageView,
  effects,
  after,
  focus,
  answered: "ruled",
  kept: { draft: "spades-desk-draft", initial, kept, restored, said: heard, about },
  askers: [asker, rulesAsker],
});
const stepped = stepperFor(root, dispatch);

// The arrow keys step also where nothing has the focus.
document.addEventListener("keydown", (event) => {
  const type = stepBackOf(event);
  if (type) {
    event.preventDefault();
    dispatch({ type });
  } else if (event.target === document.body) stepped(event);
});

await open(posted.trim() ? { type: "text", value: posted, ruleset: postedRuleset } : null);

// The whole page of the desk, from a state: the round on paper and as text, and beside it the ruling and the table.

import { hasOnlyCardsLeft } from "../dispute/question.js";
import { beginningFor, EXAMPLES } from "../examples.js";
import { offerOf, rulesNow } from "../record/table.js";
import { rowsNow, withLine } from "../record/tricks.js";
import { isBlank } from "../state.js";
import { numbered } from "../table/marks.js";
import { afterwardsView } from "./afterwards.js";
import { choicesView, disputeView } from "./dispute.js";
import { boardView, controlsView, gameAt, timelineView } from "../table/game.js";
import { AS_TYPED, found as elementsIn, h, idleButton, keyField, link, roving, titled, withCards } from "./elements.js";
import { handsView, tricksView } from "./round.js";
import { qrCodeView } from "./qr_code.js";
import { paperView, rulingView, toldIn } from "./ruling.js";
import { setupView } from "./setup.js";

export function pageView(state) {
  const found = state.answer ? numbered(state.answer) : [];
  const rows = rowsNow(state);
  const stuck = state.parsed.problem !== null;
  const setup = setupLine(state, stuck);
  const paper = fields(stuck, handsView(state, found), tricksView(state, rows, found));
  const afterwards = fields(stuck, afterwardsView(state, found));
  const game = isBlank(state) ? null : gameOf(state, rows, found);
  const ruling = rulingView(state, { found, game, isFaulty: isFaulty([setup, paper, afterwards]) });
  const beside = h("div.beside", { key: "beside" }, barView(state), ruling);
  const after = h("div.after.entry", { key: "after" }, afterwards);
  const asked = state.guide ? h("div.entry", { key: "asked", inert: stuck }, disputeView(state)) : null;
  const entry = h("div.entry", { key: "entry" }, setup, stuck && stuckNotice(), paper, textView(state));
  return h(
    "div",
    { keydown: { type: "keys" } },
    h("div.desk-head", h("h1", "The desk"), isBlank(state) ? null : welcome(state), actions(state)),
    isBlank(state) && welcome(state),
    h("div.said", { role: "status" }, state.notice ? h("p.notice", {}, state.notice) : null),
    state.qrCode && shareView(state.qrCode),
    state.locked && keyField(),
    h("div.desk-columns", state.guide ? [asked, beside, entry, after] : [entry, beside, after]),
    paperView(state),
  );
}

/** The picture of the round, to be stepped through, and its timeline. */
function gameOf(state, rows, found) {
  const { answer } = state;
  // A claim with only the cards left: nobody had more of them, and only the questions know who leads to them.
  const isClaim = hasOnlyCardsLeft(state);
  const left = isClaim ? Object.values(state.record.hands ?? {}) : [];
  const plain = rulesNow(state);
  const rules = { ...plain, handSize: Math.max(...left.map(({ length }) => length), 0) || plain.handSize };
  const shown = withLine(state);
  const isAsIs = shown === state;
  const lead = isClaim && isAsIs ? (state.guide.answers.lead ?? null) : undefined;
  const shownRows = isAsIs ? rows : rowsNow(shown);
  const game = gameAt({ record: shown.record, rules, rows: shownRows, answer, found, at: state.view.at, lead });
  return h(
    "section.game",
    { label: "the table and the tricks", key: "game" },
    boardView(game, state.view.turn),
    h(
      "div.under-board",
      controlsView(game, state.playing),
      state.view.line && h("button", { click: { type: "lineShown", isShown: false } }, "Back to the round"),
    ),
    isClaim && isAsIs ? null : timelineView(game),
  );
}

/** Whether a field has something that can't be taken. A fault in the text is said by the ruling itself. */
const isFaulty = (elements) =>
  elementsIn(h("div", elements), ({ tag, props }) => tag === "input" && props["aria-invalid"] === "true").length > 0;

const stuckNotice = () =>
  h(
    "p.notice",
    "The text can’t be read yet, and everything else waits for it. ",
    link({ type: "goto", place: "text" }, "Show the text"),
  );

function setupLine(state, stuck) {
  const { ruleset, record } = state;
  const title = offerOf(state)?.title ?? ruleset.name;
  const changes = ruleset.options.length + Object.keys(ruleset.overrides).length;
  const dealt = record.dealer ? ` · ${record.dealer} dealt` : "";
  return h(
    "details.setup",
    h(
      "summary",
      h("span.setup-title", {}, title),
      changes ? h("span.setup-changes", " with house rules") : null,
      h("span.setup-players", ` · ${record.players.join(", ")}${dealt}`),
    ),
    fields(stuck, setupView(state)),
  );
}

const fields = (inert, ...sections) => h("div", { inert }, sections);

/** On a narrow screen the ruling may be far away: its first words stay in sight until it is reached. */
function barView(state) {
  const { answer, parsed, problem } = state;
  if (!answer && !problem && !parsed.problem) return null;
  const none = (said) => ({ sign: "?", verdict: "No ruling yet", tone: "undetermined", happened: [said] });
  const summary = parsed.problem
    ? none("the text can’t be read.")
    : (answer?.summary ?? none((problem.errors?.[0]?.detail ?? problem.detail).split(/(?<=\.) /)[0]));
  const { sign, verdict, tone } = summary;
  return h(
    "button",
    { class: `bar headline ${tone}`, click: { type: "goto", place: "ruling" } },
    h("span.sign", { isMute: true }, sign),
    h("span.bar-text", h("strong", `${verdict}: `), withCards(toldIn(summary)[0])),
    h("span.bar-link", "Show"),
  );
}

const ACTIONS = { copyLink: "Copy link", qrCode: "Share", download: "Download", print: "Print", empty: "Start anew" };

const actions = (state) =>
  h(
    "div.row.actions",
    undoButtons(state),
    isBlank(state)
      ? h("a", { href: "/desk/sheet" }, "Keep a score sheet")
      : Object.entries(ACTIONS).map(([type, words]) => {
          const isShown = type === "qrCode" ? String(state.qrCode !== null) : null;
          return h("button", { key: type, "aria-expanded": isShown, click: { type } }, words);
        }),
  );

const undoButtons = ({ past, future }) =>
  [
    ["undo", "Undo", "↶", "Ctrl+Z", past],
    ["redo", "Redo", "↷", "Ctrl+Y", future],
  ].map(
    ([type, name, arrow, title, steps]) =>
      past.length + future.length > 0 &&
      idleButton({ key: type, label: name, title, click: { type } }, h("span", { isMute: true }, arrow), !steps.length),
  );

function shareView(address) {
  const script = `<script src="${new URL(address).origin}/desk/spades-replay.js"></script>`;
  const value = `${script}<spades-replay link="${address}"></spades-replay>`;
  return h(
    "div.row",
    qrCodeView(address),
    h("label", "For a page of your own: ", h("input.embed", { value, readonly: true, focusin: { type: "select" } })),
  );
}

function welcome(state) {
  const choices = [
    choicesView(),
    h(
      "div.row.examples",
      "Examples:",
      EXAMPLES.map(({ title }, index) =>
        h("button", { ...roving(index === 0), click: { type: "example", index } }, title),
      ),
      h("a", { href: "/desk/sheet#example" }, "A game"),
    ),
  ];
  return isBlank(state)
    ? h(
        "div.welcome",
        { key: "welcome" },
        h(
          "p",
          h("strong", "What happened? "),
          "Choose a dispute, or enter the round as far as you know it: the ruling grows as you type. Nothing is stored: a copied link is the whole dispute.",
        ),
        choices,
      )
    : h("details.welcome", { key: "examples" }, h("summary", "Disputes and examples"), choices);
}

// The round as text, what can't be read in it, and lines for what has no field.

function textView(state) {
  const { text, parsed, record } = state;
  const { problem, notes, losses, count, isBehind } = parsed;
  const faults = problem ? (problem.errors ?? [{ detail: problem.detail }]) : [];
  return titled(
    "section",
    "The round as text",
    h(
      "p.hint",
      "Type or paste the round here: the rows above show the same record. Shorthand, PTN, CSV and other notations are recognised. What has no field is a line: call W > S 1, claim N rest refused.",
      rulesNow(state).isDealt ? "" : " Two cards drawn, and the one kept: draw S KH 2C kept KH.",
    ),
    h("label", { for: "text", class: "hidden" }, "The round"),
    h("textarea", {
      id: "text",
      rows: "9",
      value: text,
      ...AS_TYPED,
      "aria-invalid": faults.length > 0,
      "aria-describedby": "faults",
      placeholder: beginningFor(record.players),
      input: { type: "text" },
    }),
    h(
      "div",
      { id: "faults", role: "status" },
      faults.length
        ? [
            h("p.fault", h("strong", {}, faults.length === 1 ? "This can't be read:" : "These can't be read:")),
            h("ul.faults", faults.map(fault)),
            h(
              "p.hint",
              "A round begins like this: the players, their bids, and each trick from its leader on. A title or a remark begins with #.",
            ),
            h("pre.hint", {}, beginningFor(record.players)),
          ]
        : null,
      count > 1 && h("p.fault", `The text has ${count} rounds. The desk rules on the first.`),
    ),
    isBehind &&
      h(
        "p.fault",
        "The text lacks the last change of the fields, as one of them has something that the service refuses; the ruling says what.",
      ),
    [...notes.filter((note) => note.code !== "order_not_recorded"), ...losses].map((note) =>
      h("p.hint", {}, note.line ? `Line ${note.line}: ` : "", note.detail),
    ),
  );
}

function fault({ line, column, detail }) {
  const place = line ? `Line ${line}, column ${column}: ` : "";
  return h("li", {}, line ? link({ type: "caret", line, column }, place) : null, detail);
}

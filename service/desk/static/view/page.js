// The whole page of the desk, from a state: the ways to enter a round, and beside them its tricks and the ruling.

import { asAsked, hasOnlyCardsLeft } from "../dispute/question.js";
import { headlineOf } from "../dispute/headline.js";
import { beginningFor, EXAMPLES } from "../examples.js";
import { offerOf, rulesNow } from "../record/table.js";
import { rowsNow, withLine } from "../record/tricks.js";
import { isBlank } from "../state.js";
import { numbered } from "../table/marks.js";
import { afterwardsView } from "./afterwards.js";
import { choicesView, disputeView } from "./dispute.js";
import { boardView, controlsView, gameAt, timelineView } from "../table/game.js";
import {
  AS_TYPED,
  found as elementsIn,
  faultOf,
  h,
  link,
  idleButton,
  keyField,
  roving,
  titled,
  typed,
  withCards,
} from "./elements.js";
import { bidFault, bidField, handsView, packView, sideBids, tricksView } from "./round.js";
import { qrCodeView } from "./qr_code.js";
import { paperView, rulingView } from "./ruling.js";
import { setupView } from "./setup.js";

export function pageView(now) {
  const state = { ...now, answer: now.answer && asAsked(now) };
  const found = state.answer ? numbered(state.answer) : [];
  const rows = rowsNow(state);
  // A claim with only the cards left: nobody had more of them.
  const isClaim = hasOnlyCardsLeft(state);
  const left = isClaim ? Object.values(state.record.hands ?? {}) : [];
  const plain = rulesNow(state);
  const rules = { ...plain, handSize: Math.max(...left.map(({ length }) => length), 0) || plain.handSize };
  const shown = withLine(state);
  const shownRows = shown === state ? rows : rowsNow(shown);
  const { answer } = state;
  // Only the questions know who leads to the cards left.
  const lead = isClaim && shown === state ? (state.guide.lead ?? null) : undefined;
  const game = gameAt({ record: shown.record, rules, rows: shownRows, answer, found, at: state.view.at, lead });
  const stuck = state.parsed.problem !== null;
  const panels = Object.entries(PANELS).map(([tab, view]) => [tab, view(state, { found, rows, rules, game, stuck })]);
  const faulty = panels.filter(([, panel]) => isFaulty(panel)).map(([tab]) => tab);
  const afterwards = fields(stuck, afterwardsView(state, found));
  const setup = setupLine(state, stuck);
  const entry = h(
    "div.entry",
    { key: "entry" },
    setup,
    // From a tab the Tab key goes on into its panel.
    h("div.tab-row", undoButtons(state), tabs(state.view.tab, faulty)),
    h(
      "div",
      {
        class: `panel ${state.view.tab}-panel`,
        role: "tabpanel",
        id: "panel",
        "aria-labelledby": `tab-${state.view.tab}`,
      },
      stuck && state.view.tab !== "text" && stuckNotice(),
      panels.filter(([tab]) => tab === state.view.tab).map(([tab, panel]) => h("div", { key: tab }, panel)),
    ),
  );
  const timeline =
    isClaim && shown === state ? null : h("section.game", { label: "the tricks" }, timelineView(game, state.words));
  const ruling = rulingView(state, { found, timeline, isFaulty: faulty.length > 0 || isFaulty([setup, afterwards]) });
  const beside = h("div.beside", { key: "beside" }, barView(state), ruling);
  const after = h("div.after.entry", { key: "after" }, afterwards);
  const asked = state.guide ? h("div.entry", { key: "asked", inert: stuck }, disputeView(state)) : null;
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

// Three ways to enter one record: at the table, as text, and in the rows of a sheet.

const TAB_NAMES = { table: "Table", text: "Text", paper: "Paper" };

/** Whether a field has something that can't be taken. A fault in the text is said by the ruling itself. */
const isFaulty = (elements) =>
  elementsIn(h("div", elements), ({ tag, props }) => tag === "input" && props["aria-invalid"] === "true").length > 0;

const tabs = (chosen, faulty) =>
  h(
    "div.tabs",
    { role: "tablist", label: "how to enter the round" },
    Object.entries(TAB_NAMES).map(([tab, name]) =>
      h(
        "button",
        {
          role: "tab",
          id: `tab-${tab}`,
          key: tab,
          "aria-selected": String(tab === chosen),
          "aria-controls": "panel",
          ...roving(tab === chosen),
          click: { type: "tab", tab },
        },
        name,
        faulty.includes(tab) && tab !== chosen ? h("span.fault", " (a field to mend)") : null,
      ),
    ),
  );

const undoButtons = ({ past, future }) =>
  h(
    "div.row.undo",
    { role: "group", label: "steps" },
    [
      ["undo", "Undo", "↶", "Ctrl+Z", past],
      ["redo", "Redo", "↷", "Ctrl+Y", future],
    ].map(([type, name, arrow, title, steps]) =>
      idleButton(
        { key: type, label: name, title, click: { type } },
        [h("span", { isMute: true }, arrow), h("span.word", ` ${name}`)],
        !steps.length,
      ),
    ),
  );

const PANELS = {
  table: (state, { found, rows, rules, game, stuck }) =>
    fields(
      stuck,
      h(
        "div.game",
        boardView(game, {
          entry: {
            canPlay: !stuck && !state.view.line && game.position.isEnd,
            turn: state.turn,
            by: state.by,
            waits: "play" in state.drafts,
          },
          bidOf: rules.bySide ? undefined : (name) => h("label", "bid ", bidField(state, found, name, "–")),
          turn: state.view.turn,
        }),
        underBoard(state, game, playField(state)),
        rules.bySide ? null : state.record.players.map((name) => bidFault(state, name)),
        faultOf(state, "play", undefined),
      ),
      rules.bySide && sideBids(state, found),
      // Once all tricks are there, there is no card to click, but one to take back.
      rows.at(-1)?.number >= rules.handSize && rows.at(-1).complete
        ? h("details", { key: "pack" }, h("summary", "All cards are played: the pack"), packView(state, rows))
        : packView(state, rows),
    ),
  text: (state, { game }) => [
    textView(state),
    h("div.game.second", boardView(game, { turn: state.view.turn }), underBoard(state, game)),
  ],
  paper: (state, { found, rows, stuck }) => fields(stuck, handsView(state, found), tricksView(state, rows, found)),
};

const underBoard = (state, game, field = null) =>
  h(
    "div.under-board",
    controlsView(game, { words: state.words, isPlaying: state.playing }),
    state.view.line ? h("button", { click: { type: "lineShown", isShown: false } }, "Back to the round") : field,
  );

const playField = (state) =>
  h(
    "label.play-field",
    h("span", "Type cards "),
    h("input", {
      ...typed(state, "play", ""),
      size: "6",
      placeholder: "kh",
      label: "Type cards",
      input: { type: "playTyped" },
      change: { type: "playTyped", left: true },
      keydown: { type: "playKey" },
    }),
  );

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
  const { sign, verdict, tone, happened } = parsed.problem
    ? none("the text can’t be read.")
    : answer
      ? headlineOf(state)
      : none((problem.errors?.[0]?.detail ?? problem.detail).split(/(?<=\.) /)[0]);
  return h(
    "button",
    { class: `bar headline ${tone}`, click: { type: "goto", place: "ruling" } },
    h("span.sign", { isMute: true }, sign),
    h("span.bar-text", h("strong", `${verdict}: `), withCards(happened[0])),
    h("span.bar-link", "Show"),
  );
}

const ACTIONS = { copyLink: "Copy link", qrCode: "Share", download: "Download", print: "Print", empty: "Start anew" };

const actions = (state) =>
  h(
    "div.row.actions",
    isBlank(state)
      ? h("a", { href: "/desk/sheet" }, "Keep a score sheet")
      : Object.entries(ACTIONS).map(([type, words]) => {
          const isShown = type === "qrCode" ? String(state.qrCode !== null) : null;
          return h("button", { key: type, "aria-expanded": isShown, click: { type } }, words);
        }),
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
  const examples = h(
    "div.row.examples",
    "Examples:",
    EXAMPLES.map(({ title }, index) =>
      h("button", { ...roving(index === 0), click: { type: "example", index } }, title),
    ),
    h("a", { href: "/desk/sheet#example" }, "A game"),
  );
  return isBlank(state)
    ? h(
        "div.welcome",
        { key: "welcome" },
        h(
          "p",
          h("strong", "What happened? "),
          "Choose a dispute, and you are asked what decides it. Or enter a round below as far as you know it: the ruling grows as you type. Nothing is stored: a copied link is the whole dispute, and only this browser keeps a copy.",
        ),
        choicesView(),
        examples,
      )
    : h("details.welcome", { key: "examples" }, h("summary", "Disputes and examples"), choicesView(), examples);
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
      "Type or paste the round here. The table and the rows on paper show the same record. Shorthand, PTN, CSV and other notations are recognised.",
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

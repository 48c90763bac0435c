// The whole page of the desk, from a state: the round on paper and as text, and beside it the ruling and the table.

import { hasOnlyCardsLeft } from "../dispute/question.js";
import { EXAMPLES } from "../examples.js";
import { offerOf, rulesNow } from "../record/table.js";
import { rowsNow } from "../record/tricks.js";
import { isBlank } from "../state.js";
import { numbered } from "../table/marks.js";
import { choicesView, disputeView } from "./dispute.js";
import { boardView } from "../table/board.js";
import { controlsView } from "../table/controls.js";
import { gameAt } from "../table/game.js";
import { timelineView } from "../table/timeline.js";
import { AS_TYPED, idleButton, keyField, link, roving, titled, withCards } from "./elements.js";
import { markup } from "./markup.js";
import { handsView, stoppedView, tricksView } from "./round.js";
import { qrCodeView } from "./qr_code.js";
import { paperView, rulingView, toldIn } from "./ruling.js";
import { setupView } from "./setup.js";

export function pageView(state) {
  const found = state.answer ? numbered(state.answer) : [];
  const rows = rowsNow(state);
  const stuck = state.parsed.problem !== null;
  const setup = setupLine(state, stuck);
  const paper = fields(stuck, handsView(state, found), tricksView(state, rows, found));
  const game = isBlank(state) ? null : gameOf(state, rows, found);
  const ruling = rulingView(state, found, game);
  const beside = markup`<div class="beside" key="beside">${barView(state)}${ruling}</div>`;
  const after = markup`<div class="after entry" key="after">${fields(stuck, stoppedView(state))}</div>`;
  const asked = () => markup`<div class="asked entry" key="asked" inert=${stuck}>${disputeView(state)}</div>`;
  const entry = markup`<div class="entry" key="entry">${setup}${stuck && stuckNotice()}${paper}${textView(state)}</div>`;
  return markup`<div keydown=${{ type: "keys" }}>
    <div class="desk-head"><h1>The desk</h1>${isBlank(state) ? null : welcome(state)}${actions(state)}</div>
    ${isBlank(state) && welcome(state)}
    <div class="said" role="status">${state.notice ? markup`<p class="notice">${state.notice}</p>` : null}</div>
    ${state.qrCode && shareView(state.qrCode)}
    ${state.locked && keyField()}
    <div class="desk-columns">${state.guide ? [asked(), beside, entry, after] : [entry, beside, after]}</div>
    ${paperView(state)}
  </div>`;
}

/** The picture of the round, to be stepped through, and its timeline. */
function gameOf(state, rows, found) {
  const { answer } = state;
  // A claim with only the cards left: nobody had more of them, and only the questions know who leads to them.
  const isClaim = hasOnlyCardsLeft(state);
  const left = isClaim ? Object.values(state.record.hands ?? {}) : [];
  const plain = rulesNow(state);
  const rules = { ...plain, handSize: Math.max(...left.map(({ length }) => length), 0) || plain.handSize };
  const lead = isClaim ? (state.guide.answers.lead ?? null) : undefined;
  const game = gameAt({ record: state.record, rules, rows, answer, found, at: state.view.at, lead });
  return markup`<section class="game" label="the table and the tricks" key="game">
    ${boardView(game, state.view.turn)}
    <div class="under-board">${controlsView(game)}</div>
    ${isClaim ? null : timelineView(game)}
  </section>`;
}

const stuckNotice = () =>
  markup`<p class="notice">
    The text can’t be read yet, and everything else waits for it.${" "}
    ${link({ type: "goto", place: "text" }, "Show the text")}
  </p>`;

function setupLine(state, stuck) {
  const { ruleset, record } = state;
  const title = offerOf(state)?.title ?? ruleset.name;
  const changes = ruleset.options.length + Object.keys(ruleset.overrides).length;
  const dealt = record.dealer ? ` · ${record.dealer} dealt` : "";
  return markup`<details class="setup">
    <summary>
      <span class="setup-title">${title}</span>
      ${changes ? markup`<span class="setup-changes"> with house rules</span>` : null}
      <span class="setup-players"> · ${record.players.join(", ")}${dealt}</span>
    </summary>
    ${fields(stuck, setupView(state))}
  </details>`;
}

const fields = (inert, ...sections) => markup`<div inert=${inert}>${sections}</div>`;

/** On a narrow screen the ruling may be far away: its first words stay in sight until it is reached. */
function barView(state) {
  const { answer, parsed, problem } = state;
  if (!answer && !problem && !parsed.problem) return null;
  const none = (said) => ({ sign: "?", verdict: "No ruling yet", tone: "undetermined", happened: [said] });
  const summary = parsed.problem
    ? none("the text can’t be read.")
    : (answer?.summary ?? none((problem.errors?.[0]?.detail ?? problem.detail).split(/(?<=\.) /)[0]));
  const { sign, verdict, tone } = summary;
  return markup`<button class="bar headline ${tone}" click=${{ type: "goto", place: "ruling" }}>
    <span class="sign" isMute>${sign}</span>
    <span class="bar-text"><strong>${verdict}: </strong>${withCards(toldIn(summary)[0])}</span>
    <span class="bar-link">Show</span>
  </button>`;
}

const ACTIONS = { copyLink: "Copy link", qrCode: "Share", download: "Download", print: "Print", empty: "Start anew" };

const actions = (state) =>
  markup`<div class="row actions">
    ${undoButtons(state)}
    ${
      isBlank(state)
        ? markup`<a href="/desk/sheet">Keep a score sheet</a>`
        : Object.entries(ACTIONS).map(([type, words]) => {
            const isShown = type === "qrCode" ? String(state.qrCode !== null) : null;
            return markup`<button key=${type} aria-expanded=${isShown} click=${{ type }}>${words}</button>`;
          })
    }
  </div>`;

function undoButtons({ past, future }) {
  const button = (type, label, arrow, title, steps) =>
    idleButton({ key: type, label, title, click: { type } }, markup`<span isMute>${arrow}</span>`, !steps.length);
  return (
    past.length + future.length > 0 && [
      button("undo", "Undo", "↶", "Ctrl+Z", past),
      button("redo", "Redo", "↷", "Ctrl+Y", future),
    ]
  );
}

function shareView(address) {
  const script = `<script src="${new URL(address).origin}/desk/spades-replay.js"></script>`;
  const value = `${script}<spades-replay link="${address}"></spades-replay>`;
  return markup`<div class="row">
    ${qrCodeView(address)}
    <label>
      For a page of your own: <input class="embed" value=${value} readonly focusin=${{ type: "select" }} />
    </label>
  </div>`;
}

const example = ({ title }, index) =>
  markup`<button ...${roving(index === 0)} click=${{ type: "example", index }}>${title}</button>`;

function welcome(state) {
  const choices = [
    choicesView(),
    markup`<div class="row examples">
      Examples:
      ${EXAMPLES.map(example)}
      <a href="/desk/sheet#example">A game</a>
    </div>`,
  ];
  return isBlank(state)
    ? markup`<div class="welcome" key="welcome">
      <p>
        <strong>What happened? </strong>
        Choose a dispute, or enter the round as far as you know it: the ruling grows as you type. Nothing is
        stored: a copied link is the whole dispute.
      </p>
      ${choices}
    </div>`
    : markup`<details class="welcome" key="examples"><summary>Disputes and examples</summary>${choices}</details>`;
}

// The round as text, what can't be read in it, and lines for what has no field.

function textView(state) {
  const { text, parsed } = state;
  const { problem, notes, losses, count, isBehind } = parsed;
  const faults = problem ? (problem.errors ?? [{ detail: problem.detail }]) : [];
  return titled(
    "section.as-text",
    "The round as text",
    markup`<p class="hint">
      Type or paste the round here: the rows show the same record. Shorthand, PTN, CSV and other notations
      are recognised. What has no field is a line: call W > S 1, claim N rest refused, points N+S -50.
      ${rulesNow(state).isDealt ? "" : " Two cards drawn, and the one kept: draw S KH 2C kept KH."}
    </p>`,
    markup`<label for="text" class="hidden">The round</label>`,
    markup`<textarea id="text" rows="9" value=${text} ...${AS_TYPED} aria-invalid=${faults.length > 0}
      aria-describedby="faults" placeholder=${EXAMPLES[0].text} input=${{ type: "text" }}></textarea>`,
    markup`<div id="faults" role="status">
      ${
        faults.length > 0 && [
          markup`<p class="fault"><strong>${faults.length === 1 ? "This can't be read:" : "These can't be read:"}</strong></p>`,
          markup`<ul class="faults">${faults.map(fault)}</ul>`,
          markup`<p class="hint">
            A round begins like this: the players, their bids, and each trick from its leader on. A title or a remark
            begins with #.
          </p>`,
          markup`<pre class="hint">${EXAMPLES[0].text}</pre>`,
        ]
      }
      ${count > 1 && markup`<p class="fault">The text has ${count} rounds. The desk rules on the first.</p>`}
    </div>`,
    isBehind &&
      markup`<p class="fault">
        The text lacks the last change of the fields, as one of them has something that the service refuses; the
        ruling says what.
      </p>`,
    [...notes.filter((note) => note.code !== "order_not_recorded"), ...losses].map(
      (note) => markup`<p class="hint">${note.line ? `Line ${note.line}: ` : ""}${note.detail}</p>`,
    ),
  );
}

function fault({ line, column, detail }) {
  const place = line ? `Line ${line}, column ${column}: ` : "";
  return markup`<li>${line ? link({ type: "caret", line, column }, place) : null}${detail}</li>`;
}

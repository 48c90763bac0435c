// The whole page of the score sheet, from its state.

import { h } from "../elements.js";
import { isBlank } from "../sheet/state.js";
import { rowOf } from "../sheet/rows.js";
import { accessNotice, keyField } from "./access.js";
import { setupView } from "./setup.js";
import { chartView, scoreText } from "./sheet_chart.js";
import { roundsView } from "./sheet_rounds.js";

/** The elements of the page. */
export function sheetView(state) {
  const blank = isBlank(state);
  return h("div", {},
    h("h1", {}, "The score sheet"),
    h("div", {},
      blank ? h("p", { class: "welcome" }, "Write down bids and tricks round by round; the scores come by themselves. The service stores nothing: the whole sheet is in the address of this page, so a copied link is the whole game. Only this browser keeps a copy.") : null,
      h("div", { role: "status" }, state.notice ? h("p", { class: "notice" }, state.notice) : null),
      state.locked ? keyField() : null),
    actions(state, blank),
    h("p", { class: "rules-in-print" }, `Ruleset ${state.ruleset.name}${state.ruleset.options.length ? `, with ${state.ruleset.options.join(", ")}` : ""}.`),
    h("details", { class: "table-setup" }, h("summary", {}, `${state.record.players.join(", ")}: the table and its rules`),
      setupView(state, "First dealer"),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: state.byPlayer, on: { change: { type: "byPlayer" } } }), "Tricks player by player, not by side")),
    standingView(state),
    roundsView(state),
    h("div", {}, chartView(state)),
    importView(state));
}

function actions(state, blank) {
  const button = (type, text, isIdle = blank) => idleButton({ on: { click: { type } } }, text, isIdle);
  return h("div", { class: "row actions" },
    blank ? button("example", "A game, as an example", false) : null, button("undo", "Undo", !state.past.length), button("copyLink", "Copy link"), button("csv", "Download CSV"), button("json", "Download JSON"), button("print", "Print"), button("empty", "New game"),
    h("a", { href: "/desk" }, "Rule on a round"));
}

/** A button that does nothing now may have the focus still, which a disabled one would lose. */
const idleButton = ({ on }, text, isIdle) => h("button", { type: "button", "aria-disabled": isIdle ? "true" : null, on: isIdle ? null : on }, text);

/** How the game stands: what the service says about it, who deals next, and each side's score. */
function standingView(state) {
  const { answer, problem } = state;
  const general = (problem?.errors ?? []).filter((each) => rowOf(each.pointer) === null);
  const faulty = problem && !general.length ? Math.min(...problem.errors.map((each) => rowOf(each.pointer))) + 1 : null;
  const won = answer?.finished && answer.winners.length;
  return h("section", { class: "standing", tabindex: "-1", "aria-labelledby": "h-standing" }, h("h2", { id: "h-standing" }, "The game"),
    h("div", { role: "status" },
      accessNotice(state),
      faulty ? h("p", { class: "fault" }, `Round ${faulty} has a fault: the scores count the rounds before it.`) : null,
      general.map((each) => h("p", { class: "fault" }, each.detail)),
      problem && !problem.errors?.length ? h("p", { class: "fault" }, problem.detail) : null,
      answer ? h("p", { class: won ? "won" : "course" }, won ? [h("strong", {}, `${answer.winners.join(" and ")} ${answer.winners.length > 1 ? "win" : "wins"}. `), answer.detail] : answer.detail) : null,
      faultyRounds(answer),
      answer?.next ? h("p", {}, nextText(answer.next)) : null),
    answer?.rounds.length ? scores(answer) : null);
}

/** Whoever wins or leads, wins or leads with these. */
function faultyRounds(answer) {
  const rounds = (answer?.rounds ?? []).flatMap(({ findings }, index) => (findings.length ? [index + 1] : []));
  return rounds.length ? h("p", { class: "fault" }, `Something is wrong in round ${rounds.join(", ")}, and the score counts it as it is written.`) : null;
}

function nextText({ round_number: number, dealer, first_bidder: bidder }) {
  const who = [dealer ? `${dealer} deals` : null, bidder ? `${bidder} bids first` : null].filter(Boolean);
  return `Round ${number}: ${who.length ? who.join(", ") : "choose the first dealer to see who deals and bids first"}.`;
}

function scores({ standing, winners }) {
  return h("ul", { class: "scores" }, Object.entries(standing).map(([team, { score, bags, sets }]) =>
    h("li", { key: team }, h("span", {}, winners.includes(team) ? `${team}, winner` : team), h("strong", {}, scoreText(score)), h("small", {}, `${bags} ${bags === 1 ? "bag" : "bags"}, ${sets} ${sets === 1 ? "set" : "sets"}`))));
}

function importView({ paste, pasteProblem }) {
  return h("details", { class: "import" }, h("summary", {}, "Paste a score sheet (CSV) or a game (JSON)"),
    h("label", { for: "paste" }, "The text"),
    h("textarea", { id: "paste", rows: "6", value: paste, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-invalid": pasteProblem !== null, on: { input: { type: "paste" } } }),
    h("div", { role: "status" }, pasteProblem ? (pasteProblem.errors ?? [pasteProblem]).map((each) => h("p", { class: "fault" }, each.line ? `Line ${each.line}, column ${each.column}: ` : "", each.detail)) : null),
    idleButton({ on: { click: { type: "read" } } }, "Read it", !paste.trim()));
}

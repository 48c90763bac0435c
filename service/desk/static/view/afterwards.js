// Fields for calls, a claim and the score sheet.

import { momentText, onSheet, placeOnSheet, SHEET_ROWS } from "../record/afterwards.js";
import { pointed } from "../record/entries.js";
import { rulesNow, sidesOf } from "../record/table.js";
import { faultOf, h, markButtons, select, titled, typedInto, wideTable, withMinus } from "./elements.js";
import { gravity, marksAt } from "../table/marks.js";

export function afterwardsView(state, found) {
  return titled("section", "Calls, a claim, the sheet", callFields(state, found), sheetFields(state, found));
}

function callFields(state, found) {
  const { accusations: calls = [] } = state.record;
  const { call } = state.started;
  return [
    [...calls, ...(call ? [call] : [])].map((shownCall, index) => callField(state, found, shownCall, index)),
    h(
      "div.row",
      h("button", { id: "add-call", click: { type: "callStarted" } }, "Somebody called a revoke"),
      h("button", { id: "add-claim", click: { type: "claimStarted" } }, "Somebody claimed"),
    ),
    calls.length ? h("p.hint", "With calls written down, a revoke that nobody called costs nothing.") : null,
    claimFields(state, found),
    stoppedField(state),
  ];
}

function callField(state, found, call, index) {
  const { record } = state;
  const place = `accusations/${index}`;
  const field = `call ${index}`;
  const trick = String(call.trick ?? "");
  const moment = momentText(call);
  return h(
    "div.row",
    { key: field, role: "group", label: `call ${index + 1}` },
    playerField(record.players, `who called, call ${index + 1}`, call.by, { type: "call", index, member: "by" }),
    " says that ",
    playerField(
      record.players.filter((name) => name !== call.by),
      `who is called, call ${index + 1}`,
      call.against,
      { type: "call", index, member: "against" },
    ),
    " revoked in trick ",
    typedInto(
      state,
      `${field} trick`,
      trick,
      { type: "call", index, member: "trick" },
      {
        class: "number",
        size: "2",
        inputmode: "numeric",
        placeholder: "any",
        label: `trick of call ${index + 1}`,
        "data-place": place,
      },
    ),
    " and said so in trick ",
    typedInto(
      state,
      `${field} at`,
      moment,
      { type: "call", index, member: "at" },
      {
        size: "8",
        placeholder: "after the round",
        title: "8.2 is trick 8, with two cards on the table",
        label: `moment of call ${index + 1}, such as 8.2 in trick 8 with two cards on the table`,
      },
    ),
    h("button", { label: `take call ${index + 1} away`, click: { type: "callGone", index } }, "×"),
    markButtons(marksAt(found, place)),
    faultOf(state, `${field} trick`, trick),
    faultOf(state, `${field} at`, moment),
    call.by && call.against ? null : h("p.hint", "The call counts once you say who called whom."),
  );
}

/** Nobody is chosen until somebody chooses: a player named by chance would be accused. */
function playerField(players, label, value, change) {
  const names = value && !players.includes(value) ? [value, ...players] : players;
  return select({ value, label, change }, [...(value ? [] : [UNCHOSEN]), ...names.map((name) => [name, name])]);
}

const UNCHOSEN = ["", "choose"];

function claimFields(state, found) {
  const { record, started } = state;
  const claim = record.claim ?? started.claim;
  if (!claim) return null;
  const tricks = String(claim.tricks ?? "rest");
  const statement = claim.statement?.join(" ") ?? "";
  const said = claim.accepted === undefined ? "" : claim.accepted ? "yes" : "no";
  return h(
    "div.fields",
    { "data-place": "claim", role: "group", label: "the claim", key: "claim" },
    h(
      "div.row",
      playerField(record.players, "who claimed", claim.by, { type: "claim", member: "by" }),
      " claimed ",
      typedInto(
        state,
        "claim tricks",
        tricks,
        { type: "claim", member: "tricks" },
        { size: "4", label: "tricks claimed" },
      ),
      " of the tricks left (a number, or rest)",
      h("button", { label: "take the claim away", click: { type: "claimGone" } }, "×"),
      markButtons(marksAt(found, "claim")),
    ),
    h(
      "div.row",
      "meaning to play ",
      typedInto(
        state,
        "claim statement",
        statement,
        { type: "claim", member: "statement" },
        {
          size: "14",
          placeholder: "not said",
          label: "cards in the order in which the claimer said he would play them",
        },
      ),
      " and the others ",
      select(
        { value: said, label: "what the others said to the claim", change: { type: "claim", member: "accepted" } },
        [...(said ? [] : [UNCHOSEN]), ["yes", "accepted it"], ["no", "refused it"]],
      ),
    ),
    faultOf(state, "claim tricks", tricks),
    faultOf(state, "claim statement", statement),
    record.claim ? null : h("p.hint", "The claim counts once you say who claimed and how the others answered."),
  );
}

/** Whether play was stopped: asked only where the log may have ended early. */
function stoppedField(state) {
  const { stopped = false, claim, tricks } = state.record;
  const isShort = tricks.length > 0 && tricks.length < rulesNow(state).handSize && !claim;
  if (!stopped && !isShort) return null;
  return [
    h(
      "label.check",
      { key: "stopped" },
      h("input", { type: "checkbox", "data-place": "stopped", checked: stopped, change: { type: "stopped" } }),
      "Play was stopped here",
    ),
    stopped ? null : h("p.hint", "If it was not, the tricks that are missing may be missing anywhere."),
  ];
}

function sheetFields(state, found) {
  const { record } = state;
  const rules = rulesNow(state);
  const sides = sidesOf(record, rules);
  return h(
    "details",
    { key: "sheet", open: record.reported !== undefined || record.before !== undefined },
    h("summary", "What the score sheet says"),
    h("p.hint", "The last side's tricks are filled in."),
    wideTable(
      "score-sheet",
      ["", ...sides],
      Object.entries(SHEET_ROWS).map(([row, { title }]) =>
        h(
          "tr",
          { key: row },
          h("th", { scope: "row" }, title),
          sides.map((side) => sheetCell(state, found, { row, title, side })),
        ),
      ),
    ),
    Object.keys(SHEET_ROWS).flatMap((row) =>
      sides.map((side) => faultOf(state, `${row} ${side}`, sheetText(state, row, side))),
    ),
  );
}

const sheetText = ({ record }, row, side) => withMinus(onSheet(record, row, side) ?? "");

function sheetCell(state, found, { row, title, side }) {
  const place = placeOnSheet(row, side).map(pointed).join("/");
  const marks = marksAt(found, place);
  const over = sheetText(state, row, side);
  return h(
    "td",
    { key: side, class: `cell ${gravity(marks)}` },
    typedInto(
      state,
      `${row} ${side}`,
      over,
      { type: "sheet", row, side },
      { class: "number", size: "5", label: `${title.toLowerCase()}, ${side}`, "data-place": place },
    ),
    markButtons(marks),
  );
}

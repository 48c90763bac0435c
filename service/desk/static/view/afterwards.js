// Fields for calls, a claim and the score sheet.

import { onSheet, sidesOf } from "../afterwards.js";
import { h } from "../elements.js";
import { gravity, marksAt } from "../findings.js";
import { pointed } from "../tricks.js";
import { rulesNow } from "../update.js";
import { markButtons } from "./card.js";

const ROWS = [
  ["before score", "Score before"],
  ["before bags", "Bags before"],
  ["reported tricks_won", "Tricks won"],
  ["reported points", "Points"],
  ["reported score", "Score after"],
  ["reported bags", "Bags after"],
];

export function afterwardsView(state, found) {
  return h("section", { "aria-labelledby": "h-after" }, h("h2", { id: "h-after" }, "Calls, a claim, the sheet"), callFields(state, found), claimFields(state, found), sheetFields(state, found));
}

function callFields({ record }, found) {
  const calls = record.accusations ?? [];
  return [
    calls.map((call, index) => h("div", { class: "row", key: `call ${index}`, role: "group", "aria-label": `call ${index + 1}` },
      playerField(record, `who called, call ${index + 1}`, call.by, { type: "call", index, member: "by" }), " says that ",
      playerField(record, `who is called, call ${index + 1}`, call.against, { type: "call", index, member: "against" }), " revoked in trick ",
      h("input", { class: "number", value: call.trick ?? "", size: "2", inputmode: "numeric", placeholder: "any", "aria-label": `trick of call ${index + 1}`, "data-place": `accusations/${index}`, on: { change: { type: "call", index, member: "trick" } } }),
      h("button", { type: "button", "aria-label": `take call ${index + 1} away`, on: { click: { type: "callGone", index } } }, "×"),
      markButtons(marksAt(found, `accusations/${index}`)))),
    h("div", { class: "row" },
      h("button", { type: "button", on: { click: { type: "callAdded" } } }, "Somebody called a revoke"),
      h("button", { type: "button", "aria-pressed": String(record.claim !== undefined), on: { click: { type: "claimed", claimed: record.claim === undefined } } }, "Somebody claimed")),
    calls.length ? h("p", { class: "hint" }, "With calls written down, a revoke that nobody called costs nothing.") : null,
  ];
}

const playerField = (record, label, value, change) => h("select", { value: value ?? "", "aria-label": label, on: { change } }, record.players.map((name) => h("option", { value: name, key: name }, name)));

function claimFields({ record, drafts }, found) {
  const { claim } = record;
  if (!claim) return null;
  return h("div", { class: "row", "data-place": "claim" },
    playerField(record, "who claimed", claim.by, { type: "claim", member: "by" }), " claimed ",
    h("input", { value: drafts.claim ?? String(claim.tricks), size: "4", "aria-label": "tricks claimed", "aria-invalid": drafts.claim !== undefined, on: { change: { type: "claim", member: "tricks" } } }), " tricks (a number, or rest). ",
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: claim.accepted === true, on: { change: { type: "accepted" } } }), "The others accepted"),
    markButtons(marksAt(found, "claim")));
}

function sheetFields(state, found) {
  const { record, drafts } = state;
  const sides = sidesOf(record, rulesNow(state));
  return h("details", { open: record.reported !== undefined || record.before !== undefined }, h("summary", {}, "What the score sheet says"),
    h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "score sheet" }, h("table", { class: "sheet-fields" },
      h("thead", {}, h("tr", {}, h("td", {}), sides.map((side) => h("th", { scope: "col", key: side }, side)))),
      h("tbody", {}, ROWS.map(([row, title]) => h("tr", { key: row }, h("th", { scope: "row" }, title), sides.map((side) => {
        const [member, name] = row.split(" ");
        const place = member === "before" ? `before/${pointed(side)}/${name}` : `reported/${name}/${pointed(side)}`;
        const marks = marksAt(found, place);
        const draft = drafts[`${row} ${side}`];
        return h("td", { key: side, class: `cell ${gravity(marks)}` },
          h("input", { class: "number", value: draft ?? onSheet(record, row, side) ?? "", size: "5", autocomplete: "off", "aria-label": `${title.toLowerCase()}, ${side}`, "aria-invalid": draft !== undefined, "data-place": place, on: { change: { type: "sheet", row, side } } }),
          markButtons(marks));
      })))))));
}

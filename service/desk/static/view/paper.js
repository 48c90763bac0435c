// What is on paper beside the ruling: the round, without fields.

import { handText, shown } from "../record/cards.js";
import { h } from "../elements.js";
import { marksAt, marksOfTrick } from "../findings.js";
import { bidText, biddersOf } from "../record/hands.js";
import { own } from "../record/names.js";
import { rulesNow } from "../record/rules.js";

/** The round for the printer; nothing of it is on the screen. */
export function paperView(state, rows, found) {
  if (!state.answer) return null;
  const { record, ruleset, answer } = state;
  const { players, dealer } = record;
  return h("section", { class: "paper", "aria-hidden": "true" }, h("h2", {}, "The round"),
    h("p", {}, `Players, clockwise: ${players.join(", ")}${dealer ? `; dealer ${dealer}` : ""}. Ruleset ${ruleset.name}, version ${answer.ruleset.version}${ruleset.options.length ? `, with ${ruleset.options.join(", ")}` : ""}.`),
    h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), players.map((name) => h("th", {}, name)))),
      h("tbody", {}, handRow(record), bidRow(record, rulesNow(state)), rows.map((row) => trickRow(row, players, found)))),
    h("p", { class: "small" }, "An arrow: led the trick. Bold: won it. Small numbers are those of findings. Struck through: a card that was taken back."));
}

function handRow({ players, hands }) {
  return hands ? h("tr", {}, h("th", {}, "Hand"), players.map((name) => h("td", {}, own(hands, name) ? handText(own(hands, name)) : ""))) : null;
}

function bidRow(record, rules) {
  const bidders = biddersOf(record, rules);
  const bids = bidders.map((bidder) => bidText(record, bidder));
  return bids.some(Boolean) ? h("tr", {}, h("th", {}, rules.bySide ? "Bids of sides" : "Bid"), bids.map((bid) => h("td", {}, bid))) : null;
}

function trickRow(row, players, found) {
  const place = `tricks/${row.number - 1}`;
  return h("tr", { key: `paper ${row.number}` }, h("th", {}, String(row.number), labels(marksOfTrick(found, place))), players.map((name, seat) => h("td", {},
    row.led === seat ? "→ " : "",
    row.cells[seat].map((each) => [each.withdrawn.map((taken) => [h("s", {}, shown(taken.card)), " "]), h(row.won === seat ? "strong" : "span", {}, shown(each.card)), labels(marksAt(found, each.pointer)), " "]))));
}

const labels = (marks) => (marks.length ? h("sup", {}, marks.map((each) => each.label).join(" ")) : null);

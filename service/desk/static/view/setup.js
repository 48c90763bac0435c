// The ruleset with its options, the names and the dealer.

import { offerOf, own, rulesNow } from "../record/table.js";
import { faultOf, h, select, titled, typedInto } from "./elements.js";
import { houseView } from "./house.js";

/** `dealt` is what the field of the dealer asks for. */
export function setupView(state, dealt = "Dealer") {
  return titled("section", "The table", rulesetFields(state), houseView(state), playerFields(state, dealt));
}

function rulesetFields({ ruleset, offered, details }) {
  const detail = own(details, ruleset.name);
  const choices = offerOf({ ruleset, offered }) ? offered : [{ name: ruleset.name, title: ruleset.name }, ...offered];
  return [
    h(
      "div.row",
      h("label", { for: "ruleset" }, "Ruleset"),
      select(
        { id: "ruleset", "data-place": "ruleset", value: ruleset.name, change: { type: "ruleset" } },
        choices.map(({ name, title }) => [name, title]),
      ),
      h(
        "a",
        { href: `/v1/rulesets/${encodeURIComponent(ruleset.name)}/rulebook`, target: "_blank", rel: "noopener" },
        "Its rulebook",
      ),
    ),
    detail && h("p.summary", {}, detail.summary),
    detail?.options.length
      ? h(
          "fieldset.options",
          h("legend", "Options"),
          detail.options.map((offer) => option(offer, ruleset)),
        )
      : null,
  ];
}

const option = ({ name, title }, ruleset) =>
  h(
    "label.check",
    { key: name },
    h("input", { type: "checkbox", checked: ruleset.options.includes(name), change: { type: "option", name } }),
    title,
  );

function playerFields(state, dealt) {
  const { record } = state;
  const { players } = record;
  const { partners } = rulesNow(state);
  return [
    h(
      "fieldset.names",
      h("legend", {}, partners ? "Players, clockwise; partners sit opposite each other" : "Players, clockwise"),
      h(
        "label",
        "How many ",
        select(
          { value: players.length, change: { type: "seats" } },
          [2, 3, 4, 5, 6].map((count) => [count, count]),
        ),
      ),
      players.map((name, seat) => nameField(state, name, seat)),
      h(
        "label",
        `${dealt} `,
        select(
          { value: record.dealer, label: dealt.toLowerCase(), change: { type: "dealer" }, "data-place": "dealer" },
          [["", "not known"], ...players.map((name) => [name, name])],
        ),
      ),
      players.map((name, seat) => faultOf(state, `name ${seat}`, name)),
    ),
  ];
}

function nameField(state, name, seat) {
  const field = `name ${seat}`;
  const props = { class: "name", label: `name of player ${seat + 1}` };
  const input = typedInto(state, field, name, { type: "name", seat }, props);
  return h("label", { key: field }, h("span.seat", `${seat + 1} `), input);
}

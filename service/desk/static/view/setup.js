// The ruleset with its options, the names and the dealer.

import { own, rulesNow } from "../record/table.js";
import { faultOf, h, typed } from "./elements.js";
import { houseView } from "./house.js";

/** `dealt` is what the field of the dealer asks for. */
export function setupView(state, dealt = "Dealer") {
  return h(
    "section",
    { "aria-labelledby": "h-table" },
    h("h2", { id: "h-table" }, "The table"),
    rulesetFields(state),
    houseView(state),
    playerFields(state, dealt),
  );
}

function rulesetFields({ ruleset, offered, details }) {
  const detail = own(details, ruleset.name);
  const known = offered.some((offer) => offer.name === ruleset.name);
  const choices = known ? offered : [{ name: ruleset.name, title: ruleset.name }, ...offered];
  return [
    h(
      "div",
      { class: "row" },
      h("label", { for: "ruleset" }, "Ruleset"),
      h(
        "select",
        { id: "ruleset", "data-place": "ruleset", value: ruleset.name, on: { change: { type: "ruleset" } } },
        choices.map(({ name, title }) => h("option", { value: name, key: name }, title)),
      ),
      h(
        "a",
        { href: `/v1/rulesets/${encodeURIComponent(ruleset.name)}/rulebook`, target: "_blank", rel: "noopener" },
        "Its rulebook",
      ),
    ),
    detail && h("p", { class: "summary" }, detail.summary),
    detail?.options.length
      ? h(
          "fieldset",
          { class: "options" },
          h("legend", {}, "Options"),
          detail.options.map((offer) => option(offer, ruleset)),
        )
      : null,
  ];
}

const option = ({ name, title }, ruleset) =>
  h(
    "label",
    { class: "check", key: name },
    h("input", { type: "checkbox", checked: ruleset.options.includes(name), on: { change: { type: "option", name } } }),
    title,
  );

function playerFields(state, dealt) {
  const { record, offered } = state;
  const { players } = record;
  const counts = [...new Set([...offered.flatMap((offer) => offer.players), players.length])].sort();
  const { partners } = rulesNow(state);
  return [
    h(
      "fieldset",
      { class: "names" },
      h("legend", {}, partners ? "Players, clockwise; partners sit opposite each other" : "Players, clockwise"),
      h(
        "label",
        {},
        "How many ",
        h(
          "select",
          { value: String(players.length), on: { change: { type: "seats" } } },
          counts.map((count) => h("option", { value: String(count), key: count }, String(count))),
        ),
      ),
      players.map((name, seat) => nameField(state, name, seat)),
      h(
        "label",
        {},
        `${dealt} `,
        h(
          "select",
          {
            value: record.dealer ?? "",
            "data-place": "dealer",
            "aria-label": dealt.toLowerCase(),
            on: { change: { type: "dealer" } },
          },
          h("option", { value: "" }, "not known"),
          players.map((name) => h("option", { value: name, key: name }, name)),
        ),
      ),
      players.map((name, seat) => faultOf(state, `name ${seat}`, name)),
    ),
  ];
}

function nameField(state, name, seat) {
  return h(
    "label",
    { key: `name ${seat}` },
    h("span", { class: "seat" }, `${seat + 1} `),
    h("input", {
      class: "name",
      ...typed(state, `name ${seat}`, name),
      maxlength: "64",
      "aria-label": `name of player ${seat + 1}`,
      on: { change: { type: "name", seat, over: name } },
    }),
  );
}

// The ruleset with its options, the names and the dealer.

import { offerOf, own, rulesNow } from "../record/table.js";
import { faultOf, select, titled, typedInto } from "./elements.js";
import { markup } from "./markup.js";
import { houseView } from "./house.js";

/** `dealt` is what the field of the dealer asks for. */
export function setupView(state, dealt = "Dealer") {
  return titled("section", "The table", rulesetFields(state), houseView(state), playerFields(state, dealt));
}

function rulesetFields({ ruleset, offered, details }) {
  const detail = own(details, ruleset.name);
  const choices = offerOf({ ruleset, offered }) ? offered : [{ name: ruleset.name, title: ruleset.name }, ...offered];
  return [
    markup`<div class="row">
      <label for="ruleset">Ruleset</label>
      ${select(
        { id: "ruleset", "data-place": "ruleset", value: ruleset.name, change: { type: "ruleset" } },
        choices.map(({ name, title }) => [name, title]),
      )}
      <a href="/v1/rulesets/${encodeURIComponent(ruleset.name)}/rulebook" target="_blank" rel="noopener">
        Its rulebook
      </a>
    </div>`,
    detail && markup`<p class="summary">${detail.summary}</p>`,
    detail?.options.length > 0 &&
      markup`<fieldset class="options">
        <legend>Options</legend>
        ${detail.options.map((offer) => option(offer, ruleset))}
      </fieldset>`,
  ];
}

const option = ({ name, title }, ruleset) =>
  markup`<label class="check" key=${name}>
    <input type="checkbox" checked=${ruleset.options.includes(name)} change=${{ type: "option", name }} />
    ${title}
  </label>`;

function playerFields(state, dealt) {
  const { record } = state;
  const { players } = record;
  const { partners } = rulesNow(state);
  const counts = [2, 3, 4, 5, 6].map((count) => [count, count]);
  const change = { type: "dealer" };
  const dealer = { value: record.dealer, label: dealt.toLowerCase(), change, "data-place": "dealer" };
  return markup`<fieldset class="names">
    <legend>${partners ? "Players, clockwise; partners sit opposite each other" : "Players, clockwise"}</legend>
    <label>How many ${select({ value: players.length, change: { type: "seats" } }, counts)}</label>
    ${players.map((name, seat) => nameField(state, name, seat))}
    <label>${dealt} ${select(dealer, [["", "not known"], ...players.map((name) => [name, name])])}</label>
    ${players.map((name, seat) => faultOf(state, `name ${seat}`, name))}
  </fieldset>`;
}

function nameField(state, name, seat) {
  const field = `name ${seat}`;
  const props = { class: "name", label: `name of player ${seat + 1}` };
  const input = typedInto(state, field, name, { type: "name", seat }, props);
  return markup`<label key=${field}><span class="seat">${seat + 1} </span>${input}</label>`;
}

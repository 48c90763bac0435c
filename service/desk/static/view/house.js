// The house rules: each in a sentence of the rulebook, what the preset has, and fields to change it.

import { faultsOf, placeOfRule, presetName, rulesShown, sentenceOf } from "../rules/house.js";
import { changedRules, fieldsOf, isSame, presetValue, textOf, titleOf, valueOf, wordsOf } from "../rules/values.js";
import { AS_TYPED, link, select, withMinus } from "./elements.js";
import { markup } from "./markup.js";

export function houseView(state) {
  const { house, ruleset } = state;
  const changed = changedRules(ruleset);
  return markup`<section class="house" aria-labelledby="h-house">
    <h3 id="h-house">House rules</h3>
    <div class="row">
      <button id="house-rules" aria-expanded=${String(house.isOpen)} click=${{ type: "houseOpened" }}>
        ${house.isOpen ? "Close the rules" : "Change the rules"}
      </button>
      <span class="hint">${howManyChanged(ruleset, changed)}</span>
      ${changed.length > 1 && markup`<button click=${{ type: "rulesBack" }}>Put all back</button>`}
    </div>
    ${faultsOf(state).map((fault) => faultText(state, fault))}
    ${house.isOpen ? allRules(state) : markup`<ul>${changed.map((name) => ruleView(state, { name }))}</ul>`}
  </section>`;
}

function howManyChanged(ruleset, { length }) {
  if (!length) return `Every rule is as in ${presetName(ruleset)}.`;
  return `${length === 1 ? "One rule is" : `${length} rules are`} not as in ${presetName(ruleset)}.`;
}

function allRules(state) {
  const { query, parameters } = state.house;
  const shown = rulesShown(state);
  const sections = [...new Set(shown.map(({ section }) => section))];
  // What a link has among the rules and no ruleset has: the service says what is wrong with it.
  const strangers = changedRules(state.ruleset).filter((name) => !parameters.some((rule) => rule.name === name));
  return [
    markup`<label class="search">
      Find one of all ${parameters.length} rules${" "}
      <input type="search" value=${query} autocomplete="off" spellcheck="false"
        placeholder="claim, blind, dealer" focusin=${{ type: "select" }} input=${{ type: "ruleSearched" }} />
    </label>`,
    query.trim()
      ? null
      : markup`<p class="hint">Below are the rules in which rulesets differ most, and those you change.</p>`,
    parameters.length && !shown.length ? markup`<p key="none">No rule has these words.</p>` : null,
    sections.map((title) => [
      markup`<h4 key=${title}>${title}</h4>`,
      markup`<ul key="${title} rules">
        ${shown.filter(({ section }) => section === title).map((rule) => ruleView(state, rule))}
      </ul>`,
    ]),
    markup`<ul>${strangers.map((name) => ruleView(state, { name }))}</ul>`,
  ];
}

/** A rule; with its fields, if what the service says of its values is known. */
function ruleView(state, rule) {
  const { name } = rule;
  const title = titleOf(name);
  const value = valueOf(state, name);
  const isChanged = changedRules(state.ruleset).includes(name);
  const faults = faultsOf(state, name);
  const fields = rule.type ? fieldsOf(rule, state.record.players.length, value) : [];
  return markup`<li key=${name} class=${isChanged ? "changed" : null} data-place=${placeOfRule(name)}>
    <p><strong>${title}</strong> ${sentenceOf(state, name) ?? wordsOf(value ?? "")}</p>
    ${isChanged && markup`<p class="hint">House rule. In ${presetName(state.ruleset)}: ${wordsOf(presetValue(state, name))}.</p>`}
    ${faults.map((fault, index) => faultText(state, fault, `${idOf(name)}-${index}`))}
    <div class="row">
      ${fields.map((field) => fieldView(state, rule, field, faults))}
      ${rule.type === "contracts" && rowButtons(name, value ?? [])}
      ${isChanged && markup`<button label="put back ${title}" click=${{ type: "ruleBack", name }}>Put back</button>`}
    </div>
  </li>`;
}

const idOf = (name) => `fault-of-${name.replaceAll(".", "-")}`;

/** A fault in the words of the service; the rules that it names lead to their fields. */
function faultText({ house }, { detail }, id = null) {
  // The service writes the way out for programs: {"leftover": "set_aside"}.
  const plain = detail.replace(
    /(?:"\w+": \{)+"(\w+)": "?([^"}]*)"?\}+/g,
    (_, rule, value) => `“${wordsOf(`${rule}: ${value}`)}”`,
  );
  const parts = withMinus(plain).split(/([a-z_]+(?:\.[a-z_]+)+)/);
  return markup`<p class="fault" id=${id} key=${id ?? detail}>
    ${parts.map((part) =>
      house.parameters.some(({ name }) => name === part)
        ? link({ type: "ruleNamed", name: part }, titleOf(part))
        : part,
    )}
  </p>`;
}

function fieldView(state, rule, field, faults) {
  const { name } = rule;
  const { member, type, called, least, most } = field;
  const label = [titleOf(name), called].filter(Boolean).join(" ");
  const props = {
    label,
    value: textOf(field, valueOf(state, name)),
    change: { type: "ruleTyped", name, member },
    ...(faults.length && { "aria-invalid": "true", "aria-describedby": `${idOf(name)}-0` }),
  };
  const input = {
    choice: () => select(props, [...field.values.map((choice) => meaningOf(rule, choice)).entries()]),
    number: () => markup`<input type="number" class="number" min=${least} max=${most} ...${props} />`,
  }[type];
  return markup`<label key=${label}>
    ${called && `${called} `}
    ${input?.() ?? markup`<input class="listed" ...${AS_TYPED} ...${props} />`}
  </label>`;
}

const QUOTE = "\u0060";

/** What a value means, in the sentence that the service has for it; other rules stand for their values there. */
function meaningOf({ sentences = [] }, value) {
  const said = sentences.find((each) => isSame(each.value, value));
  const named = (part, at) => (at % 2 ? titleOf(part) : part);
  return said ? said.text.split(QUOTE).map(named).join("") : wordsOf(value);
}

const rowButtons = (name, rows) => [
  rows.map(
    (_, row) =>
      markup`<button key="take ${row}" click=${{ type: "ruleRows", name, rows: rows.toSpliced(row, 1) }}>
        Take contract ${row + 1} away
      </button>`,
  ),
  markup`<button key="add" click=${{ type: "ruleRows", name, rows: [...rows, { made: { points: 100 } }] }}>
    Add a contract
  </button>`,
];

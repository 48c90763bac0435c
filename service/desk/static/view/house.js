// The house rules: each in a sentence of the rulebook, what the preset has, and fields to change it.

import {
  draftOf,
  faultsOf,
  placeOfRule,
  presetOf,
  presetSentence,
  rulesInForce,
  rulesShown,
  sentenceOf,
} from "../rules/house.js";
import {
  changedRules,
  fieldsOf,
  isSame,
  partOf,
  presetValue,
  rulesetWords,
  shortTitleOf,
  textOf,
  titleOf,
  valueOf,
  wordsOf,
} from "../rules/values.js";
import { faultOf, h, link, select, typed } from "./elements.js";

export function houseView(state) {
  const { house, ruleset } = state;
  const changed = changedRules(ruleset);
  const strangers = changed.filter((name) => !house.rules.some((rule) => rule.name === name));
  return h(
    "section.house",
    { "aria-labelledby": "h-house" },
    h("h3", { id: "h-house" }, "House rules"),
    h(
      "div.row",
      h(
        "button",
        { id: "house-rules", "aria-expanded": String(house.isOpen), click: { type: "houseOpened" } },
        house.isOpen ? "Close the rules" : "Change the rules",
      ),
      h("span.hint", {}, howManyChanged(state, changed)),
      changed.length > 1 && h("button", { click: { type: "rulesBack" } }, "Put all back"),
    ),
    house.isOpen && searchField(state),
    faultsOf(state).map((fault) => faultText(state, fault)),
    h(
      "div.house-groups",
      groupsOf(state, rulesShown(state)).map((group) => groupView(state, group)),
    ),
    strangers.map((name) => strangerView(state, name)),
  );
}

const presetName = (ruleset) => rulesetWords(presetOf(ruleset));

function howManyChanged({ ruleset }, changed) {
  if (!changed.length) return `Every rule is as in ${presetName(ruleset)}.`;
  const many = changed.length === 1 ? "One rule is" : `${changed.length} rules are`;
  return `${many} not as in ${presetName(ruleset)}.`;
}

function searchField({ house }) {
  return [
    h(
      "label.search",
      `Find one of all ${house.rules.length} rules `,
      h("input", {
        type: "search",
        value: house.query,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "claim, blind, dealer",
        focusin: { type: "select" },
        input: { type: "ruleSearched" },
      }),
    ),
    house.query.trim() ? null : h("p.hint", "Below are the rules in which rulesets differ most, and those you change."),
  ];
}

function groupsOf(state, rules) {
  const sections = rulesInForce(state)?.sections ?? [];
  if (!state.house.isOpen || !sections.length || !rules.length) return [{ title: null, rules }];
  return sections
    .map(([title, names]) => ({ title, rules: rules.filter(({ name }) => names.includes(name)) }))
    .filter((group) => group.rules.length);
}

function groupView(state, { title, rules }) {
  if (!rules.length) return state.house.isOpen ? h("p", { key: "none" }, "No rule has these words.") : null;
  return h(
    "div",
    { key: title ?? "changed" },
    title && h("h4", {}, title),
    h(
      "ul",
      rules.map((rule) => ruleView(state, rule)),
    ),
  );
}

function ruleView(state, rule) {
  const { name } = rule;
  const { house, ruleset } = state;
  const title = titleOf(name);
  const value = valueOf(state, name);
  const isChanged = changedRules(ruleset).includes(name);
  const faults = faultsOf(state, name);
  const sentence = sentenceOf(state, name) ?? (value === undefined ? "" : wordsOf(value));
  const isChoice = rule.type === "choice" && rule.values.length > 1;
  const isShown = house.changing === name && isChoice;
  // Below the title of a section a rule needs none of its words.
  const isGrouped = house.isOpen && rulesInForce(state) !== null;
  const fields = fieldsOf(rule, state.record.players.length, value);
  const isEdited = house.isOpen || isChanged;
  return h(
    "li",
    { key: name, class: isChanged ? "changed" : null, "data-place": placeOfRule(name) },
    h("p", h("strong", {}, isGrouped ? shortTitleOf(name) : title), " ", sentence),
    isChanged &&
      h(
        "p.hint",
        `House rule. In ${presetName(ruleset)}: ${presetSentence(state, name) ?? wordsOf(presetValue(state, name))}`,
      ),
    faults.map((fault, index) => faultText(state, fault, `${idOf(name)}-${index}`)),
    h(
      "div.row",
      {},
      isChoice &&
        h(
          "button",
          {
            label: `${isShown ? "close" : "change"} ${title}`,
            "aria-expanded": String(isShown),
            click: { type: "ruleShown", name },
          },
          isShown ? "Close" : "Change",
        ),
      isEdited && rule.type !== "contracts" && fields.map((field) => fieldView(state, rule, field, faults)),
      isChanged
        ? h("button", { label: `put back ${title}`, click: { type: "ruleBack", name } }, "Put back")
        : h("span.hint", `as in ${presetName(ruleset)}`),
    ),
    isEdited && rule.type === "contracts" && contractsView(state, rule, fields, faults),
    fields.map((field) => faultOf(state, draftOf(name, field), textOf(field, partOf(value, field)))),
    isShown && choicesView(state, rule, value, faults),
  );
}

const idOf = (name) => `fault-of-${name.replaceAll(".", "-")}`;

/** A fault in the words of the service; the rules that it names lead to their fields. */
function faultText({ house }, { detail }, id = null) {
  // The service writes the way out for programs: {"leftover": "set_aside"}.
  const plain = detail.replace(
    /(?:"\w+": \{)+"(\w+)": "?([^"}]*)"?\}+/g,
    (_, rule, value) => `“${wordsOf(`${rule}: ${value}`)}”`,
  );
  const parts = plain.split(/([a-z_]+(?:\.[a-z_]+)+)/);
  return h(
    "p.fault",
    { id, key: id ?? detail },
    parts.map((part) =>
      house.rules.some(({ name }) => name === part) ? link({ type: "ruleNamed", name: part }, titleOf(part)) : part,
    ),
  );
}

function fieldView(state, rule, field, faults) {
  const { name } = rule;
  const { member } = field;
  const of = field.by_players ? `with ${member} players` : member === null ? "" : wordsOf(field.name);
  const value = partOf(valueOf(state, name), field);
  const event = { type: "ruleTyped", name, member };
  const label = [titleOf(name), field.row, of].filter(Boolean).join(" ");
  if (field.type === "choice") {
    const chosen = field.values.findIndex((other) => isSame(other, value));
    return h(
      "label",
      { key: label },
      `${of} `,
      select({ value: Math.max(0, chosen), label, change: event }, [...field.values.map(wordsOf).entries()]),
    );
  }
  const shown = textOf(field, value);
  const props = typed(state, draftOf(name, field), shown);
  return h(
    "label",
    { key: label },
    of && `${of} `,
    h("input", {
      ...props,
      ...(faults.length && !props["aria-invalid"]
        ? { "aria-invalid": "true", "aria-describedby": `${idOf(name)}-0` }
        : {}),
      class: field.type === "number" ? "number" : "listed",
      inputmode: field.type === "number" && field.least >= 0 ? "numeric" : null,
      placeholder: field.type === "number" ? null : "none",
      label,
      change: { ...event, over: shown },
    }),
  );
}

/** Each contract with points of its own, with its fields. */
function contractsView(state, { name, members }, fields, faults) {
  const rows = fields.length ? valueOf(state, name) : [];
  const button = (label, changed) => h("button", { click: { type: "ruleRows", name, rows: changed } }, label);
  return h(
    "div.choices",
    { key: "contracts" },
    rows.map((_, row) =>
      h(
        "div.row",
        { key: `row ${row}` },
        fields
          .slice(row * members.length, (row + 1) * members.length)
          .map((field) => fieldView(state, { name }, field, faults)),
        button(`Take contract ${row + 1} away`, rows.toSpliced(row, 1)),
      ),
    ),
    button("Add a contract", [...rows, { made: { points: 100 } }]),
  );
}

/** Each value in the sentence that would be in force with it, or why it can't be played beside the other rules. */
function choicesView(state, rule, value, faults) {
  const { name, values } = rule;
  const { house, ruleset } = state;
  const said = house.choices?.key.startsWith(`${name} `) ? house.choices.choices : [];
  return h(
    "fieldset.choices",
    { key: "choices", "aria-describedby": faults.length ? `${idOf(name)}-0` : null },
    h("legend.hidden", titleOf(name)),
    values.map((choice, index) => {
      const { text = null, faults: why = [] } = said[index] ?? {};
      const isChosen = isSame(choice, value);
      return h(
        "div",
        { key: index },
        h(
          "label.check",
          h("input", {
            type: "radio",
            name: `rule ${name}`,
            value: String(index),
            checked: isChosen,
            "aria-invalid": isChosen && faults.length ? "true" : null,
            change: { type: "ruleChosen", name },
          }),
          h(
            "span",
            text ?? `${titleOf(name)}: ${wordsOf(choice)}`,
            isSame(choice, presetValue(state, name)) ? h("span.hint", ` as in ${presetName(ruleset)}`) : null,
          ),
        ),
        isChosen ? null : why.map((detail) => h("p.hint.why-not", { key: detail }, detail)),
      );
    }),
  );
}

/** What a link has among the rules and no ruleset has: the service says what is wrong with it. */
function strangerView(state, name) {
  return h(
    "p",
    { key: `stranger ${name}` },
    h("code", `${name} = ${JSON.stringify(valueOf(state, name))} `),
    h("button", { label: `take away ${titleOf(name)}`, click: { type: "ruleBack", name } }, "Take away"),
  );
}

// Elements as values, which tests can read without a browser.

import { nameOf, shown, suitClass } from "../record/cards.js";
import { isObject } from "../record/entries.js";

const EVENTS = new Set(["click", "input", "change", "keydown", "focusin", "submit", "wheel"]);

/** Only `h` makes one: whatever else a view is given, from a link for instance, is text or nothing. */
class Element {
  constructor(members) {
    Object.assign(this, members);
  }
}

/**
 * An element, such as "p.hint" with its classes. `props` are attributes and events; `class` may be a list,
 * `label` is read out, what `isMute` is not. Siblings are told apart by their place, those of one list by `key`. An
 * object that comes first is props, so no first child may come from elsewhere. What is false or empty is left out.
 */
export function h(name, ...given) {
  const isBare = !isObject(given[0]) || given[0] instanceof Element;
  const [props, ...children] = isBare ? [{}, ...given] : given;
  const [tag, ...classes] = name.split(".");
  const { key = null, label, isMute, ...others } = tag === "button" ? { type: "button", ...props } : props;
  const [on, rest] = [{}, { ...(label && { "aria-label": label }), ...(isMute && { "aria-hidden": "true" }) }];
  for (const [member, value] of Object.entries(others)) (EVENTS.has(member) ? on : rest)[member] = value;
  if (classes.length) rest.class = classes;
  if (Array.isArray(rest.class)) rest.class = rest.class.filter(Boolean).join(" ");
  const element = new Element({ tag, props: rest, on, key, children: [], keys: [] });
  add(element, children, "");
  return element;
}

function add(parent, children, place) {
  for (const [at, child] of children.entries()) {
    const isElement = child instanceof Element;
    if (Array.isArray(child)) {
      add(parent, child, `${place}${at}/`);
    } else if (isElement || (typeof child === "string" && child) || typeof child === "number") {
      parent.children.push(isElement ? child : String(child));
      parent.keys.push(place + (child.key ?? at));
    }
  }
}

export function titled(section, title, ...content) {
  const id = `h-${title.replaceAll(" ", "-").toLowerCase()}`;
  return h(section, { "aria-labelledby": id }, h("h2", { id }, title), content);
}

/** A table that scrolls by itself where it is too wide. */
export const wideTable = (name, heads, rows) =>
  h(
    "div.wide",
    { tabindex: "0", role: "group", label: name.replace("-", " ") },
    h(
      `table.${name}`,
      h(
        "thead",
        h(
          "tr",
          heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td"))),
        ),
      ),
      h("tbody", rows),
    ),
  );

export function textOf(element) {
  return typeof element === "string" ? element : element.children.map(textOf).join("");
}

export function found(element, test) {
  if (typeof element === "string") return [];
  return [...(test(element) ? [element] : []), ...element.children.flatMap((child) => found(child, test))];
}

// A card as text: its rank and the sign of its suit, in the colour of the suit.

export function cardText(card) {
  return h("span", { class: ["card", suitClass(card)], role: "img", label: nameOf(card) }, shown(card));
}

/** A sentence of the service with its cards ("4H") and numbers below 0 ("-57") as people know them. */
export function withCards(sentence) {
  return sentence
    .split(/\b((?:[2-9TJQKA][SHDC]|BJ|LJ)(?![\w+]))/)
    .map((part, index) => (index % 2 ? cardText(part) : withMinus(part)));
}

/** A number, or a text with numbers, in which a minus is the sign and no hyphen. */
export const withMinus = (text) => String(text).replaceAll(/(?<![\w.])-(?=\d)/g, "−");

// Numbers as text.

/** "+62", "−60", "0". */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

export const counted = (number, unit) => `${Math.abs(number)} ${unit}${Math.abs(number) === 1 ? "" : "s"}`;

/** The mark of a finding as a button that goes to a place. */
export const markButton = (kind, label, { name, place, title = null }) =>
  h("button", { class: ["mark", kind], title, label: name, click: { type: "goto", place } }, label);

export const markButtons = (marks) =>
  marks.map(({ label, open, severity, detail }) =>
    markButton(open ? "open" : severity, label, {
      name: `${open ? "open question" : "finding"} ${label}`,
      place: `finding ${label}`,
      title: detail,
    }),
  );

// One of a row of buttons that is a single stop of the Tab key; the arrow keys go on from there.

export const roving = (isStop) => ({ "data-roving": "", tabindex: isStop ? "0" : "-1", keydown: { type: "roving" } });

export const link = (event, words) => h("button.link", { click: event }, words);

/** A button that stays where it is, and keeps the focus, while it has nothing to do. */
export const idleButton = ({ click, ...props }, content, isIdle) =>
  h("button", { ...props, "aria-disabled": isIdle ? "true" : null, click: isIdle ? null : click }, content);

/** A field of choices, each a value and its words; `change` is what happens when another one is chosen. */
export const select = ({ value, label, change, ...props }, choices) =>
  h(
    "select",
    { value: String(value ?? ""), label, change, ...props },
    choices.map(([of, words]) => h("option", { value: String(of), key: of }, words)),
  );

// A field that shows what is being typed as long as that is not in the record, and what is wrong with it.

const idOf = (field) => `fault-${encodeURIComponent(field)}`;

/** What is being typed over a value; undefined once the record has another value there. */
function draftOf({ drafts }, field, value) {
  const draft = drafts[field];
  return draft && (draft.over === undefined || draft.over === value) ? draft : undefined;
}

/** The attributes of a field whose text is taken as it is typed. */
export const AS_TYPED = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" };

/** The attributes of such a field: its value, and the fault that it is described by. */
export function typed(state, field, value) {
  const draft = draftOf(state, field, value);
  return {
    value: draft?.text ?? value,
    ...AS_TYPED,
    "aria-invalid": draft?.fault ? "true" : null,
    "aria-describedby": draft?.fault ? idOf(field) : null,
  };
}

/** Such a field; once it is left, a change is `event`. */
export const typedInto = (state, field, value, event, props) =>
  h("input", { ...typed(state, field, value), ...props, change: { ...event, over: value } });

export function faultOf(state, field, value) {
  const fault = draftOf(state, field, value)?.fault;
  return fault ? h("p.fault", { id: idOf(field), key: `fault of ${field}` }, fault) : null;
}

// What is said while the service gives no answers: it is away, or asks for an API key.

export function accessNotice({ away, locked }) {
  if (away) {
    return h(
      "p.notice",
      "Rulings need the service, and it can't be reached. Nothing is lost; it is asked again in a moment.",
    );
  }
  return locked ? h("p.notice", "This service asks for an API key. Enter it in the field above.") : null;
}

export function keyField() {
  const field = h("input", { type: "password", name: "key", autocomplete: "off" });
  return h(
    "form.row",
    { submit: { type: "key" } },
    h("label", "API key ", field),
    h("button", { type: "submit" }, "Use it"),
  );
}

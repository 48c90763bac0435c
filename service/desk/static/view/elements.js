// Elements that all pages have: cards and numbers in sentences, buttons, and fields with what is wrong with them.

import { nameOf, shown, suitClass } from "../record/cards.js";
import { h, markup } from "./markup.js";

export function titled(section, title, ...content) {
  const id = `h-${title.replaceAll(" ", "-").toLowerCase()}`;
  return h(section, { "aria-labelledby": id }, markup`<h2 id=${id}>${title}</h2>`, content);
}

// A card as text: its rank and the sign of its suit, in the colour of the suit.

export function cardText(card) {
  return markup`<span class=${["card", suitClass(card)]} role="img" label=${nameOf(card)}>${shown(card)}</span>`;
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
  markup`<button class=${["mark", kind]} title=${title} label=${name} click=${{ type: "goto", place }}>${label}</button>`;

export const markButtons = (marks) =>
  marks.map(({ label, open, severity, detail }) =>
    markButton(open ? "open" : severity, label, {
      name: `${open ? "open question" : "finding"} ${label}`,
      place: `finding ${label}`,
      title: detail,
    }),
  );

// What only paper has: a title with the day, which the browser knows, and lines to sign.

export const titleOnPaper = (title) =>
  markup`<p class="paper title" isMute><strong>${title}</strong> ${new Date().toLocaleDateString("en-CA")}</p>`;

export const signatures = (names) =>
  markup`<div class="sign-here">${names.map((name) => markup`<p key=${name}>${name}</p>`)}</div>`;

// One of a row of buttons that is a single stop of the Tab key; the arrow keys go on from there.

export const roving = (isStop) => ({ "data-roving": "", tabindex: isStop ? "0" : "-1", keydown: { type: "roving" } });

export const link = (event, words) => markup`<button class="link" click=${event}>${words}</button>`;

/** A button that stays where it is, and keeps the focus, while it has nothing to do. */
export const idleButton = ({ click, ...props }, content, isIdle) =>
  markup`<button ...${props} aria-disabled=${isIdle ? "true" : null} click=${isIdle ? null : click}>${content}</button>`;

/** A field of choices, each a value and its words; `change` is what happens when another one is chosen. */
export const select = ({ value, label, change, ...props }, choices) =>
  markup`<select value=${String(value ?? "")} label=${label} change=${change} ...${props}>
    ${choices.map(([of, words]) => markup`<option value=${String(of)} key=${of}>${words}</option>`)}
  </select>`;

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
  markup`<input ...${typed(state, field, value)} ...${props} change=${{ ...event, over: value }} />`;

export function faultOf(state, field, value) {
  const fault = draftOf(state, field, value)?.fault;
  return fault ? markup`<p class="fault" id=${idOf(field)} key="fault of ${field}">${fault}</p>` : null;
}

// What is said while the service gives no answers: it is away, or asks for an API key.

export function accessNotice({ away, locked }) {
  if (away) {
    return markup`<p class="notice">
      Rulings need the service, and it can't be reached. Nothing is lost; it is asked again in a moment.
    </p>`;
  }
  return locked ? markup`<p class="notice">This service asks for an API key. Enter it in the field above.</p>` : null;
}

export function keyField() {
  const field = markup`<input type="password" name="key" autocomplete="off" />`;
  return markup`<form class="row" submit=${{ type: "key" }}>
    <label>API key ${field}</label>
    <button type="submit">Use it</button>
  </form>`;
}

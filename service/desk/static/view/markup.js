// Elements as values, which tests can read without a browser, written as markup`<p class="hint">${said}</p>`.

import { htm } from "../vendor/htm.js";

const EVENTS = new Set(["click", "input", "change", "keydown", "focusin", "submit"]);

/** Only `h` makes one: whatever else a view is given, from a link for instance, is text or nothing. */
class Element {
  constructor(members) {
    Object.assign(this, members);
  }
}

/**
 * An element, such as "p.hint" with its classes. `props` are attributes and events; `class` may be a list,
 * `label` is read out, what `isMute` is not. Siblings are told apart by their place, those of a list by `key`. What is
 * false or empty is left out.
 */
export function h(name, props, ...children) {
  const [tag, ...classes] = name.split(".");
  const { key = null, label, isMute, ...others } = { ...(tag === "button" && { type: "button" }), ...props };
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

/** The element that is written, or all of them. A line break beside a tag and the space around it are no text. */
export const markup = htm.bind(h);

// Elements as values, which tests can read without a browser, written as markup`<p class="hint">${said}</p>`.

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

export function textOf(element) {
  return typeof element === "string" ? element : element.children.map(textOf).join("");
}

export function found(element, test) {
  if (typeof element === "string") return [];
  return [...(test(element) ? [element] : []), ...element.children.flatMap((child) => found(child, test))];
}

// In a tag, what stands alone in braces is props, and an attribute has a text, or a value in braces.
const HOLE = "\0";
const PARTS = /<\/\w+>|<(\w+)([^<>]*?)\/?>|\0|[^<\0]+/g;
const ATTRIBUTES = /([\w-]+)="([^"]*)"|([\w-]+)=(\0)|(\0)|([\w-]+)/g;
const EMPTY = /\/>$/;

const known = new WeakMap();

/** The element that is written, or all of them. A line break and the space around it are no text. */
export function markup(strings, ...values) {
  if (!known.has(strings)) known.set(strings, readMarkup(strings.join(HOLE)));
  const made = known.get(strings).map((child) => filled(child, values));
  return made.length === 1 ? made[0] : made;
}

/** What is between the root's tags: texts, numbers of values, and elements of {tag, props, children}. */
function readMarkup(text) {
  let holes = 0;
  const withHoles = (written) => written.split(/(\0)/).map((part) => (part === HOLE ? holes++ : part));
  const open = [{ children: [] }];
  for (const [part, tag, attributes] of text.matchAll(PARTS)) {
    const { children } = open.at(-1);
    if (part === HOLE) children.push(holes++);
    else if (tag) {
      const props = [...attributes.matchAll(ATTRIBUTES)].map(([, name, written, valued, , spread, bare]) =>
        name
          ? { name, parts: withHoles(written) }
          : { name: valued ?? bare, parts: [bare ? true : holes++], isSpread: spread !== undefined },
      );
      children.push({ tag, props, children: [] });
      if (!EMPTY.test(part)) open.push(children.at(-1));
    } else if (part.startsWith("</")) open.pop();
    else children.push(part.replace(/^\s*\n\s*|\s*\n\s*$/g, "").replace(/\s*\n\s*/g, " "));
  }
  return open[0].children.filter((child) => child !== "");
}

function filled(part, values) {
  if (typeof part === "number") return values[part];
  if (typeof part === "string") return part;
  const props = {};
  for (const { name, parts, isSpread } of part.props) {
    const said = parts.map((each) => (typeof each === "number" ? values[each] : each));
    if (isSpread) Object.assign(props, said[0]);
    else props[name] = said.length === 1 ? said[0] : said.join("");
  }
  return h(part.tag, props, ...part.children.map((child) => filled(child, values)));
}

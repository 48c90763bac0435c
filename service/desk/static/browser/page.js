// Make the page show elements, changing only what differs, and move the focus where somebody asks for it.

import { cardsTyped, playOf } from "../record/cards.js";
import { placeOf } from "../record/entries.js";

/* global PICTURES -- http/scripts.py puts it first. */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked"]);
const FIELDS = new Set(["input", "select", "textarea"]);

export function patchChildren(parent, { children, keys }) {
  const wanted = new Map(keys.map((key, at) => [key, children[at]]));
  const kept = new Map();
  // What goes, goes first: what stays is then never moved, for a node that is moved loses the focus.
  for (const node of [...parent.childNodes]) {
    const element = wanted.get(node.deskKey);
    if (element !== undefined && !kept.has(node.deskKey) && fits(node, element)) kept.set(node.deskKey, node);
    else node.remove();
  }
  let place = parent.firstChild;
  for (const [at, element] of children.entries()) {
    const node = kept.get(keys[at]) ?? created(element, parent);
    node.deskKey = keys[at];
    kept.delete(keys[at]);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    patchNode(node, element);
  }
}

function fits(node, element) {
  if (typeof element === "string") return node.nodeType === Node.TEXT_NODE;
  return node.nodeType === Node.ELEMENT_NODE && node.localName === element.tag;
}

const created = (element, parent) =>
  typeof element === "string"
    ? document.createTextNode(element)
    : document.createElementNS(element.tag === "svg" ? SVG : parent.namespaceURI, element.tag);

function patchNode(node, element) {
  if (typeof element === "string") {
    if (node.data !== element) node.data = element;
    return;
  }
  const before = node.deskProps ?? {};
  for (const name of Object.keys(before)) if (!(name in element.props)) set(node, name, null);
  // A select takes its value once its options are there.
  const late = element.tag === "select" ? "value" : null;
  // What somebody is typing stays, unless the state has something new for the field.
  const typing =
    node === document.activeElement && FIELDS.has(element.tag) && before.value === element.props.value ? "value" : null;
  // What the reader has changed stays, too: details that are open, the stop of the Tab key in a row.
  const isNew = (name, value) => PROPERTIES.has(name) || !(name in before) || before[name] !== value;
  for (const [name, value] of Object.entries(element.props)) {
    if (name !== late && name !== typing && isNew(name, value)) set(node, name, value);
  }
  node.deskProps = element.props;
  node.deskOn = element.on;
  patchChildren(node, element);
  if (late && late in element.props) set(node, late, element.props[late]);
}

function set(node, name, value) {
  // What somebody has opened closes again only by hand.
  if (name === "open" && !value) return;
  if (PROPERTIES.has(name) && FIELDS.has(node.localName)) {
    const wanted = value ?? (name === "checked" ? false : "");
    if (node[name] !== wanted) node[name] = wanted;
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    const wanted = value === true ? "" : String(value);
    if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
  }
}

/** Pass what happens within `root` to `dispatch`, as the event that the nearest element around it names. */
export function listen(root, kinds, dispatch) {
  for (const kind of kinds) {
    root.addEventListener(kind, (event) => {
      for (let node = event.target; node && node !== root.parentNode; node = node.parentNode) {
        const named = node.deskOn?.[kind];
        if (!named) continue;
        const { target } = event;
        dispatch({ ...named, value: target.value, checked: target.checked, from: event });
        return;
      }
    });
  }
}

/** Bring what cards are drawn of into a page, or a shadow root, once. */
export function bringPictures(root) {
  if (root.querySelector(".pictures")) return;
  root.append(new DOMParser().parseFromString(PICTURES, "image/svg+xml").documentElement);
}

// Where the focus goes when somebody asks for it: by a link, an arrow key, the space bar. Never by itself.

export function goTo(root, pointer) {
  for (let place = placeOf(pointer); place; place = place.slice(0, Math.max(0, place.lastIndexOf("/")))) {
    const at = CSS.escape(place);
    // An entry may be shown twice; the first is the one to change it in.
    const node = root.querySelector(`[data-place="${at}"]`) ?? root.querySelector(`[data-place^="${at}/"]`);
    if (!node) continue;
    if (!node.matches("input, select, button, textarea, [tabindex]")) node.tabIndex = -1;
    for (const around of root.querySelectorAll("details")) if (around.contains(node)) around.open = true;
    node.scrollIntoView({
      // What is higher than the window begins at its top.
      block: node.offsetHeight > innerHeight / 2 ? "start" : "center",
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
    node.focus({ preventScroll: true });
    for (const flashing of root.querySelectorAll(".flash")) flashing.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
    return;
  }
  root.querySelector("#text")?.focus();
}

export function putCaret(area, line, column) {
  const before = area.value.split("\n", line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const at = Math.min(area.value.length, before + column - 1);
  area.focus();
  area.setSelectionRange(at, at);
}

let begun = { row: null, text: "" };

/** The answers that begin with what was typed: one is chosen, and among several the next letter decides, or Enter. */
function meantBy(row, buttons, letter) {
  const startWith = (text) => buttons.filter(({ textContent }) => textContent.toLowerCase().startsWith(text));
  const before = begun.row === row ? begun.text : "";
  const text = startWith(before + letter).length ? before + letter : letter;
  const meant = startWith(text);
  begun = { row, text: meant.length > 1 ? text : "" };
  return meant;
}

/** The arrow keys among the buttons of a row, of which one at a time is a stop of the Tab key. */
export function moveWithin(event) {
  const button = event.target.closest("[data-roving]");
  const buttons = [...button.parentElement.querySelectorAll("[data-roving]")];
  const at = buttons.indexOf(button);
  let next = { Home: buttons[0], End: buttons.at(-1), ArrowRight: buttons[at + 1], ArrowLeft: buttons[at - 1] }[
    event.key
  ];
  if (button.role === "radio" && event.key.length === 1) {
    const meant = meantBy(button.parentElement, buttons, event.key.toLowerCase());
    // The next field has the focus then, and the letter is none of it.
    if (meant.length) event.preventDefault();
    if (meant.length === 1) return void meant[0].click();
    [next] = meant;
  }
  if (!next) return;
  event.preventDefault();
  for (const stop of buttons) stop.tabIndex = stop === next ? 0 : -1;
  next.focus();
}

/** The space bar and Enter go on to the next cell, in the order of the table. */
export function moveOnward(root, event, players) {
  if (event.key !== " " && event.key !== "Enter") return;
  event.preventDefault();
  // A space within a card ("10 h") is none that goes on.
  if (cardsTyped(event.target.value, playOf).wrong) return;
  const [trick, seat] = event.target.dataset.cell.split(" ").map(Number);
  const cell = (row, column) => root.querySelector(`[data-cell="${row} ${column}"]`);
  for (let step = 1; step < players; step += 1) {
    const next = cell(trick, (seat + step) % players);
    if (next && !next.value) return void next.focus();
  }
  const led = root.querySelector(`.next [data-cell^="${trick + 1} "]`) ?? cell(trick + 1, 0);
  led?.focus();
}

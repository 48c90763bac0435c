// Elements as values, so that a view is a function from state to a value that tests can read without a browser.

/** Only `h` makes one: whatever else a view is given, from a link for instance, is text or nothing. */
class Element {
  constructor(members) {
    Object.assign(this, members);
  }
}

/**
 * An element. `props` are attributes; `value` and `checked` are set as properties. `on` maps an event of the browser to
 * an event of the desk. Siblings are told apart by their place among the arguments, which they keep when one before them
 * is null or a list before them grows; those of one list by `key`.
 */
export function h(tag, props = {}, ...children) {
  const { on = null, key = null, ...rest } = props ?? {};
  const element = new Element({ tag, props: rest, on, key, children: [], keys: [] });
  add(element, children, "");
  return element;
}

function add(parent, children, place) {
  for (const [at, each] of children.entries()) {
    const isElement = each instanceof Element;
    if (Array.isArray(each)) {
      add(parent, each, `${place}${at}/`);
    } else if (isElement || typeof each === "string" || typeof each === "number") {
      parent.children.push(isElement ? each : String(each));
      parent.keys.push(place + (each.key ?? at));
    }
  }
}

/** The text of an element and all that is in it. */
export function textOf(element) {
  return typeof element === "string" ? element : element.children.map(textOf).join("");
}

/** Every element within one, itself first, for which `test` is true. */
export function found(element, test) {
  if (typeof element === "string") return [];
  return [...(test(element) ? [element] : []), ...element.children.flatMap((each) => found(each, test))];
}

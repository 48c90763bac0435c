// Elements as plain values, so that a view is a function from state to a value that tests can read without a browser.

/**
 * An element. `props` are attributes; `value` and `checked` are set as properties. `on` maps an event of the browser to
 * an event of the desk, `key` tells siblings apart.
 */
export function h(tag, props = {}, ...children) {
  const { on = null, key = null, ...rest } = props ?? {};
  return { tag, props: rest, on, key, children: children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false).map((each) => (typeof each === "object" ? each : String(each))) };
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

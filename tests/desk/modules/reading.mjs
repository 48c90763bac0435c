// Reads the elements of a page as values, without a browser.

/** The text of an element as a page shows it: a line break is a space there. */
export const textOf = (element) =>
  typeof element === "string" ? element.replaceAll(/\s*\n\s*/g, " ") : element.children.map(textOf).join("");

export function found(element, test) {
  if (typeof element === "string") return [];
  return [...(test(element) ? [element] : []), ...element.children.flatMap((child) => found(child, test))];
}

// What only paper has: a title with the day, and lines to sign.

import { h } from "./elements.js";

/** The title on paper: the browser knows the day. */
export const titleOnPaper = (title) =>
  h("p.paper.title", { isMute: true }, h("strong", {}, title), ` ${new Date().toLocaleDateString("en-CA")}`);

export const signatures = (names) =>
  h(
    "div.sign-here",
    names.map((name) => h("p", { key: name }, name)),
  );

// What only paper has: a title with the day, and lines to sign.

import { markup } from "./markup.js";

/** The title on paper: the browser knows the day. */
export const titleOnPaper = (title) =>
  markup`<p class="paper title" isMute><strong>${title}</strong> ${new Date().toLocaleDateString("en-CA")}</p>`;

export const signatures = (names) =>
  markup`<div class="sign-here">${names.map((name) => markup`<p key=${name}>${name}</p>`)}</div>`;

// Stepping through a round: buttons, and in words where it is.

import { cardText } from "../view/elements.js";
import { markup } from "../view/markup.js";
import { capital, kindOf, nameOfMark, wordOf } from "./marks.js";

const KEYS = { first: "Home", back: "←", next: "→", last: "End" };
const ICONS = {
  first: "M-8-8V8M7-8L-4 0L7 8Z",
  back: "M5-8L-6 0L5 8Z",
  next: "M-5-8L6 0L-5 8Z",
  last: "M8-8V8M-7-8L4 0L-7 8Z",
  turn: "M5-7A8.6 8.6 0 1 1-5-7V-1M-5-7H-11",
};

function control(icon, label, event, { disabled = false, ...more } = {}) {
  return markup`<button class="control" key=${icon} label=${label} title=${KEYS[icon] ? `${label} (${KEYS[icon]})` : label}
    aria-disabled=${disabled ? "true" : null} click=${event} ...${more}>
    <svg viewBox="-12 -12 24 24" isMute><path class="icon ${icon}" d=${ICONS[icon]} /></svg>
  </button>`;
}

function controlsOf({ at, last }) {
  const isFirst = at === 0;
  const isLast = at === last;
  return markup`<div class="controls" role="group" label="step through the round">
    ${control("first", "to the beginning", { type: "at", at: 0 }, { disabled: isFirst })}
    ${control("back", "one card back", { type: "stepped", by: -1 }, { disabled: isFirst })}
    ${control("next", "one card on", { type: "stepped", by: 1 }, { disabled: isLast })}
    ${control("last", "to the end", { type: "at", at: null }, { disabled: isLast })}
    ${control("turn", "turn the table", { type: "turned" })}
  </div>`;
}

/** Where the round is, in a sentence: what was played last, what was found about it, who has won the trick. */
function captionOf({ position, record: { players }, now }) {
  const { cards, trick, won, next, isOver, last, isEnd } = position;
  const latest = cards.at(-1);
  const name = (seat) => players[seat];
  if (!latest) {
    return markup`<p class="caption" role="status">${last ? "Before the first card." : turnText(next, name)}</p>`;
  }
  const begun = [
    markup`<strong>Trick ${trick}. </strong>`,
    name(latest.seat),
    cards.length === 1 ? " leads " : " plays ",
    cardText(latest.card),
    ".",
  ];
  return markup`<p class="caption" role="status">
    ${begun}
    ${now.map(
      ({ mark, proved, by }) =>
        markup`<span class="said-of ${kindOf(mark)}" key="said ${mark.label}">
          ${" "}${capital(wordOf(mark))} ${mark.label}: ${nameOfMark(mark)}.
          ${proved ? [" ", cardText(proved.card), ` in trick ${proved.trick} proves it.`] : by && ` ${capital(by)} proves it.`}
        </span>`,
    )}
    ${won === null ? "" : ` ${name(won)} wins the trick.`}
    ${isEnd && !isOver && ` ${turnText(next, name)}`}
    ${isOver && " The round is over."}
  </p>`;
}

export const controlsView = (game) => [captionOf(game), controlsOf(game.position)];

const turnText = (next, name) =>
  next === null ? "Nobody can say yet who leads: choose the dealer." : `${name(next)} to play.`;

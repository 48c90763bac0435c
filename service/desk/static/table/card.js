// Pictures of cards, put together from those in card.svg, which a page has to hold; no font has to have the suits.

import { suitClass, suitOf } from "../record/cards.js";
import { markup } from "../view/markup.js";

export const WIDTH = 50;
export const HEIGHT = 70;

const pip = (suit, x, y, scale, turned = false) =>
  markup`<use class="suit-ink" href="#pip-${suit}"
    transform="translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}" />`;

// Where the pips of a number are: columns left, middle and right, rows from −3 to 3.
const inRows = (rows, ...columns) => rows.flatMap((row) => columns.map((column) => [column, row]));
const pips = (sides, middle) => [...inRows(sides, -1, 1), ...inRows(middle, 0)];
const PIPS = {
  2: pips([], [-3, 3]),
  3: pips([], [-3, 0, 3]),
  4: pips([-3, 3], []),
  5: pips([-3, 3], [0]),
  6: pips([-3, 0, 3], []),
  7: pips([-3, 0, 3], [-1.5]),
  8: pips([-3, 0, 3], [-1.5, 1.5]),
  9: pips([-3, -1, 1, 3], [0]),
  T: pips([-3, -1, 1, 3], [-2, 2]),
};

function picture(card) {
  const suit = suitOf(card);
  const [rank] = card;
  if (card === "??") return markup`<text class="doubt" x="25" y="47">?</text>`;
  if (!suit) return markup`<use href="#picture-joker" class=${card === "LJ" && "little"} />`;
  if (rank === "A") return pip(suit, 25, 35, suit === "S" ? 1.5 : 1.1);
  return (
    PIPS[rank]?.map(([column, row]) => pip(suit, 25 + column * 7.8, 35 + row * 7.6, 0.42, row > 0)) ?? [
      markup`<use href="#picture-${rank}" />`,
      pip(suit, 17.4, 12.6, 0.26),
      pip(suit, 32.6, 57.4, 0.26, true),
    ]
  );
}

function corner(card) {
  const suit = suitOf(card);
  if (card === "??") return null;
  if (!suit) return markup`<text class="index small-index" x="7.4" y="12">${card}</text>`;
  const rank = card[0] === "T" ? "10" : card[0];
  return [
    markup`<text class="index${rank === "10" ? " ten" : ""}" x=${rank === "10" ? 7.6 : 7.4} y="14">${rank}</text>`,
    pip(suit, 7.4, 21, 0.4),
  ];
}

const blank = () => markup`<rect class="face" x=".5" y=".5" width=${WIDTH - 1} height=${HEIGHT - 1} rx="4.5" />`;

export const faceOf = (card) => [
  blank(),
  markup`<g class=${suitClass(card)}>
    ${corner(card)}
    <g transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})">${corner(card)}</g>
    ${picture(card)}
  </g>`,
];

export const backOf = () => [blank(), markup`<use href="#back" />`];

export const suitSign = (suit) =>
  markup`<svg class="pip" viewBox="-10 -10 20 20" isMute><use class="suit-ink" href="#pip-${suit}" /></svg>`;

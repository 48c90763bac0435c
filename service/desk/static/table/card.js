// Pictures of cards, drawn from their codes: no files, and no font for the suits.

import { nameOf, shown, suitClass, suitOf } from "../record/cards.js";
import { markup } from "../view/markup.js";

export const WIDTH = 50;
export const HEIGHT = 70;

// Each suit around the origin, ten units high and low.
const SUIT_PATHS = {
  S: "M0-10C4-5 9-1.5 9 3C9 6 6.9 7.4 5 7.4C3.2 7.4 1.7 6.6.8 5C1 7.4 2 9 3.6 10H-3.6C-2 9-1 7.4-.8 5C-1.7 6.6-3.2 7.4-5 7.4C-6.9 7.4-9 6-9 3C-9-1.5-4-5 0-10Z",
  H: "M0 9.5C-3.6 4.6-9.4 1-9.4-4C-9.4-7.6-7-9.4-4.7-9.4C-2.6-9.4-.8-8 0-5.6C.8-8 2.6-9.4 4.7-9.4C7-9.4 9.4-7.6 9.4-4C9.4 1 3.6 4.6 0 9.5Z",
  D: "M0-10C1.8-6.4 4.9-2.8 7.6 0C4.9 2.8 1.8 6.4 0 10C-1.8 6.4-4.9 2.8-7.6 0C-4.9-2.8-1.8-6.4 0-10Z",
  C: "M-4.4-5.4a4.4 4.4 0 1 1 8.8 0a4.4 4.4 0 1 1-8.8 0ZM-9.4 2a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM.4 2a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM-1.2-3H1.2C1.1 4.6 1.9 8.4 3.6 10H-3.6C-1.9 8.4-1.1 4.6-1.2-3ZM-3-2H3V3H-3Z",
};
const STAR = "M0-10L2.4-3.2L9.6-3L3.8 1.3L5.9 8.2L0 4.2L-5.9 8.2L-3.8 1.3L-9.6-3L-2.4-3.2Z";

const pip = (suit, x, y, scale, turned = false) =>
  markup`<path class="suit-ink" d=${SUIT_PATHS[suit] ?? STAR}
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
  if (!suit) return jester(card);
  if (rank === "A") return pip(suit, 25, 35, suit === "S" ? 1.5 : 1.1);
  if (COURT[rank]) return court(COURT[rank], suit);
  return PIPS[rank].map(([column, row]) => pip(suit, 25 + column * 7.8, 35 + row * 7.6, 0.42, row > 0));
}

// Court cards: half a figure, and the same half turned round. Drawn at twice the size.

const shape = (kind, d) => markup`<path class=${kind} d=${d} />`;
const dot = (kind, cx, cy, r) => markup`<circle class=${kind} cx=${cx} cy=${cy} r=${r} />`;
const EYES = (y) => [dot("line", 45.6, y, 1.3), dot("line", 54.4, y, 1.3)];
const COURT = {
  K: [
    shape("robe", "M25 70V63C27 54 38 51 50 51S73 54 75 63V70Z"),
    shape("gold", "M43 51L47 70H53L57 51Z"),
    shape("fur", "M31 54C38 61 62 61 69 54L71 59C62 67 38 67 29 59Z"),
    shape("hair", "M37 32C34 43 36 49 41 52H59C64 49 66 43 63 32Z"),
    shape("skin", "M40 29H60V41C60 48 55 51 50 51S40 48 40 41Z"),
    shape("hair", "M39.5 40C43 44 46 41.5 50 41.5S57 44 60.5 40C62 53 55 59 50 59S38 53 39.5 40Z"),
    shape("mouth", "M47 46.5Q50 48 53 46.5"),
    EYES(36),
    shape("gold", "M37 30L34 16L43 23L50 14L57 23L66 16L63 30Z"),
    shape("robe", "M38 30L37.3 26.5H62.7L62 30Z"),
    shape("steel", "M70.5 22L72.5 17L74.5 22V54H70.5Z"),
    shape("gold", "M66 53H79V56H66ZM71 56H74V65H71Z"),
  ],
  Q: [
    shape("hair", "M37 32C32 46 33 57 37 62H63C67 57 68 46 63 32C59 23 41 23 37 32Z"),
    shape("robe", "M25 70C26 61 35 56 43 55L50 61L57 55C65 56 74 61 75 70Z"),
    shape("fur", "M41 55.5L50 62L59 55.5L61 58.5L50 67L39 58.5Z"),
    shape("skin", "M46 47H54V57L50 60.5L46 57Z"),
    shape("skin", "M40.5 38C40.5 30 45 27.5 50 27.5S59.5 30 59.5 38S55 50.5 50 50.5S40.5 46 40.5 38Z"),
    shape("hair", "M40 38C39 29 46 26 50 30C54 26 61 29 60 38C56 32.5 53 32 50 32.5S44 32.5 40 38Z"),
    shape("mouth", "M47.3 45Q50 47.4 52.7 45"),
    EYES(39),
    shape("gold", "M40 28L37 18L44.5 22.5L50 15L55.5 22.5L63 18L60 28Z"),
    [dot("robe", 37, 17.5, 1.8), dot("robe", 50, 14.5, 2), dot("robe", 63, 17.5, 1.8)],
    shape("stem", "M71 70C72 60 71 54 70 49"),
    [
      [70, 41],
      [65.5, 45],
      [74.5, 45],
      [70, 49],
    ].map(([x, y]) => dot("robe", x, y, 3.4)),
    dot("gold", 70, 45, 2.6),
  ],
  J: [
    shape("robe", "M26 70C27 58 37 54 50 54S73 58 74 70Z"),
    shape("gold", "M39 55L43.5 62L50 56.5L56.5 62L61 55L50 51Z"),
    shape("hair", "M38 31C36 43 37 51 41 55H59C63 51 64 43 62 31Z"),
    shape("skin", "M41 29H59V42C59 49 55 53 50 53S41 49 41 42Z"),
    shape("hair", "M41 30H59V34C55 31.5 47 31.5 41 36Z"),
    shape("mouth", "M47 47.3Q50 48.6 53 47.3"),
    EYES(38.5),
    shape("robe", "M36 31C32 20 42 15 52 16.5C62 17 68 23 64.5 31Z"),
    shape("gold", "M36 31L35.5 27.5C45 24.5 56 24.5 65 27.5L64.5 31C55 28.5 45 28.5 36 31Z"),
    shape("fur", "M58 19C62 10 71 10 74 18C75 22 73 25 71 26C71 21 65 20 60 24Z"),
    shape("steel", "M28.5 34L31 26L33.5 34L31 38Z"),
    shape("stem", "M31 38V70"),
  ],
};

function court(half, suit) {
  return [
    markup`<rect class="frame" x="13.5" y="7" width="23" height="56" rx="1.5" />`,
    markup`<g class="figure" transform="scale(.5)">
      <g>${half}</g>
      <g transform="rotate(180 50 70)">${half}</g>
      <path class="belt" d="M25 70H75" />
    </g>`,
    pip(suit, 17.4, 12.6, 0.26),
    pip(suit, 32.6, 57.4, 0.26, true),
  ];
}

const jester = (card) => [
  markup`<rect class="frame" x="13.5" y="7" width="23" height="56" rx="1.5" />`,
  markup`<g class="figure ${card === "BJ" ? "big" : "little"}" transform="scale(.5)">
    ${shape("robe", "M30 108C30 92 40 86 50 86S70 92 70 108L64 102L57 110L50 102L43 110L36 102Z")}
    ${shape("skin", "M39 60H61V74C61 82 56 87 50 87S39 82 39 74Z")}
    ${shape(
      "robe",
      "M38 62C24 60 26 44 30 38C38 40 42 46 44 52L50 32L56 52C58 46 62 40 70 38C74 44 76 60 62 62C55 58 45 58 38 62Z",
    )}
    ${shape("gold", "M44 52L50 32L56 52C58 55 57 59 57 60H43C43 59 42 55 44 52Z")}
    ${dot("gold", 30, 37, 3.4)}
    ${dot("gold", 70, 37, 3.4)}
    ${dot("robe", 50, 31, 3.4)}
    ${EYES(69)}
    ${shape("mouth", "M44.5 76Q50 82 55.5 76")}
    ${dot("gold", 36, 103, 2.2)}
    ${dot("gold", 50, 103, 2.2)}
    ${dot("gold", 64, 103, 2.2)}
  </g>`,
];

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

const outline = (kind, inset = 0) =>
  markup`<rect class=${kind} x=${0.5 + inset} y=${0.5 + inset} width=${WIDTH - 1 - 2 * inset}
    height=${HEIGHT - 1 - 2 * inset} rx=${4.5 - inset * 0.7} />`;

export const faceOf = (card) => [
  outline("face"),
  markup`<g class=${suitClass(card)}>
    ${corner(card)}
    <g transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})">${corner(card)}</g>
    ${picture(card)}
  </g>`,
];

// Diagonals through the inner frame of a back, and the same upside down.
const LATTICE = Array.from({ length: 12 }, (_, step) => {
  const rise = step * 8 - 40;
  const [left, right] = [Math.max(6, 6 - rise), Math.min(WIDTH - 6, HEIGHT - 6 - rise)];
  const line = (yAt) => `M${left} ${yAt(left)}L${right} ${yAt(right)}`;
  return left < right ? line((x) => x + rise) + line((x) => HEIGHT - x - rise) : "";
}).join("");

export const backOf = () => [
  outline("face"),
  outline("back", 3),
  markup`<path class="lattice" d=${LATTICE} />`,
  markup`<circle class="medal" cx=${WIDTH / 2} cy=${HEIGHT / 2} r="8" />`,
  markup`<path class="medal-sign" d=${SUIT_PATHS.S} transform="translate(${WIDTH / 2} ${HEIGHT / 2}) scale(.5)" />`,
];

export const suitSign = (suit) =>
  markup`<svg class="pip" viewBox="-10 -10 20 20" isMute><path class="suit-ink" d=${SUIT_PATHS[suit] ?? STAR} /></svg>`;

/** A card within a sentence: its rank and the sign of its suit. Screen readers say its name. */
export function cardSign(card) {
  const suit = suitOf(card);
  return markup`<span class=${["card-sign", suitClass(card)]} role="img" label=${nameOf(card)}>
    ${suit ? [card[0] === "T" ? "10" : card[0], suitSign(suit)] : shown(card)}
  </span>`;
}

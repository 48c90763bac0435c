// The picture of the game: players round a table, their hands as fans, and the trick in the middle.

import { nameOf, sorted } from "../record/cards.js";
import { pointed } from "../record/entries.js";
import { biddersOf, bidText } from "../record/hands.js";
import { counted } from "../view/elements.js";
import { markup } from "../view/markup.js";
import { backOf, faceOf, HEIGHT, WIDTH } from "./card.js";
import { badge, gravity, marksAt } from "./marks.js";

/** Where the players sit, clockwise, by their number; the names are those of the areas in the style. */
const SLOTS = {
  2: ["top", "bottom"],
  3: ["top-left", "top-right", "bottom"],
  4: ["top", "right", "bottom", "left"],
  5: ["top-left", "top-right", "right", "bottom", "left"],
  6: ["top-left", "top-right", "right", "bottom-right", "bottom-left", "left"],
};

/** Where each player's card lies in the trick: its centre, from the centre of the table. */
const CENTRES = {
  top: [0, -42],
  right: [64, 0],
  bottom: [0, 42],
  left: [-64, 0],
  "top-left": [-30, -45],
  "top-right": [30, -45],
  "bottom-left": [-30, 45],
  "bottom-right": [30, 45],
};
/** Nobody lays a card down quite straight. */
const TILTS = [-3, 2, 4, -2, 3, -4];

/** The slots of a table, turned clockwise by some seats from where North, or the first player, is at the top. */
function slotsOf(players, turn = 0) {
  const slots = SLOTS[players.length];
  const named = players.findIndex((name) => /^n(orth)?$/i.test(name));
  const north = players.length === 4 && named > 0 ? named : 0;
  return players.map((_, seat) => slots[(seat - north + turn + slots.length) % slots.length]);
}

/** The board of a game, turned by some seats: what lies on it, with the findings at the card played last. */
export function boardView(game, turn) {
  const { players } = game.record;
  const slots = slotsOf(players, turn);
  return markup`<div class="board seats-${players.length}" role="group" label="the table">
    ${slots.map((slot, seat) => seatView(game, players[seat], seat, slot))}
    ${trickView(game, slots)}
  </div>`;
}

function bidAsText(record, rules, name) {
  const bidder = biddersOf(record, rules).find((each) => each === name || each.split("+").includes(name));
  const bid = bidder === undefined ? "" : bidText(record, bidder);
  return bid && `bid ${bid}${bidder === name ? "" : " as a side"}`;
}

const empty = () => markup`<rect class="empty" x="2" y="2" width=${WIDTH - 4} height=${HEIGHT - 4} rx="4" />`;
const ring = () => markup`<rect class="ring" x="-1" y="-1" width=${WIDTH + 2} height=${HEIGHT + 2} rx="5.5" />`;

function seatView({ record, rules, position, found, now }, name, seat, slot) {
  const bid = bidAsText(record, rules, name);
  const { cards, backs, taken } = position.seats[seat];
  const isNext = position.next === seat && !position.isOver;
  const isWinner = position.won === seat;
  const marks = marksAt(found, `hands/${pointed(name)}`);
  const proofs = now.flatMap((joint) => (joint.proved?.seat === seat ? [joint.proved.card] : []));
  return markup`<section class=${["seat", slot, isNext && "next"]} key="seat ${seat}" label=${name}>
    <div class="plate">
      <strong class="player-name">${name}</strong>
      ${record.dealer === name && markup`<span class="chip dealer">dealer</span>`}
      ${bid && markup`<span class="bid-of">${bid}</span>`}
      <span class="taken" label="${counted(taken, "trick")} taken">took ${taken}</span>
      ${position.led === seat && !isWinner && markup`<span class="chip">led</span>`}
      ${isWinner && !isNext && markup`<span class="chip won">won it</span>`}
      ${isNext && markup`<span class="chip turn">${isWinner ? "won, to lead" : "to play"}</span>`}
    </div>
    <div class="hold ${gravity(marks)}" data-place="hands/${pointed(name)}">
      ${fanOf({ name, cards: sorted(cards), backs, isWide: slot === "top" || slot === "bottom", proofs })}
      ${marks.map((mark) => badge(mark))}
    </div>
  </section>`;
}

// A hand as a fan: an arc of cards, in two tiers where the place is narrow.

const STRIP = 28;
const LONGEST = 17;
const TURN = 1.5;
const LOWER = 42;

function fanOf({ name, cards, backs, isWide, proofs }) {
  const all = [...cards, ...Array(backs).fill(null)];
  if (!all.length) return markup`<p class="no-cards">no cards left</p>`;
  const tiers = tiersOf(all, isWide);
  const longest = Math.max(...tiers.map((tier) => tier.length));
  const width = (longest - 1) * STRIP + WIDTH + 10;
  const height = HEIGHT + arcOf(0, longest).y + 14 + (tiers.length - 1) * LOWER;
  const drawn = tiers.flatMap((tier, row) =>
    tier.map((card, index) => {
      const { x, y, angle } = arcOf(index, tier.length);
      const isProof = proofs.includes(card);
      return markup`<g key=${card ?? `back ${row} ${index}`} class=${["held", isProof && "proof"]}
        transform="translate(${width / 2 + x} ${7 + y + HEIGHT / 2 + row * LOWER}) rotate(${angle})">
        <g class="lift">
          <g transform="translate(${-WIDTH / 2} ${-HEIGHT / 2})">
            ${card === null ? backOf() : faceOf(card)}
            ${isProof && ring()}
          </g>
        </g>
      </g>`;
    }),
  );
  const known = cards.map(nameOf).join(", ");
  const unknown = backs && counted(backs, "unknown card");
  return markup`<svg class="fan" viewBox="0 0 ${width} ${round(height)}" width=${round(width * 0.9)}
    height=${round(height * 0.9)} role="img"
    label="hand of ${name}: ${[known, unknown].filter(Boolean).join(", and ")}">
    ${drawn}
  </svg>`;
}

function tiersOf(all, isWide) {
  if (all.length <= (isWide ? LONGEST : 7)) return [all];
  const half = Math.ceil(all.length / 2);
  return [all.slice(0, half), all.slice(half)];
}

const round = (number) => Math.round(number * 10) / 10;

function arcOf(index, count) {
  const angle = (index - (count - 1) / 2) * TURN;
  const radius = STRIP / ((TURN * Math.PI) / 180);
  const turned = (angle * Math.PI) / 180;
  return { x: round(radius * Math.sin(turned)), y: round(radius * (1 - Math.cos(turned))), angle: round(angle) };
}

function trickView({ record: { players }, position, now }, slots) {
  const { cards, won, next, isOver, trick, last } = position;
  const marked = new Map(now.map((joint) => [joint.pointer, joint.mark]));
  const inTrick = new Set(cards.map(({ seat }) => seat));
  const awaited = won === null && !isOver && !inTrick.has(next) ? next : null;
  const said = cards.map(({ seat, card }) => `${players[seat]} ${nameOf(card)}`).join(", ");
  return markup`<svg class="middle" viewBox="-100 -86 200 172" role="img"
    label=${last ? `trick ${trick}: ${said || "no card yet"}` : "no card has been played"}>
    <ellipse class="spot" cx="0" cy="0" rx="96" ry="82" />
    ${awaited !== null && place("awaited", slots[awaited], 0, empty())}
    ${cards.map((play, index) => {
      const mark = marked.get(play.pointer);
      const kinds = ["laid", play.seat === won && "winner", mark && gravity([mark])];
      const face = [faceOf(play.card), (play.seat === won || mark) && ring()];
      return place(kinds, slots[play.seat], TILTS[play.seat % TILTS.length], face, `${trick} ${play.pointer} ${index}`);
    })}
    ${cards.map((play) => {
      const mark = marked.get(play.pointer);
      const [x, y] = CENTRES[slots[play.seat]];
      const at = `translate(${x + 20} ${y - 28})`;
      return mark && markup`<g key="mark ${play.pointer}" transform=${at}>${badge(mark, true)}</g>`;
    })}
  </svg>`;
}

function place(kind, slot, tilt, content, key = kind) {
  const [x, y] = CENTRES[slot];
  return markup`<g class=${kind} key=${key}
    transform="translate(${x} ${y}) rotate(${tilt}) scale(.98) translate(${-WIDTH / 2} ${-HEIGHT / 2})">
    <g class="lay">${content}</g>
  </g>`;
}

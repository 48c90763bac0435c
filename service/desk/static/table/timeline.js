// The tricks of a round in a row, a column for each; every finding at its card, and joined to what proves it.

import { nameOf, shown, suitClass, suitOf } from "../record/cards.js";
import { rowsUpTo } from "../record/tricks.js";
import { markup } from "../view/markup.js";
import { suitSign } from "./card.js";
import { badge, gravity, kindOf, marksOfTrick, wordOf } from "./marks.js";

const EDGE = 0.06;

export const LEGEND =
  "A thick frame: won the trick. A bar on top: led it. Struck through: taken back. A number is that of a finding, a dashed frame its proof.";

export function timelineView({ record: { players }, rules, rows, plays, position, joints, found }) {
  const count = Math.max(rules.handSize, rows.at(-1)?.number ?? 0);
  const tricks = rowsUpTo(count, rows);
  const byCell = new Map(plays.map((play, at) => [`${play.index} ${play.seat}`, at]));
  const head = [
    markup`<th scope="col" class="who"><span class="hidden">player</span></th>`,
    tricks.map((trick) => columnHead(trick, { plays, position, found })),
  ];
  const line = (name, seat) => {
    const cell = (trick) => ({ trick, seat, name, at: byCell.get(`${trick.index} ${seat}`) });
    const cells = tricks.map((trick) => cellOf(cell(trick), { plays, position, joints }));
    return markup`<tr key="line ${seat}"><th scope="row" class="who">${name}</th>${cells}</tr>`;
  };
  return markup`<div class="timeline">
    <div class="strip" tabindex="0" role="group" label="timeline of the tricks">
      <div class=${["columns", count > 18 ? "very-many" : count > 14 && "many"]}>
        <table><thead><tr>${head}</tr></thead><tbody>${players.map(line)}</tbody></table>
        ${threads({ joints, plays, position, count, seats: players.length })}
      </div>
    </div>
  </div>`;
}

function columnHead({ number, index }, { plays, position, found }) {
  const place = index === undefined ? null : `tricks/${index}`;
  const marks = marksOfTrick(found, place);
  const end = plays.findLastIndex((play) => play.index === index);
  const isNow = position.last > 0 && position.trick === number;
  return markup`<th scope="col" key="column ${number}" class=${isNow ? "now" : null} data-place=${place}>
    ${
      end >= 0
        ? markup`<button class="number-of-trick" click=${{ type: "at", at: end + 1 }}>
          <span class="hidden">trick </span>
          ${number}
        </button>`
        : markup`<span>${number}</span>`
    }
    ${marks.map((mark) => badge(mark))}
  </th>`;
}

function cellOf({ trick, seat, name, at }, { plays, position, joints }) {
  const key = `${trick.number} ${seat}`;
  if (at === undefined) return markup`<td key=${key}></td>`;
  const play = plays[at];
  const marks = joints.filter((joint) => joint.play === at).map(({ mark }) => mark);
  const proofs = joints.filter((joint) => joint.proof === at).map(({ mark }) => mark);
  const suit = suitOf(play.card);
  const isLead = trick.led === seat;
  const isWinner = position.winners[trick.index] === seat;
  const kinds = [
    "mini",
    suitClass(play.card),
    play.card === "??" && "unread",
    isLead && "lead",
    isWinner && "winner",
    gravity(marks),
    proofs.length && "proof",
    at === position.at - 1 && "current",
    at >= position.at && "later",
  ];
  const said = [
    `trick ${trick.number}, ${name}, ${nameOf(play.card)}`,
    isLead && "led",
    isWinner && "won the trick",
    ...marks.map((mark) => `${wordOf(mark)} ${mark.label}`),
    ...proofs.map((mark) => `proves ${wordOf(mark)} ${mark.label}`),
    ...play.withdrawn.map(({ card }) => `the ${nameOf(card)} was taken back`),
  ];
  return markup`<td key=${key}>
    <button class=${kinds} aria-current=${at === position.at - 1 ? "step" : null} data-place=${play.pointer}
      tabindex=${at === Math.max(0, position.at - 1) ? "0" : "-1"} click=${{ type: "at", at: at + 1 }}>
      <span class="hidden">${said.filter(Boolean).join(", ")}</span>
      <span class="rank" isMute>${suit ? shown(play.card).slice(0, -1) : shown(play.card)}</span>
      ${suit && suitSign(suit)}
      ${play.withdrawn.map(({ card }) => markup`<s isMute>${shown(card)}</s>`)}
      ${marks.map((mark) => badge(mark))}
    </button>
  </td>`;
}

/** Lines from each finding to the card that proves it, in units of cells; they go over the edges of the cards. */
function threads({ joints, plays, position, count, seats }) {
  const joined = joints.filter(({ play, proof }) => play !== null && proof !== null);
  if (!joined.length) return null;
  const edge = ({ trick, seat }) => [trick - 0.5, seat + EDGE];
  return markup`<svg class="threads" viewBox="0 0 ${count} ${seats}" preserveAspectRatio="none" isMute>
    ${joined.map(({ mark, play, proof }) => {
      const [x1, y1] = edge(plays[play]);
      const [x2, y2] = edge(plays[proof]);
      const top = Math.min(y1, y2) - Math.min(0.55, 0.3 + Math.abs(x2 - x1) * 0.04);
      const isNow = play === position.at - 1 || proof === position.at - 1;
      return markup`<g class=${["thread", kindOf(mark), isNow && "now"]} key="thread ${mark.label}">
        <path d="M${x1} ${y1}C${x1} ${top} ${x2} ${top} ${x2} ${y2}" vector-effect="non-scaling-stroke" />
        <path class="knot" d="M${x2} ${y2}h0" vector-effect="non-scaling-stroke" />
      </g>`;
    })}
  </svg>`;
}

// The tricks of a round in a row, a column for each; every finding at its card, and joined to what proves it.

import { nameOf, shown, suitClass, suitOf } from "../record/cards.js";
import { h } from "../view/elements.js";
import { cardSign, suitSign } from "./card.js";
import { badge, gravity, kindOf, marksOfTrick, nameOfMark, wordOf } from "./marks.js";

const EDGE = 0.06;

export const LEGEND =
  "A thick frame: won the trick. A bar on top: led it. Struck through: taken back. A number is that of a finding, a dashed frame its proof.";

export function timelineOf({ players, rows, columns, plays, position, joints, found, winners }) {
  const count = Math.max(columns, rows.at(-1)?.number ?? 0);
  const tricks = Array.from(
    { length: count },
    (_, at) => rows.find(({ number }) => number === at + 1) ?? { number: at + 1 },
  );
  const byCell = new Map(plays.map((play, at) => [`${play.index} ${play.seat}`, at]));
  const head = [
    h("th", { scope: "col", class: "who" }, h("span.hidden", "player")),
    tricks.map((trick) => columnHead(trick, { plays, position, found })),
  ];
  const line = (name, seat) => {
    const cell = (trick) => ({ trick, seat, name, at: byCell.get(`${trick.index} ${seat}`) });
    const cells = tricks.map((trick) => cellOf(cell(trick), { plays, position, joints, winners }));
    return h("tr", { key: `line ${seat}` }, h("th", { scope: "row", class: "who" }, name), cells);
  };
  return h(
    "div.timeline",
    { wheel: { type: "wheel" } },
    h(
      "div.strip",
      { tabindex: "0", role: "group", label: "timeline of the tricks" },
      h(
        "div",
        { class: ["columns", count > 18 ? "very-many" : count > 14 && "many"] },
        h("table", h("thead", h("tr", head)), h("tbody", players.map(line))),
        threads({ joints, plays, position, count, seats: players.length }),
      ),
    ),
    chips({ joints, plays, position }),
  );
}

function columnHead({ number, index }, { plays, position, found }) {
  const place = index === undefined ? null : `tricks/${index}`;
  const marks = marksOfTrick(found, place);
  const end = plays.findLastIndex((play) => play.index === index);
  const isNow = position.last > 0 && position.trick === number;
  return h(
    "th",
    { scope: "col", key: `column ${number}`, class: isNow ? "now" : null, "data-place": place },
    end >= 0
      ? h("button.number-of-trick", { click: { type: "at", at: end + 1 } }, h("span.hidden", "trick "), number)
      : h("span", number),
    marks.map((mark) => badge(mark)),
  );
}

function cellOf({ trick, seat, name, at }, { plays, position, joints, winners }) {
  const key = `${trick.number} ${seat}`;
  if (at === undefined) return h("td", { key });
  const play = plays[at];
  const marks = joints.filter((joint) => joint.play === at).map(({ mark }) => mark);
  const proofs = joints.filter((joint) => joint.proof === at).map(({ mark }) => mark);
  const suit = suitOf(play.card);
  const isLead = trick.led === seat;
  const isWinner = winners[trick.index] === seat;
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
  return h(
    "td",
    { key },
    h(
      "button",
      {
        class: kinds,
        "aria-current": at === position.at - 1 ? "step" : null,
        "data-place": play.pointer,
        tabindex: at === Math.max(0, position.at - 1) ? "0" : "-1",
        click: { type: "at", at: at + 1 },
      },
      h("span.hidden", {}, said.filter(Boolean).join(", ")),
      h("span.rank", { isMute: true }, suit ? shown(play.card).slice(0, -1) : shown(play.card)),
      suit && suitSign(suit),
      play.withdrawn.map(({ card }) => h("s", { isMute: true }, shown(card))),
      marks.map((mark) => badge(mark)),
    ),
  );
}

/** Lines from each finding to the card that proves it, in units of cells; they go over the edges of the cards. */
function threads({ joints, plays, position, count, seats }) {
  const joined = joints.filter(({ play, proof }) => play !== null && proof !== null);
  if (!joined.length) return null;
  const edge = ({ trick, seat }) => [trick - 0.5, seat + EDGE];
  return h(
    "svg.threads",
    { viewBox: `0 0 ${count} ${seats}`, preserveAspectRatio: "none", isMute: true },
    joined.map(({ mark, play, proof }) => {
      const [x1, y1] = edge(plays[play]);
      const [x2, y2] = edge(plays[proof]);
      const top = Math.min(y1, y2) - Math.min(0.55, 0.3 + Math.abs(x2 - x1) * 0.04);
      const isNow = play === position.at - 1 || proof === position.at - 1;
      return h(
        "g",
        { class: ["thread", kindOf(mark), isNow && "now"], key: `thread ${mark.label}` },
        h("path", { d: `M${x1} ${y1}C${x1} ${top} ${x2} ${top} ${x2} ${y2}`, "vector-effect": "non-scaling-stroke" }),
        h("path.knot", { d: `M${x2} ${y2}h0`, "vector-effect": "non-scaling-stroke" }),
      );
    }),
  );
}

/** Every finding about a card in words, with its proof: a click goes to its card. */
function chips({ joints, plays, position }) {
  if (!joints.length) return null;
  return h(
    "ul.joints",
    { label: "what was found in the tricks" },
    joints.map((joint) => {
      const { mark, play, trick } = joint;
      const end = play ?? plays.findLastIndex(({ index }) => index === trick);
      return h(
        "li",
        { key: `joint ${mark.label}`, class: [kindOf(mark), play !== null && play === position.at - 1 && "now"] },
        h(
          "button.joint",
          { click: { type: "at", at: end + 1 } },
          badge(mark),
          h("span.hidden", `${wordOf(mark)} ${mark.label}: `),
          h("span", mark.open && "Not decided. ", nameOfMark(mark), mark.trick && ` in trick ${mark.trick}`),
          proofOf(joint, plays),
        ),
      );
    }),
  );
}

function proofOf({ proof, hand, counted }, plays) {
  if (proof !== null) {
    return h("span.proved", {}, cardSign(plays[proof].card), ` in trick ${plays[proof].trick} proves it`);
  }
  const by = hand ? `${hand}’s hand` : counted && "counting the cards";
  return by && h("span.proved", `${by} proves it`);
}

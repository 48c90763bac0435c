// A round as a picture and its timeline, made for the desk and for a replay in another page.

import { biddersOf, bidText } from "../record/hands.js";
import { boardOf } from "./board.js";
import { captionOf, controlsOf } from "./controls.js";
import { jointsOf, playsOf, positionAt } from "./position.js";
import { timelineOf } from "./timeline.js";

/**
 * What there is to show of a round: its cards in order, where it is, and the findings at its cards. `at` is how many
 * cards are shown, null for all.
 */
export function gameAt({ record, rules, rows, answer, found, at, lead }) {
  const plays = playsOf(rows);
  const position = positionAt({ record, rules, rows, answer, lead }, at);
  const joints = jointsOf(found, plays);
  const latest = position.at - 1;
  const now = joints
    .filter(({ play }) => play !== null && play === latest)
    .map((joint) => ({ ...joint, pointer: plays[joint.play].pointer, proved: plays[joint.proof] }));
  return { record, rules, rows, plays, position, joints, now, found };
}

export const boardView = ({ record, rules, position, found, now }, turn) =>
  boardOf(record, position, { found, now, turn, bidOf: (name) => bidAsText(record, rules, name) });

function bidAsText(record, rules, name) {
  const bidder = biddersOf(record, rules).find((each) => each === name || each.split("+").includes(name));
  const bid = bidder === undefined ? "" : bidText(record, bidder);
  return bid && `bid ${bid}${bidder === name ? "" : " as a side"}`;
}

export const controlsView = ({ record, position, now }) => [
  captionOf(position, record.players, now),
  controlsOf(position),
];

export const timelineView = (game) =>
  timelineOf({ ...game, players: game.record.players, columns: game.rules.handSize });

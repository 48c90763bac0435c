// A round as a picture and its timeline, made for the desk and for a replay in another page.

import { jointsOf, playsOf, positionAt } from "./position.js";

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

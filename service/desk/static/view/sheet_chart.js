// The course of the game: a line for each side, told apart by dashes, marks and names as well as by colours.

import { h } from "./elements.js";

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 52;
const RIGHT = 130;
const TOP = 12;
const BOTTOM = 28;
const DASHES = ["none", "8 4", "2 4", "12 4 2 4", "4 2", "16 4"];
const LABEL = 15;
const LONGEST = 16;

/** The chart of an answer; nothing before the first round. */
export function chartView({ answer }) {
  if (!answer?.rounds.length) return null;
  const lines = linesOf(answer);
  const said = lines.map(({ team, scores }) => `${team}: ${scores.slice(1).map(scoreText).join(", ")}`).join("; ");
  return h(
    "section",
    { class: "course-chart", "aria-labelledby": "h-chart" },
    h("h2", { id: "h-chart" }, "The course of the game"),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Score after each round. ${said}.` },
      drawn(lines),
    ),
  );
}

/** A score with a minus sign that is no hyphen. */
export const scoreText = (score) => String(score).replace("-", "−");

/** The score of each side after no round, and after each one. */
function linesOf({ rounds, standing }) {
  return Object.keys(standing).map((team) => {
    const first = rounds[0].teams?.find((side) => side.team === team)?.before.score ?? 0;
    const scores = [first];
    for (const { teams } of rounds) {
      scores.push(teams?.find((side) => side.team === team)?.after.score ?? scores.at(-1));
    }
    return { team, scores };
  });
}

/** Round numbers for the axis, at most six or so, zero among them. */
export function ticksOf(low, high) {
  const step =
    [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].find((size) => (high - low) / size <= 6) ?? 100_000;
  const from = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - from + 1 }, (_, at) => (from + at) * step);
}

/** Heights of labels that don't cover each other, in the order of the lines. */
export function spread(heights) {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a] - heights[b]);
  const placed = [];
  let last = -Infinity;
  for (const at of order) {
    last = Math.max(heights[at], last + LABEL);
    placed[at] = last;
  }
  const over = Math.max(0, last - (HEIGHT - BOTTOM + 4));
  return placed.map((label) => label - over);
}

function drawn(lines) {
  const all = lines.flatMap(({ scores }) => scores);
  const ticks = ticksOf(Math.min(0, ...all), Math.max(10, ...all));
  const [low, high] = [ticks[0], ticks.at(-1)];
  const count = lines[0].scores.length - 1;
  const x = (round) => round2(LEFT + ((WIDTH - LEFT - RIGHT) * round) / count);
  const y = (score) => round2(TOP + ((HEIGHT - TOP - BOTTOM) * (high - score)) / (high - low));
  const every = Math.ceil(count / 12);
  const heights = spread(lines.map(({ scores }) => y(scores.at(-1)) + 4));
  return [
    ticks.map((score) =>
      h(
        "g",
        { class: score === 0 ? "zero" : "grid", key: `tick ${score}` },
        h("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(score), y2: y(score) }),
        h("text", { x: LEFT - 6, y: y(score) + 4, "text-anchor": "end" }, scoreText(score)),
      ),
    ),
    Array.from({ length: count + 1 }, (_, round) => round)
      .filter((round) => round % every === 0)
      .map((round) =>
        h("text", { key: `round ${round}`, x: x(round), y: HEIGHT - 8, "text-anchor": "middle" }, String(round)),
      ),
    lines.map(({ team, scores }, at) =>
      h(
        "g",
        { class: `line line-${at}`, key: `line ${team}` },
        h("polyline", {
          points: scores.map((score, round) => `${x(round)},${y(score)}`).join(" "),
          fill: "none",
          "stroke-dasharray": DASHES[at % DASHES.length],
        }),
        scores.map((score, round) => h("circle", { cx: x(round), cy: y(score), r: at % 2 ? 2.5 : 4 })),
        h(
          "text",
          { x: WIDTH - RIGHT + 8, y: heights[at] },
          `${team.length > LONGEST ? `${team.slice(0, LONGEST - 1)}…` : team} ${scoreText(scores.at(-1))}`,
        ),
      ),
    ),
  ];
}

const round2 = (value) => Math.round(value * 100) / 100;

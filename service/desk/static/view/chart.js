// The course of a game: a line for each side, told apart by dashes and names as well as by colours.

import { hasScore, sideOf, sidesIn } from "../sheet/state.js";
import { titled, withMinus } from "./elements.js";
import { markup } from "./markup.js";

const WIDTH = 480;
const HEIGHT = 200;
const LEFT = 60;
const DASHES = ["none", "8 4", "2 4", "12 4 2 4", "4 2", "16 4"];

export function chartView({ answer }) {
  const rounds = (answer?.rounds ?? []).filter(hasScore);
  if (!rounds.length) return null;
  const lines = sidesIn(rounds[0]).map(({ team, before }) => {
    const after = rounds.map((round) => sideOf(round, team)?.after?.score ?? 0);
    return { team, scores: [before?.score ?? 0, ...after] };
  });
  const all = lines.flatMap(({ scores }) => scores);
  const [low, high] = [Math.min(0, ...all), Math.max(10, ...all)];
  const x = (at) => Math.round(LEFT + ((WIDTH - LEFT - 10) * at) / rounds.length);
  const y = (score) => Math.round(10 + ((HEIGHT - 20) * (high - score)) / (high - low));
  const said = lines.map(({ team, scores }) => `${team}: ${scores.slice(1).map(withMinus).join(", ")}`).join("; ");
  const suit = (at) => `suit-${"SHCD"[at] ?? "none"}`;
  return titled(
    "section.course-chart",
    "The course of the game",
    markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" label="Score after each round. ${said}.">
      ${[...new Set([low, 0, high])].map(
        (score) =>
          markup`<g class=${score ? "grid" : "zero"} key=${score}>
            <line x1=${LEFT} x2=${WIDTH - 10} y1=${y(score)} y2=${y(score)} />
            <text x=${LEFT - 6} y=${y(score) + 4} text-anchor="end">${withMinus(score)}</text>
          </g>`,
      )}
      ${lines.map(({ team, scores }, at) => {
        const points = scores.map((score, round) => `${x(round)},${y(score)}`).join(" ");
        return markup`<polyline key=${team} class=${suit(at)} points=${points} fill="none" stroke-dasharray=${DASHES[at]} />`;
      })}
    </svg>`,
    markup`<p>
      ${lines.map(
        ({ team }, at) =>
          markup`<span key=${team} class=${suit(at)}>
            <svg class="sample" viewBox="0 0 40 8" isMute>
              <line x2="40" y1="4" y2="4" stroke-dasharray=${DASHES[at]} />
            </svg>
            ${team}${" "}
          </span>`,
      )}
    </p>`,
  );
}

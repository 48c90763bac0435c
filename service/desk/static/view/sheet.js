// The page of the score sheet, from its state: the rounds, what each side got for them, and the course of the game as a
// chart.

import { biddersOf, readBid } from "../record/hands.js";
import { rulesNow, seatsOfSides } from "../record/table.js";
import { sentenceOf } from "../rules/house.js";
import { changedRules, rulesetWords } from "../rules/values.js";
import {
  faultsByRow,
  isAbout,
  isBlank,
  isEmpty,
  readTricks,
  rowOf,
  rowsShown,
  sideName,
  unitName,
  unitsOf,
} from "../sheet/state.js";
import { signed } from "../words.js";
import { accessNotice, h, keyField } from "./elements.js";
import { setupView } from "./setup.js";

/** The elements of the page. */
export function sheetView(state) {
  const blank = isBlank(state);
  return h(
    "div",
    {},
    h("h1", {}, "The score sheet"),
    h(
      "div",
      {},
      blank
        ? h(
            "p",
            { class: "welcome" },
            "Write down bids and tricks round by round; the scores come by themselves. The service stores nothing: the whole sheet is in the address of this page, so a copied link is the whole game. Only this browser keeps a copy.",
          )
        : null,
      h("div", { role: "status" }, state.notice ? h("p", { class: "notice" }, state.notice) : null),
      state.locked ? keyField() : null,
    ),
    actions(state, blank),
    h(
      "p",
      { class: "rules-in-print" },
      `Ruleset ${rulesetWords(state.ruleset)}. `,
      changedRules(state.ruleset).map((name) => [sentenceOf(state, name), " "]),
    ),
    h(
      "details",
      { class: "table-setup" },
      h("summary", {}, `${state.record.players.join(", ")}: the table and its rules`),
      setupView(state, "First dealer"),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: state.byPlayer, on: { change: { type: "byPlayer" } } }),
        "Tricks player by player, not by side",
      ),
    ),
    standingView(state),
    roundsView(state),
    h("div", {}, chartView(state)),
    importView(state),
  );
}

function actions(state, blank) {
  const button = (type, text, isIdle = blank) => idleButton({ on: { click: { type } } }, text, isIdle);
  return h(
    "div",
    { class: "row actions" },
    blank ? button("example", "A game, as an example", false) : null,
    button("undo", "Undo", !state.past.length),
    button("copyLink", "Copy link"),
    button("csv", "Download CSV"),
    button("json", "Download JSON"),
    button("print", "Print"),
    button("empty", "New game"),
    h("a", { href: "/desk" }, "Rule on a round"),
  );
}

/** A button that does nothing now may have the focus still, which a disabled one would lose. */
const idleButton = ({ on }, text, isIdle) =>
  h("button", { type: "button", "aria-disabled": isIdle ? "true" : null, on: isIdle ? null : on }, text);

/** How the game stands: what the service says about it, who deals next, and each side's score. */
function standingView(state) {
  const { answer, problem } = state;
  const general = (problem?.errors ?? []).filter((error) => rowOf(error.pointer) === null);
  const faulty =
    problem && !general.length ? Math.min(...problem.errors.map((error) => rowOf(error.pointer))) + 1 : null;
  const won = answer?.finished && answer.winners.length;
  return h(
    "section",
    { class: "standing", tabindex: "-1", "aria-labelledby": "h-standing" },
    h("h2", { id: "h-standing" }, "The game"),
    h(
      "div",
      { role: "status" },
      accessNotice(state),
      faulty ? h("p", { class: "fault" }, `Round ${faulty} has a fault: the scores count the rounds before it.`) : null,
      general.map((error) => h("p", { class: "fault" }, error.detail)),
      problem && !problem.errors?.length ? h("p", { class: "fault" }, problem.detail) : null,
      answer
        ? h(
            "p",
            { class: won ? "won" : "course" },
            won
              ? [
                  h("strong", {}, `${answer.winners.join(" and ")} ${answer.winners.length > 1 ? "win" : "wins"}. `),
                  answer.detail,
                ]
              : answer.detail,
          )
        : null,
      faultyRounds(answer),
      answer?.next ? h("p", {}, nextText(answer.next)) : null,
    ),
    answer?.rounds.length ? scoresView(answer) : null,
  );
}

/** The rounds in which something was found: whoever wins or leads, these count towards it. */
function faultyRounds(answer) {
  const rounds = (answer?.rounds ?? []).flatMap(({ findings }, index) => (findings.length ? [index + 1] : []));
  return rounds.length
    ? h(
        "p",
        { class: "fault" },
        `Something is wrong in round ${rounds.join(", ")}, and the score counts it as it is written.`,
      )
    : null;
}

function nextText({ round_number: number, dealer, first_bidder: bidder }) {
  const who = [dealer ? `${dealer} deals` : null, bidder ? `${bidder} bids first` : null].filter(Boolean);
  return `Round ${number}: ${who.length ? who.join(", ") : "choose the first dealer to see who deals and bids first"}.`;
}

function scoresView({ standing, winners }) {
  return h(
    "ul",
    { class: "scores" },
    Object.entries(standing).map(([team, { score, bags, sets }]) =>
      h(
        "li",
        { key: team },
        h("span", {}, winners.includes(team) ? `${team}, winner` : team),
        h("strong", {}, scoreText(score)),
        h("small", {}, `${bags} ${bags === 1 ? "bag" : "bags"}, ${sets} ${sets === 1 ? "set" : "sets"}`),
      ),
    ),
  );
}

function importView({ paste, pasteProblem }) {
  return h(
    "details",
    { class: "import" },
    h("summary", {}, "Paste a score sheet (CSV) or a game (JSON)"),
    h("label", { for: "paste" }, "The text"),
    h("textarea", {
      id: "paste",
      rows: "6",
      value: paste,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-invalid": pasteProblem !== null,
      on: { input: { type: "paste" } },
    }),
    h(
      "div",
      { role: "status" },
      pasteProblem
        ? (pasteProblem.errors ?? [pasteProblem]).map((error) =>
            h("p", { class: "fault" }, error.line ? `Line ${error.line}, column ${error.column}: ` : "", error.detail),
          )
        : null,
    ),
    idleButton({ on: { click: { type: "read" } } }, "Read it", !paste.trim()),
  );
}

// The rows of the sheet: the fields of each round, and what each side got for it.

/** The table of all rounds. */
function roundsView(state) {
  const rules = rulesNow(state);
  const bidders = biddersOf(state.record, rules);
  const sides = seatsOfSides(state.record, rules).map((seats) => sideName(state, seats));
  const faults = faultsByRow(state);
  // The roles are said again because a narrow screen shows the rows as blocks, which would take them away.
  return h(
    "section",
    { class: "rounds", "aria-labelledby": "h-rounds" },
    h("h2", { id: "h-rounds" }, "Rounds"),
    h(
      "p",
      { class: "hint" },
      "Bids: a number, nil, bnil, b6. The last number of tricks in a row fills itself in. Tab or Enter goes on to the next field.",
    ),
    h(
      "div",
      { class: "wide" },
      h(
        "table",
        { role: "table" },
        h(
          "thead",
          { role: "rowgroup" },
          h(
            "tr",
            { role: "row" },
            column("Round"),
            bidders.map((name) => column(name, "bid")),
            sides.map((name) => column(name, "tricks")),
            sides.map((name) => column(name, "score")),
          ),
        ),
        h(
          "tbody",
          { role: "rowgroup" },
          rowsShown(state).flatMap((row, index) =>
            rowView(state, {
              row,
              index,
              bidders,
              sides,
              faults: [...unread(state, row, bidders), ...(faults.get(index) ?? [])],
            }),
          ),
        ),
      ),
    ),
  );
}

/** What is typed in a row and is no bid or no number, as faults of the row. */
function unread(state, row, bidders) {
  if (row.fixed) return [];
  const bids = bidders.flatMap((name, bidder) =>
    readBid(row.bids[bidder] ?? "") === undefined
      ? [`“${row.bids[bidder]}” is no bid of ${name}: write a number, nil, b6 (blind) or bnil.`]
      : [],
  );
  const { handSize } = rulesNow(state);
  const isWrong = (text) => readTricks(text) === undefined || readTricks(text) > handSize;
  const tricks = unitsOf(state, row)
    .flat()
    .flatMap((unit) =>
      isWrong(row.tricks[unit] ?? "")
        ? [`“${row.tricks[unit]}” is no number of tricks of ${unitName(state, unit)}: the round has ${handSize}.`]
        : [],
    );
  return [...bids, ...tricks].map((detail) => ({ pointer: "", detail }));
}

const column = (name, what = null) =>
  h("th", { scope: "col", role: "columnheader" }, h("span", {}, name), what ? h("small", {}, what) : null);

function rowView(state, { row, index, bidders, sides, faults }) {
  const round = state.answer?.rounds[index];
  const wrong = faults.length > 0;
  const cells = h(
    "tr",
    { role: "row", key: `round ${index}`, class: wrong ? "faulty" : null },
    h(
      "th",
      { scope: "row", role: "rowheader" },
      h("b", {}, String(index + 1)),
      h("small", {}, dealt(state, round, index)),
      // Here it is not between the last field of a row and the first of the next.
      isEmpty(row)
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "link",
              "aria-label": `remove round ${index + 1}`,
              on: { click: { type: "remove", row: index } },
            },
            "Remove",
          ),
    ),
    row.fixed
      ? fixedCell(bidders.length + sides.length, row.fixed)
      : [bidCells(row, index, bidders, faults), tricksCells(state, row, index, faults)],
    sides.map((side) => resultCell(side, round)),
  );
  const said = h(
    "tr",
    { role: "row", key: `faults ${index}`, class: "faulty said" },
    h(
      "td",
      { role: "cell", colspan: String(1 + bidders.length + 2 * sides.length) },
      h(
        "ul",
        { class: "faults", id: `faults-${index}` },
        faults.map(({ detail }) => h("li", {}, detail)),
      ),
    ),
  );
  return wrong ? [cells, said] : cells;
}

function dealt({ answer }, round, index) {
  const dealer = round?.dealer ?? (answer?.next?.round_number === index + 1 ? answer.next.dealer : null);
  return dealer ? `${dealer} deals` : null;
}

const fixedCell = (count, round) =>
  h("td", { role: "cell", colspan: String(count), class: "fixed" }, `As it was pasted: ${summaryOf(round)}`);

function summaryOf(round) {
  if (round.void) return "void";
  if (round.forfeited_by) return `forfeited by ${round.forfeited_by}`;
  const pairs = (values) =>
    Object.entries(values ?? {})
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
  return (
    [
      pairs(round.bids_by_player) && `bids ${pairs(round.bids_by_player)}`,
      pairs(round.tricks_won) && `tricks ${pairs(round.tricks_won)}`,
      round.tricks ? "all its cards" : "",
      round.adjustments ? "points or tricks given by a director" : "",
      round.time_called ? "time was called" : "",
      round.substitutions ? "substitutes" : "",
    ]
      .filter(Boolean)
      .join("; ") || "a round"
  );
}

function bidCells(row, index, bidders, faults) {
  return bidders.map((name, bidder) => {
    const value = row.bids[bidder] ?? "";
    return h(
      "td",
      { role: "cell", class: "filled-in", key: `bid ${bidder}` },
      h("span", { class: "name", "aria-hidden": "true" }, name),
      field({
        value,
        label: `bid of ${name}, round ${index + 1}`,
        wrong: readBid(value) === undefined,
        about: isAbout(faults, "bids_by_player", name),
        event: { type: "bid", row: index, bidder },
        mode: "text",
      }),
    );
  });
}

function tricksCells(state, row, index, faults) {
  return unitsOf(state, row).map((units, side) =>
    h(
      "td",
      { role: "cell", class: "filled-in tricks", key: `tricks ${side}` },
      units.map((unit) => {
        const value = row.tricks[unit] ?? "";
        const name = unitName(state, unit);
        return h(
          "span",
          { class: "unit", key: unit },
          h("span", { class: units.length > 1 ? "name of-player" : "name", "aria-hidden": "true" }, name),
          field({
            value,
            label: `tricks of ${name}, round ${index + 1}`,
            wrong: readTricks(value) === undefined,
            about: isAbout(faults, "tricks_won", name),
            event: { type: "tricks", row: index, unit },
            mode: "numeric",
          }),
        );
      }),
    ),
  );
}

function field({ value, label, wrong, about, event, mode }) {
  return h("input", {
    value,
    size: "3",
    maxlength: "8",
    inputmode: mode,
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": label,
    "aria-invalid": wrong || about ? "true" : null,
    "aria-describedby": about ? `faults-${event.row}` : null,
    on: { input: event, keydown: { type: "enter" } },
  });
}

/** What a side got for a round: points, score, bags, and in words what was made and what was not. */
function resultCell(side, round) {
  const team = round?.teams?.find((scored) => scored.team === side);
  if (!team) return h("td", { role: "cell", class: "result", key: `result ${side}` });
  const { points, after, before, made, nils } = team;
  const marks = [
    made === true ? h("span", { class: "made" }, "made") : made === false ? h("span", { class: "set" }, "set") : null,
    nils.map((bid) =>
      h(
        "span",
        { class: bid.made ? "made" : "set" },
        `${bid.blind ? "blind nil" : "nil"} ${bid.made ? "made" : "failed"}: ${bid.player}`,
      ),
    ),
    after.bags !== before.bags || after.bags ? h("span", {}, `bags ${after.bags}`) : null,
  ];
  return h(
    "td",
    { role: "cell", class: "result", key: `result ${side}` },
    h("span", { class: "name", "aria-hidden": "true" }, side),
    h("span", { class: "points" }, signed(points)),
    " ",
    h("strong", {}, scoreText(after.score)),
    h(
      "small",
      {},
      marks
        .flat()
        .filter(Boolean)
        .map((mark) => [mark, " "]),
    ),
  );
}

// The course of the game: a line for each side, told apart by dashes, marks and names as well as by colours.

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
function chartView({ answer }) {
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
const scoreText = (score) => String(score).replace("-", "−");

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

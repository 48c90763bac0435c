// The page of the score sheet, from its state: the rounds, their scores, and the course of the game as a chart.

import { MOST_BID, readBid } from "../record/bids.js";
import { offerOf, rulesNow } from "../record/table.js";
import { sentenceOf } from "../rules/house.js";
import { changedRules, rulesetWords } from "../rules/values.js";
import { lackOf } from "../sheet/events.js";
import {
  biddersIn,
  faultsByRow,
  firstSeat,
  hasFigures,
  isAbout,
  isBlank,
  isEmpty,
  isFault,
  needsBids,
  numberOf,
  paperUnit,
  readTricks,
  rowOf,
  rowsShown,
  seatedEver,
  sideOf,
  sidesNow,
  unbidIn,
  sitterNow,
  unitName,
  unitsOf,
  wholeRows,
} from "../sheet/state.js";
import {
  accessNotice,
  AS_TYPED,
  counted,
  faultOf,
  h,
  idleButton,
  keyField,
  link,
  signed,
  titled,
  typedInto,
  withMinus,
} from "./elements.js";
import { eventsView } from "./events.js";
import { signatures, titleOnPaper } from "./paper.js";
import { qrCodeView } from "./qr_code.js";
import { setupView } from "./setup.js";

export function sheetView(state) {
  const blank = isBlank(state);
  return h(
    "div",
    titleOnPaper("Score sheet of a game of Spades"),
    h("h1", "The score sheet"),
    h(
      "div",
      {},
      blank &&
        h(
          "p.welcome",
          "Write down bids and tricks; the scores come by themselves. Nothing is stored: a copied link is the whole game.",
        ),
      h("div", { role: "status" }, state.notice ? h("p.notice", {}, state.notice) : null),
      state.locked && keyField(),
    ),
    actions(state, blank),
    state.qrCode && qrCodeView(state.qrCode),
    rulesOnPaper(state),
    h(
      "details.setup.table-setup",
      h("summary", `${state.record.players.join(", ")}: the table and its rules`),
      setupView(state, "First dealer"),
      h(
        "label.check",
        h("input", { type: "checkbox", checked: state.byPlayer, change: { type: "byPlayer" } }),
        "Tricks player by player, not by side",
      ),
      h(
        "label.check",
        h("input", { type: "checkbox", checked: hasPaper(state), change: { type: "paperShown" } }),
        "Compare with the scores on paper",
      ),
    ),
    standingView(state),
    totalsView(state),
    roundsView(state),
    padView(),
    h("div", chartView(state)),
    gamesView(state),
    importView(state),
    signatures([...sidesNow(state).map((side) => `For ${side}`), "Director"]),
  );
}

const hasPaper = ({ onPaper, rows }) => onPaper || rows.some(({ total = {} }) => Object.keys(total).length > 0);

/** Players and rules on paper, where the fields for them are left out. */
function rulesOnPaper(state) {
  const { ruleset, record } = state;
  const title = offerOf(state)?.title;
  return h(
    "p.paper",
    { isMute: true },
    `Players, clockwise: ${seatedEver(state).join(", ")}${record.dealer ? `; first dealer ${record.dealer}` : ""}. `,
    `Rules: ${title ? `${title}, ` : ""}ruleset ${rulesetWords(ruleset)}. `,
    changedRules(ruleset).map((name) => [sentenceOf(state, name), " "]),
  );
}

function actions(state, blank) {
  const button = (type, text, isIdle = blank) => idleButton({ click: { type } }, text, isIdle);
  return h(
    "div.row.actions",
    blank && button("example", "A game, as an example", false),
    button("undo", "Undo", !state.past.length),
    button("copyLink", "Copy link"),
    button("qrCode", "QR code"),
    button("csv", "Download CSV"),
    button("json", "Download JSON"),
    button("print", "Print"),
    button("empty", "New game"),
    h("a", { href: "/desk" }, "Rule on a round"),
  );
}

function standingView(state) {
  const { answer, problem } = state;
  const general = (problem?.errors ?? []).filter((error) => rowOf(error.pointer) === null);
  const faults = (problem?.errors ?? []).map(({ pointer }) => rowOf(pointer) ?? Infinity);
  const whole = wholeRows(state).length;
  // The last row may be that of the round that is being played.
  const faulty = numberOf(state, Math.min(...faults, whole < state.rows.length - 1 ? whole : Infinity));
  const won = answer?.finished && answer.winners.length;
  return h(
    "section.standing",
    { tabindex: "-1", "aria-labelledby": "h-standing" },
    h("h2", { id: "h-standing" }, "The game"),
    h(
      "div",
      { role: "status" },
      accessNotice(state),
      faulty < Infinity && h("p.fault", `Round ${faulty} has a fault: the scores count the rounds before it.`),
      general.map((error) => h("p.fault", {}, error.detail)),
      problem && !problem.errors?.length && h("p.fault", {}, problem.detail),
      answer && h(won ? "strong" : "p", { class: won ? "won" : null }, withMinus(answer.detail)),
      paperText(state) ?? faultyRounds(answer),
      answer?.next && h("p", {}, nextText(state)),
    ),
  );
}

/** The first wrong figure on paper, and the scores that are wrong because of it. */
function paperText({ audit }) {
  if (!audit) return null;
  const { first_error: error, shifts } = audit;
  if (!error) return h("p", {}, "The scores on paper are right.");
  const later = [...new Set(shifts.map(({ round }) => round))].filter((round) => round > error.round);
  const carried = later.length ? ` Carried on in round ${later.join(", ")}.` : "";
  return h("p.fault", {}, withMinus(error.detail), carried);
}

/** The rounds in which something was found: whoever wins or leads, these count towards it. */
function faultyRounds(answer) {
  const rounds = (answer?.rounds ?? []).flatMap(({ findings, number }) => (findings.some(isFault) ? [number] : []));
  return rounds.length
    ? h("p.fault", `Something is wrong in round ${rounds.join(", ")}, and the score counts it as it is written.`)
    : null;
}

/** Void rounds have rows of their own, but no number in the game. */
function nextText(state) {
  const { rounds, next } = state.answer;
  const [dealer, bidder] = [next.dealer, next.first_bidder].map((name) => sitterNow(state, rounds.length, name));
  const who = [dealer && `${dealer} deals`, bidder && `${bidder} bids first`].filter(Boolean);
  return `Round ${numberOf(state, rounds.length)}: ${who.join(", ") || "choose the first dealer to see who deals and bids first"}.`;
}

/** The totals, which stay in sight. */
function totalsView({ answer, record }) {
  if (!answer?.rounds.length && !(answer && record.before)) return null;
  const { standing, winners } = answer;
  return h(
    "ul.totals",
    { key: "totals" },
    Object.entries(standing).map(([team, { score, bags, sets }]) =>
      h(
        "li",
        { key: team },
        h("span", {}, winners.includes(team) ? `${team}, winner` : team),
        h("strong", withMinus(score)),
        h("small", `${counted(bags, "bag")}, ${counted(sets, "set")}`),
      ),
    ),
  );
}

const PAD = [...Array(14).keys(), "nil", "b"];

/** One tap for each entry, where fingers are what there is. */
const padView = () =>
  h(
    "div.pad",
    { role: "group", label: "number pad" },
    PAD.map((value) =>
      h("button", { key: value, click: { type: "padded", entry: value } }, value === "b" ? "blind" : value),
    ),
  );

const gamesView = ({ games }) =>
  games.length > 0 &&
  h(
    "details.setup.games",
    h("summary", "Other games kept on this device"),
    h(
      "ul",
      games.map(({ title }, at) => h("li", { key: at }, link({ type: "gameOpened", at }, withMinus(title)))),
    ),
  );

function importView({ paste, pasteProblem }) {
  return h(
    "details.setup.import",
    h("summary", "Paste a score sheet (CSV) or a game (JSON)"),
    h("label", { for: "paste" }, "The text"),
    h("textarea", {
      id: "paste",
      rows: "6",
      value: paste,
      ...AS_TYPED,
      "aria-invalid": pasteProblem !== null,
      input: { type: "paste" },
    }),
    h(
      "div",
      { role: "status" },
      pasteProblem &&
        (pasteProblem.errors ?? [pasteProblem]).map((error) =>
          h("p.fault", {}, error.line ? `Line ${error.line}, column ${error.column}: ` : "", error.detail),
        ),
    ),
    idleButton({ click: { type: "read" } }, "Read it", !paste.trim()),
  );
}

function roundsView(state) {
  const rows = rowsShown(state);
  // Whoever has come in has the column of whoever left.
  const columns = rows.map((_, index) => biddersIn(state, index));
  const bidders = columns[0].map((_, at) => [...new Set(columns.map((names) => names[at]))].join(" → "));
  const sides = sidesNow(state);
  const faults = faultsByRow(state);
  // The roles are said again because a narrow screen shows the rows as blocks, which would take them away.
  return titled(
    "section.rounds",
    "Rounds",
    h(
      "p.hint",
      "Bids: a number, nil, bnil, b6. The last number of tricks in a row fills itself in. Tab or Enter goes on to the next field, in the order of bidding.",
    ),
    h(
      "div.wide",
      h(
        "table",
        { role: "table", keydown: { type: "onward" } },
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
          rows.flatMap((row, index) =>
            rowView(state, {
              row,
              index,
              bidders: columns[index],
              sides,
              isOpen: index === state.open,
              isLast: index === rows.length - 1,
              faults: [...unread(state, row, index), ...(faults.get(index) ?? [])],
            }),
          ),
        ),
      ),
    ),
  );
}

/** What is typed in a row and can't be so, as faults of the row. */
function unread(state, row, index) {
  if (row.fixed) return [];
  const { handSize } = rulesNow(state);
  const bidders = biddersIn(state, index);
  const isPlayed = Object.values(row.tricks).some((count) => count.trim());
  const unbid = unbidIn(state, row)
    .map((bidder) => bidders[bidder])
    .join(", ");
  const missing =
    isPlayed && unbid && needsBids(state, row, index)
      ? [`The bid of ${unbid} is missing: without it the round has no score.`]
      : [];
  const bids = bidders.flatMap((name, bidder) => {
    const bid = readBid(row.bids[bidder] ?? "");
    if (bid === undefined) {
      return [`“${row.bids[bidder]}” is no bid of ${name}: write a number, nil, b6 (blind) or bnil.`];
    }
    return bid?.tricks > MOST_BID ? [`${name} can’t bid ${bid.tricks}: the round has ${handSize} tricks.`] : [];
  });
  const isWrong = (text) => readTricks(text) === undefined || readTricks(text) > handSize;
  const tricks = unitsOf(state, row)
    .flat()
    .flatMap((unit) =>
      isWrong(row.tricks[unit] ?? "")
        ? [
            `“${row.tricks[unit]}” is no number of tricks of ${unitName(state, unit, index)}: the round has ${handSize}.`,
          ]
        : [],
    );
  const events = (row.events ?? []).flatMap((event) => lackOf(event)?.fault ?? []);
  return [...missing, ...bids, ...tricks, ...events].map((detail) => ({ pointer: "", detail }));
}

const column = (name, what = null) =>
  h("th", { scope: "col", role: "columnheader" }, h("span", {}, name), what ? h("small", {}, what) : null);

const cell = (props, ...children) => h("td", { role: "cell", ...props }, ...children);

function rowView(state, { row, index, bidders, sides, isOpen, isLast, faults }) {
  const round = state.answer?.rounds[index];
  const number = numberOf(state, index);
  const wrong = faults.length > 0;
  const { findings = [], undecided = [] } = round ?? {};
  const notes = [...findings.filter((finding) => !isFault(finding)), ...undecided];
  const events = row.fixed ? null : eventsView(state, row, index, { isOpen, isLast });
  const isMore = wrong || notes.length > 0 || (!row.fixed && (isOpen || isLast || row.events?.length > 0));
  const button = (text, label, props) => h("button.link", { label, ...props }, text);
  const cells = h(
    "tr",
    { role: "row", key: `round ${index}`, class: [wrong && "faulty", isMore && "with-more"] },
    h(
      "th",
      { scope: "row", role: "rowheader" },
      h("b", number),
      h("small", dealt(state, round, index)),
      // Here they are not between the last field of a row and the first of the next.
      isEmpty(row)
        ? null
        : [
            row.fixed || (isLast && !row.events?.length)
              ? null
              : button(isOpen ? "Less" : "More", `${isOpen ? "less" : "more"} of round ${number}`, {
                  "aria-expanded": String(isOpen),
                  click: { type: "opened", row: index },
                }),
            button("Remove", `remove round ${number}`, { click: { type: "remove", row: index } }),
          ],
    ),
    row.fixed
      ? fixedCell(bidders.length + sides.length, row.fixed)
      : [bidCells(state, row, index, bidders, faults), tricksCells(state, row, index, faults)],
    sides.map((side, at) => resultCell(state, { side, unit: paperUnit(state, at), row, index }, round)),
  );
  const said = h(
    "tr",
    { role: "row", key: `said ${index}`, class: ["below", wrong && "faulty"] },
    cell(
      { id: `more-${index}`, colspan: 1 + bidders.length + 2 * sides.length },
      wrong &&
        h(
          "ul.faults",
          { id: `faults-${index}` },
          faults.map(({ detail }) => h("li", withMinus(detail))),
        ),
      notes.map(({ detail }) => h("p.hint", {}, detail)),
      events,
    ),
  );
  return isMore ? [cells, said] : cells;
}

function dealt(state, round, index) {
  const { answer } = state;
  const dealer =
    round?.dealer ?? (answer?.rounds.length === index ? sitterNow(state, index, answer.next?.dealer) : null);
  return dealer ? `${dealer} deals` : null;
}

const fixedCell = (count, round) =>
  cell(
    { colspan: count, class: "fixed" },
    `As it was pasted, with ${Object.keys(round).join(", ").replaceAll("_", " ")}.`,
  );

const TURNS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

function bidCells(state, row, index, bidders, faults) {
  const first = firstSeat(state, index);
  return bidders.map((name, bidder) => {
    const value = row.bids[bidder] ?? "";
    const turn = (bidder - (first ?? 0) + 2 * bidders.length) % bidders.length;
    return cell(
      { class: `filled-in turn-${turn}`, key: `bid ${bidder}` },
      h("span.name", { isMute: true }, name),
      field({
        value,
        label: `bid of ${name}, round ${numberOf(state, index)}`,
        wrong: readBid(value) === undefined || readBid(value)?.tricks > MOST_BID,
        about: isAbout(faults, "bids_by_player", name),
        event: { type: "bid", row: index, bidder },
        mode: "text",
        turn,
        placeholder: first === null ? null : TURNS[turn],
      }),
    );
  });
}

function tricksCells(state, row, index, faults) {
  return unitsOf(state, row).map((units, side) =>
    cell(
      { class: "filled-in tricks", key: `tricks ${side}` },
      units.map((unit) => {
        const value = row.tricks[unit] ?? "";
        const name = unitName(state, unit, index);
        return h(
          "span.unit",
          { key: unit },
          h("span", { class: units.length > 1 ? "name of-player" : "name", isMute: true }, name),
          field({
            value,
            label: `tricks of ${name}, round ${numberOf(state, index)}`,
            wrong: readTricks(value) === undefined,
            about: isAbout(faults, "tricks_won", name),
            event: { type: "tricks", row: index, unit },
            mode: "numeric",
            isFilled: row.auto === unit,
          }),
        );
      }),
    ),
  );
}

function field({ value, label, wrong, about, event, mode, turn = null, placeholder = null, isFilled = false }) {
  return h("input", {
    value,
    placeholder,
    "data-turn": turn,
    "data-filled": isFilled ? "" : null,
    size: "3",
    maxlength: "8",
    inputmode: mode,
    ...AS_TYPED,
    label,
    "aria-invalid": wrong || about ? "true" : null,
    "aria-describedby": about ? `faults-${event.row}` : null,
    input: event,
  });
}

function resultCell(state, { side, unit, row, index }, round) {
  const team = sideOf(round, side);
  const paper = hasPaper(state) && hasFigures(row) ? paperField(state, { side, unit, row, index }) : null;
  if (!team) return cell({ class: "result", key: `result ${side}` }, paper);
  const { points, after, before, lines, nils, players, tricks, tricks_decided: decided } = team;
  const bidders = nils.map(({ player }) => player);
  return cell(
    { class: "result", key: `result ${side}` },
    h("span.name", { isMute: true }, side),
    h("span.points", signed(points)),
    " ",
    h("strong", {}, after ? withMinus(after.score) : ""),
    h(
      "small",
      lines.map((line) => [
        lineView(line, players.length > 1 && /^(blind_)?nil_/.test(line.code) ? bidders.shift() : null),
        " ",
      ]),
      decided ? h("span", `tricks ${tricks - decided}, counted ${tricks}`) : null,
      decided ? " " : null,
      after?.bags || before?.bags ? h("span", `bags ${after.bags}`) : null,
    ),
    paper,
  );
}

function paperField(state, { side, unit, row, index }) {
  const name = `paper ${index} ${unit}`;
  const over = withMinus(row.total?.[unit] ?? "");
  const label = `score on paper of ${side}, round ${numberOf(state, index)}`;
  const event = { type: "paper", row: index, unit };
  return h(
    "label.on-paper",
    h("small", "on paper "),
    typedInto(state, name, over, event, { label, size: "5", inputmode: "text", "data-turn": "99" }),
    faultOf(state, name, over),
  );
}

// At the end of a reason: tricks that a director takes, which are not those that the side took.
const TRICKS_TAKEN = /(\((?:no|\d+) tricks? taken)\)$/;

/** A line of the score, named as the page of a score names it. */
function lineView({ code, points, detail }, bidder) {
  const isAdjusted = code === "adjustment";
  return h(
    "span",
    { class: /_(set|failed|lost)$|penalty/.test(code) ? "set" : null, title: detail },
    code.replaceAll("_", " "),
    bidder && ` (${bidder})`,
    points || !isAdjusted ? ` ${signed(points)}` : "",
    isAdjusted && `: ${detail.replace(TRICKS_TAKEN, "$1 off)")}`,
  );
}

// The course of the game: a line for each side, told apart by dashes, marks and names as well as by colours.

const WIDTH = 480;
const HEIGHT = 240;
const LEFT = 52;
const RIGHT = 180;
const TOP = 12;
const BOTTOM = 28;
const DASHES = ["none", "8 4", "2 4", "12 4 2 4", "4 2", "16 4"];
const LABEL = 20;
const LONGEST = 8;

function chartView({ answer }) {
  if (!answer?.rounds.length) return null;
  const lines = linesOf(answer);
  const said = lines.map(({ team, scores }) => `${team}: ${scores.slice(1).map(withMinus).join(", ")}`).join("; ");
  return titled(
    "section.course-chart",
    "The course of the game",
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", label: `Score after each round. ${said}.` },
      drawn(lines, answer.rounds[0].number - 1),
    ),
  );
}

function linesOf({ rounds, standing }) {
  return Object.keys(standing).map((team) => {
    const scores = [sideOf(rounds[0], team)?.before.score ?? 0];
    for (const round of rounds) scores.push(sideOf(round, team)?.after.score ?? scores.at(-1));
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

/** Heights of labels that don't cover each other. */
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

function drawn(lines, earlier) {
  const all = lines.flatMap(({ scores }) => scores);
  const ticks = ticksOf(Math.min(0, ...all), Math.max(10, ...all));
  const [low, high] = [ticks[0], ticks.at(-1)];
  const count = lines[0].scores.length - 1;
  const x = (round) => round2(LEFT + ((WIDTH - LEFT - RIGHT) * round) / count);
  const y = (score) => round2(TOP + ((HEIGHT - TOP - BOTTOM) * (high - score)) / (high - low));
  const every = Math.ceil(count / 8);
  const heights = spread(lines.map(({ scores }) => y(scores.at(-1)) + 4));
  return [
    ticks.map((score) =>
      h(
        "g",
        { class: score === 0 ? "zero" : "grid", key: `tick ${score}` },
        h("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(score), y2: y(score) }),
        h("text", { x: LEFT - 6, y: y(score) + 4, "text-anchor": "end" }, withMinus(score)),
      ),
    ),
    lines[0].scores.map((_, round) =>
      round % every
        ? null
        : h("text", { key: `round ${round}`, x: x(round), y: HEIGHT - 8, "text-anchor": "middle" }, earlier + round),
    ),
    lines.map(({ team, scores }, at) =>
      h(
        "g",
        { class: `suit-${"SHCD"[at] ?? "none"}`, key: `line ${team}` },
        h("polyline", {
          points: scores.map((score, round) => `${x(round)},${y(score)}`).join(" "),
          fill: "none",
          "stroke-dasharray": DASHES[at % DASHES.length],
        }),
        scores.map((score, round) => h("circle", { cx: x(round), cy: y(score), r: at % 2 ? 2.5 : 4 })),
        h(
          "text",
          { x: WIDTH - RIGHT + 8, y: heights[at] },
          `${team.length > LONGEST ? `${team.slice(0, LONGEST - 1)}…` : team} ${withMinus(scores.at(-1))}`,
        ),
      ),
    ),
  ];
}

const round2 = (value) => Math.round(value * 100) / 100;

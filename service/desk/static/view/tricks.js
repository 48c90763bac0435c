// The tricks as a grid: a row for each, a column for each seat.

import { shown, suitOf } from "../record/cards.js";
import { rulesNow } from "../record/table.js";
import { brokenNils, countOfTricks, nextToPlay, tricksSoFar } from "../record/tricks.js";
import { gravity, marksAt, marksOfTrick } from "../words.js";
import { cardText, faultOf, h, markButtons, typed } from "./elements.js";

export function tricksView(state, rows, found) {
  const rules = rulesNow(state);
  const { players } = state.record;
  const next = nextToPlay(state.record, rules, rows);
  const isNew = next.trick === rows.length && rows.length < rules.handSize;
  const blank = {
    number: rows.length + 1,
    led: next.seat,
    follows: next.seat,
    named: null,
    cells: players.map(() => []),
    won: null,
  };
  const shownRows = [...rows, ...(isNew ? [blank] : [])];
  return h(
    "section",
    { "aria-labelledby": "h-tricks" },
    h("h2", { id: "h-tricks" }, "Tricks"),
    h(
      "p",
      { class: "hint" },
      "Type a card into a cell (",
      h("code", {}, "kh"),
      ", ",
      h("code", {}, "10h"),
      ", ",
      h("code", {}, "??"),
      " if nobody can read it, ",
      h("code", {}, "(qc)ad"),
      " if the queen was taken back). Space goes on to the next player; whoever wins a trick leads to the next.",
    ),
    h(
      "div",
      { class: "wide", tabindex: "0", role: "group", "aria-label": "tricks" },
      h(
        "table",
        { class: "tricks" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "No."),
            players.map((name) => h("th", { scope: "col" }, name)),
            h("th", { scope: "col" }, "Led by"),
            h("th", { scope: "col" }, "Won by"),
          ),
        ),
        h(
          "tbody",
          {},
          shownRows.map((row) => trickRow(state, row, next, found)),
        ),
      ),
    ),
    shownRows.map((row) =>
      players.map((_, seat) => faultOf(state, `cell ${row.number - 1} ${seat}`, cellText(row, seat))),
    ),
    rows.length ? h("p", { role: "status" }, progress(state.record, rules, rows)) : null,
  );
}

/** "After 5 tricks: N+S 3, E+W 2. S bid nil and won trick 4." */
function progress(record, rules, rows) {
  const won = tricksSoFar(record, rules, rows);
  const count = countOfTricks(rows);
  const unknown = count - won.reduce((sum, [, tricks]) => sum + tricks, 0);
  const begun =
    count >= rules.handSize
      ? `All ${rules.handSize} tricks are there`
      : `After ${count} ${count === 1 ? "trick" : "tricks"}`;
  return [
    `${begun}: ${won.map(([side, tricks]) => `${side} ${tricks}`).join(", ")}${unknown > 0 ? `, ${unknown} without a known winner` : ""}.`,
    ...brokenNils(record, rules, rows).map(({ player, trick }) => `${player} bid nil and won trick ${trick}.`),
    count >= rules.handSize && !record.bids && !record.bids_by_player ? "Without bids there is no score." : "",
  ].join(" ");
}

function trickRow(state, row, next, found) {
  const { players } = state.record;
  const index = row.number - 1;
  const place = `tricks/${index}`;
  return h(
    "tr",
    { key: `trick ${index}` },
    h("th", { scope: "row", "data-place": place }, String(row.number), " ", markButtons(marksOfTrick(found, place))),
    players.map((name, seat) => cell(state, row, seat, name, next, found)),
    h(
      "td",
      { class: "led" },
      index < (state.record.tricks?.length ?? 0)
        ? leaderField(row, index, players)
        : row.led === null
          ? ""
          : players[row.led],
    ),
    h("td", {}, row.won === null ? "" : players[row.won]),
  );
}

function leaderField(row, index, players) {
  const named = players.indexOf(row.named);
  const plain = row.follows === null ? "not known" : `${players[row.follows]} (had the lead)`;
  return h(
    "select",
    {
      value: named < 0 ? "" : String(named),
      "aria-label": `leader of trick ${index + 1}`,
      on: { change: { type: "leader", trick: index } },
    },
    h("option", { value: "" }, plain),
    players.map((name, seat) => h("option", { value: String(seat) }, name)),
  );
}

/** A cell as it is typed: "(Q♣)A♦" with the cards that were taken back before. */
function cellText({ cells }, seat) {
  const [first] = cells[seat];
  if (!first) return "";
  return (
    (first.withdrawn.length ? `(${first.withdrawn.map((taken) => shown(taken.card)).join("")})` : "") +
    shown(first.card)
  );
}

function cell(state, row, seat, name, next, found) {
  const index = row.number - 1;
  const [first, ...others] = row.cells[seat];
  const field = `cell ${index} ${seat}`;
  const over = cellText(row, seat);
  const marks = row.cells[seat].flatMap((play) => marksAt(found, play.pointer));
  const kinds = [
    "cell",
    gravity(marks),
    row.led === seat && "led",
    row.won === seat && "won",
    next.trick === index && next.seat === seat && "next",
  ];
  return h(
    "td",
    { class: kinds.filter(Boolean).join(" "), key: field },
    h("input", {
      class: `card suit-${first ? suitOf(first.card) || "none" : "none"}`,
      ...typed(state, field, over),
      size: "3",
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "characters",
      "aria-label": `trick ${row.number}, ${name}`,
      "data-cell": `${index} ${seat}`,
      "data-place": first?.pointer ?? null,
      on: {
        input: { type: "cell", trick: index, seat, over },
        change: { type: "cell", trick: index, seat, over, left: true },
        keydown: { type: "onward" },
        focusin: { type: "select" },
      },
    }),
    others.map((play) => h("span", { "data-place": play.pointer }, " ", cardText(play.card))),
    markButtons(marks),
  );
}

// The round on paper: bids and hands, and the tricks as rows.

import { handText, nameOf, shown, suitClass, suitOf, SUITS } from "../record/cards.js";
import { pointed } from "../record/entries.js";
import { biddersOf, bidText, heldBy } from "../record/hands.js";
import { rulesNow } from "../record/table.js";
import { countOfTricks, nextToPlay, tricksSoFar } from "../record/tricks.js";
import { twoCards } from "../state.js";
import { counted, faultOf, h, markButtons, select, titled, typed, wideTable } from "./elements.js";
import { gravity, marksAt, marksOfTrick } from "../table/marks.js";

export function handsView(state, found) {
  const rules = rulesNow(state);
  return titled(
    "section",
    "Bids and hands",
    h(
      "div.players",
      {},
      state.record.players.map((name, seat) => playerRow(state, rules, found, name, seat)),
    ),
    rules.bySide && sideBids(state, found),
    h(
      "p.hint",
      "Leave out what you don't know. A bid: 3, nil, b6 (blind), bnil. A hand: ",
      h("code", "AKQ4.T98.AK6.QJ97"),
      " (spades, hearts, diamonds, clubs).",
    ),
  );
}

const sideBids = (state, found) =>
  h(
    "div.players",
    biddersOf(state.record, rulesNow(state)).map((side) =>
      h(
        "div.row",
        { key: side },
        h("strong", {}, side),
        h("span.small", "bid as a side"),
        bidField(state, found, side),
        bidFault(state, side),
      ),
    ),
  );

function playerRow(state, rules, found, name, seat) {
  const cards = heldBy(state.record, name);
  const text = cards.length ? handText(cards) : "";
  const field = `hand ${seat}`;
  const place = `hands/${pointed(name)}`;
  const marks = marksAt(found, place);
  const isShort = cards.length && cards.length !== rules.handSize;
  const count = `${cards.length} of ${rules.handSize}`;
  return h(
    "div.player",
    { key: field },
    h("strong.who", {}, name),
    rules.bySide ? null : h("label.bid", h("span.small", "Bid"), bidField(state, found, name)),
    h(
      "label.hand",
      h(
        "span.small",
        "Hand ",
        rules.isDealt ? h("span", { class: isShort ? "short" : "" }, count) : "is drawn: write it as text",
      ),
      h("input", {
        ...typed(state, field, text),
        label: `hand of ${name}`,
        "data-place": place,
        change: { type: "hand", seat, over: text },
      }),
    ),
    marks.length ? h("span", { class: `marks ${gravity(marks)}` }, markButtons(marks)) : null,
    faultOf(state, field, text),
    rules.bySide ? null : bidFault(state, name),
  );
}

function bidField(state, found, bidder) {
  const index = state.record.bids?.findLastIndex((bid) => (bid.player ?? bid.team) === bidder) ?? -1;
  const place = index < 0 ? `bids_by_player/${pointed(bidder)}` : `bids/${index}`;
  const over = bidText(state.record, bidder);
  const event = { type: "bid", bidder, over };
  return [
    h("input", {
      class: "bid",
      ...typed(state, `bid ${bidder}`, over),
      size: "4",
      label: `bid of ${bidder}`,
      "data-place": place,
      input: event,
      change: { ...event, left: true },
    }),
    markButtons(marksAt(found, place)),
  ];
}

const bidFault = (state, bidder) => faultOf(state, `bid ${bidder}`, bidText(state.record, bidder));

/** The pack for fingers, a row for each suit: `eventOf` says what happens when a card is tapped. */
export const tapView = (pack, eventOf) =>
  h(
    "details.tap",
    { key: "tap" },
    h("summary", "Tap cards instead of typing them"),
    [...SUITS, ""].map((suit) =>
      h(
        "div.suit",
        { key: suit },
        pack
          .filter((card) => suitOf(card) === suit)
          .map((card) =>
            h(
              "button",
              { class: ["play", suitClass(card)], key: card, click: eventOf(card) },
              h("span", { isMute: true }, shown(card)),
              h("span.hidden", {}, nameOf(card)),
            ),
          ),
      ),
    ),
  );

// The tricks: a row for each, a column for each seat.

export function tricksView(state, rows, found) {
  const rules = rulesNow(state);
  const { players } = state.record;
  const next = nextToPlay(state.record, rules, rows);
  const blank = (number) => {
    const led = number === next.number ? next.seat : null;
    return { number, led, follows: led, named: null, cells: players.map(() => []), won: null };
  };
  // Tricks that are not recorded have rows to be entered in, and so has the next one.
  const count = Math.min(Math.max(next.number, rows.at(-1)?.number ?? 0), Math.max(rules.handSize, rows.length));
  const shownRows = Array.from(
    { length: count },
    (_, at) => rows.find(({ number }) => number === at + 1) ?? blank(at + 1),
  );
  return titled(
    "section",
    "Tricks",
    h(
      "p.hint",
      "Type a card into a cell (",
      h("code", "kh"),
      ", ",
      h("code", "10h"),
      ", ",
      h("code", "??"),
      " if nobody can read it, ",
      h("code", "(qc)ad"),
      " if the queen was taken back). Space goes on to the next player; whoever wins a trick leads to the next.",
    ),
    wideTable(
      "tricks",
      ["No.", ...players, "Led by", "Won by"],
      shownRows.map((row) => trickRow(state, row, next, found)),
    ),
    shownRows.map((row) => players.map((_, seat) => cellFault(state, row, seat))),
    tapView(rules.pack, (card) => ({ type: "card", card })),
    rows.length ? h("p", { role: "status" }, progress(state.record, rules, rows)) : null,
  );
}

function cellFault(state, { number, cells }, seat) {
  const { players } = state.record;
  const recorded = `Trick ${number}, ${players[seat]}: ${twoCards(players)}`;
  const asTyped = faultOf(state, `cell ${number - 1} ${seat}`, cellText({ cells }, seat));
  return asTyped ?? (cells[seat].length > 1 ? h("p.fault", {}, recorded) : null);
}

/** "After 5 tricks: N+S 3, E+W 2." */
function progress(record, rules, rows) {
  const won = tricksSoFar(record, rules, rows);
  const count = countOfTricks(rows);
  const unknown = count - won.reduce((sum, [, tricks]) => sum + tricks, 0);
  const begun = count >= rules.handSize ? `All ${rules.handSize} tricks are there` : `After ${counted(count, "trick")}`;
  const taken = won.map(([side, tricks]) => `${side} ${tricks}`).join(", ");
  return `${begun}: ${taken}${unknown > 0 ? `, ${unknown} without a known winner` : ""}.`;
}

function trickRow(state, row, next, found) {
  const { players } = state.record;
  const { index } = row;
  const place = `tricks/${index}`;
  return h(
    "tr",
    { key: `trick ${row.number}` },
    h("th", { scope: "row", "data-place": place }, row.number, " ", markButtons(marksOfTrick(found, place))),
    players.map((name, seat) => cell(state, row, seat, name, next, found)),
    h("td.led", index === undefined ? (players[row.led] ?? "") : leaderField(row, players)),
    h("td", {}, row.won === null ? "" : players[row.won]),
  );
}

function leaderField(row, players) {
  const named = players.indexOf(row.named);
  const plain = row.follows === null ? "not known" : `${players[row.follows]} (had the lead)`;
  const label = `leader of trick ${row.number}`;
  const choices = [["", plain], ...players.entries()];
  return select({ value: named < 0 ? "" : named, label, change: { type: "leader", trick: row.index } }, choices);
}

const cellText = ({ cells }, seat) =>
  cells[seat]
    .map(({ card, withdrawn }) => {
      const taken = withdrawn.map((back) => shown(back.card)).join("");
      return (taken && `(${taken})`) + shown(card);
    })
    .join(" ");

function cell(state, row, seat, name, next, found) {
  const { number } = row;
  const [first] = row.cells[seat];
  const trick = number - 1;
  const field = `cell ${trick} ${seat}`;
  const over = cellText(row, seat);
  const marks = row.cells[seat].flatMap((play) => marksAt(found, play.pointer));
  const kinds = [
    "cell",
    gravity(marks),
    row.led === seat && "led",
    row.won === seat && "won",
    next.number === number && next.seat === seat && "next",
  ];
  return h(
    "td",
    { class: kinds, key: field },
    h("input", {
      class: ["card", suitClass(first?.card ?? "??")],
      ...typed(state, field, over),
      size: "3",
      label: `trick ${number}, ${name}`,
      "data-cell": `${trick} ${seat}`,
      "data-place": first?.pointer ?? null,
      input: { type: "cell", trick, seat, over },
      change: { type: "cell", trick, seat, over, left: true },
      keydown: { type: "onward" },
      focusin: { type: "select" },
    }),
    markButtons(marks),
  );
}

// The cards of a round: hands, bids and the pack to click, and the tricks as a grid.

import { handText, nameOf, shown, suitClass, suitOf, SUITS } from "../record/cards.js";
import { pointed } from "../record/entries.js";
import { biddersOf, bidText, heldBy, holderOf, nilOf } from "../record/hands.js";
import { rulesNow } from "../record/table.js";
import { countOfTricks, nextToPlay, tricksSoFar } from "../record/tricks.js";
import { twoCards } from "../state.js";
import { counted, faultOf, h, markButtons, roving, select, titled, typed, wideTable } from "./elements.js";
import { gravity, marksAt, marksOfTrick } from "../table/marks.js";

export function handsView(state, found) {
  const rules = rulesNow(state);
  const { players } = state.record;
  return titled(
    "section",
    "Hands and bids",
    h(
      "p.hint",
      "Leave out what you don't know. A hand: paste or type ",
      h("code", "AKQ4.T98.AK6.QJ97"),
      " (spades, hearts, diamonds, clubs), or click its cards at the table.",
    ),
    h(
      "div.players",
      players.map((name, seat) => playerRow(state, rules, found, name, seat)),
    ),
    rules.bySide && sideBids(state, found),
  );
}

export const sideBids = (state, found) =>
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
    rules.bySide ? null : h("label.bid", h("span.small", "Bid"), bidField(state, found, name)),
    marks.length ? h("span", { class: `marks ${gravity(marks)}` }, markButtons(marks)) : null,
    faultOf(state, field, text),
    rules.bySide ? null : bidFault(state, name),
  );
}

export function bidField(state, found, bidder, placeholder = "3, nil, b6") {
  const index = state.record.bids?.findLastIndex((bid) => (bid.player ?? bid.team) === bidder) ?? -1;
  const place = index < 0 ? `bids_by_player/${pointed(bidder)}` : `bids/${index}`;
  const marks = marksAt(found, place);
  const over = bidText(state.record, bidder);
  return [
    h("input", {
      class: "bid",
      ...typed(state, `bid ${bidder}`, over),
      size: "4",
      placeholder,
      label: `bid of ${bidder}`,
      "data-place": place,
      input: { type: "bid", bidder, over },
      change: { type: "bid", bidder, over, left: true },
    }),
    markButtons(marks),
  ];
}

export const bidFault = (state, bidder) => faultOf(state, `bid ${bidder}`, bidText(state.record, bidder));

/** The pack, a row for each suit: what is clicked goes to a hand, or into the tricks. */
export function packView(state, rows) {
  const rules = rulesNow(state);
  const { record, view } = state;
  const inHands = view.target === "hands";
  const played = new Map(rows.flatMap((row) => row.cells.flat().map((play) => [play.card, row.number])));
  const owner = (card) => (inHands ? holderOf(record, card) : played.has(card) ? `trick ${played.get(card)}` : null);
  const turn = inHands ? null : state.turn;
  return titled(
    "section",
    "Cards to click",
    h(
      "div.row",
      { role: "group", label: "where a clicked card goes" },
      record.players.map((name, seat) =>
        h(
          "button",
          { "aria-pressed": String(inHands && view.seat === seat), click: { type: "target", target: "hands", seat } },
          `Hand of ${name}`,
        ),
      ),
      h("button", { "aria-pressed": String(!inHands), click: { type: "target", target: "tricks" } }, "Tricks"),
    ),
    turn && h("p.hint", `${turn.player} is to play; cards that may not be played are dimmed.`),
    packRows(rules.pack, (card) => ({
      owner: owner(card),
      chosen: inHands ? record.players[view.seat] : null,
      isIllegal: turn !== null && !turn.cards.includes(card),
    })),
  );
}

/** The cards of a pack as buttons, a row for each suit; `stateOf` says of a card where it is. */
export function packRows(pack, stateOf) {
  const rows = [...SUITS, ""]
    .map((suit) => pack.filter((card) => suitOf(card) === suit))
    .filter((cards) => cards.length);
  return rows.map((cards) => {
    const title = nameOf(cards[0]).split(" of ")[1] ?? "jokers";
    return h(
      "div.suit",
      { role: "group", label: title, key: `${title} ${cards.length}` },
      cards.map((card, index) => cardButton(card, index, stateOf(card))),
    );
  });
}

/** One stop of the Tab key a row; the arrow keys go on from there. */
function cardButton(card, index, { owner = null, chosen = null, isIllegal = false, click = { type: "card", card } }) {
  const pressed = owner !== null && (chosen === null || owner === chosen);
  const of =
    owner === null ? (isIllegal ? ", not legal" : "") : `, ${chosen === null ? owner : `in the hand of ${owner}`}`;
  return h(
    "button",
    {
      class: ["play", suitClass(card), owner !== null && !pressed && "taken", owner === null && isIllegal && "illegal"],
      key: card,
      ...roving(index === 0),
      "aria-pressed": String(pressed),
      click,
    },
    h("span", { isMute: true }, shown(card)),
    h("span.hidden", {}, nameOf(card) + of),
    owner !== null && !pressed && h("small", { isMute: true }, owner.slice(0, 3)),
  );
}

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
    rows.length ? h("p", { role: "status" }, progress(state.record, rules, rows)) : null,
  );
}

function cellFault(state, { number, cells }, seat) {
  const { players } = state.record;
  const recorded = `Trick ${number}, ${players[seat]}: ${twoCards(players)}`;
  const asTyped = faultOf(state, `cell ${number - 1} ${seat}`, cellText({ cells }, seat));
  return asTyped ?? (cells[seat].length > 1 ? h("p.fault", {}, recorded) : null);
}

export function brokenNils(record, rules, rows) {
  return record.players.flatMap((player, seat) => {
    const first = nilOf(record, rules, player) ? rows.find(({ won }) => won === seat) : undefined;
    return first ? [{ player, trick: first.number }] : [];
  });
}

/** "After 5 tricks: N+S 3, E+W 2. S bid nil and won trick 4." */
function progress(record, rules, rows) {
  const won = tricksSoFar(record, rules, rows);
  const count = countOfTricks(rows);
  const unknown = count - won.reduce((sum, [, tricks]) => sum + tricks, 0);
  const begun = count >= rules.handSize ? `All ${rules.handSize} tricks are there` : `After ${counted(count, "trick")}`;
  return [
    `${begun}: ${won.map(([side, tricks]) => `${side} ${tricks}`).join(", ")}${unknown > 0 ? `, ${unknown} without a known winner` : ""}.`,
    ...brokenNils(record, rules, rows).map(({ player, trick }) => `${player} bid nil and won trick ${trick}.`),
    count >= rules.handSize && !record.bids && !record.bids_by_player ? "Without bids there is no score." : "",
  ].join(" ");
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

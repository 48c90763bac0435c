// The round on paper: bids and hands, and the tricks as rows.

import { handText, nameOf, shown, suitClass, suitOf, SUITS } from "../record/cards.js";
import { pointed } from "../record/entries.js";
import { biddersOf, bidText, heldBy } from "../record/hands.js";
import { rulesNow } from "../record/table.js";
import { nextToPlay, rowsUpTo } from "../record/tricks.js";
import { twoCards } from "../state.js";
import { faultOf, markButtons, select, titled, typed } from "./elements.js";
import { markup } from "./markup.js";
import { gravity, marksAt, marksOfTrick } from "../table/marks.js";

export function handsView(state, found) {
  const rules = rulesNow(state);
  return titled(
    "section",
    "Bids and hands",
    markup`<div class="players">${state.record.players.map((name, seat) => playerRow(state, rules, found, name, seat))}</div>`,
    rules.bySide && sideBids(state, found),
    markup`<p class="hint">
      Leave out what you don't know. A bid: 3, nil, b6 (blind), bnil. A hand: <code>AKQ4.T98.AK6.QJ97</code>
      ${" "}(spades, hearts, diamonds, clubs).
    </p>`,
  );
}

const sideBids = (state, found) =>
  markup`<div class="players">
    ${biddersOf(state.record, rulesNow(state)).map(
      (side) =>
        markup`<div class="row" key=${side}>
          <strong>${side}</strong>
          <span class="small">bid as a side</span>
          ${bidField(state, found, side)}
          ${bidFault(state, side)}
        </div>`,
    )}
  </div>`;

function playerRow(state, rules, found, name, seat) {
  const cards = heldBy(state.record, name);
  const text = cards.length ? handText(cards) : "";
  const field = `hand ${seat}`;
  const place = `hands/${pointed(name)}`;
  const marks = marksAt(found, place);
  const isShort = cards.length && cards.length !== rules.handSize;
  const count = `${cards.length} of ${rules.handSize}`;
  return markup`<div class="player" key=${field}>
    <strong class="who">${name}</strong>
    ${rules.bySide ? null : markup`<label class="bid"><span class="small">Bid</span>${bidField(state, found, name)}</label>`}
    <label class="hand">
      <span class="small">
        Hand${" "}
        ${rules.isDealt ? markup`<span class=${isShort ? "short" : ""}>${count}</span>` : "is drawn: write it as text"}
      </span>
      <input ...${typed(state, field, text)} label="hand of ${name}" data-place=${place}
        change=${{ type: "hand", seat, over: text }} />
    </label>
    ${marks.length ? markup`<span class="marks ${gravity(marks)}">${markButtons(marks)}</span>` : null}
    ${faultOf(state, field, text)}
    ${rules.bySide ? null : bidFault(state, name)}
  </div>`;
}

function bidField(state, found, bidder) {
  const index = state.record.bids?.findLastIndex((bid) => (bid.player ?? bid.team) === bidder) ?? -1;
  const place = index < 0 ? `bids_by_player/${pointed(bidder)}` : `bids/${index}`;
  const over = bidText(state.record, bidder);
  const event = { type: "bid", bidder, over };
  return [
    markup`<input class="bid" ...${typed(state, `bid ${bidder}`, over)} size="4" label="bid of ${bidder}"
      data-place=${place} input=${event} change=${{ ...event, left: true }} />`,
    markButtons(marksAt(found, place)),
  ];
}

const bidFault = (state, bidder) => faultOf(state, `bid ${bidder}`, bidText(state.record, bidder));

/** The pack for fingers, a row for each suit: `eventOf` says what a tap on a card does. */
export function tapView(state, eventOf) {
  const button = (card) =>
    markup`<button class=${["play", suitClass(card)]} key=${card} click=${eventOf(card)}>
      <span isMute>${shown(card)}</span><span class="hidden">${nameOf(card)}</span>
    </button>`;
  const ofSuit = (suit) => rulesNow(state).pack.filter((card) => suitOf(card) === suit);
  return markup`<details class="tap" key="tap">
    <summary>Tap cards instead of typing them</summary>
    ${[...SUITS, ""].map((suit) => markup`<div class="suit">${ofSuit(suit).map(button)}</div>`)}
  </details>`;
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
  const shownRows = rowsUpTo(count, rows, blank);
  return titled(
    "section",
    "Tricks",
    markup`<p class="hint">
      Type a card into a cell (
      <code>kh</code>, <code>10h</code>, <code>??</code> if nobody can read it, <code>(qc)ad</code>
      ${" "}if the queen was taken back). Space goes on to the next player; whoever wins a trick leads to the next.
    </p>`,
    // It scrolls by itself where it is too wide.
    markup`<div class="wide" tabindex="0" role="group" label="tricks">
      <table class="tricks">
        <thead>
          <tr>${["No.", ...players, "Led by", "Won by"].map((head) => markup`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>${shownRows.map((row) => trickRow(state, row, next, found))}</tbody>
      </table>
    </div>`,
    shownRows.map((row) => players.map((_, seat) => cellFault(state, row, seat))),
    tapView(state, (card) => ({ type: "card", card })),
  );
}

/** Whether play was stopped: asked only where the log may have ended early. */
export function stoppedView(state) {
  const { stopped = false, claim, tricks } = state.record;
  const isShort = tricks.length > 0 && tricks.length < rulesNow(state).handSize && !claim;
  if (!stopped && !isShort) return null;
  return titled(
    "section",
    "After the play",
    markup`<label class="check" key="stopped">
      <input type="checkbox" data-place="stopped" checked=${stopped} change=${{ type: "stopped" }} />
      Play was stopped here
    </label>`,
    stopped ? null : markup`<p class="hint">If it was not, the tricks that are missing may be missing anywhere.</p>`,
  );
}

function cellFault(state, { number, cells }, seat) {
  const { players } = state.record;
  const recorded = `Trick ${number}, ${players[seat]}: ${twoCards(players)}`;
  const asTyped = faultOf(state, `cell ${number - 1} ${seat}`, cellText({ cells }, seat));
  return asTyped ?? (cells[seat].length > 1 ? markup`<p class="fault">${recorded}</p>` : null);
}

function trickRow(state, row, next, found) {
  const { players } = state.record;
  const { index } = row;
  const place = `tricks/${index}`;
  return markup`<tr key="trick ${row.number}">
    <th scope="row" data-place=${place}>${row.number} ${markButtons(marksOfTrick(found, place))}</th>
    ${players.map((name, seat) => cell(state, row, seat, name, next, found))}
    <td class="led">${index === undefined ? (players[row.led] ?? "") : leaderField(row, players)}</td>
    <td>${row.won === null ? "" : players[row.won]}</td>
  </tr>`;
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
  return markup`<td class=${kinds} key=${field}>
    <input class=${["card", suitClass(first?.card ?? "??")]} ...${typed(state, field, over)} size="3"
      label="trick ${number}, ${name}" data-cell="${trick} ${seat}" data-place=${first?.pointer ?? null}
      input=${{ type: "cell", trick, seat, over }} change=${{ type: "cell", trick, seat, over, left: true }}
      keydown=${{ type: "onward" }} focusin=${{ type: "select" }} />
    ${markButtons(marks)}
  </td>`;
}

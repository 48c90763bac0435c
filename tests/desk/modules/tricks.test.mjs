import assert from "node:assert/strict";
import { test } from "node:test";
import { rulesOf, winnerOf } from "../../../service/desk/static/record/table.js";
import { nextToPlay, rowsOf, withCard, withLeader } from "../../../service/desk/static/record/tricks.js";

const RULES = rulesOf(null, { name: "pagat", options: [], overrides: {} }, 4);
const JOKERS = rulesOf(
  {
    parameters: { deck: { jokers: 2, removed: { 4: ["2H", "2C"] }, top_trumps: ["BJ", "LJ", "2D", "2S"] } },
    options: [],
  },
  { options: [], overrides: {} },
  4,
);
const empty = () => ({ players: ["N", "E", "S", "W"], dealer: "W", tricks: [] });
const laid = (record, ...place) => withCard(record, RULES, rowsOf(record, RULES), ...place);
const led = (record, ...place) => withLeader(record, RULES, rowsOf(record, RULES), ...place);
const played = (record, ...plays) =>
  plays.reduce((before, [trick, seat, card]) => laid(before, trick, seat, card), record);

test("a trick is won by the highest spade, or else the highest card of the suit led", () => {
  assert.equal(
    winnerOf(
      [
        [0, "KH"],
        [1, "AH"],
        [2, "AC"],
        [3, "2H"],
      ],
      RULES,
    ),
    1,
  );
  assert.equal(
    winnerOf(
      [
        [0, "KH"],
        [1, "AH"],
        [2, "2S"],
        [3, "3S"],
      ],
      RULES,
    ),
    3,
  );
  assert.equal(
    winnerOf(
      [
        [0, "AS"],
        [1, "2D"],
        [2, "LJ"],
        [3, "3S"],
      ],
      JOKERS,
    ),
    2,
  );
  assert.equal(
    winnerOf(
      [
        [0, "AS"],
        [1, "2D"],
      ],
      JOKERS,
    ),
    1,
  );
  assert.equal(
    winnerOf(
      [
        [0, "KH"],
        [1, "??"],
      ],
      RULES,
    ),
    null,
  );
});

test("the pack is that of the ruleset", () => {
  assert.equal(RULES.pack.length, 52);
  assert.deepEqual(
    ["BJ", "LJ", "2H", "2C"].map((card) => JOKERS.pack.includes(card)),
    [true, true, false, false],
  );
});

test("the lead follows from the trick before", () => {
  const record = played(empty(), [0, 0, "KH"], [0, 1, "2H"], [0, 2, "3H"], [0, 3, "AH"], [1, 3, "2C"]);
  assert.deepEqual(record.tricks, [{ leader: "N", cards: ["KH", "2H", "3H", "AH"] }, { cards: ["2C"] }]);
  assert.deepEqual(nextToPlay(record, RULES, rowsOf(record, RULES)), { trick: 1, number: 2, seat: 0 });
});

test("cards stay with their players when another card changes the lead", () => {
  const before = played(
    empty(),
    [0, 0, "KH"],
    [0, 1, "2H"],
    [0, 2, "3H"],
    [0, 3, "4H"],
    [1, 0, "2C"],
    [1, 1, "3C"],
    [1, 2, "4C"],
    [1, 3, "5C"],
  );
  const after = laid(before, 0, 2, "AH");
  assert.deepEqual(after.tricks[1], { cards: ["4C", "5C", "2C", "3C"] });
  assert.deepEqual(laid(after, 0, 2, "3H"), before);
  for (const card of ["??", null]) {
    const unknown = laid(before, 0, 2, card);
    assert.deepEqual(unknown.tricks[1], { cards_by_player: { N: "2C", E: "3C", S: "4C", W: "5C" } });
    assert.deepEqual(laid(unknown, 0, 2, "AH"), after);
    assert.deepEqual(laid(unknown, 0, 2, "3H"), before);
  }
});

test("a gap in a trick that follows closes again", () => {
  const whole = played(
    empty(),
    [0, 0, "KH"],
    [0, 1, "2H"],
    [0, 2, "3H"],
    [0, 3, "4H"],
    [1, 0, "2C"],
    [1, 1, "3C"],
    [1, 2, "4C"],
    [1, 3, "5C"],
  );
  const gap = laid(whole, 1, 1, null);
  assert.deepEqual(gap.tricks[1], { cards_by_player: { N: "2C", S: "4C", W: "5C" } });
  assert.deepEqual(laid(gap, 1, 1, "3C"), whole);
});

test("a leader who is written down stays, whoever won the trick before", () => {
  const trick = { leader: "N", cards: ["2C", "3C", "4C", "5C"] };
  const record = { ...empty(), tricks: [{ leader: "N", cards: ["KH", "2H", "3H", "4H"] }, trick] };
  assert.deepEqual(laid(record, 0, 2, "AH").tricks[1], trick);
  assert.deepEqual(laid(record, 1, 1, "6C").tricks[1], { leader: "N", cards: ["2C", "6C", "4C", "5C"] });
});

test("a card that is taken away and written again has its turn again", () => {
  const plays = [
    { player: "N", card: "KH" },
    { player: "E", card: "2H", withdrawn: [{ card: "QC" }] },
    { player: "S", card: "3H" },
  ];
  const record = { ...empty(), tricks: [{ plays }] };
  assert.deepEqual(
    laid(laid(record, 0, 0, null), 0, 0, "AH").tricks[0].plays.map(({ player }) => player),
    ["N", "E", "S"],
  );
});

test("cards may come in any order of the seats", () => {
  const record = played(empty(), [0, 2, "3H"], [0, 0, "KH"]);
  assert.deepEqual(record.tricks, [{ leader: "N", cards_by_player: { N: "KH", S: "3H" } }]);
  assert.deepEqual(played(record, [0, 3, "4H"], [0, 1, "2H"]).tricks, [
    { leader: "N", cards: ["KH", "2H", "3H", "4H"] },
  ]);
});

test("a trick keeps its form: plays stay plays", () => {
  const plays = [
    { player: "N", card: "KH", withdrawn: [{ card: "QC" }] },
    { player: "W", card: "4H" },
  ];
  const record = { ...empty(), tricks: [{ plays }] };
  assert.deepEqual(laid(record, 0, 3, "5H").tricks[0].plays, [plays[0], { player: "W", card: "5H" }]);
  assert.deepEqual(laid(record, 0, 3, null).tricks[0].plays, [plays[0]]);
  assert.equal(rowsOf(record, RULES)[0].cells[0][0].withdrawn[0].pointer, "tricks/0/plays/0/withdrawn/0");
});

test("an emptied last trick is gone", () => {
  assert.deepEqual(laid(played(empty(), [0, 0, "KH"]), 0, 0, null).tricks, []);
});

test("another leader changes who led, not who played what", () => {
  const record = played(empty(), [0, 0, "KH"], [0, 1, "2H"], [0, 2, "3H"], [0, 3, "4H"]);
  assert.deepEqual(led(record, 0, 1).tricks, [{ leader: "E", cards: ["2H", "3H", "4H", "KH"] }]);
  assert.deepEqual(led(led(record, 0, 1), 0, 0), record);
});

test("where only the ruling knows who led, cards stay with their players", () => {
  const record = { ...empty(), tricks: [{ cards: ["KH", "2H", "3H", "4H"] }] };
  const rows = rowsOf(record, { ...RULES, openingLeader: "holder" }, ["E"]);
  assert.deepEqual(withCard(record, RULES, rows, 0, 1, "QH").tricks, [
    { leader: "E", cards: ["QH", "2H", "3H", "4H"] },
  ]);
  const unknown = rowsOf(record, { ...RULES, openingLeader: "holder" });
  assert.deepEqual(withLeader(record, { ...RULES, openingLeader: "holder" }, unknown, 0, 1).tricks, [
    { leader: "E", cards: ["KH", "2H", "3H", "4H"] },
  ]);
});

test("two cards of one player don't make a trick whole, and nobody is said to have won it", () => {
  const play = (player, card) => ({ player, card });
  const plays = [play("N", "KH"), play("E", "2H"), play("E", "AH"), play("S", "3H")];
  const record = { ...empty(), tricks: [{ plays }] };
  const rows = rowsOf(record, RULES);
  assert.deepEqual([rows[0].complete, nextToPlay(record, RULES, rows)], [false, { trick: 0, number: 1, seat: 3 }]);
  const whole = laid(record, 0, 3, "4H");
  assert.deepEqual(nextToPlay(whole, RULES, rowsOf(whole, RULES)), { trick: 1, number: 2, seat: null });
  // What is written in the cell is what is in it.
  assert.deepEqual(
    laid(whole, 0, 1, "2H").tricks[0].plays.map(({ card }) => card),
    ["KH", "2H", "3H", "4H"],
  );
  assert.deepEqual(
    laid(whole, 0, 1, null).tricks[0].plays.map(({ card }) => card),
    ["KH", "3H", "4H"],
  );
  const list = { ...empty(), tricks: [{ leader: "N", cards: ["KH", "2H", "3H", "4H", "5H", "6H"] }] };
  assert.deepEqual(laid(list, 0, 0, "AH").tricks[0].cards, ["AH", "2H", "3H", "4H", "6H"]);
});

test("a list with too many cards keeps them all when another leader is chosen", () => {
  const record = { ...empty(), tricks: [{ leader: "N", cards: ["KH", "2H", "3H", "4H", "5H"] }] };
  assert.deepEqual(led(record, 0, 1).tricks, [{ leader: "E", cards: ["KH", "2H", "3H", "4H", "5H"] }]);
});

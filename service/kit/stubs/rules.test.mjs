// One test for each vector, and answers.ndjson for `spades-arbiter kit report`. It runs under vitest, under jest, and
// under Node's own runner.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as engine from "./my-engine.mjs";

const runner = process.env.VITEST ? await import("vitest") : globalThis.test ? globalThis : await import("node:test");
const { test } = runner;
const file = (name) => new URL(name, import.meta.url);
const vectors = readFileSync(file("vectors.ndjson"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const members = {
  legal_cards: "cards",
  trick_winner: "position",
  breaks_spades: "broken",
  count_plays: "plays",
  open_bids: "bids",
};
const breaks = engine.breaks_spades ?? (({ trick }) => trick.some((card) => /[SJ]$/.test(card)));

// In how many ways the cards can be played, by your legal cards and winners.
function count_plays({ hands, leader, spades_broken }, trick = []) {
  if (trick.length === hands.length) {
    const next = (leader + engine.trick_winner({ trick })) % hands.length;
    return count_plays({ hands, leader: next, spades_broken: spades_broken || breaks({ trick }) });
  }
  const hand = hands[(leader + trick.length) % hands.length];
  if (!hand.length) return 1;
  let ways = 0;
  for (const card of engine.legal_cards({ hand, trick, spades_broken, first_trick: false })) {
    const left = hands.map((cards) => cards.filter((each) => each !== card));
    ways += count_plays({ hands: left, leader, spades_broken }, [...trick, card]);
  }
  return ways;
}

const answers = [];
for (const { id, asks, tests, given, answer: expected } of vectors) {
  const ask = asks === "count_plays" ? count_plays : engine[asks];
  if (!ask) {
    test.skip(`${id}: ${tests}`, () => {});
    continue;
  }
  test(`${id}: ${tests}`, () => {
    const found = ask(given);
    const answer = asks === "score_round" ? found : { [members[asks]]: found };
    answers.push({ id, answer });
    const compared = Object.keys(answer).filter((name) => name in expected && answer[name] != null);
    const inOrder = (value) => (asks === "legal_cards" || asks === "open_bids" ? [...value].sort() : value);
    const part = (whole) => Object.fromEntries(compared.map((name) => [name, inOrder(whole[name])]));
    assert.deepEqual(part(answer), part(expected));
  });
}
(runner.afterAll ?? runner.after)(() => {
  writeFileSync(file("answers.ndjson"), answers.map((line) => `${JSON.stringify(line)}\n`).join(""));
});

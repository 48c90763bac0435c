import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, handOf, handText, nameOf, shown, sorted } from "../../../service/desk/static/record/cards.js";

test("a card is read as people write it", () => {
  for (const text of ["KH", "kh", "hk", "K♥", "♥K", " k h "]) assert.equal(cardOf(text), "KH");
  for (const text of ["10h", "TH", "h10", "♥️10"]) assert.equal(cardOf(text), "TH");
  assert.equal(cardOf("bj"), "BJ");
  assert.equal(cardOf("?"), "??");
  for (const text of ["", "k", "9q", "1h", "khh", "jj"]) assert.equal(cardOf(text), null);
});

test("a hand is read by suits or card by card", () => {
  const cards = ["AS", "KS", "TH", "2C"];
  for (const text of [
    "AK.T..2",
    "ak.10..2",
    "S:AK H:T C:2",
    "♠AK ♥10 ♣2",
    "AS KS 10H 2C",
    "as, ks, th, 2c",
    "S AK H T D - C 2",
  ]) {
    assert.deepEqual(handOf(text), { cards }, text);
  }
  assert.deepEqual(handOf(""), { cards: [] });
  assert.match(handOf("AK.T..2 x").fault, /is not a rank/);
  assert.match(handOf("AS foo").fault, /“FOO” is not a card/);
  assert.match(handOf("AA...").fault, /ace of spades is there twice/);
});

test("a hand that is shown is read as the same hand", () => {
  for (const cards of [
    ["AS", "KS", "TH", "2C"],
    ["BJ", "AS", "2D"],
    ["??", "AS"],
  ]) {
    assert.deepEqual(sorted(handOf(handText(cards)).cards), sorted(cards));
  }
});

test("cards have names and signs", () => {
  assert.deepEqual(["AS", "TD", "BJ", "??"].map(nameOf), [
    "ace of spades",
    "ten of diamonds",
    "big joker",
    "unreadable card",
  ]);
  assert.deepEqual(["AS", "TD"].map(shown), ["A♠", "10♦"]);
});

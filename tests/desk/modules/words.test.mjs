import assert from "node:assert/strict";
import { test } from "node:test";
import { initial } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import { resultOfReading, sentenceOf } from "../../../service/desk/static/words.js";

const words = { revoke: { deed: "revoked" }, team_bid_too_low: { deed: "bid too low as a side", ofSide: true } };
const offence = (code, more) => ({ code, severity: "offence", player: "W", team: "E+W", ...more });
const said = (...findings) =>
  sentenceOf({ words, answer: { verdict: "irregular", findings, undecided: [], penalties: [], complete: true } });

test("an offence is called what the service calls it, once for each player", () => {
  assert.match(
    said(offence("revoke", { trick: 5 }), offence("revoke", { trick: 10 })),
    /^W revoked in tricks 5 and 10\./,
  );
});

test("an offence of a side is that of the side", () => {
  assert.match(said(offence("team_bid_too_low")), /^E\+W bid too low as a side\./);
});

test("an offence that has no words yet is called by its code", () => {
  assert.match(said(offence("card_face_down", { trick: 1 })), /^W committed “card face down” in trick 1\./);
});

test("what follows from a slip is said in the same words", () => {
  const reading = { offences: [offence("revoke", { trick: 2 })], verdict: "irregular" };
  assert.equal(resultOfReading(reading, words), "Then W revoked in trick 2.");
});

test("an emptied desk keeps the words", () => {
  assert.deepEqual(update({ ...initial(words), text: "N E S W" }, { type: "empty" }).words, words);
});

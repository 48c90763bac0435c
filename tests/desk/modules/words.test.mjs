import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../../service/desk/static/record/tricks.js";
import { brokenNils } from "../../../service/desk/static/view/round.js";
import { rulesNow } from "../../../service/desk/static/record/table.js";
import { initial } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import {
  headlineOf,
  howLikely,
  resultOfReading,
  sentenceOf,
  unbrokenIn,
  verdictOf,
  withoutUnread,
} from "../../../service/desk/static/words.js";

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

test("a round that is thrown in says why it is void", () => {
  const detail = "All bids together are 10, and so the round is thrown in.";
  const answer = { findings: [{ code: "round_thrown_in", severity: "note", detail }], undecided: [], penalties: [] };
  assert.equal(
    sentenceOf({ words, answer: { ...answer, verdict: "void" } }),
    `${detail} The round is void: nobody scores in it.`,
  );
});

test("what follows from a slip is said in the same words", () => {
  const reading = { offences: [offence("revoke", { trick: 2 })], verdict: "irregular" };
  assert.equal(resultOfReading(reading, words), "Then W revoked in trick 2.");
});

const mended = { detail: "W's lead was 5D, not 5H.", offences: [], verdict: "clean" };
const open = (player, trick) => offence("revoke", { player, trick, readings: [0] });
const sides = [{ team: "E+W", points: 62 }];
const ruling = (answer) =>
  sentenceOf({ words, answer: { findings: [], undecided: [], penalties: [], complete: true, ...answer } });

test("readings come before what contradicts what", () => {
  const error = { code: "card_replayed", severity: "error", pointer: "#/tricks/6", trick: 7, detail: "Twice." };
  assert.equal(
    ruling({ findings: [error], readings: [mended], as_ruled: sides, figures_from: "readings" }),
    "Nobody is proved to have broken a rule. The record contradicts itself in trick 7. Probably: W's lead was 5D, not 5H. Then nobody broke a rule. The score stands however the record is read. E+W: +62.",
  );
  assert.match(
    ruling({ findings: [error], readings: [{ ...mended, verdict: "undetermined" }] }),
    /Probably: .* Then nobody is proved to have broken a rule, but questions stay open\./,
  );
  assert.match(
    ruling({ findings: [error], readings: [{ ...mended, points: {} }, mended] }),
    /For example: .* The score depends on how the record is read\.$/,
  );
  assert.match(
    ruling({ findings: [error], readings: [mended], as_ruled: sides, figures_from: "sheet" }),
    /The score stands with the readings that agree with the score sheet\./,
  );
});

test("what no reading mends does not sound like an accusation", () => {
  const error = { code: "card_not_held", severity: "error", pointer: "#/tricks/2", trick: 3, detail: "W has AD here." };
  assert.equal(
    ruling({ findings: [error], complete: false }),
    "Nobody is proved to have broken a rule. The record contradicts itself in trick 3, and no single slip explains it. No score yet.",
  );
  assert.match(
    ruling({ findings: [error], limit_reached: true }),
    /, and it has more readings than are tried\. The round/,
  );
  assert.match(ruling({ findings: [{ ...error, code: "bid_missing" }] }), /broken a rule\. W has AD here\./);
});

test("several offences of one slip name nobody", () => {
  assert.match(
    ruling({ undecided: [open("N", 3), open("E", 3)], readings: [mended] }),
    /Either 2 players broke a rule in trick 3, or something was written wrong\. Probably: W's lead/,
  );
  assert.match(
    ruling({ undecided: [open("N", 3), open("N", 5)], readings: [mended, mended] }),
    /Either N revoked in tricks 3 and 5, or something was written wrong\. For example: /,
  );
  assert.equal(howLikely({ readings: [mended, { offences: [1] }] }), "Probably");
});

test("what is proved says by what, and that it stands in every reading", () => {
  const proved = (proof) => offence("revoke", { trick: 5, evidence: { proved_by: proof } });
  assert.equal(
    ruling({ findings: [proved("#/hands/N~1S/2"), proved("#/tricks/8/plays/1/card")], readings: [mended] }),
    "W revoked in trick 5. This stands however the record is read. No reading of the record comes to a score.",
  );
  const findings = [proved("counting"), proved("#/hands/N~1S/2"), proved("#/tricks/0/cards/1")];
  const answer = { verdict: "irregular", findings, undecided: [], penalties: [], tricks: [] };
  const record = { ...initial().record, tricks: [{ leader: "N", cards: ["KH", "2H"] }] };
  assert.deepEqual(
    headlineOf({ ...initial(words), record, answer }).proofs.map((proof) => proof.words),
    ["by counting, nobody else had room for the cards", "N/S’s hand", "2H in trick 1"],
  );
});

test("what shows that spades were unbroken is said in a row", () => {
  const lead = (trick, evidence = { proved_by: "#/hands/N" }) =>
    offence("illegal_spade_lead", { trick, rule: { parameter: "play.spade_lead" }, evidence });
  assert.equal(unbrokenIn(lead(3)), "spades unbroken: tricks 1 to 2");
  assert.equal(unbrokenIn(lead(2)), "spades unbroken: trick 1");
  assert.equal(unbrokenIn({ ...lead(5), evidence: undefined }), null);
  assert.equal(unbrokenIn({ ...lead(5), rule: { parameter: "play.follow_suit" } }), null);
  const answer = { verdict: "irregular", findings: [lead(5)], undecided: [], penalties: [], tricks: [] };
  assert.deepEqual(
    headlineOf({ ...initial(words), answer }).proofs.map((proof) => proof.words),
    ["N’s hand", "spades unbroken: tricks 1 to 4"],
  );
});

test("what is wrong with the sheet alone comes first", () => {
  const error = { code: "points_differ", severity: "error", pointer: "#/reported/points/N+S", detail: "It gives 51." };
  const answer = {
    verdict: "inconsistent",
    findings: [error],
    undecided: [],
    penalties: [],
    tricks: [],
    complete: true,
  };
  const { words: verdict, happened, more } = headlineOf({ ...initial(words), answer });
  assert.deepEqual(
    [verdict, happened, more],
    ["Check the score sheet", "It gives 51.", "Nobody is proved to have broken a rule."],
  );
});

test("what follows from a reading is as played", () => {
  assert.equal(
    resultOfReading({ ...mended, points: { "E+W": 62 } }, words),
    "Then nobody broke a rule. As played: E+W: +62.",
  );
});

test("an emptied desk keeps the words", () => {
  assert.deepEqual(update({ ...initial(words), text: "N E S W" }, { type: "empty" }).words, words);
});

test("a claim that fails is no rule that was broken, unless something else was", () => {
  const verdict = (...findings) => verdictOf({ verdict: "irregular", findings }).words;
  assert.equal(verdict(offence("claim_failed")), "The claim fails");
  assert.equal(verdict(offence("claim_failed"), offence("revoke")), "Rules were broken");
  assert.equal(verdict(offence("revoke")), "A rule was broken");
});

const unread = { cards_by_player: { N: "??", E: "??", S: "??", W: "??" } };
const askedOf = (tricks, pointer, by = pointer) => {
  const record = { players: ["N", "E", "S", "W"], tricks };
  const undecided = [offence("revoke", { player: "S", trick: 1, pointer, decided_by: by })];
  const answer = withoutUnread({ verdict: "undetermined", findings: [], undecided, tricks: [], penalties: [] }, record);
  return { answer, sentence: sentenceOf({ answer, record, words }) };
};

test("cards of a trick that nobody entered leave open whether a rule was broken", () => {
  const proof = { cards_by_player: { ...unread.cards_by_player, E: "3H" } };
  for (const [tricks, ...pointers] of [
    [[unread], "#/tricks/0/cards_by_player/S"],
    [[unread], "#/tricks/0/cards_by_player/S", "#/tricks/0/leader"],
    [[{ cards: ["KH", "2H", "3S", "4H"] }, proof], "#/tricks/0/cards/2", "#/tricks/1/cards_by_player/S"],
    [
      [{ plays: [{ player: "N", card: "KH" }, ...["E", "S", "W"].map((player) => ({ player, card: "??" }))] }],
      "#/tricks/0/plays/2/card",
    ],
  ]) {
    const { answer, sentence } = askedOf(tricks, ...pointers);
    assert.deepEqual(verdictOf(answer), { sign: "?", words: "Not all cards are known", tone: "undetermined" });
    assert.match(sentence, /^Nobody is proved to have broken a rule. Cards .* leave 1 question open\./);
  }
});

test("a question about one card of a trick that was entered is asked", () => {
  for (const [trick, place] of [
    [{ leader: "N", cards: ["KH", "2H", "??", "4H"] }, "#/tricks/0/cards/2"],
    [{ cards_by_player: { ...unread.cards_by_player, N: "KH", W: "4H" } }, "#/tricks/0/cards_by_player/S"],
    [{ leader: "N", cards: ["KH", "2H", "??", "4H"] }, "#/tricks/0/leader"],
  ]) {
    const { answer, sentence } = askedOf([trick], place);
    assert.equal(answer.unread, 0);
    assert.equal(verdictOf(answer).words, "Not proved");
    assert.match(sentence, /Still open: whether S revoked in trick 1\./);
  }
});

test("sign and tone of a claim say the same", () => {
  const judged = (result) => verdictOf({ verdict: result, findings: [], undecided: [], claim: { result } });
  assert.deepEqual(judged("disproved"), { sign: "!", words: "The claim fails", tone: "irregular" });
  assert.deepEqual(judged("proved"), { sign: "✓", words: "The claim holds", tone: "clean" });
});

const ORDINARY = { pagat: { parameters: { bids: { zero: { allowed: true }, nil: { allowed: false } } }, options: [] } };
const bid = (player, tricks) => ({ player, tricks });
const bidding = (...bids) => ({ players: ["N", "E", "S", "W"], bids, tricks: [{ cards: ["AD", "2D", "3D", "4D"] }] });
/** What is said of nils where N has won the first trick. */
const nilsSaid = (record, answer = {}, details = {}) => {
  const ruled = { verdict: "clean", findings: [], undecided: [], penalties: [], tricks: [{ number: 1, winner: "N" }] };
  const { happened, more } = headlineOf({ ...initial(words), details, record, answer: { ...ruled, ...answer } });
  return /(\w+ won trick \d+: the nil is broken)/.exec(`${happened} ${more}`)?.[0] ?? null;
};
const BROKEN = "N won trick 1: the nil is broken";
const NIL = bidding(bid("N", 0), bid("E", 3));

test("a nil is what the score or else the ruleset calls one", () => {
  const scored = (...nils) => ({ as_ruled: [{ team: "N+S", players: ["N", "S"], points: -60, nils }] });
  assert.equal(nilsSaid(NIL), BROKEN);
  assert.equal(nilsSaid(NIL, {}, ORDINARY), null);
  assert.equal(nilsSaid(NIL, scored({ player: "N", made: false })), BROKEN);
  assert.equal(nilsSaid(NIL, scored({ player: "N", made: true })), null);
  assert.equal(nilsSaid(NIL, scored()), null);
});

test("of two bids by a player the first stands", () => {
  assert.equal(nilsSaid(bidding(bid("N", 4), bid("E", 3), bid("N", 0))), null);
  assert.equal(nilsSaid(bidding(bid("N", 0), bid("E", 3), bid("N", 4))), BROKEN);
});

test("nothing is said of a nil where the bids are doubted", () => {
  const missing = { code: "bid_missing", severity: "error", pointer: "#/bids", detail: "S did not bid." };
  const slip = (pointer) => ({ readings: [{ ...mended, changes: [{ pointer }] }] });
  assert.equal(nilsSaid(NIL, { findings: [missing] }), null);
  assert.equal(nilsSaid(NIL, { findings: [{ ...missing, pointer: "#/tricks/0/winner" }] }), BROKEN);
  assert.equal(nilsSaid(NIL, slip("#/bids/0/player")), null);
  assert.equal(nilsSaid(NIL, slip("#/tricks/0/cards/1")), BROKEN);
});

test("a nil that is asked about has a verdict only where there is nil", () => {
  const guide = { kind: "nil", by: 0, trick: 1 };
  const answer = { verdict: "clean", findings: [], undecided: [], penalties: [], tricks: [{ number: 1, winner: "N" }] };
  const verdict = (details) => headlineOf({ ...initial(words), guide, details, record: NIL, answer }).words;
  assert.equal(verdict({}), "The nil is broken");
  assert.equal(verdict(ORDINARY), "No rule was broken");
});

test("what is said beside the table of tricks calls no ordinary 0 a nil", () => {
  const broken = (details) => {
    const rules = rulesNow({ ...initial(), details, record: NIL });
    return brokenNils(NIL, rules, rowsOf({ ...NIL, dealer: "W" }, rules));
  };
  assert.deepEqual(broken({}), [{ player: "N", trick: 1 }]);
  assert.deepEqual(broken(ORDINARY), []);
});

test("an offence without a penalty may cost something if play went on after the log", () => {
  const answer = { verdict: "irregular", findings: [offence("revoke", { trick: 5 })], penalties: [], complete: false };
  const cost = (undecided) =>
    headlineOf({ ...initial(), words, answer: { ...answer, undecided, tricks: [] } }).unpenalised;
  const asked = { code: "end_of_play_open", severity: "note", pointer: "#/tricks/4/plays/2" };
  assert.equal(cost([asked]), "The findings say what it costs.");
  assert.equal(cost([]), "No penalty.");
});

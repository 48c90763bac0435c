import assert from "node:assert/strict";
import { test } from "node:test";
import { asAsked } from "../../../service/desk/static/dispute/question.js";
import { headlineOf } from "../../../service/desk/static/dispute/headline.js";
import { rulesNow } from "../../../service/desk/static/record/table.js";
import { rowsOf } from "../../../service/desk/static/record/tricks.js";
import { initial } from "../../../service/desk/static/state.js";
import { deedOf, unbrokenIn } from "../../../service/desk/static/table/marks.js";
import { update } from "../../../service/desk/static/update.js";
import { found, textOf } from "../../../service/desk/static/view/elements.js";
import { pageView } from "../../../service/desk/static/view/page.js";
import { brokenNils } from "../../../service/desk/static/view/round.js";

const words = { revoke: { deed: "revoked" }, team_bid_too_low: { deed: "bid too low as a side", ofSide: true } };
const offence = (code, more) => ({ code, severity: "offence", player: "W", team: "E+W", ...more });
const CLEAN = { sign: "✓", verdict: "No rule was broken", tone: "clean", happened: ["Nobody broke a rule."] };
const OPEN = { sign: "?", verdict: "Not proved", tone: "undetermined", happened: ["The record leaves open …"] };

test("an offence is called what the service calls it, that of a side by the side, and a new one by its code", () => {
  assert.equal(deedOf(offence("revoke"), words), "W revoked");
  assert.equal(deedOf(offence("team_bid_too_low"), words), "E+W bid too low as a side");
  assert.equal(deedOf(offence("card_face_down"), words), "W: card face down");
});

test("what shows that spades were unbroken is said in a row", () => {
  const lead = (trick, evidence = { proved_by: "#/hands/N" }) =>
    offence("illegal_spade_lead", { trick, rule: { parameter: "play.spade_lead" }, evidence });
  assert.equal(unbrokenIn(lead(3)), "spades unbroken: tricks 1 to 2");
  assert.equal(unbrokenIn(lead(2)), "spades unbroken: trick 1");
  assert.equal(unbrokenIn({ ...lead(5), evidence: undefined }), null);
  assert.equal(unbrokenIn({ ...lead(5), rule: { parameter: "play.follow_suit" } }), null);
});

test("an emptied desk keeps the words", () => {
  assert.deepEqual(update({ ...initial(words), text: "N E S W" }, { type: "empty" }).words, words);
});

test("the summary of the service is shown line by line, each proof with its place", () => {
  const summary = {
    sign: "!",
    verdict: "A rule was broken",
    tone: "irregular",
    happened: ["S revoked in trick 1."],
    proof: [{ detail: "trick 2, card 1 (9H)", pointer: "#/tricks/1/cards/0" }, { detail: "the count of the cards" }],
    cost: ["No penalty (finding 1 says why)."],
    score: ["N+S: -40."],
    now: ["N+S 20", "E+W 62"],
    why: ["This stands however the record is read."],
  };
  const answer = { verdict: "irregular", findings: [], undecided: [], penalties: [], tricks: [], summary };
  const ruleset = { name: "pagat", version: "1", options: [], overrides: {} };
  const record = { ...initial().record, tricks: [{ cards: ["KH", "2H", "3S", "4H"] }, { cards: ["9H"] }] };
  const page = pageView({ ...initial(words), text: "N", record, answer: { ...answer, ruleset } });
  const [headline] = found(page, ({ props }) => props.class === "headline irregular");
  assert.equal(
    textOf(headline),
    "!A rule was brokenS revoked in trick 1.Prooftrick 2, card 1 (9♥); the count of the cards" +
      "CostNo penalty (finding 1 says why).ScoreN+S: −40. This stands however the record is read." +
      "Score nowN+S 20 · E+W 62",
  );
  const links = found(headline, ({ on }) => on.click?.type === "goto").map(({ on }) => on.click.place);
  assert.deepEqual(links, ["tricks/1/cards/0"]);
});

test("nothing is proved or asked but what is not recorded", () => {
  const open = (...codes) => codes.map((code) => ({ code, severity: "note", pointer: "#/tricks" }));
  const verdict = (...codes) =>
    headlineOf({ ...initial(words), answer: { ...ANSWER, undecided: open(...codes), summary: OPEN } }).verdict;
  assert.equal(verdict("tricks_not_recorded"), "No fault in what is recorded");
  assert.equal(verdict("tricks_not_recorded", "revoke"), "Not proved");
});

const ORDINARY = { pagat: { parameters: { bids: { zero: { allowed: true }, nil: { allowed: false } } }, options: [] } };
const NIL = {
  players: ["N", "E", "S", "W"],
  bids: [
    { player: "N", tricks: 0 },
    { player: "E", tricks: 3 },
  ],
  tricks: [{ cards: ["AD", "2D", "3D", "4D"] }],
};

test("a broken nil comes first where nothing else is wrong", () => {
  const nils = ["N won trick 1: the nil is broken."];
  const told = (summary) =>
    headlineOf({
      ...initial(words),
      record: NIL,
      answer: asAsked({ ...initial(), record: NIL, answer: { ...ANSWER, summary } }),
    }).happened;
  assert.deepEqual(told({ ...CLEAN, nils }), [...nils, ...CLEAN.happened]);
  const revoked = { sign: "!", verdict: "A rule was broken", tone: "irregular", happened: ["W revoked."] };
  assert.deepEqual(told({ ...revoked, nils }), ["W revoked.", ...nils]);
});

const ANSWER = {
  verdict: "clean",
  findings: [],
  undecided: [],
  penalties: [],
  tricks: [{ number: 1, winner: "N" }],
  summary: CLEAN,
};

test("a nil that is asked about has a verdict only where there is nil", () => {
  const guide = { kind: "nil", by: 0, trick: 1 };
  const verdict = (details) => headlineOf({ ...initial(words), guide, details, record: NIL, answer: ANSWER }).verdict;
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { roundRead } from "../../../service/desk/static/browser/service.js";
import { openIn, questionOf, rulingOf, savedOf } from "../../../service/desk/static/dispute/question.js";
import { stepsOf } from "../../../service/desk/static/dispute/templates.js";
import { rulesNow } from "../../../service/desk/static/record/table.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import { pageView } from "../../../service/desk/static/view/page.js";
import { found, textOf } from "./reading.mjs";

const PLAYERS = ["Rob", "Ro", "Anna", "Alan"];
const seated = PLAYERS.reduce((state, value, seat) => update(state, { type: "name", seat, value }), initial());

/** What a bid is that is typed into the questions of a disputed one. */
function bid(text) {
  const guided = [
    { type: "dispute", kind: "bid" },
    { type: "guided", step: "dealer", value: "0" },
    { type: "guided", step: "bids", value: text, left: true },
  ].reduce(update, seated);
  return guided.record.bids?.[0] ?? guided.drafts["ask bids"].fault;
}

test("a name that ends like the beginning of a blind bid is read as that name", () => {
  assert.deepEqual(bid("Rob 4"), { player: "Rob", tricks: 4 });
  assert.deepEqual(bid("rob4"), { player: "Rob", tricks: 4 });
  assert.deepEqual(bid("rob b4"), { player: "Rob", tricks: 4, kind: "blind" });
  assert.deepEqual(bid("Rob blind nil"), { player: "Rob", tricks: 0, kind: "blind_nil" });
  assert.deepEqual(bid("ro b 4"), { player: "Ro", tricks: 4, kind: "blind" });
});

test("a bid is of nobody if its name may be that of two players", () => {
  assert.deepEqual(bid("an 3"), { player: "Anna", tricks: 3 });
  assert.match(bid("a 3"), /“a 3” is no bid/);
  assert.match(bid("Rob"), /“Rob” is no bid/);
});

test("a number on the sheet has the bounds of the contract in a dispute, too", () => {
  const answers = ["bid", "won"].flatMap((what) => PLAYERS.map((name) => ({ step: `${what} ${name}`, value: "3" })));
  const answered = answers.map((answer) => ({ type: "guided", left: true, ...answer }));
  const steps = stepsOf([{ type: "dispute", kind: "score" }, ...answered].reduce(update, seated));
  const bags = steps.find(({ key }) => key.startsWith("before bags"));
  assert.equal(bags.take("-1", false), undefined);
  assert.match(bags.take("-1", true).fault, /from 0 to 1000/);
});

test("only what begins like JSON is taken for a record that the desk saved", async () => {
  const sent = [];
  globalThis.fetch = async (path, { body }) => {
    sent.push(JSON.parse(body).text);
    return { ok: true, status: 200, json: async () => ({ records: [], notes: [] }) };
  };
  const ptn = '[Event "Club night"]\n[GameCode "Spades"]\n';
  await roundRead(ptn, PLAYERS);
  await roundRead("{a comment} [GameCode]", PLAYERS);
  assert.deepEqual(sent, [ptn, "{a comment} [GameCode]"]);
  const saved = { players: PLAYERS, tricks: [] };
  assert.deepEqual(await roundRead(JSON.stringify(saved, null, 2), PLAYERS), { records: [saved], notes: [] });
  assert.deepEqual(await roundRead(JSON.stringify([saved, {}]), PLAYERS), {
    records: [saved, { players: [] }],
    notes: [],
  });
  assert.match((await roundRead('{"players": ["Rob"', PLAYERS)).problem.detail, /cut short/);
  assert.equal(sent.length, 2);
});

const asked = (state, kind, ...answers) =>
  [{ type: "dispute", kind }, ...answers.map(([step, value]) => ({ type: "guided", left: true, step, value }))].reduce(
    update,
    state,
  );
const bidsShown = (state) => stepsOf(state).find(({ key }) => key === "bids").value;

test("a disputed bid begins with the bids that are there, in turn, and loses none", () => {
  const bids_by_player = { Rob: 3, Ro: 0, Anna: 4, Alan: 2 };
  const record = { ...seated.record, dealer: "Ro", bids_by_player, blind_bidders: ["Ro"] };
  const before = asked({ ...seated, record }, "bid");
  assert.equal(bidsShown(before), "Anna 4, Alan 2, Rob 3, Ro bnil");
  assert.deepEqual(before.record, record);
  const after = update(before, {
    type: "guided",
    step: "bids",
    value: bidsShown(before).replace("Alan 2", "Alan 5"),
    left: true,
  });
  assert.deepEqual(after.record.bids, [
    { player: "Anna", tricks: 4 },
    { player: "Alan", tricks: 5 },
    { player: "Rob", tricks: 3 },
    { player: "Ro", tricks: 0, kind: "blind_nil" },
  ]);
  assert.equal(after.record.bids_by_player ?? after.record.blind_bidders, undefined);
});

const BY_SIDE = { name: "pagat", options: [], parameters: { table: { sides: "partnership" }, bids: { by: "team" } } };

test("where sides bid, a disputed bid is that of a side", () => {
  const state = update(seated, { type: "detail", detail: BY_SIDE });
  const written = asked(state, "bid", ["dealer", "0"], ["bids", "rob+anna 5, ro+alan b6"]);
  assert.deepEqual(written.record.bids, [
    { team: "Rob+Anna", tricks: 5 },
    { team: "Ro+Alan", tricks: 6, kind: "blind" },
  ]);
  assert.equal(bidsShown(written), "Rob+Anna 5, Ro+Alan b6");
});

test("tricks that are already too many are said to be, and can be mended", () => {
  const won = { Ro: 7, Anna: 7, Alan: 2 };
  const bids_by_player = Object.fromEntries(PLAYERS.map((name) => [name, 3]));
  const record = { ...seated.record, bids_by_player, reported: { tricks_won: won } };
  const state = asked({ ...seated, record }, "score", ["won Rob", "3"]);
  const draft = state.drafts["ask won Rob"];
  assert.match(draft.fault, /Ro and Anna and Alan already have 16 tricks, and the round has 13: change theirs first\./);
  const mended = update(state, { type: "guided", step: "won Anna", value: "1", left: true });
  const whole = update(mended, { type: "guided", step: "won Rob", value: "3", left: true });
  assert.deepEqual(whole.record.reported.tricks_won, { ...won, Anna: 1, Rob: 3 });
});

/** An emptied desk in which the saved record of another is pasted. */
async function again(state) {
  const text = JSON.stringify({ ruleset: "pagat", ...savedOf(state) }, null, 2);
  const pasted = update(initial(), { type: "text", value: text });
  return update(pasted, { type: "read", ...(await roundRead(text, PLAYERS)) });
}

test("a record that was downloaded comes back as what it was", async () => {
  const hands = PLAYERS.map((name, seat) => [`hand ${seat}`, ["A.K..", "2.3..", "4.5..", "6.7.."][seat]]);
  const half = asked(seated, "claim", ["by", "0"], ["lead", "1"], ...hands);
  const claim = asked(seated, "claim", ["by", "0"], ["lead", "1"], ...hands, ["broken", "yes"], ["statement", "as"]);
  const bids = PLAYERS.map((name) => [`bid ${name}`, "3"]);
  const row = asked(seated, "score", ...bids, ...PLAYERS.map((name) => [`won ${name}`, name === "Rob" ? "4" : "3"]));
  const paths = [];
  for (const state of [half, claim, row]) {
    const back = await again(state);
    assert.equal(back.parsed.kind, "round");
    assert.deepEqual(back.record, { tricks: [], ...state.record });
    const question = questionOf(state);
    assert.deepEqual(questionOf(back), question);
    paths.push(question?.path);
  }
  assert.deepEqual(paths, [undefined, "/v1/claims/judge", "/v1/rounds/audit"]);
});

test("a saved dispute that is none is refused", () => {
  const record = { players: PLAYERS, tricks: [], guide: { kind: "claim", lead: "N" } };
  assert.match(
    update(initial(), { type: "read", records: [record], notes: [] }).parsed.problem.detail,
    /not of its kind/,
  );
});

const REVOKE = [
  ["trick", "3"],
  ["lead", "1"],
  ["cards", "qd 3d 2s 5d"],
  ["card", "9d"],
  ["later", "7"],
];

test("a claim with only the cards left goes with its questions, and undo brings it back", () => {
  const hands = PLAYERS.map((name, seat) => [`hand ${seat}`, ["A.K..", "2.3..", "4.5..", "6.7.."][seat]]);
  const claim = asked(seated, "claim", ["by", "0"], ["lead", "1"], ...hands, ["broken", "yes"]);
  for (const before of [asked(seated, "claim", ["by", "1"], ["lead", "1"], ["hand 0", "A.K.."]), claim]) {
    const revoke = asked(before, "revoke", ...REVOKE);
    const { path, body } = questionOf(revoke);
    assert.equal(path, "/v1/rounds/audit");
    assert.equal(body.claim ?? body.hands, undefined);
    assert.deepEqual(body.tricks, [
      { number: 3, leader: "Ro", cards: ["QD", "3D", "2S", "5D"] },
      { number: 7, cards_by_player: { Alan: "9D" } },
    ]);
    assert.deepEqual(restored(initial(), kept(revoke)).guide, revoke.guide);
  }
  const closed = update(claim, { type: "disputeClosed" });
  assert.equal(closed.record.claim, undefined);
  assert.deepEqual(questionOf(update(closed, { type: "undo" })), questionOf(claim));
});

test("answers of another kind than their questions count as none", () => {
  const whole = asked(seated, "revoke", ...REVOKE);
  const answers = { trick: 1e9, lead: "1", cards: [3], card: { toString: null }, later: [] };
  const strange = restored(initial(), { ...kept(whole), guide: { ...whole.guide, answers } });
  assert.deepEqual(
    stepsOf(strange).map(({ key, value }) => [key, value]),
    [["trick", ""]],
  );
  const bids = restored(initial(), {
    ...kept(whole),
    guide: { kind: "bid", answers: { dealer: 0, bids: [{ kind: 3 }] } },
  });
  assert.equal(stepsOf(bids).at(-1).value, "");
  assert.equal(restored(initial(), { ...kept(whole), guide: { kind: "revoke", answers: 3 } }).guide, null);
});

test("what is entered beside the questions stays when another answer is given", () => {
  const revoke = asked(seated, "revoke", ...REVOKE);
  const beside = [
    { type: "bid", bidder: "Rob", value: "4", left: true },
    { type: "cell", trick: 3, seat: 0, value: "kc" },
    { type: "guided", step: "later", value: "8", left: true },
  ].reduce(update, revoke);
  assert.deepEqual(beside.record.bids_by_player, { Rob: 4 });
  assert.ok(JSON.stringify(beside.record.tricks).includes("KC"));
  assert.deepEqual(beside.record.tricks[0], revoke.record.tricks[0]);
});

const CALLED = [...REVOKE, ["caller", "1"]];

test("whether a spade had been played before is written into the trick, beside its cards", () => {
  const led = asked(seated, "spade", ["trick", "3"], ["lead", "1"], ["cards", "ks 3d 2d 5d"]);
  const said = (answer) => asked({ ...led, guide: null }, "spade", ["trick", "3"], ["broken", answer]);
  const [laid] = led.record.tricks;
  assert.deepEqual(said("no").record.tricks, [{ ...laid, spades_broken: false }]);
  assert.match(stepsOf(said("yes")).at(-1).ask, /^Then spades were broken/);
  assert.deepEqual(said("yes").record.tricks, [{ ...laid, spades_broken: true }]);
});

test("a call before the revoke is refused in its field", () => {
  const early = asked(seated, "late", ...CALLED, ["at", "3.1"]);
  assert.equal(
    early.drafts["ask at"].fault,
    "Alan revoked with the 3rd card of trick 3: a call comes after it, 3.3 at the earliest.",
  );
  assert.equal(early.drafts["ask at"].text, "3.1");
  assert.equal(questionOf(early), null);
  assert.match(asked(seated, "late", ...CALLED, ["at", "2.4"]).drafts["ask at"].fault, /3\.3 at the earliest/);
  const inTime = asked(seated, "late", ...CALLED, ["at", "3.3"]);
  assert.deepEqual(questionOf(inTime).body.accusations[0].at, { trick: 3, plays: 3 });
});

test("who bid nil has that bid, and the service is asked with every bid that is known", () => {
  const nil = asked(seated, "nil", ["by", "2"], ["trick", "5"], ["lead", "0"], ["cards", "3d 5d td 4d"]);
  assert.deepEqual(nil.record.bids_by_player, { Anna: 0 });
  assert.deepEqual(questionOf(nil).body.bids_by_player, { Anna: 0 });
  const other = update(nil, { type: "guided", step: "by", value: "1" });
  assert.deepEqual(other.record.bids_by_player, { Ro: 0 });
  const bids_by_player = { Rob: 3, Ro: 4, Alan: 2 };
  const rest = asked({ ...seated, record: { ...seated.record, bids_by_player } }, "nil", ["by", "2"]);
  assert.deepEqual(questionOf(rest).body.bids_by_player, { ...bids_by_player, Anna: 0 });
  const sides = asked(update(seated, { type: "detail", detail: BY_SIDE }), "nil", ["by", "2"]);
  assert.equal(sides.record.bids_by_player, undefined);
});

test("whoever won the trick of a disputed nil is named beside the questions", () => {
  const record = { ...seated.record, bids_by_player: { Anna: 0 } };
  const nil = asked({ ...seated, record }, "nil", ["trick", "2"], ["lead", "0"], ["cards", "3d 5d td 4d"]);
  assert.equal(stepsOf(nil).at(-1).kind, "field");
  const other = asked({ ...seated, record }, "nil", ["trick", "2"], ["lead", "0"], ["cards", "3d 5d td kd"]);
  assert.equal(stepsOf(other).at(-1).ask, "Alan won it, and not Anna: that breaks no nil.");
});

test("what is still to answer is said, and the words of the verdict are the service's", () => {
  assert.equal(openIn(asked(seated, "nil", ["by", "2"])), "Still to answer: Which trick is Anna said to have won?");
  // Three cards don't say who won the trick.
  const open = asked(seated, "nil", ["by", "2"], ["trick", "5"], ["lead", "0"], ["cards", "3d 5d td"]);
  assert.match(openIn(open), /^Nobody can say who won it/);
  const summary = { sign: "✓", verdict: "No rule was broken", tone: "clean", happened: ["Nobody broke a rule."] };
  const empty = { verdict: "clean", findings: [], undecided: [], penalties: [], tricks: [], complete: false };
  const answer = { ...empty, summary, ruleset: { name: "pagat", version: "1", options: [], overrides: {} } };
  const [verdict] = found(pageView({ ...open, answer }), ({ props }) => props.class === "headline clean");
  assert.match(textOf(verdict), /^✓No rule was brokenNobody broke a rule\.Nobody can say who won it/);
});

test("a ruling that is not there yet says what it waits for", () => {
  assert.equal(openIn(seated), null);
  assert.equal(openIn(asked(seated, "claim", ["by", "0"])), "Still to answer: Whose lead was it?");
  const refused = update(asked(seated, "revoke"), { type: "guided", step: "trick", value: "99", left: true });
  assert.match(openIn(refused), /^An answer was refused/);
});

test("what is refused keeps its field, and there is no ruling until it is mended", () => {
  const whole = asked(seated, "revoke", ...REVOKE);
  for (const [step, text, mended] of [
    ["card", "9d 8d", "9d"],
    ["later", "8d", "8"],
  ]) {
    const refused = update(whole, { type: "guided", step, value: text });
    assert.equal(refused.drafts[`ask ${step}`].text, text);
    assert.ok(refused.drafts[`ask ${step}`].fault);
    assert.equal(questionOf(refused), null);
    assert.ok(refused.asked > whole.asked);
    const after = update(refused, { type: "guided", step, value: mended, left: true });
    assert.equal(questionOf(after).path, "/v1/rounds/audit");
    assert.ok(after.asked > refused.asked);
  }
});

const told = (events, state = initial()) => events.reduce(update, state);
const guided = (step, value) => ({ type: "guided", step, value });
const revoked = [
  { type: "dispute", kind: "late" },
  guided("trick", "4"),
  guided("lead", "0"),
  guided("cards", "3d kd th td"),
  guided("card", "qd"),
];

test("a second card where one is enough is said to be one", () => {
  const { fault } = told([...revoked, guided("later", " 8d")]).drafts["ask later"];
  assert.equal(fault, "“8d” is a card, and one was enough. Write a number from 5 to 13.");
});

test("a call goes along with the number of its trick", () => {
  const called = told([
    ...revoked,
    guided("later", "7"),
    guided("caller", "1"),
    { ...guided("at", "4.3"), left: true },
  ]);
  assert.deepEqual(called.record.accusations, [{ against: "S", trick: 4, by: "E", at: { trick: 4, plays: 3 } }]);
  const earlier = update(called, guided("trick", "3"));
  assert.deepEqual(earlier.record.accusations, [{ by: "E", against: "S", trick: 3, at: { trick: 4, plays: 3 } }]);
  // Nobody called it before it was played.
  assert.deepEqual(update(called, guided("trick", "5")).record.accusations, [{ by: "E", against: "S", trick: 5 }]);
});

test("tricks of a sheet are asked about as they are, and those of a round without cards were not recorded", () => {
  const won = { "Rob+Anna": 6 };
  const state = { ...seated, record: { ...seated.record, reported: { tricks_won: won } } };
  const { path, body } = questionOf(state);
  assert.equal(path, "/v1/rounds/audit");
  assert.deepEqual([body.reported.tricks_won, body.tricks], [won, [{ cards: [], after_gap: true }]]);
});

test("nobody is taken for the leader before somebody says who led, whoever had the lead", () => {
  const dealt = update(seated, { type: "dealer", value: "Alan" });
  const answers = { revoke: "trick", turn: "trick", spade: "trick" };
  for (const [kind, first] of Object.entries(answers)) {
    const begun = update(dealt, { type: "dispute", kind });
    const state = first ? update(begun, { type: "guided", step: first, value: "1", left: true }) : begun;
    const open = stepsOf(state).at(-1);
    assert.deepEqual([open.key, open.value], ["lead", null], kind);
  }
});

const NEXT_DEAL = {
  type: "detail",
  detail: {
    name: "pagat",
    options: [],
    parameters: {
      calls: { until: "next_deal" },
      claims: { failed: "doubtful_tricks" },
      table: { sides: "partnership" },
    },
  },
};

test("a call after the next deal is none, which the record says", () => {
  const until = (...answers) => asked(update(seated, NEXT_DEAL), "late", ...CALLED, ...answers);
  assert.match(openIn(until()), /Was that after the next deal/);
  assert.match(openIn(until(["at", "14.0"])), /Was that after the next deal/);
  assert.equal(openIn(until(["at", "8.2"])), null);
  const late = until(["past", "yes"]);
  assert.deepEqual(questionOf(late).body.accusations, []);
  assert.equal(openIn(restored(initial(), kept(late))), null);
  const inTime = update(late, { type: "guided", step: "past", value: "no" });
  assert.deepEqual(questionOf(inTime).body.accusations, [{ by: "Ro", against: "Alan", trick: 3 }]);
});

const LEFT = { N: "2h 3h 9c", E: "kh 10d 4c", S: "as ks ah", W: "qs 5d 6d" };
const contested = (lead = []) =>
  asked(
    update(initial(), NEXT_DEAL),
    "claim",
    ["by", "2"],
    ...lead,
    ...Object.values(LEFT).map((cards, seat) => [`hand ${seat}`, cards]),
    ["broken", "yes"],
  );

test("the cards left at a claim are shown as cards, and none is in two hands", () => {
  const state = contested([["lead", "2"]]);
  const hands = stepsOf(state).filter(({ key }) => key.startsWith("hand"));
  assert.deepEqual(
    hands.map(({ value }) => value),
    ["3♥ 2♥ 9♣", "K♥ 10♦ 4♣", "A♠ K♠ A♥", "Q♠ 6♦ 5♦"],
  );
  const twice = update(state, { type: "guided", step: "hand 3", value: "as 5d 6d", left: true });
  assert.match(twice.drafts["ask hand 3"].fault, /^S has the ace of spades already/);
  assert.equal(questionOf(twice), null);
});

test("a claim that fails says who gets the tricks, and its table who leads", () => {
  const state = contested([["lead", "2"]]);
  const tricks = { at_least: 2, at_most: 3 };
  const detail = "S's claim does not hold: the cards can be played so that N+S does not take all 3 tricks left.";
  const judged = { team: "N+S", result: "disproved", accepted_by: "certain", certain: { tricks }, detail };
  const happened = (claims) => {
    const now = { ...state, ruleset: { ...state.ruleset, overrides: { claims } } };
    return rulingOf(questionOf(now), judged, rulesNow(now)).summary.happened[0];
  };
  assert.equal(happened({}), `${detail} Of the tricks left, N+S gets 2, E+W 1.`);
  assert.equal(happened({ failed: "all_tricks" }), `${detail} Of the tricks left, N+S gets 0, E+W 3.`);
  assert.equal(happened({ failed: "play_on" }), detail);
  const caption = (shown) => found(pageView(shown), ({ props }) => props.class === "caption").map(textOf)[0];
  assert.equal(caption(state), "S to play.");
});

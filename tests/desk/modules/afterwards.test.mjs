import assert from "node:assert/strict";
import { test } from "node:test";
import { countOfTricks, tricksSoFar } from "../../../service/desk/static/record/tricks.js";
import { rulesNow } from "../../../service/desk/static/record/table.js";
import { corrected } from "../../../service/desk/static/record/entries.js";
import { rowsOf } from "../../../service/desk/static/record/tricks.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";

const after = (...events) => events.reduce(update, partners);
const partners = { ...initial(), details: { pagat: { parameters: { table: { sides: "partnership" } }, options: [] } } };

test("that play was stopped is in the record, and in a link, as long as it is ticked", () => {
  const stopped = update(partners, { type: "stopped", checked: true });
  assert.equal(stopped.record.stopped, true);
  assert.equal(restored(initial(), kept(stopped)).record.stopped, true);
  assert.equal(restored(initial(), { ...kept(stopped), record: { ...stopped.record, stopped: "yes" } }), null);
  assert.equal("stopped" in update(stopped, { type: "stopped", checked: false }).record, false);
});

test("a slip that changes entries can be taken, others have to be mended by hand", () => {
  const record = {
    players: ["N", "E/"],
    tricks: [{ leader: "N", cards: ["KH", "2H"] }, { cards_by_player: { "E/": "3H" } }],
  };
  const change = (pointer, recorded, suggested) => ({ pointer, recorded, suggested });
  assert.deepEqual(corrected(record, [change("#/tricks/0/cards/1", "2H", "2D")]).tricks[0], {
    leader: "N",
    cards: ["KH", "2D"],
  });
  assert.deepEqual(corrected(record, [change("#/tricks/1/cards_by_player/E~1", "3H", "4H")]).tricks[1], {
    cards_by_player: { "E/": "4H" },
  });
  assert.deepEqual(record.tricks[0].cards, ["KH", "2H"]);
  for (const bad of [
    [],
    [change("#/tricks/0/cards/1", "3H", "2D")],
    [change("#/tricks/0/cards/2", undefined, "2D")],
    [change("#/tricks/9/cards/0", "2H", "2D")],
    [change("#/tricks/0/cards/1", "2H", undefined)],
  ]) {
    assert.equal(corrected(record, bad), null);
  }
});

test("how far the round has come", () => {
  const { record, ...rest } = after(
    { type: "bid", bidder: "E", value: "bnil" },
    { type: "cell", trick: 0, seat: 0, value: "kh ah 2h 3h" },
    { type: "cell", trick: 1, seat: 1, value: "kd 2d" },
  );
  const rules = rulesNow({ ...rest, record });
  const rows = rowsOf(record, rules);
  assert.deepEqual(tricksSoFar(record, rules, rows), [
    ["N+S", 0],
    ["E+W", 1],
  ]);
  assert.equal(countOfTricks(rows), 1);
});

test("another number of players takes a ruleset for so many, and says so", () => {
  const offered = [
    { name: "pagat", title: "Pagat", players: [4] },
    { name: "solo", title: "Solo", players: [2, 3] },
  ];
  const state = update({ ...partners, offered }, { type: "seats", value: "3" });
  assert.deepEqual(
    [state.ruleset.name, state.record.players.length, state.notice],
    ["solo", 3, "Pagat is not for 3 players. The ruleset is now Solo."],
  );
  assert.deepEqual(update(state, { type: "empty" }).record.players.length, 3);
});

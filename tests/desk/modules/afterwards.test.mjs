import assert from "node:assert/strict";
import { test } from "node:test";
import { corrected } from "../../../service/desk/static/record/entries.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";

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

// The one value that the page is made of: what is kept in its address, and what the service has said about it.

const SEATS = ["N", "E", "S", "W", "X", "Y"];

/** The names at a table where nobody has given any. */
export const namesOf = (count) => (count === 4 ? SEATS.slice(0, 4) : ["Ana", "Ben", "Cy", "Dee", "Eve", "Flo"].slice(0, count));

/** An empty desk. */
export function initial() {
  return {
    ruleset: { name: "pagat", options: [], overrides: {} },
    record: { players: namesOf(4), tricks: [] },
    text: "",
    edited: "grid",
    view: { target: "hands", seat: 0 },
    // A call and a claim of which too little is said to be in the record.
    started: {},
    // Not kept: it comes again.
    offered: [],
    details: {},
    drafts: {},
    reading: { problem: null, notes: [], count: 1, kind: "round", losses: [], isBehind: false },
    answer: null,
    // Who is to play, and the cards that he may play: {player, cards}, or null if that is not known.
    turn: null,
    problem: null,
    notice: "",
    asked: 0,
    answered: 0,
    away: false,
    locked: false,
    step: 0,
  };
}

/** What is in the address: the whole dispute, and nothing that the service can say again. */
export function kept({ ruleset, record, text, edited, view, started }) {
  return { ruleset, record, text, edited, view, ...(started.call || started.claim ? { started } : {}) };
}

/** A state with what was kept elsewhere; null if that is no state of the desk. */
export function restored(state, value) {
  if (!isObject(value) || !isObject(value.ruleset) || !isRecord(value.record)) return null;
  const { name, options = [], overrides = {} } = value.ruleset;
  if (typeof name !== "string" || !isListOf(options, "string") || !isObject(overrides)) return null;
  const seat = Number.isInteger(value.view?.seat) && value.view.seat in value.record.players ? value.view.seat : 0;
  return {
    ...state,
    ruleset: { name, options, overrides },
    record: value.record,
    text: typeof value.text === "string" ? value.text : "",
    edited: value.edited === "text" ? "text" : "grid",
    view: { target: value.view?.target === "tricks" ? "tricks" : "hands", seat },
    started: { call: startedOf(value.started?.call), claim: startedOf(value.started?.claim) },
    drafts: {},
    reading: initial().reading,
    answer: null,
    turn: null,
    problem: null,
    notice: "",
    asked: state.asked + 1,
  };
}

/** A call or a claim that somebody began to enter; null for anything else. */
const startedOf = (value) => (isObject(value) && Object.values(value).every((each) => typeof each !== "object" || areCards(each)) ? value : null);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = (value, type) => Array.isArray(value) && value.every((each) => typeof each === type);
const areCards = (value) => isListOf(value, "string");

/** Whether a value is so far a record of a round that the fields can show it. The service judges the rest. */
export function isRecord(value) {
  if (!isObject(value) || !isListOf(value.players, "string") || value.players.length < 2 || value.players.length > 6) return false;
  const { hands = {}, tricks = [], bids = [], bids_by_player: byPlayer = {}, blind_bidders: blind = [], accusations = [], teams = [] } = value;
  return (
    isObject(hands) && Object.values(hands).every(areCards) && Array.isArray(tricks) && tricks.every(isTrick) &&
    Array.isArray(bids) && bids.every(isObject) && isObject(byPlayer) && isListOf(blind, "string") &&
    Array.isArray(accusations) && accusations.every(isObject) && Array.isArray(teams) && teams.every((each) => isObject(each) && isListOf(each.players, "string")) &&
    ["claim", "before", "reported"].every((each) => value[each] === undefined || isObject(value[each]))
  );
}

function isTrick(value) {
  if (!isObject(value)) return false;
  const { cards = [], plays = [], cards_by_player: byPlayer = {} } = value;
  return (
    areCards(cards) && isObject(byPlayer) && Object.values(byPlayer).every((each) => typeof each === "string") && Array.isArray(plays) &&
    plays.every((play) => isObject(play) && typeof play.card === "string" && typeof play.player === "string" && (play.withdrawn === undefined || (Array.isArray(play.withdrawn) && play.withdrawn.every((each) => isObject(each) && typeof each.card === "string"))))
  );
}

/** Whether there is nothing yet that could be ruled on. */
export function isBlank({ text, record }) {
  return !text.trim() && !record.tricks?.length && !record.hands && !record.bids && !record.bids_by_player;
}

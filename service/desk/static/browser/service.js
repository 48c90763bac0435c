// The operations of the service, and what can be taken from the desk: a file, the request as a command, the link.

import { own } from "../record/table.js";
import { store, stored } from "./storage.js";

/** The service can't be reached, or says that it can't answer now. */
export class Away extends Error {}

/** The service asks for an API key, or for another one. */
export class Locked extends Error {}

const KEY = "spades-desk-key";
const NOT_NOW = new Set([408, 429, 502, 503, 504]);

let ownKey = stored(KEY, "sessionStorage");

/** Ask with this key until the page is left, and after a reload. */
export function useKey(key) {
  ownKey = key;
  store(KEY, key, "sessionStorage");
}

async function asked(path, options = {}, reads = "json") {
  const headers = {
    Accept: "application/json",
    ...options.headers,
    ...(ownKey ? { Authorization: `Bearer ${ownKey}` } : {}),
  };
  let response;
  let answer;
  try {
    response = await fetch(path, { ...options, headers });
    answer = await response[response.ok ? reads : "json"]();
  } catch {
    throw new Away();
  }
  if (NOT_NOW.has(response.status)) throw new Away();
  if (response.status === 401) throw new Locked();
  return { ok: response.ok, answer };
}

export const get = (path) => asked(path);

/** Post a body. The answer is text if it is to be of another media type than JSON. */
export function post(path, body, type = null) {
  const accepted = type ? { Accept: `${type}, application/problem+json;q=0.5` } : {};
  const headers = { "Content-Type": "application/json", ...accepted };
  return asked(path, { method: "POST", headers, body: JSON.stringify(body) }, type ? "text" : "json");
}

export function referenceTo({ name, options, overrides, title }) {
  const said = {
    ...(options.length && { options }),
    ...(Object.keys(overrides).length && { overrides }),
    ...(title && { title }),
  };
  return Object.keys(said).length ? { name, ...said } : name;
}

/** What a text says, as {records, notes} or {problem}: one that a page saved, or one that the service reads. */
export const textRead = async (text, notation) => savedIn(text) ?? read(text, notation);

async function read(text, notation) {
  const { ok, answer } = await post("/v1/records/read", { text, notation });
  return ok ? answer : { problem: answer };
}

const CUT_SHORT = "This begins like a record that was saved here, but it is cut short or changed. Copy all of it.";

/** The records in a text that begins like JSON; undefined for any other text. */
function savedIn(text) {
  if (!/^\s*\[?\s*\{\s*"/.test(text)) return undefined;
  try {
    const saved = JSON.parse(text);
    const records = Array.isArray(saved) ? saved : (saved.records ?? [saved]);
    return { records: records.map((record) => ({ players: [], ...record })), notes: [] };
  } catch {
    return { problem: { detail: CUT_SHORT } };
  }
}

/** What a text says on the desk: shorthand that is half written is none of another notation, and is of those here. */
export async function roundRead(text, players) {
  const first = await textRead(text);
  const plain = codeOf(first) === "unknown_notation" ? await read(text, "shorthand") : first;
  if (codeOf(plain) === "no_players") {
    const head = `${players.map((name) => JSON.stringify(name)).join(" ")}; `;
    // On the same line, so that faults keep the numbers of their lines.
    return shifted(await read(head + text, "shorthand"), head.length);
  }
  return plain.problem && !looksLikeShorthand(text) ? first : plain;
}

const codeOf = ({ problem }) => problem?.errors?.[0]?.code;

/** Whether somebody seems to be writing shorthand, so that its faults help more than a list of notations. */
const looksLikeShorthand = (text) => text.length < 4000 && !/^\s*[[%{<]/.test(text);

function shifted({ problem, ...said }, columns) {
  const errors = problem?.errors?.map((error) =>
    error.line === 1 ? { ...error, column: Math.max(1, error.column - columns) } : error,
  );
  return problem ? { problem: { ...problem, errors } } : said;
}

export function curlOf({ path, body }, origin) {
  const said = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return `curl -s ${origin}${path} -H 'Content-Type: application/json' -d '${said}'\n`;
}

/** Copy text, and return whether that was possible: without HTTPS a browser lets no page do it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const saveJson = (name, value) => save(name, `${JSON.stringify(value, null, 2)}\n`, "application/json");

export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The rulesets that the service offers, and what it says about the one that is chosen: asked for once each.

export function catalogueFor(dispatch) {
  let missing = null;

  return async ({ offered, ruleset: { name }, details }) => {
    if (!offered.length) {
      const { ok, answer } = await get("/v1/rulesets");
      if (ok) dispatch({ type: "offered", rulesets: answer.rulesets });
    }
    if (own(details, name) || missing === name) return;
    const { ok, answer } = await get(`/v1/rulesets/${encodeURIComponent(name)}`);
    if (ok) dispatch({ type: "detail", detail: answer });
    else missing = name;
  };
}

// When it is asked: soon after the last change, and again while it is away. The last answer counts.

const PAUSE = 150;
const RETRY = 2_000;

/**
 * Return a function to call after each change; `now` returns the state, and `ask` asks about it whenever there is
 * another `question` in it.
 */
export function repeater(now, dispatch, ask, question = (state) => state.asked) {
  let timer;
  let known;

  async function run() {
    known = question(now());
    try {
      await ask(now());
    } catch (error) {
      if (error instanceof Locked) return dispatch({ type: "locked" });
      if (!(error instanceof Away)) throw error;
      dispatch({ type: "away" });
      later(RETRY);
    }
  }

  function later(pause) {
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  }

  return () => {
    if (question(now()) !== known) later(PAUSE);
  };
}

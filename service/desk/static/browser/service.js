// The service: the operations of the contract, and nothing else.

/** The service can't be reached, or says that it can't answer now. */
export class Away extends Error {}

/** The service asks for an API key, or for another one. */
export class Locked extends Error {}

const KEY = "spades-desk-key";
const NOT_NOW = new Set([408, 429, 502, 503, 504]);

let ownKey = storedKey();

function storedKey() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keep an API key for as long as this tab is open. */
export function useKey(key) {
  ownKey = key;
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // A browser that keeps nothing knows the key until the page is left.
  }
}

async function asked(path, options = {}, reads = "json") {
  const headers = { Accept: "application/json", ...options.headers, ...(ownKey ? { Authorization: `Bearer ${ownKey}` } : {}) };
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

/** Post a body. The answer is text if another media type than JSON is accepted. */
export function post(path, body, accept = "application/json") {
  const headers = { "Content-Type": "application/json", Accept: accept === "application/json" ? accept : `${accept}, application/problem+json;q=0.5` };
  return asked(path, { method: "POST", headers, body: JSON.stringify(body) }, accept === "application/json" ? "json" : "text");
}

/** A ruleset as a request names it: by its name alone, if nothing about it is changed. */
export function referenceTo({ name, options, overrides }) {
  if (!options.length && !Object.keys(overrides).length) return name;
  return { name, ...(options.length ? { options } : {}), ...(Object.keys(overrides).length ? { overrides } : {}) };
}

/** The body that asks for the ruling on what is on the desk. */
export const bodyOf = ({ ruleset, record }) => ({ ruleset: referenceTo(ruleset), tricks: [], ...record });

/**
 * Read a text in whatever notation it is. A text that names no players is one of the players at this table.
 * Returns {records, notes, format} or {problem}.
 */
export async function readText(text, players) {
  const first = await post("/v1/records/read", { text });
  if (first.ok) return first.answer;
  const code = first.answer.errors?.[0]?.code;
  if (code !== "no_players" && code !== "unknown_format") return { problem: first.answer };
  const head = players.map((name) => JSON.stringify(name)).join(" ");
  const plain = code === "unknown_format" ? await post("/v1/records/read", { text, format: "shorthand" }) : first;
  if (plain.ok) return plain.answer;
  if (plain.answer.errors?.[0]?.code !== "no_players") return { problem: code === "unknown_format" && looksLikeShorthand(text) ? plain.answer : first.answer };
  // On the same line, so that faults keep the numbers of their lines.
  const named = await post("/v1/records/read", { text: `${head}; ${text}`, format: "shorthand" });
  return named.ok ? named.answer : { problem: shifted(named.answer, head.length + 2) };
}

/** Whether somebody seems to be writing shorthand, so that its faults help more than a list of notations. */
const looksLikeShorthand = (text) => text.length < 4000 && !/^\s*[[%{<]/.test(text);

function shifted(problem, columns) {
  const errors = (problem.errors ?? []).map((each) => (each.line === 1 ? { ...each, column: Math.max(1, each.column - columns) } : each));
  return { ...problem, errors };
}

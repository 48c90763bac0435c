// The custom element <spades-replay>: a round of Spades in somebody's page. The service puts it, and the modules of the
// desk that it needs, into the one file spades-replay.js when it starts.

/* global STYLES -- http/scripts.py puts them first. */

import { decoded } from "../static/browser/address.js";
import { bringPictures, listen, patchChildren } from "../static/browser/page.js";
import { stepperFor } from "../static/browser/stepping.js";
import { isObject, isRecord, isRuleset, isSeat } from "../static/record/entries.js";
import { rulesOf } from "../static/record/table.js";
import { rowsOf } from "../static/record/tricks.js";
import { boardView } from "../static/table/board.js";
import { controlsView } from "../static/table/controls.js";
import { gameAt } from "../static/table/game.js";
import { afterStep } from "../static/table/position.js";
import { numbered } from "../static/table/marks.js";
import { LEGEND, timelineView } from "../static/table/timeline.js";
import { withCards } from "../static/view/elements.js";
import { markup } from "../static/view/markup.js";

const PLAIN = { options: [], overrides: {} };
const ATTRIBUTES = ["link", "record", "ruling", "service"];

/** What keeps a replay from being shown, in a sentence for whoever wrote the page. */
class Unusable extends Error {}

// Where the round comes from.

/** What the attributes and the script of an element say: {record, ruleset, ruling, link, service}. */
async function sourceOf(element) {
  const said = { ...inner(element) };
  for (const name of ATTRIBUTES) if (element.hasAttribute(name)) said[name] = element.getAttribute(name);
  const { link } = said;
  const address = link === undefined ? null : new URL(link, location.href);
  if (address && !/^https?:$/.test(address.protocol)) throw new Unusable("The link is none of a desk.");
  const state = address && (await decoded(address.hash.slice(1)));
  if (address && !isObject(state)) throw new Unusable("The link holds no round. Copy it from the desk once more.");
  const given = state ?? (await valueOf(said.record, "record"));
  const { ruleset = {}, ...record } = state ? { ruleset: state.ruleset, ...state.record } : (given ?? {});
  if (given === undefined) throw new Unusable("Give it a link, or a record.");
  if (!isRecord(record)) throw new Unusable("The record can’t be shown: it needs at least players and tricks.");
  return {
    record: { tricks: [], ...record },
    ruleset: { ...PLAIN, ...(typeof ruleset === "string" ? { name: ruleset } : ruleset) },
    ruling: await valueOf(said.ruling, "ruling"),
    service: said.service ?? address?.origin,
    link,
    turn: isSeat(record, state?.view?.turn) ? state.view.turn : 0,
  };
}

function inner(element) {
  const script = element.querySelector('script[type="application/json"]');
  if (!script) return {};
  const value = parsed(script.textContent, "script");
  return isObject(value) && !("players" in value) ? value : { record: value };
}

function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unusable(`The ${name} is not JSON.`);
  }
}

/** A value that is given as it is, as JSON, or as the address of a file with JSON. */
async function valueOf(value, name) {
  if (typeof value !== "string") return value;
  if (/^\s*\{/.test(value)) return parsed(value, name);
  const answer = await answered(value, {});
  if (!answer) throw new Unusable(`The ${name} can’t be fetched from ${value}.`);
  return answer;
}

/** What an address answers; undefined if it does not. */
async function answered(address, options) {
  try {
    const response = await fetch(address, options);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** The ruling and the ruleset by a service: only if no ruling is given, and a service is named. */
async function asked({ record, ruleset, service }) {
  if (service === undefined) return {};
  const body = JSON.stringify({ ruleset: { name: "pagat", ...ruleset }, ...record, answer: "with_summary" });
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const [ruling, detail] = await Promise.all([
    answered(new URL("/v1/rounds/audit", service), { method: "POST", headers, body }),
    answered(new URL(`/v1/rulesets/${encodeURIComponent(ruleset.name ?? "pagat")}`, service), {}),
  ]);
  return { ruling, detail };
}

const isRuling = (value) =>
  isObject(value) && ["findings", "undecided", "tricks", "penalties"].every((name) => Array.isArray(value[name]));

/** Everything that is shown of a round. */
async function roundOf(element) {
  const source = await sourceOf(element);
  const { ruling = null, detail = null } =
    source.ruling === undefined ? await asked(source) : { ruling: source.ruling };
  if (ruling !== null && !isRuling(ruling)) {
    throw new Unusable("The ruling is none: give it the whole answer of POST /v1/rounds/audit.");
  }
  const { record, ruleset, link, turn } = source;
  const plain = rulesOf(detail, isRuleset(ruleset) ? ruleset : { ...PLAIN, name: "pagat" }, record.players.length);
  const longest = Math.max(0, ...Object.values(record.hands ?? {}).map((hand) => hand.length));
  const rules = { ...plain, handSize: longest || plain.handSize };
  const leaders = ruling?.tricks.map(({ leader }) => leader);
  const found = ruling ? numbered(ruling) : [];
  return { record, rules, rows: rowsOf(record, rules, leaders), answer: ruling, found, link, turn };
}

// What it looks like.

/** The ruling in short: its summary, or else what was found. */
const shortOf = ({ summary, findings }) =>
  (summary ? [...summary.happened, ...(summary.score ?? [])] : findings.map(({ detail }) => detail)).join(" ");

function replayView(round, { at, turn }) {
  const game = gameAt({ ...round, at });
  const { answer, link } = round;
  return markup`<section class="game replay" label="replay of a round of Spades" tabindex="-1" keydown=${{ type: "keys" }}>
    ${answer ? markup`<p class="headline ${answer.summary?.tone ?? answer.verdict}">${withCards(shortOf(answer))}</p>` : null}
    ${boardView(game, turn)}
    <div class="under-board">${controlsView(game)}</div>
    ${timelineView(game)}
    <p class="legend">${LEGEND}</p>
    <p class="foot">
      ${link && markup`<a href=${link} target="_blank" rel="noopener">Open it at the desk</a>`}
      ${link && answer && " · "}
      ${answer?.ruling_id && `ruling ${answer.ruling_id}`}
    </p>
  </section>`;
}

let sheet;

/** Style a shadow root, in a way that no content policy of the page refuses, and return where a replay goes in it. */
function stageIn(root) {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  root.adoptedStyleSheets = [sheet];
  bringPictures(root);
  return root.appendChild(document.createElement("div"));
}

class SpadesReplay extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #root = this.attachShadow({ mode: "open" });
  #stage = stageIn(this.#root);
  #round = null;
  #at = null;
  #turn = 0;
  #loads = 0;

  constructor() {
    super();
    const stepped = stepperFor(this.#root, (event) => this.#changed(event));
    listen(this.#root, ["click", "keydown"], (event) =>
      event.type === "keys" ? stepped(event.from) : this.#changed(event),
    );
  }

  connectedCallback() {
    // The script within the element is there once the page has been read.
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#load(), { once: true });
    } else this.#load();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.#loads) this.#load();
  }

  async #load() {
    const own = (this.#loads += 1);
    try {
      const round = await roundOf(this);
      if (own !== this.#loads) return;
      this.#round = round;
      this.#turn = round.turn;
      const { joints } = gameAt({ ...round, at: null });
      const first = joints.find(({ mark, play }) => mark.severity === "offence" && !mark.open && play !== null);
      this.#at = first ? first.play + 1 : null;
      this.#show();
    } catch (error) {
      if (own !== this.#loads) return;
      if (!(error instanceof Unusable)) throw error;
      patchChildren(this.#stage, markup`<div><p class="game" role="alert">${error.message}</p></div>`);
    }
  }

  #changed(event) {
    if (!this.#round) return;
    if (event.type === "turned") this.#turn = (this.#turn + 1) % this.#round.record.players.length;
    else this.#at = afterStep(this.#round.rows, this.#at, event);
    this.#show();
  }

  #show() {
    patchChildren(this.#stage, markup`<div>${replayView(this.#round, { at: this.#at, turn: this.#turn })}</div>`);
  }
}

if (!customElements.get("spades-replay")) customElements.define("spades-replay", SpadesReplay);

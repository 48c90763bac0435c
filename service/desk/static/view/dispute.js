// What happened? The disputes to choose from, and the questions of the one that was chosen.

import { stepsOf, TEMPLATES } from "../dispute/templates.js";
import { own } from "../record/table.js";
import { faultOf, roving, typed, withCards } from "./elements.js";
import { markup } from "./markup.js";
import { tapView } from "./round.js";

export const choicesView = () =>
  markup`<div class="row" role="group" label="what happened">
    ${Object.entries(TEMPLATES).map(
      ([kind, { title }], at) =>
        markup`<button key=${kind} ...${roving(at === 0)} click=${{ type: "dispute", kind }}>${title}</button>`,
    )}
  </div>`;

export function disputeView(state) {
  const steps = stepsOf(state);
  const last = steps.at(-1);
  return markup`<section class="dispute" aria-labelledby="h-dispute" key=${state.guide.kind}>
    <details open>
      <summary><h2 id="h-dispute">${own(TEMPLATES, state.guide.kind)?.title}</h2></summary>
      <ol>${steps.map((step) => stepView(state, step))}</ol>
      ${last?.hasCards && tapView(state, (card) => ({ type: "guided", step: last.key, card }))}
      <button class="small" click=${{ type: "disputeClosed" }}>Close the questions</button>
    </details>
  </section>`;
}

function stepView(state, { key, kind, ask, value, options, size, hint, isNumber, isOptional }) {
  if (kind === "note") return markup`<li key=${key} class="hint">${withCards(ask)}</li>`;
  if (kind === "choice") {
    const stop = Math.max(0, options.map(([option]) => option).indexOf(value));
    return markup`<li key=${key}>
      <p id="ask-${key}">${ask}</p>
      <div class="row" role="radiogroup" aria-labelledby="ask-${key}">
        ${options.map(
          ([option, title], at) =>
            markup`<button key=${String(option)} role="radio" value=${String(option)}
              aria-checked=${String(option === value)} data-step=${key} ...${roving(at === stop)}
              click=${{ type: "guided", step: key }}>
              ${title}
            </button>`,
        )}
      </div>
    </li>`;
  }
  const field = `ask ${key}`;
  const event = { type: "guided", step: key };
  return markup`<li key=${key}>
    <label>
      <span>${ask} </span>
      <input ...${typed(state, field, value)} size=${size} inputmode=${isNumber ? "numeric" : null}
        placeholder=${hint ?? (isOptional ? "not known" : null)} data-step=${key} input=${event}
        change=${{ ...event, left: true }} keydown=${{ type: "guideKey", step: key }} />
    </label>
    ${faultOf(state, field, value)}
  </li>`;
}

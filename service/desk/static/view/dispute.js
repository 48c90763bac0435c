// What happened? The disputes to choose from, and the questions of the one that was chosen.

import { stepsOf, TEMPLATES } from "../dispute/templates.js";
import { rulesNow } from "../record/table.js";
import { faultOf, h, roving, typed, withCards } from "./elements.js";
import { tapView } from "./round.js";

export const choicesView = () =>
  h(
    "div.row",
    { role: "group", label: "what happened" },
    Object.entries(TEMPLATES).map(([kind, { title }], at) =>
      h("button", { key: kind, ...roving(at === 0), click: { type: "dispute", kind } }, title),
    ),
  );

export function disputeView(state) {
  const steps = stepsOf(state);
  const last = steps.at(-1);
  return h(
    "section.dispute",
    { "aria-labelledby": "h-dispute", key: state.guide.kind },
    h(
      "details",
      { open: true },
      h("summary", h("h2", { id: "h-dispute" }, TEMPLATES[state.guide.kind].title)),
      h(
        "ol",
        steps.map((step) => stepView(state, step)),
      ),
      last?.hasCards && tapView(rulesNow(state).pack, (card) => ({ type: "guided", step: last.key, card })),
      h("button.small", { click: { type: "disputeClosed" } }, "Close the questions"),
    ),
  );
}

function stepView(state, { key, kind, ask, value, options, size, hint, isNumber, isOptional }) {
  if (kind === "note") return h("li", { key, class: "hint" }, withCards(ask));
  if (kind === "choice") {
    const stop = Math.max(
      0,
      options.findIndex(([option]) => option === value),
    );
    return h(
      "li",
      { key },
      h("p", { id: `ask-${key}` }, ask),
      h(
        "div.row",
        { role: "radiogroup", "aria-labelledby": `ask-${key}` },
        options.map(([option, title], at) =>
          h(
            "button",
            {
              key: String(option),
              role: "radio",
              value: String(option),
              "aria-checked": String(option === value),
              "data-step": key,
              ...roving(at === stop),
              click: { type: "guided", step: key },
            },
            title,
          ),
        ),
      ),
    );
  }
  const field = `ask ${key}`;
  const event = { type: "guided", step: key };
  return h(
    "li",
    { key },
    h(
      "label",
      h("span", `${ask} `),
      h("input", {
        ...typed(state, field, value),
        size,
        inputmode: isNumber ? "numeric" : null,
        placeholder: hint ?? (isOptional ? "not known" : null),
        "data-step": key,
        input: event,
        change: { ...event, left: true },
        keydown: { type: "guideKey", step: key },
      }),
    ),
    faultOf(state, field, value),
  );
}

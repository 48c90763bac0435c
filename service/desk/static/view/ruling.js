// The ruling: first one sentence that answers, then what may be a slip, then everything that was found.

import { handText, shown } from "../record/cards.js";
import { corrected, membersOf } from "../record/entries.js";
import { biddersOf, bidText } from "../record/hands.js";
import { own, rulesNow } from "../record/table.js";
import { isBlank } from "../state.js";
import { marksAt, marksOfTrick, resultOfReading, sentenceOf, signed } from "../words.js";
import { accessNotice, cardText, h, withCards } from "./elements.js";

/** `isFaulty` tells that a field has something that is not in the record. */
export function rulingView(state, { found, isFaulty }) {
  const { answer, parsed, problem } = state;
  return h(
    "section",
    { class: "ruling", id: "ruling", tabindex: "-1", "data-place": "ruling", "aria-labelledby": "h-ruling" },
    h("h2", { id: "h-ruling" }, "The ruling"),
    h("div", { role: "status", class: "verdict" }, firstWords(state)),
    isFaulty && answer
      ? h(
          "p",
          { class: "fault" },
          "A field has something that can't be taken; the ruling counts what was there before.",
        )
      : null,
    problem ? refusal(state) : null,
    answer && parsed.problem
      ? h(
          "details",
          {},
          h("summary", {}, "The last ruling, on what was there before"),
          h("p", {}, withCards(sentenceOf(state))),
          allOf(state, found),
        )
      : null,
    answer && !parsed.problem ? allOf(state, found) : null,
    !answer && parsed.kind !== "round"
      ? h(
          "p",
          {},
          parsed.kind === "game"
            ? "This text is a whole game."
            : "This text is a row of a score sheet, without tricks.",
          " The desk rules on rounds, trick by trick.",
        )
      : null,
  );
}

const allOf = (state, found) => [
  readings(state),
  findings(
    found.filter((mark) => !mark.open),
    "Findings",
  ),
  findings(
    found.filter((mark) => mark.open),
    "Open questions",
  ),
  accusations(state),
  claimed(state),
  penalties(state.answer),
  scores(state.answer),
  sheet(state.answer),
  foot(state.answer),
];

/** What is announced: the sentence, or why there is none. */
function firstWords(state) {
  const { answer, problem, parsed } = state;
  const notice = accessNotice(state);
  if (notice) return notice;
  if (parsed.problem) {
    return h(
      "p",
      {},
      "The text can't be read yet; what is wrong is said below it. ",
      h("button", { type: "button", class: "link", on: { click: { type: "goto", place: "text" } } }, "Show"),
    );
  }
  if (answer) {
    return h(
      "p",
      { class: `headline ${answer.verdict}` },
      h("strong", { class: "verdict-word" }, answer.verdict),
      " ",
      withCards(sentenceOf(state)),
    );
  }
  if (problem) {
    return h(
      "p",
      { class: "notice" },
      problem.errors?.length ? `${problem.title} ${problem.errors.length === 1 ? "" : problem.detail}` : problem.detail,
    );
  }
  return h("p", {}, isBlank(state) ? "It appears here as soon as there is something to rule on." : "…");
}

/** Why the service does not rule on the record: each fault leads to its place. */
function refusal({ problem, offered, record }) {
  const errors = problem.errors ?? [];
  const count = record.players.length;
  const fitting = errors.some(({ code }) => code === "player_count")
    ? offered.filter(({ players }) => players.includes(count))
    : [];
  return [
    h(
      "ul",
      { class: "faults" },
      errors.map(({ pointer, detail }) =>
        h(
          "li",
          {},
          withCards(detail),
          " ",
          pointer
            ? h("button", { type: "button", class: "link", on: { click: { type: "goto", place: pointer } } }, "Show")
            : null,
        ),
      ),
    ),
    fitting.length
      ? h(
          "div",
          { class: "row" },
          `Rulesets for ${count} players:`,
          fitting.map(({ name, title }) =>
            h("button", { type: "button", key: name, value: name, on: { click: { type: "ruleset" } } }, title),
          ),
        )
      : null,
  ];
}

function readings({ answer, record, words }) {
  const { readings: slips = [], limit_reached: isCut } = answer;
  const limit = isCut ? h("p", {}, "It has more readings than are tried; what they might change is left open.") : null;
  if (!slips.length) return limit;
  // Where several accuse equally few, none of them is likelier.
  const equal = slips.filter((slip) => slip.offences.length === slips[0].offences.length).length;
  const described = (slip, index) =>
    h(
      "li",
      { class: "slip" },
      h("strong", {}, `Reading ${index + 1}${!index && equal === 1 ? ", probably" : ""}: `),
      withCards(slip.detail),
      " ",
      withCards(resultOfReading(slip, words)),
      " ",
      corrected(record, slip.changes)
        ? h(
            "button",
            { type: "button", class: "link", on: { click: { type: "correct", changes: slip.changes } } },
            "Correct the record",
          )
        : null,
    );
  const others = slips.slice(equal).map((slip, index) => described(slip, index + equal));
  return [
    h("h3", {}, "Perhaps a slip of the pen"),
    h("ul", {}, slips.slice(0, equal).map(described)),
    others.length
      ? h("details", {}, h("summary", {}, `${others.length} more that would explain it`), h("ul", {}, others))
      : null,
    limit,
  ];
}

function findings(found, title) {
  if (!found.length) return null;
  return [
    h("h3", {}, title),
    h(
      "ol",
      { class: "findings" },
      found.map((mark) => finding(mark)),
    ),
  ];
}

function finding(found) {
  const { label, place, open, severity, trick, detail, rule, legal_cards: legal, code } = found;
  const { decided_by: decidedBy, readings: spared } = found;
  return h(
    "li",
    { key: label, class: open ? "open" : severity, "data-place": `finding ${label}`, tabindex: "-1" },
    h(
      "button",
      {
        type: "button",
        class: `mark ${open ? "open" : severity}`,
        "aria-label": `show where finding ${label} is`,
        on: { click: { type: "goto", place } },
      },
      label,
    ),
    h("span", { class: "kind" }, ` ${open ? "open" : severity}${trick ? `, trick ${trick}` : ""}. `),
    withCards(detail),
    legal?.length
      ? h(
          "p",
          { class: "legal" },
          "Legal: ",
          legal.map((card) => [cardText(card), " "]),
        )
      : null,
    open && spared
      ? h("p", { class: "legal" }, `No offence in reading ${spared.map((at) => at + 1).join(", ")}.`)
      : null,
    open && decidedBy
      ? h(
          "p",
          { class: "legal" },
          h(
            "button",
            { type: "button", class: "link", on: { click: { type: "goto", place: decidedBy } } },
            "Look here",
          ),
          ": this would decide it.",
        )
      : null,
    h(
      "p",
      { class: "rule" },
      rule ? `${rule.text} ${rule.added ? `${rule.added.text} ` : ""}` : "",
      h(
        "a",
        { href: `/v1/findings/${encodeURIComponent(code)}`, target: "_blank", rel: "noopener" },
        code.replaceAll("_", " "),
      ),
    ),
  );
}

function accusations({ answer, record }) {
  const { accusations: calls = [] } = answer;
  const whose = ({ by, against, trick }) => `${by} called ${against}${trick ? ` in trick ${trick}` : ""}: `;
  return calls.length
    ? [
        h("h3", {}, "Calls"),
        h(
          "ul",
          {},
          calls.map((call) =>
            h(
              "li",
              {},
              record.accusations?.[call.accusation] ? whose(record.accusations[call.accusation]) : "",
              h("strong", {}, call.result),
              ". ",
              withCards(call.detail),
            ),
          ),
        ),
      ]
    : null;
}

function claimed({ answer: { claim }, record }) {
  return claim
    ? [
        h("h3", {}, "The claim"),
        h(
          "p",
          {},
          record.claim ? `${record.claim.by} claimed: ` : "",
          h("strong", {}, claim.result),
          ". ",
          withCards(claim.detail),
        ),
      ]
    : null;
}

function penalties({ penalties: costs }) {
  return costs.length
    ? [
        h("h3", {}, "Penalties"),
        h(
          "ul",
          {},
          costs.map((penalty) =>
            h(
              "li",
              {},
              h(
                "button",
                {
                  type: "button",
                  class: "mark offence",
                  "aria-label": `finding ${penalty.finding + 1}`,
                  on: { click: { type: "goto", place: `finding ${penalty.finding + 1}` } },
                },
                String(penalty.finding + 1),
              ),
              " ",
              withCards(penalty.detail),
            ),
          ),
        ),
      ]
    : null;
}

function scores({ as_ruled: ruled, as_played: played = ruled }) {
  if (!ruled) return null;
  return [
    h("h3", {}, "The score"),
    h(
      "div",
      { class: "scores" },
      ruled.map((side, index) =>
        h(
          "table",
          { key: side.team },
          h("caption", {}, side.team),
          h(
            "tbody",
            {},
            side.lines.map((line) =>
              h("tr", {}, h("th", { scope: "row" }, line.detail), h("td", { class: "number" }, signed(line.points))),
            ),
            h(
              "tr",
              { class: "total" },
              h(
                "th",
                { scope: "row" },
                played[index] && played[index].points !== side.points
                  ? `Points as ruled; as played ${signed(played[index].points)}`
                  : "Points",
              ),
              h("td", { class: "number" }, signed(side.points)),
            ),
          ),
        ),
      ),
    ),
  ];
}

function sheet({ differences, as_ruled: ruled }) {
  if (!differences || (!differences.length && !ruled)) return null;
  return differences.length
    ? [
        h("h3", {}, "The score sheet"),
        h(
          "ul",
          {},
          differences.map((difference) =>
            h(
              "li",
              {},
              `${membersOf(difference.pointer).slice(1).join(" of ").replaceAll("_", " ")}: the sheet says ${difference.reported}, as ruled ${difference.ruled}.`,
            ),
          ),
        ),
      ]
    : h("p", {}, "The score sheet is as ruled.");
}

function foot({ ruling_id: id, ruleset, engine_version: version }) {
  return [
    h(
      "p",
      { class: "foot" },
      `By ${ruleset.name}${ruleset.options.length ? ` with ${ruleset.options.join(", ")}` : ""}, engine version ${version}. Whoever rules on the same record gets the same number: `,
      h("code", {}, id),
    ),
    h(
      "p",
      { class: "foot screen" },
      h("button", { type: "button", class: "link", on: { click: { type: "curl" } } }, "Copy as a command"),
      " for a program (curl).",
    ),
  ];
}

// What is on paper beside the ruling: the round, without fields.

/** The round for the printer; nothing of it is on the screen. */
export function paperView(state, rows, found) {
  if (!state.answer) return null;
  const { record, ruleset, answer } = state;
  const { players, dealer } = record;
  return h(
    "section",
    { class: "paper", "aria-hidden": "true" },
    h("h2", {}, "The round"),
    h(
      "p",
      {},
      `Players, clockwise: ${players.join(", ")}${dealer ? `; dealer ${dealer}` : ""}. Ruleset ${ruleset.name}, version ${answer.ruleset.version}${ruleset.options.length ? `, with ${ruleset.options.join(", ")}` : ""}.`,
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          players.map((name) => h("th", {}, name)),
        ),
      ),
      h(
        "tbody",
        {},
        handRow(record),
        bidRow(record, rulesNow(state)),
        rows.map((row, index) => trickRow(row, players, found, answer.tricks[index])),
      ),
    ),
    h(
      "p",
      { class: "small" },
      "An arrow: led the trick. Bold: won it. Small numbers are those of findings. Struck through: a card that was taken back.",
    ),
  );
}

function handRow({ players, hands }) {
  return hands
    ? h(
        "tr",
        {},
        h("th", {}, "Hand"),
        players.map((name) => h("td", {}, own(hands, name) ? handText(own(hands, name)) : "")),
      )
    : null;
}

function bidRow(record, rules) {
  const bidders = biddersOf(record, rules);
  const bids = bidders.map((bidder) => bidText(record, bidder));
  return bids.some(Boolean)
    ? h(
        "tr",
        {},
        h("th", {}, rules.bySide ? "Bids of sides" : "Bid"),
        bids.map((bid) => h("td", {}, bid)),
      )
    : null;
}

function trickRow(row, players, found, outcome) {
  const place = `tricks/${row.number - 1}`;
  return h(
    "tr",
    { key: `paper ${row.number}` },
    h("th", {}, String(row.number), labels(marksOfTrick(found, place))),
    players.map((name, seat) =>
      h(
        "td",
        {},
        row.led === seat ? "→ " : "",
        row.cells[seat].map((play) => [
          play.withdrawn.map((taken) => [h("s", {}, shown(taken.card)), " "]),
          h(outcome?.winner === name ? "strong" : "span", {}, shown(play.card)),
          labels(marksAt(found, play.pointer)),
          " ",
        ]),
      ),
    ),
  );
}

const labels = (marks) => (marks.length ? h("sup", {}, marks.map((mark) => mark.label).join(" ")) : null);

// The ruling: first one sentence that answers, then what may be a slip, then everything that was found.

import { openIn } from "../dispute/question.js";
import { handText } from "../record/cards.js";
import { corrected, membersOf, placeOf } from "../record/entries.js";
import { biddersOf, bidText } from "../record/hands.js";
import { own, rulesetFor, rulesNow } from "../record/table.js";
import { changedRules, rulesetWords } from "../rules/values.js";
import { sentenceOf as ruleSentence } from "../rules/house.js";
import { isBlank } from "../state.js";
import { LEGEND } from "../table/timeline.js";
import { accessNotice, cardText, h, link, markButton, signed, withCards } from "./elements.js";
import { signatures, titleOnPaper } from "./paper.js";

/** `isFaulty` tells that a field has something that is not in the record. The `game` follows the first words. */
export function rulingView(state, { found, game, isFaulty }) {
  const { answer, parsed, problem } = state;
  const isStale = state.asked !== state.answered && answer !== null && state.recalled !== state.asked;
  return h(
    "section",
    {
      class: isStale ? "ruling stale" : "ruling",
      id: "ruling",
      tabindex: "-1",
      "data-place": "ruling",
      "aria-labelledby": "h-ruling",
      "aria-busy": String(state.asked !== state.answered),
    },
    answer && titleOnPaper("Ruling on a round of Spades"),
    h("h2", { id: "h-ruling" }, "The ruling"),
    state.asked === state.answered ? null : waiting(state),
    h("div", { role: "status", class: "verdict" }, firstWords(state)),
    isFaulty &&
      answer &&
      h("p.fault", "A field has something that can't be taken; the ruling counts what was there before."),
    problem && refusal(state),
    game,
    answer &&
      parsed.problem &&
      h(
        "details",
        h("summary", "The last ruling, on what was there before"),
        h("p", withCards(answer.summary.happened.join(" "))),
        allOf(state, found),
      ),
    answer && !parsed.problem && allOf(state, found),
    !answer &&
      parsed.kind !== "round" &&
      h(
        "p",
        "This text is a game, and the desk rules on one round: leave the others out, or paste it into ",
        h("a", { href: "/desk/sheet" }, "the score sheet"),
        ".",
      ),
  );
}

/** That the ruling is not of now, and, once that takes long, what the desk waits for. */
function waiting({ answer, away, waits, asked, recalled }) {
  if (recalled === asked) return away ? h("p", "This is the last ruling on this round, kept by this browser.") : null;
  const old = answer ? "This is the ruling on what was there before. " : "";
  return waits?.asked === asked
    ? h("p.waiting.long", { role: "status" }, `${old}The service is still ${waits.what}. Nothing is lost.`)
    : h("p.waiting", `${old}The new one is on its way.`);
}

const allOf = (state, found) => [
  readings(state),
  findings(
    "Findings",
    found.filter(({ open }) => !open),
  ),
  findings(
    "Open questions",
    found.filter(({ open }) => open),
  ),
  claimed(state),
  scores(state.answer),
  sheet(state.answer),
  foot(state),
];

function firstWords(state) {
  const { answer, problem, parsed } = state;
  const notice = accessNotice(state);
  if (notice) return [notice, answer && !parsed.problem && headline(state)];
  if (parsed.problem) {
    return h(
      "p",
      "The text can't be read yet; what is wrong is said below it. ",
      link({ type: "goto", place: "text" }, "Show"),
    );
  }
  if (answer) return headline(state);
  if (problem) {
    return h(
      "p.notice",
      problem.errors?.length ? `${problem.title} ${problem.errors.length === 1 ? "" : problem.detail}` : problem.detail,
    );
  }
  const begin = isBlank(state) ? "It appears here as soon as there is something to rule on." : "…";
  return h("p", openIn(state) ?? begin);
}

/** How many of the readings accuse the fewest: where they are several, none of them is likelier. */
const equallyLikely = (slips) => slips.filter(({ offences }) => offences.length === slips[0].offences.length).length;

/** What players want to know: what happened, its proof, its cost, the score; and the likeliest slip, to be mended. */
function headline(state) {
  const { answer, record } = state;
  const { penalties, readings: slips = [], summary } = answer;
  const { sign, verdict, tone, proof = [], calls = [], claim, cost = [], score = [], now = [], why = [] } = summary;
  const [first, ...more] = toldIn(summary);
  const canMend = slips.length > 0 && equallyLikely(slips) === 1 && corrected(record, slips[0].changes);
  const row = (title, ...told) =>
    told.flat().some(Boolean) ? h("div", { key: title }, h("dt", {}, title), h("dd", {}, ...told)) : null;
  return h(
    "div",
    { class: `headline ${tone}` },
    h("p.verdict-word", h("span.sign", { isMute: true }, sign), verdict),
    h("p.happened", withCards(first)),
    more.length ? h("p.more", withCards(more.join(" "))) : null,
    openIn(state) && h("p.still", {}, openIn(state)),
    canMend && h("p.mend", h("button.main", { click: { type: "correct", changes: slips[0].changes } }, "Correct it")),
    h(
      "dl",
      row("Proof", proof.map(proofOf)),
      row("Calls", withCards(calls.join(" "))),
      row("Claim", claim && withCards(claim)),
      row("Cost", penalties.length ? penalties.map(penalty) : withCards(cost.join(" "))),
      row("To choose", penalties.flatMap(choice(answer))),
      row("Score", withCards([...score, ...why].join(" "))),
      row("Score now", now.join(" · ")),
    ),
    rulesBehind(penalties).map((rule) =>
      h(
        "p.rule",
        { key: rule.parameter },
        ruleText(rule),
        rule.basis === "default" &&
          h("span.screen", " ", link({ type: "ruleNamed", name: rule.parameter }, "Change it")),
      ),
    ),
  );
}

/** What happened, with the nils that are broken: an offence and a doubt come before these. */
export const toldIn = ({ tone, happened, nils = [] }) =>
  ["clean", "undetermined"].includes(tone) ? [...nils, ...happened] : [...happened, ...nils];

/** The rules by which the penalties are what they are, each once. */
const rulesBehind = (penalties) => {
  const rules = penalties.flatMap(({ rule, further_rules: further = [] }) => [rule, ...further]);
  return [...new Map(rules.map((rule) => [rule.parameter, rule])).values()];
};

const BASES = {
  written: "written in the source of the ruleset",
  implied: "implied by the source of the ruleset",
  default: "a default of this service, because the source of the ruleset does not say",
  override: "a house rule from the request",
  game: "a rule of the game itself",
};

const ruleText = ({ text, basis, added }) => [
  text,
  basis && ` (${own(BASES, basis) ?? basis})`,
  added && ` ${added.text} (${BASES.default})`,
];

const penalty = ({ finding: index, detail }) =>
  h(
    "p",
    markButton("offence", index + 1, { name: `finding ${index + 1}`, place: `finding ${index + 1}` }),
    " ",
    withCards(detail),
  );

/** What the wronged side may choose, each with the points that it makes; a click writes it down. */
const choice =
  ({ findings: found }) =>
  ({ finding: index, team, choices = [] }) =>
    choices.map(({ remedy, as_ruled: scored = [] }) => {
      const chosen = { code: found[index].code, team, remedy };
      const points = scored.map((side) => `${side.team} ${signed(side.points)}`).join(", ");
      return h(
        "p",
        {},
        h("button", { click: { type: "remedyChosen", chosen } }, remedy.replaceAll("_", " ")),
        " ",
        points,
      );
    });

const proofOf = ({ detail, pointer }, at) => [
  at ? "; " : "",
  pointer ? link({ type: "goto", place: placeOf(pointer) }, withCards(detail)) : withCards(detail),
];

/** Why the service does not rule on the record: each fault leads to its place. */
function refusal({ problem, offered, record, ruleset }) {
  const { players } = record;
  const fitting = offered.filter((offer) => offer.players.includes(players.length));
  const button = (event, name, value) => [h("button", { value, click: event }, name), " "];
  const show = (place) => link({ type: "goto", place }, "Show");
  const saidOf = ({ code, pointer, detail }) => {
    if (code === "player_count" && fitting.length) {
      const choices = fitting.map(({ name, title }) => button({ type: "ruleset" }, title, name));
      return [`This ruleset is not for ${players.length} players. Choose one that is: `, choices];
    }
    if (code === "player_count") {
      const { name } = rulesetFor({ offered, ruleset }, players.length).ruleset;
      const { title } = offered.find((offer) => offer.name === name) ?? {};
      const how = title && button({ type: "seated" }, `${title}, played by ${players.length}`);
      return [`No ruleset here is made for ${players.length} players. `, how];
    }
    if (code !== "leader_unknown") return [withCards(detail), " ", pointer ? show(pointer) : ""];
    const trick = Number(membersOf(pointer)[1]);
    const seats = players.map((name, seat) => button({ type: "leader", trick }, name, String(seat)));
    return [`Who led to trick ${trick + 1}? `, seats];
  };
  const faults = (problem.errors ?? []).map((error) => h("li", {}, saidOf(error)));
  return h("ul.faults", faults);
}

function readings({ answer, record }) {
  const { readings: slips = [], limit_reached: isCut } = answer;
  const limit = isCut ? h("p", "It has more readings than are tried; what they might change is left open.") : null;
  if (!slips.length) return limit;
  const equal = equallyLikely(slips);
  const described = (slip, index) =>
    h(
      "li.slip",
      h("strong", `Reading ${index + 1}: `),
      withCards(answer.summary.readings[index]),
      " ",
      corrected(record, slip.changes) && link({ type: "correct", changes: slip.changes }, "Correct the record"),
    );
  const others = slips.slice(equal).map((slip, index) => described(slip, index + equal));
  return [
    h("h3", "Perhaps a slip of the pen"),
    h("ul", slips.slice(0, equal).map(described)),
    others.length ? h("details", h("summary", `${others.length} more that would explain it`), h("ul", others)) : null,
    limit,
  ];
}

const MOST_SHOWN = 3;

function findings(title, found) {
  if (!found.length) return null;
  const list = (marks) => h("ol.findings", marks.map(finding));
  const more = found.slice(MOST_SHOWN);
  return [
    h("h3", {}, title),
    list(found.slice(0, MOST_SHOWN)),
    more.length ? h("details", { key: title }, h("summary", `${more.length} more`), list(more)) : null,
  ];
}

function finding(found) {
  const { label, place, open, severity, trick, detail, rule, legal_cards: legal, code } = found;
  const { decided_by: decidedBy, readings: spared, alternatives, established } = found;
  const cards = legal?.map((card) => [cardText(card), " "]);
  return h(
    "li",
    { key: label, class: open ? "open" : severity, "data-place": `finding ${label}`, tabindex: "-1" },
    markButton(open ? "open" : severity, label, { name: `show where finding ${label} is`, place }),
    h("span.kind", ` ${open ? "Open question" : (KINDS[severity] ?? severity)}${trick ? `, trick ${trick}` : ""}. `),
    withCards(detail),
    cards?.length ? h("p.legal", "Legal: ", cards) : null,
    alternatives?.length ? h("p.legal", "The trick would have gone ", withOther(alternatives), ".") : null,
    !open && established !== undefined && h("p.legal", `It was ${established ? "" : "not "}too late to correct it.`),
    open && spared && h("p.legal", `No offence in reading ${spared.map((at) => at + 1).join(", ")}.`),
    open &&
      decidedBy &&
      h("p.legal.screen", link({ type: "goto", place: decidedBy }, "Look here"), ": this would decide it."),
    h(
      "p.rule",
      rule && [ruleText(rule), " "],
      h(
        "a",
        { href: `/v1/findings/${encodeURIComponent(code)}`, target: "_blank", rel: "noopener" },
        `About “${code.replaceAll("_", " ")}”`,
      ),
    ),
  );
}

const KINDS = { offence: "Offence", error: "Error in the record", note: "Note" };

/** "to N with 9♥ or 8♥, to W with 7♥". */
function withOther(alternatives) {
  const winners = [...new Set(alternatives.map(({ winner }) => winner))];
  return winners.map((winner, at) => {
    const legal = alternatives.filter((each) => each.winner === winner);
    return [
      at ? ", " : "",
      `to ${winner} with `,
      legal.map(({ card }, index) => [index ? (index === legal.length - 1 ? " or " : ", ") : "", cardText(card)]),
    ];
  });
}

/** A line of play to the end of the round, a row for each trick; the first may have begun before it. */
function claimed({ answer, record }) {
  const { line = [], result } = answer.claim ?? {};
  const count = record.players.length;
  const first = line.length % count || count;
  const ends = Array.from({ length: Math.ceil(line.length / count) }, (_, at) => first + at * count);
  const plays = (end) =>
    line
      .slice(Math.max(0, end - count), end)
      .map(({ player, card }, at) => [at ? " · " : "", `${player} `, cardText(card)]);
  if (!line.length) return null;
  const rows = ends.map((end) => h("li", plays(end)));
  return [
    h("h3", result === "disproved" ? "A way of playing that takes fewer" : "A line of play to the end of the round"),
    h("p.screen", link({ type: "lineShown", isShown: true }, "Step through it at the table")),
    h("ol.line-of-play", rows),
  ];
}

function scores({ as_ruled: ruled, as_played: played = ruled }) {
  if (!ruled) return null;
  const row = (words, points) => [h("th", { scope: "row" }, words), h("td.number", signed(points))];
  const table = ({ team, lines, points }, index) => {
    const before = played[index]?.points ?? points;
    const total = before === points ? "Points" : `Points as ruled; as played ${signed(before)}`;
    const rows = lines.map((line) => h("tr", row(line.detail, line.points)));
    return h("table", { key: team }, h("caption", {}, team), h("tbody", rows, h("tr.total", row(total, points))));
  };
  return [h("h3", "The score"), h("div.scores", ruled.map(table))];
}

function sheet({ differences, as_ruled: ruled }) {
  if (!differences || (!differences.length && !ruled)) return null;
  const items = differences.map(({ pointer, reported, ruled: right }) => {
    const what = membersOf(pointer).slice(1).join(" of ").replaceAll("_", " ");
    return h("li", `${what}: the sheet says ${reported}, as ruled ${right}.`);
  });
  return items.length ? [h("h3", "The score sheet"), h("ul", items)] : h("p", "The score sheet is as ruled.");
}

function foot({ answer }) {
  const { ruling_id: id, ruleset, engine_version: version, verdict, affected_from: from } = answer;
  const codes = [...new Set([...answer.findings, ...answer.undecided].map(({ code }) => code))];
  return [
    from && h("p.foot", `Without that, the play might have gone differently from trick ${from} on.`),
    h("p.foot", `By ${rulesetWords(ruleset)}.`),
    h(
      "details.engine",
      h("summary", "Details"),
      h(
        "p",
        "Verdict: ",
        h("code", {}, verdict),
        codes.length ? ["; findings: ", h("code", {}, codes.join(", "))] : "",
      ),
      h(
        "p",
        `Ruleset version ${ruleset.version}, engine version ${version}. Whoever rules on the same record gets the same number: `,
        h("code", {}, id),
      ),
      h("p", link({ type: "curl" }, "Copy as a command"), " for a program (curl)."),
    ),
  ];
}

export function paperView(state) {
  if (!state.answer) return null;
  const { record, ruleset, answer } = state;
  const { players, dealer, hands } = record;
  const bids = biddersOf(record, rulesNow(state)).map((bidder) => [bidder, bidText(record, bidder)]);
  const held = Object.entries(hands ?? {}).map(([name, cards]) => [name, handText(cards).replaceAll(".", ".\u200b")]);
  const rules = changedRules(ruleset).map((name) => ruleSentence(state, name));
  const line = (title, ...said) =>
    said.some(Boolean) ? h("p", h("strong", `${title}: `), said.filter(Boolean).join("; "), ".") : null;
  const ofPlayers = (entries) => entries.map(([name, text]) => text && `${name} ${text}`);
  return h(
    "section.paper",
    { isMute: true },
    h("p.small", LEGEND),
    line("Players, clockwise", players.join(", "), dealer && `dealer ${dealer}`),
    line("Bids", ...ofPlayers(bids)),
    line("Hands", ...ofPlayers(held)),
    line("Ruleset", rulesetWords(ruleset), `version ${answer.ruleset.version}`),
    rules.some(Boolean) ? h("p", h("strong", "House rules: "), rules.filter(Boolean).join(" ")) : null,
    h("p.small", `Engine version ${answer.engine_version}, ruling ${answer.ruling_id}.`),
    signatures(["Director", "For one side", "For the other"]),
  );
}

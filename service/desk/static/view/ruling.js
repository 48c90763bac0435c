// The ruling: first one sentence that answers, then what may be a slip, then everything that was found.

import { openIn } from "../dispute/question.js";
import { corrected, membersOf, placeOf } from "../record/entries.js";
import { own, rulesetFor } from "../record/table.js";
import { changedRules, rulesetWords } from "../rules/values.js";
import { sentenceOf as ruleSentence } from "../rules/house.js";
import { isBlank } from "../state.js";
import { capital, kindOf, wordOf } from "../table/marks.js";
import { LEGEND } from "../table/timeline.js";
import { accessNotice, cardText, link, markButton, signatures, signed, titleOnPaper, withCards } from "./elements.js";
import { markup } from "./markup.js";

/** The ruling; the `game` follows its first words. */
export function rulingView(state, found, game) {
  const { answer, parsed, problem } = state;
  const isStale = state.asked !== state.answered && answer !== null && state.recalled !== state.asked;
  return markup`<section class=${isStale ? "ruling stale" : "ruling"} id="ruling" tabindex="-1" data-place="ruling"
    aria-labelledby="h-ruling" aria-busy=${String(state.asked !== state.answered)}>
    ${answer && titleOnPaper("Ruling on a round of Spades")}
    <h2 id="h-ruling">The ruling</h2>
    ${state.asked === state.answered ? null : waiting(state)}
    <div role="status" class="verdict">${firstWords(state)}</div>
    ${answer && markup`<p class="not-taken">A field has something that can't be taken; the ruling counts what was there before.</p>`}
    ${problem && refusal(state)}
    ${game}
    ${
      answer &&
      parsed.problem &&
      markup`<details>
        <summary>The last ruling, on what was there before</summary>
        <p>${withCards(answer.summary.happened.join(" "))}</p>
        ${allOf(state, found)}
      </details>`
    }
    ${answer && !parsed.problem && allOf(state, found)}
    ${
      !answer &&
      parsed.kind !== "round" &&
      markup`<p>
        This text is a game, and the desk rules on one round: leave the others out, or paste it into${" "}
        <a href="/desk/sheet">the score sheet</a>.
      </p>`
    }
  </section>`;
}

/** That the ruling is not of now. */
function waiting({ answer, away, asked, recalled }) {
  if (recalled === asked) {
    return away ? markup`<p>This is the last ruling on this round, kept by this browser.</p>` : null;
  }
  const old = answer ? "This is the ruling on what was there before. " : "";
  return markup`<p class="waiting">${old}The new one is on its way.</p>`;
}

const allOf = (state, found) => [
  readings(state),
  findings("Findings", found, false),
  findings("Open questions", found, true),
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
    return markup`<p>
      The text can't be read yet; what is wrong is said below it. ${link({ type: "goto", place: "text" }, "Show")}
    </p>`;
  }
  if (answer) return headline(state);
  if (problem) {
    return markup`<p class="notice">
      ${problem.errors?.length ? `${problem.title} ${problem.errors.length === 1 ? "" : problem.detail}` : problem.detail}
    </p>`;
  }
  const begin = isBlank(state) ? "It appears here as soon as there is something to rule on." : "…";
  return markup`<p>${openIn(state) ?? begin}</p>`;
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
    told.flat().some(Boolean) ? markup`<div key=${title}><dt>${title}</dt><dd>${told}</dd></div>` : null;
  return markup`<div class="headline ${tone}">
    <p class="verdict-word"><span class="sign" isMute>${sign}</span>${verdict}</p>
    <p class="happened">${withCards(first)}</p>
    ${more.length ? markup`<p class="more">${withCards(more.join(" "))}</p>` : null}
    ${openIn(state) && markup`<p class="still">${openIn(state)}</p>`}
    ${
      canMend &&
      markup`<p class="mend">
        <button class="main" click=${{ type: "correct", changes: slips[0].changes }}>Correct it</button>
      </p>`
    }
    <dl>
      ${row("Proof", proof.map(proofOf))}
      ${row("Calls", withCards(calls.join(" ")))}
      ${row("Claim", claim && withCards(claim))}
      ${row("Cost", penalties.length ? penalties.map(penalty) : withCards(cost.join(" ")))}
      ${row("To choose", penalties.flatMap(choice(answer)))}
      ${row("Score", withCards([...score, ...why].join(" ")))}
      ${row("Score now", now.join(" · "))}
    </dl>
    ${rulesBehind(penalties).map(ruleBehind)}
  </div>`;
}

/** What happened, with the nils that are broken: an offence and a doubt come before these. */
export const toldIn = ({ tone, happened, nils = [] }) =>
  ["clean", "undetermined"].includes(tone) ? [...nils, ...happened] : [...happened, ...nils];

/** The rules by which the penalties are what they are, each once. */
const rulesBehind = (penalties) => {
  const rules = penalties.flatMap(({ rule, further_rules: further = [] }) => [rule, ...further]);
  return [...new Map(rules.map((rule) => [rule.parameter, rule])).values()];
};

const ruleBehind = (rule) =>
  markup`<p class="rule" key=${rule.parameter}>
    ${ruleText(rule)}
    ${
      rule.basis === "default" &&
      markup`<span class="screen"> ${link({ type: "ruleNamed", name: rule.parameter }, "Change it")}</span>`
    }
  </p>`;

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
  markup`<p>
    ${markButton("offence", index + 1, { name: `finding ${index + 1}`, place: `finding ${index + 1}` })}${" "}
    ${withCards(detail)}
  </p>`;

/** What the wronged side may choose, each with the points that it makes; a click writes it down. */
const choice =
  ({ findings: found }) =>
  ({ finding: index, team, choices = [] }) =>
    choices.map(({ remedy, as_ruled: scored = [] }) => {
      const chosen = { code: found[index].code, team, remedy };
      const points = scored.map((side) => `${side.team} ${signed(side.points)}`).join(", ");
      return markup`<p><button click=${{ type: "remedyChosen", chosen }}>${remedy.replaceAll("_", " ")}</button> ${points}</p>`;
    });

const proofOf = ({ detail, pointer }, at) => [
  at ? "; " : "",
  pointer ? link({ type: "goto", place: placeOf(pointer) }, withCards(detail)) : withCards(detail),
];

/** Why the service does not rule on the record: each fault leads to its place. */
function refusal({ problem, offered, record, ruleset }) {
  const { players } = record;
  const fitting = offered.filter((offer) => offer.players.includes(players.length));
  const button = (event, name, value) => [markup`<button value=${value} click=${event}>${name}</button>`, " "];
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
  const faults = (problem.errors ?? []).map((error) => markup`<li>${saidOf(error)}</li>`);
  return markup`<ul class="faults">${faults}</ul>`;
}

function readings({ answer, record }) {
  const { readings: slips = [], limit_reached: isCut } = answer;
  const limit = isCut ? markup`<p>It has more readings than are tried; what they might change is left open.</p>` : null;
  if (!slips.length) return limit;
  const equal = equallyLikely(slips);
  const described = (slip, index) =>
    markup`<li class="slip">
      <strong>Reading ${index + 1}: </strong>
      ${withCards(answer.summary.readings[index])}${" "}
      ${corrected(record, slip.changes) && link({ type: "correct", changes: slip.changes }, "Correct the record")}
    </li>`;
  const others = slips.slice(equal).map((slip, index) => described(slip, index + equal));
  return [
    markup`<h3>Perhaps a slip of the pen</h3>`,
    markup`<ul>${slips.slice(0, equal).map(described)}</ul>`,
    others.length > 0 &&
      markup`<details><summary>${others.length} more that would explain it</summary><ul>${others}</ul></details>`,
    limit,
  ];
}

const MOST_SHOWN = 3;

function findings(title, all, isOpen) {
  const found = all.filter(({ open }) => open === isOpen);
  const list = (marks) => markup`<ol class="findings">${marks.map(finding)}</ol>`;
  const more = found.slice(MOST_SHOWN);
  return (
    found.length > 0 && [
      markup`<h3>${title}</h3>`,
      list(found.slice(0, MOST_SHOWN)),
      more.length ? markup`<details key=${title}><summary>${more.length} more</summary>${list(more)}</details>` : null,
    ]
  );
}

function finding(found) {
  const { label, place, open, trick, detail, rule, legal_cards: legal, code } = found;
  const { decided_by: decidedBy, readings: spared, alternatives, established } = found;
  const cards = legal?.map((card) => [cardText(card), " "]);
  return markup`<li key=${label} class=${kindOf(found)} data-place="finding ${label}" tabindex="-1">
    ${markButton(kindOf(found), label, { name: `show where finding ${label} is`, place })}
    <span class="kind">${" "}${capital(wordOf(found))}${trick ? `, trick ${trick}` : ""}.${" "}</span>
    ${withCards(detail)}
    ${cards?.length ? markup`<p class="legal">Legal: ${cards}</p>` : null}
    ${alternatives?.length ? markup`<p class="legal">The trick would have gone ${withOther(alternatives)}.</p>` : null}
    ${!open && established !== undefined && markup`<p class="legal">It was ${established ? "" : "not "}too late to correct it.</p>`}
    ${open && spared && markup`<p class="legal">No offence in reading ${spared.map((at) => at + 1).join(", ")}.</p>`}
    ${
      open &&
      decidedBy &&
      markup`<p class="legal screen">${link({ type: "goto", place: decidedBy }, "Look here")}: this would decide it.</p>`
    }
    <p class="rule">
      ${rule && [ruleText(rule), " "]}
      <a href="/v1/findings/${encodeURIComponent(code)}" target="_blank" rel="noopener">
        About “${code.replaceAll("_", " ")}”
      </a>
    </p>
  </li>`;
}

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
  if (!line.length) return null;
  const count = record.players.length;
  const ends = [...Array(line.length + 1).keys()].filter((at) => at && (line.length - at) % count === 0);
  const rows = ends.map((end) => line.slice(Math.max(0, end - count), end));
  const played = ({ player, card }, at) => [at ? " · " : "", `${player} `, cardText(card)];
  return [
    markup`<h3>
      ${result === "disproved" ? "A way of playing that takes fewer" : "A line of play to the end of the round"}
    </h3>`,
    markup`<ol class="line-of-play">${rows.map((row) => markup`<li>${row.map(played)}</li>`)}</ol>`,
  ];
}

function scores({ as_ruled: ruled, as_played: played = ruled }) {
  if (!ruled) return null;
  const row = (words, points) => [
    markup`<th scope="row">${words}</th>`,
    markup`<td class="number">${signed(points)}</td>`,
  ];
  const table = ({ team, lines, points }, index) => {
    const before = played[index]?.points ?? points;
    const total = before === points ? "Points" : `Points as ruled; as played ${signed(before)}`;
    const rows = lines.map((line) => markup`<tr>${row(line.detail, line.points)}</tr>`);
    return markup`<table key=${team}>
      <caption>${team}</caption>
      <tbody>${rows}<tr class="total">${row(total, points)}</tr></tbody>
    </table>`;
  };
  return [markup`<h3>The score</h3>`, markup`<div class="scores">${ruled.map(table)}</div>`];
}

function sheet({ differences, as_ruled: ruled }) {
  if (!differences || (!differences.length && !ruled)) return null;
  const items = differences.map(({ pointer, reported, ruled: right }) => {
    const what = membersOf(pointer).slice(1).join(" of ").replaceAll("_", " ");
    return markup`<li>${what}: the sheet says ${reported}, as ruled ${right}.</li>`;
  });
  return items.length
    ? [markup`<h3>The score sheet</h3>`, markup`<ul>${items}</ul>`]
    : markup`<p>The score sheet is as ruled.</p>`;
}

function foot({ answer }) {
  const { ruling_id: id, ruleset, engine_version: version, verdict, affected_from: from } = answer;
  const codes = [...new Set([...answer.findings, ...answer.undecided].map(({ code }) => code))];
  return [
    from && markup`<p class="foot">Without that, the play might have gone differently from trick ${from} on.</p>`,
    markup`<p class="foot">By ${rulesetWords(ruleset)}.</p>`,
    markup`<details class="engine">
      <summary>Details</summary>
      <p>
        Verdict: <code>${verdict}</code>
        ${codes.length ? ["; findings: ", markup`<code>${codes.join(", ")}</code>`] : ""}
      </p>
      <p>
        Ruleset version ${ruleset.version}, engine version ${version}. Whoever rules on the same record gets the same number:${" "}
        <code>${id}</code>
      </p>
      <p>${link({ type: "curl" }, "Copy as a command")} for a program (curl).</p>
    </details>`,
  ];
}

/** What only paper has: the round as text, which says all that was entered, and lines to sign. */
export function paperView(state) {
  const { answer, ruleset, text } = state;
  if (!answer) return null;
  const rules = changedRules(ruleset).map((name) => ruleSentence(state, name));
  return markup`<section class="paper" isMute>
    <p class="small">${LEGEND}</p>
    <pre>${text}</pre>
    <p><strong>Ruleset: </strong>${rulesetWords(ruleset)}; version ${answer.ruleset.version}.</p>
    ${rules.some(Boolean) ? markup`<p><strong>House rules: </strong>${rules.filter(Boolean).join(" ")}</p>` : null}
    <p class="small">Engine version ${answer.engine_version}, ruling ${answer.ruling_id}.</p>
    ${signatures(["Director", "For one side", "For the other"])}
  </section>`;
}

// The page of the score sheet, from its state: the rounds, their scores, and how the game stands.

import { bidText } from "../record/hands.js";
import { offerOf, own } from "../record/table.js";
import { sentenceOf } from "../rules/house.js";
import { changedRules, rulesetWords } from "../rules/values.js";
import { eventsIn } from "../sheet/events.js";
import {
  biddersIn,
  faultsIn,
  firstSeat,
  isAbout,
  isBlank,
  isFault,
  isPlain,
  numberOf,
  roundAt,
  roundsShown,
  rowOf,
  seatedEver,
  sidesNow,
  sitterNow,
  unitsIn,
} from "../sheet/state.js";
import {
  accessNotice,
  AS_TYPED,
  counted,
  faultOf,
  idleButton,
  keyField,
  link,
  signatures,
  signed,
  titled,
  titleOnPaper,
  typed,
  typedInto,
  withMinus,
} from "./elements.js";
import { h, markup } from "./markup.js";
import { eventsView } from "./events.js";
import { qrCodeView } from "./qr_code.js";
import { setupView } from "./setup.js";

export function sheetView(state) {
  const blank = isBlank(state);
  return markup`<div>
    ${titleOnPaper("Score sheet of a game of Spades")}
    <h1>The score sheet</h1>
    <div>
      ${
        blank &&
        markup`<p class="welcome">
          Write down bids and tricks; the scores come by themselves. Nothing is stored: a copied link is the whole
          game.
        </p>`
      }
      <div role="status">${state.notice ? markup`<p class="notice">${state.notice}</p>` : null}</div>
      ${state.locked && keyField()}
    </div>
    ${actions(state, blank)}
    ${state.qrCode && qrCodeView(state.qrCode)}
    ${rulesOnPaper(state)}
    <details class="setup table-setup">
      <summary>${state.record.players.join(", ")}: the table and its rules</summary>
      ${setupView(state, "First dealer")}
      <label class="check">
        <input type="checkbox" checked=${hasPaper(state)} change=${{ type: "paperShown" }} />
        Compare with the scores on paper
      </label>
    </details>
    ${standingView(state)}
    ${totalsView(state)}
    ${roundsView(state)}
    ${padView()}
    ${gamesView(state)}
    ${importView(state)}
    ${signatures([...sidesNow(state).map((side) => `For ${side}`), "Director"])}
  </div>`;
}

const hasPaper = ({ onPaper, record }) => onPaper || record.rounds.some(({ reported }) => reported?.score);

/** Players and rules on paper, where the fields for them are left out. */
function rulesOnPaper(state) {
  const { ruleset, record } = state;
  const title = offerOf(state)?.title;
  return markup`<p class="paper" isMute>
    Players, clockwise: ${seatedEver(state).join(", ")}${record.dealer ? `; first dealer ${record.dealer}` : ""}.${" "}
    Rules: ${title ? `${title}, ` : ""}ruleset ${rulesetWords(ruleset)}.${" "}
    ${changedRules(ruleset).map((name) => [sentenceOf(state, name), " "])}
  </p>`;
}

function actions(state, blank) {
  const button = (type, text, isIdle = blank) => idleButton({ click: { type } }, text, isIdle);
  return markup`<div class="row actions">
    ${blank && button("example", "A game, as an example", false)}
    ${button("undo", "Undo", !state.past.length)}
    ${button("copyLink", "Copy link")}
    ${button("qrCode", "QR code")}
    ${button("csv", "Download CSV")}
    ${button("json", "Download JSON")}
    ${button("print", "Print")}
    ${button("empty", "New game")}
    <a href="/desk">Rule on a round</a>
  </div>`;
}

function standingView(state) {
  const { answer, problem } = state;
  const rows = (problem?.errors ?? []).map(({ pointer }) => rowOf(pointer));
  const general = problem?.errors?.filter((_, at) => rows[at] === null) ?? (problem ? [problem] : []);
  const faulty = Math.min(...rows.map((row) => row ?? Infinity));
  const won = answer?.finished && answer.winners.length;
  return markup`<section class="standing" tabindex="-1" aria-labelledby="h-standing">
    <h2 id="h-standing">The game</h2>
    <div role="status">
      ${accessNotice(state)}
      ${
        faulty < Infinity &&
        markup`<p class="fault">Round ${numberOf(state, faulty)} has a fault: the scores count the rounds before it.</p>`
      }
      ${general.map(({ detail }) => markup`<p class="fault">${detail}</p>`)}
      ${answer && h(won ? "strong" : "p", { class: won ? "won" : null }, withMinus(answer.detail))}
      ${firstError(state) || faultyRounds(answer)}
      ${answer?.next && markup`<p>${nextText(state)}</p>`}
    </div>
  </section>`;
}

/** The first wrong figure, and the scores on paper that are wrong because of it. */
function firstError({ answer, record }) {
  const { first_error: error, shifts = [] } = answer ?? {};
  const isRight = answer && !error && record.rounds.some(({ reported }) => reported);
  if (!error) return isRight && markup`<p>The scores on paper are right.</p>`;
  const later = [...new Set(shifts.map(({ round }) => round))].filter((round) => round > error.round);
  const carried = later.length ? ` Carried on in round ${later.join(", ")}.` : "";
  return markup`<p class="fault">${withMinus(error.detail)}${carried}</p>`;
}

/** The rounds in which something was found: whoever wins or leads, these count towards it. */
function faultyRounds(answer) {
  const rounds = (answer?.rounds ?? []).flatMap(({ findings, number }) => (findings.some(isFault) ? [number] : []));
  if (!rounds.length) return null;
  return markup`<p class="fault">Something is wrong in round ${rounds.join(", ")}, and the score counts it as it is written.</p>`;
}

/** Void rounds have rows of their own, but no number in the game. */
function nextText(state) {
  const { rounds, next } = state.answer;
  const [dealer, bidder] = [next.dealer, next.first_bidder].map((name) => sitterNow(state, rounds.length, name));
  const who = [dealer && `${dealer} deals`, bidder && `${bidder} bids first`].filter(Boolean);
  return `Round ${numberOf(state, rounds.length)}: ${who.join(", ") || "choose the first dealer to see who deals and bids first"}.`;
}

/** The totals, which stay in sight: those of the last round that has a score, if a later one has none. */
function totalsView({ answer, record }) {
  if (!answer?.rounds.length && !(answer && record.before)) return null;
  const { rounds, winners } = answer;
  const { as_ruled: last = [] } = rounds.findLast(({ as_ruled: sides = [] }) => sides.some(({ after }) => after)) ?? {};
  const standing = answer.standing ?? Object.fromEntries(last.map(({ team, after }) => [team, after]));
  return markup`<ul class="totals" key="totals">
    ${Object.entries(standing).map(
      ([team, { score, bags, sets }]) =>
        markup`<li key=${team}>
          <span>${winners.includes(team) ? `${team}, winner` : team}</span>
          <strong>${withMinus(score)}</strong>
          <small>${counted(bags, "bag")}, ${counted(sets, "set")}</small>
        </li>`,
    )}
  </ul>`;
}

const PAD = [...Array(14).keys(), "nil", "b"];

/** One tap for each entry, where fingers are what there is. */
const padView = () =>
  markup`<div class="pad" role="group" label="number pad">
    ${PAD.map(
      (value) =>
        markup`<button key=${value} click=${{ type: "padded", entry: value }}>${value === "b" ? "blind" : value}</button>`,
    )}
  </div>`;

const gamesView = ({ games }) =>
  games.length > 0 &&
  markup`<details class="setup games">
    <summary>Other games kept on this device</summary>
    <ul>
      ${games.map(({ title }, at) => markup`<li key=${at}>${link({ type: "gameOpened", at }, withMinus(title))}</li>`)}
    </ul>
  </details>`;

function importView({ paste, pasteProblem }) {
  return markup`<details class="setup import">
    <summary>Paste a score sheet (CSV) or a game (JSON)</summary>
    <label for="paste">The text</label>
    <textarea id="paste" rows="6" value=${paste} ...${AS_TYPED} aria-invalid=${pasteProblem !== null}
      input=${{ type: "paste" }}></textarea>
    <div role="status">
      ${
        pasteProblem &&
        (pasteProblem.errors ?? [pasteProblem]).map(
          (error) =>
            markup`<p class="fault">${error.line ? `Line ${error.line}, column ${error.column}: ` : ""}${error.detail}</p>`,
        )
      }
    </div>
    ${idleButton({ click: { type: "read" } }, "Read it", !paste.trim())}
  </details>`;
}

function roundsView(state) {
  const rows = roundsShown(state);
  // Whoever has come in has the column of whoever left.
  const columns = rows.map((_, index) => biddersIn(state, index));
  const bidders = columns[0].map((_, at) => [...new Set(columns.map((names) => names[at]))].join(" → "));
  const sides = sidesNow(state);
  // The roles are said again because a narrow screen shows the rows as blocks, which would take them away.
  return titled(
    "section.rounds",
    "Rounds",
    markup`<p class="hint">
      Bids: a number, nil, bnil, b6. The last number of tricks in a row fills itself in. Tab or Enter goes on to
      the next field, in the order of bidding.
    </p>`,
    markup`<div class="wide">
      <table role="table" keydown=${{ type: "onward" }}>
        <thead role="rowgroup">
          <tr role="row">
            ${column("Round")}
            ${bidders.map((name) => column(name, "bid"))}
            ${sides.map((name) => column(name, "tricks"))}
            ${sides.map((name) => column(name, "score"))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.flatMap((_, index) => rowView(state, index, index === rows.length - 1))}
        </tbody>
      </table>
    </div>`,
  );
}

const column = (name, what = null) =>
  markup`<th scope="col" role="columnheader"><span>${name}</span>${what ? markup`<small>${what}</small>` : null}</th>`;

const cell = (props, ...children) => markup`<td role="cell" ...${props}>${children}</td>`;

function rowView(state, index, isLast) {
  const round = roundAt(state, index);
  const isOpen = index === state.open;
  const bidders = biddersIn(state, index);
  const sides = sidesNow(state);
  const scored = state.answer?.rounds[index];
  const number = numberOf(state, index);
  const hasFields = isPlain(state, index);
  const faults = faultsIn(state, index);
  const bids = hasFields ? bidders.map((name) => bidOf(round, index, name)) : [];
  const tricks = hasFields
    ? unitsIn(state, index).map((units) => units.map((unit) => tricksOf(round, index, unit)))
    : [];
  const fields = [...bids, ...tricks.flat()];
  const wrongFields = fields.map(({ name, value }) => faultOf(state, name, value)).filter(Boolean);
  const isWrong = faults.length + wrongFields.length > 0;
  const { findings = [], undecided = [] } = scored ?? {};
  const notes = [...findings.filter((finding) => !isFault(finding)), ...undecided];
  const happened = eventsIn(round).length > 0;
  const isMore = isWrong || notes.length > 0 || (hasFields && (isOpen || isLast || happened));
  const button = (text, label, props) => markup`<button class="link" label=${label} ...${props}>${text}</button>`;
  const turns = turnsOf(state, index, bidders);
  const input = (field, more) => fieldView(state, { field, index, faults, ...more });
  // The buttons are in the head, and not between the last field of a row and the first of the next.
  const cells = markup`<tr role="row" key="round ${index}" class=${[isWrong && "faulty", isMore && "with-more"]}>
    <th scope="row" role="rowheader">
      <b>${number}</b>
      <small>${dealt(state, scored, index)}</small>
      ${
        index in state.record.rounds && [
          hasFields &&
            (!isLast || happened) &&
            button(isOpen ? "Less" : "More", `${isOpen ? "less" : "more"} of round ${number}`, {
              "aria-expanded": String(isOpen),
              click: { type: "opened", row: index },
            }),
          button("Remove", `remove round ${number}`, { click: { type: "remove", row: index } }),
        ]
      }
    </th>
    ${bids.map((field, at) =>
      cell(
        { class: `filled-in turn-${turns[at].turn}`, key: `bid ${at}` },
        markup`<span class="name" isMute>${field.whose}</span>`,
        input(field, turns[at]),
      ),
    )}
    ${tricks.map((ofSide, side) => tricksCell(ofSide, side, input))}
    ${
      !hasFields &&
      cell(
        { colspan: bidders.length + sides.length, class: "fixed" },
        `As it was pasted, with ${Object.keys(round).join(", ").replaceAll("_", " ")}.`,
      )
    }
    ${sides.map((side) => resultCell(state, { side, index }, scored))}
  </tr>`;
  const said = markup`<tr role="row" key="said ${index}" class=${["below", isWrong && "faulty"]}>
    ${cell(
      { id: `more-${index}`, colspan: 1 + bidders.length + 2 * sides.length },
      isWrong &&
        markup`<ul class="faults" id="faults-${index}" key="faults">
          ${wrongFields.map((fault) => markup`<li>${fault}</li>`)}
          ${faults.map(({ detail }) => markup`<li>${withMinus(detail)}</li>`)}
        </ul>`,
      notes.map(({ detail }) => markup`<p class="hint">${detail}</p>`),
      hasFields && eventsView(state, index, { isOpen, isLast }),
    )}
  </tr>`;
  return isMore ? [cells, said] : cells;
}

const tricksCell = (ofSide, side, input) =>
  cell(
    { class: "filled-in tricks", key: `tricks ${side}` },
    ofSide.map(
      (field) =>
        markup`<span class="unit" key=${field.whose}>
          <span class=${ofSide.length > 1 ? "name of-player" : "name"} isMute>${field.whose}</span>
          ${input(field)}
        </span>`,
    ),
  );

function dealt(state, scored, index) {
  const { answer } = state;
  const next = answer?.rounds.length === index ? sitterNow(state, index, answer.next?.dealer) : null;
  const dealer = scored?.dealer ?? next;
  return dealer ? `${dealer} deals` : null;
}

// The fields of a row: what each is called, its value, and what happens when something is typed in it.

function bidOf(round, row, bidder) {
  const event = { type: "bid", row, bidder };
  return {
    name: `bid ${row} ${bidder}`,
    member: "bids_by_player",
    whose: bidder,
    value: bidText(round, bidder),
    event,
  };
}

function tricksOf({ tricks_won: won, filled }, row, unit) {
  const event = { type: "tricks", row, unit };
  const value = String(own(won, unit) ?? "");
  return { name: `tricks ${row} ${unit}`, member: "tricks_won", whose: unit, value, isFilled: filled === unit, event };
}

const TURNS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

function turnsOf(state, index, { length }) {
  const first = firstSeat(state, index);
  return Array.from({ length }, (_, bidder) => {
    const turn = (bidder - (first ?? 0) + 2 * length) % length;
    return { turn, placeholder: first === null ? null : TURNS[turn] };
  });
}

function fieldView(state, { field, index, faults, turn = null, placeholder = null }) {
  const { name, member, whose, value, isFilled, event } = field;
  const change = { ...event, over: value };
  const keyboard = member === "tricks_won" ? "numeric" : "text";
  return markup`<input ...${typed(state, name, value)}
    ...${isAbout(faults, member, whose) && { "aria-invalid": "true", "aria-describedby": `faults-${index}` }}
    placeholder=${placeholder} data-turn=${turn} data-filled=${isFilled ? "" : null} size="3" maxlength="8"
    inputmode=${state.hasPad ? "none" : keyboard} label="${event.type} of ${whose}, round ${numberOf(state, index)}"
    input=${change} change=${{ ...change, left: true }} />`;
}

function resultCell(state, { side, index }, scored) {
  const team = scored?.as_ruled?.find(({ team: name }) => name === side);
  const paper = hasPaper(state) && index in state.record.rounds ? paperField(state, side, index) : null;
  if (!team) return cell({ class: "result", key: `result ${side}` }, paper);
  const { points, after, before, lines, nils, players, tricks, tricks_decided: decided } = team;
  const bidders = nils.map(({ player }) => player);
  return cell(
    { class: "result", key: `result ${side}` },
    markup`<span class="name" isMute>${side}</span>`,
    markup`<span class="points">${signed(points)}</span>`,
    " ",
    markup`<strong>${after ? withMinus(after.score) : ""}</strong>`,
    markup`<small>
      ${lines.map((line) => [
        lineView(line, players.length > 1 && /^(blind_)?nil_/.test(line.code) ? bidders.shift() : null),
        " ",
      ])}
      ${decided ? [markup`<span>tricks ${tricks - decided}, counted ${tricks}</span>`, " "] : null}
      ${after?.bags || before?.bags ? markup`<span>bags ${after.bags}</span>` : null}
    </small>`,
    paper,
  );
}

function paperField(state, side, index) {
  const name = `paper ${index} ${side}`;
  const over = withMinus(own(roundAt(state, index).reported?.score, side) ?? "");
  const label = `score on paper of ${side}, round ${numberOf(state, index)}`;
  const event = { type: "paper", row: index, side };
  return markup`<label class="on-paper">
    <small>on paper </small>
    ${typedInto(state, name, over, event, { label, size: "5", inputmode: "text", "data-turn": "99" })}
    ${faultOf(state, name, over)}
  </label>`;
}

// At the end of a reason: tricks that a director takes, which are not those that the side took.
const TRICKS_TAKEN = /(\((?:no|\d+) tricks? taken)\)$/;

/** A line of the score, named as the page of a score names it. */
function lineView({ code, points, detail }, bidder) {
  const isAdjusted = code === "adjustment";
  return markup`<span class=${/_(set|failed|lost)$|penalty/.test(code) ? "set" : null} title=${detail}>
    ${code.replaceAll("_", " ")}
    ${bidder && ` (${bidder})`}
    ${points || !isAdjusted ? ` ${signed(points)}` : ""}
    ${isAdjusted && `: ${detail.replace(TRICKS_TAKEN, "$1 off)")}`}
  </span>`;
}

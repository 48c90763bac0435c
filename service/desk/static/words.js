// A ruling in short sentences, and its findings beside the entries of the record that they are about.

import { membersOf, placeOf } from "./record/entries.js";
import { isGap } from "./record/gaps.js";
import { nilOf, seatOfNil } from "./record/hands.js";
import { own, rulesNow } from "./record/table.js";

const MOST_NAMED = 3;

function listed(words, last = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** "+62", "−60", "0". */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** Who did what, each offence once: ["W revoked in tricks 5 and 10"]. What `words` lacks is called by its code. */
function deeds(offences, words) {
  const byOffender = new Map();
  for (const offence of offences) {
    const offender = whose(offence, words) ?? "somebody";
    const done = byOffender.get(offender) ?? byOffender.set(offender, new Map()).get(offender);
    const deed = words[offence.code]?.deed ?? `committed “${offence.code.replaceAll("_", " ")}”`;
    done.set(deed, [...(done.get(deed) ?? []), offence.trick]);
  }
  return [...byOffender].map(
    ([offender, done]) => `${offender} ${listed([...done].map(([deed, tricks]) => deed + occasions(tricks)))}`,
  );
}

function occasions(tricks) {
  const numbers = [...new Set(tricks.filter((trick) => trick !== undefined))].map(String);
  if (numbers.length) return ` in trick${numbers.length > 1 ? "s" : ""} ${listed(numbers)}`;
  return tricks.length > 1 ? ` ${tricks.length} times` : "";
}

const whose = ({ code, player, team }, words) => (words[code]?.ofSide ? team : player) ?? player ?? team;

/** Who did what, in a few words; what is no offence is called by its code. */
export function deedOf(found, words) {
  const known = words[found.code];
  const who = whose(found, words);
  if (known && who) return `${who} ${known.deed}`;
  return `${who ? `${who}: ` : ""}${found.code.replaceAll("_", " ")}`;
}

const ofSeverity = (found, severity) => found.filter((one) => one.severity === severity);

/** The ruling of a state in one or two sentences: who did what, and what the round then scores. */
export function sentenceOf({ answer, words }) {
  return [whatHappened(answer, words), whatItCosts(answer)].filter(Boolean).join(" ");
}

const NOBODY = "Nobody is proved to have broken a rule.";

function whatHappened(answer, words) {
  const { findings, undecided, readings, verdict, unread, missing, isAnswered } = answer;
  const offences = ofSeverity(findings, "offence");
  if (offences.length) return `${deeds(offences, words).join("; ")}.`;
  const errors = ofSeverity(findings, "error");
  const thrownIn = findings.find(({ code }) => code === "round_thrown_in");
  if (thrownIn) return thrownIn.detail;
  const misdealt = findings.filter((finding) => finding.code === "wrong_hand_size");
  if (verdict === "void" && misdealt.length && !errors.length) {
    return `The deal was wrong: ${deeds(misdealt, words).join("; ")}. That is nobody's offence.`;
  }
  if (readings?.length) {
    const { either, likely, then } = asMeant(answer, errors, words);
    return [NOBODY, either, likely, then].filter(Boolean).join(" ");
  }
  if (errors.length) {
    const first = errors.find((error) => error.follows === undefined) ?? errors[0];
    if (first.code === "bid_missing") return `${NOBODY} ${first.detail}`;
    if (first.pointer.startsWith("#/reported")) {
      const what = answer.tricks.length ? "cards" : "bids and tricks";
      return `${NOBODY} The score sheet does not agree with the ${what}: ${first.detail}`;
    }
    // What contradicts what in the log may sound like an accusation: it is said below.
    const why = answer.limit_reached ? "it has more readings than are tried" : "no single slip explains it";
    return `${NOBODY} The record contradicts itself${first.trick ? ` in trick ${first.trick}` : ""}, and ${why}.`;
  }
  if (undecided.length) return `${NOBODY} ${questions(undecided, words)}`;
  if (unread && !missing) {
    return isAnswered ? "Nobody broke a rule in what was entered." : `${NOBODY} ${unreadText(answer)}`;
  }
  return missing ?? "Nobody broke a rule, as far as the record goes.";
}

/** What proves offences, each proof once: its words and its place. */
function proofsOf(offences, record) {
  const proofs = new Map();
  const add = (words, place) => words && !proofs.has(words) && proofs.set(words, { words, place });
  for (const offence of offences) {
    const pointer = offence.evidence?.proved_by;
    if (!pointer) continue;
    const [member, name] = membersOf(pointer);
    const words =
      pointer === "counting"
        ? "by counting, nobody else had room for the cards"
        : member === "hands"
          ? `${name}’s hand`
          : `${cardAt(record, membersOf(pointer)) ?? "what was played"} in trick ${Number(name) + 1}`;
    add(words, pointer === "counting" ? null : placeOf(pointer));
    add(unbrokenIn(offence), "tricks/0");
  }
  return [...proofs.values()];
}

/** What shows that spades were unbroken at a lead: all tricks before it. */
export const unbrokenIn = ({ rule, trick, evidence }) =>
  evidence && rule?.parameter === "play.spade_lead"
    ? `spades unbroken: trick${trick > 2 ? "s 1 to" : ""} ${trick - 1}`
    : null;

function cardAt(record, members) {
  const value = members.reduce(own, record);
  const card = value?.card ?? value;
  return typeof card === "string" ? card : null;
}

// The ruling as players read it: what happened, then what proves it, what it costs and the score now.

// Of each verdict its sign, its words, and the tone of its colour where that is not the verdict itself.
const BADGES = {
  irregular: ["!", "A rule was broken"],
  clean: ["✓", "No rule was broken"],
  undetermined: ["?", "Not proved"],
  unread: ["?", "Not all cards are known", "undetermined"],
  missing: ["?", "Not judged yet", "undetermined"],
  sheet: ["≠", "Check the score sheet", "inconsistent"],
  inconsistent: ["≠", "Check the record"],
  void: ["X", "The round is void"],
};

const CLAIMS = {
  proved: ["✓", "The claim holds", "clean"],
  disproved: ["!", "The claim fails", "irregular"],
  invalid: ["!", "The claim does not count", "irregular"],
  undecided: ["?", "The claim is not decided", "undetermined"],
};

export function verdictOf({ verdict, findings, undecided, readings, claim, unread, missing, isAnswered }) {
  const offences = ofSeverity(findings, "offence");
  const isDoubted = verdict === "undetermined" && readings?.length;
  // To claim too much breaks no rule: it only does not give the tricks.
  const isOther = verdict === "inconsistent" || offences.some(({ code }) => !code.startsWith("claim_"));
  const isClaim = (claim || offences.length > 0) && !isOther;
  const isUnread = verdict === "undetermined" && unread && !undecided.length;
  const isSheet = isOnSheet(findings) && !readings?.length;
  const plain = isUnread ? (isAnswered ? "clean" : "unread") : isSheet ? "sheet" : verdict;
  const badge = isDoubted ? "inconsistent" : missing ? "missing" : plain;
  const [sign, words, tone = badge] = (isClaim && CLAIMS[claim?.result ?? "disproved"]) ||
    BADGES[badge] || ["•", verdict];
  return { sign, words: !isClaim && badge === "irregular" && offences.length > 1 ? "Rules were broken" : words, tone };
}

/** Whether all that is wrong is on the score sheet. */
function isOnSheet(findings) {
  const wrong = findings.filter(({ severity }) => severity !== "note");
  return wrong.length > 0 && wrong.every(({ pointer }) => pointer?.startsWith("#/reported"));
}

/** A ruling without the questions about tricks that nobody has entered: `unread` is how many. */
export function withoutUnread(answer, record) {
  const isUnread = (pointer = "") => {
    const members = membersOf(pointer);
    // The record may have changed since.
    const trick = members[0] === "tricks" && record.tricks[members[1]];
    return trick && isGap(trick) && (members[2] === "leader" || cardAt(record, members) === "??");
  };
  const undecided = answer.undecided.filter(({ pointer, decided_by: by }) => !isUnread(pointer) && !isUnread(by));
  return { ...answer, undecided, unread: answer.undecided.length - undecided.length };
}

const unreadText = ({ unread }) =>
  `Cards that nobody has entered, or could read, leave ${counted(unread, "question")} open.`;

/** What became of the nils that the tricks decide, and the badge of one that is `asked` about: its player and trick. */
function nilsIn(answer, { record, rules, asked }) {
  const { tricks, findings, readings = [], as_ruled: ruled } = answer;
  const wrong = [...ofSeverity(findings, "error"), ...readings.flatMap(({ changes = [] }) => changes)];
  const isDoubted = wrong.some(({ pointer }) => /^#\/(bids|blind)/.test(pointer));
  // The score knows whose bid is a nil, and whether it is made.
  const nilBy = (name) =>
    ruled
      ? ruled.find(({ players }) => players?.includes(name))?.nils.find(({ player = name }) => player === name)
      : nilOf(record, rules, name) || (rules.hasNil && rules.bySide && name === asked?.player);
  const bidders = isDoubted ? [] : record.players.filter(nilBy);
  const broken = bidders.flatMap((player) => {
    const won = !nilBy(player).made && tricks.find(({ winner }) => winner === player);
    const points = own(rules.nilCosts, nilOf(record, rules, player));
    const cost = points > 0 ? ` and costs ${points} points` : "";
    return won ? [{ player, said: `${player} won trick ${won.number}: the nil is broken${cost}.` }] : [];
  });
  const said = broken.map((nil) => nil.said);
  const { winner } = (asked && tricks[asked.trick - 1]) || {};
  const isOther = winner && winner !== asked.player;
  return {
    said: isOther ? [`${winner} won trick ${asked.trick}, and not ${asked.player}.`, ...said] : said,
    badge: winner && bidders.includes(asked.player) ? NILS[broken.some(({ player }) => player === asked.player)] : null,
  };
}

const NILS = {
  true: { sign: "!", words: "The nil is broken", tone: "irregular" },
  false: { sign: "✓", words: "The nil is not broken by that", tone: "clean" },
};

const TAKEN = { sign: "✓", words: "It was taken back in time", tone: "clean" };

const UNTIL = {
  next_trick_led: "only until the next trick is led",
  end_of_round: "until the round is over",
  next_deal: "until the next deal",
};

/** Whether the call in question was in time; null if that is not sure. */
function callHeard({ accusations = [], findings, undecided, readings = [] }, state) {
  const { record, guide } = state;
  const isAfter = guide.past === "yes";
  const call = isAfter ? { result: "upheld" } : accusations.find(({ accusation }) => accusation === 0);
  const { by, at } = isAfter ? { by: record.players[guide.caller] } : (record.accusations?.[0] ?? {});
  const { callsUntil, handSize } = rulesNow(state);
  const until = own(UNTIL, callsUntil);
  // Whether it came before the next deal is still to be answered.
  const isOpen = callsUntil === "next_deal" && !(at?.trick <= handSize) && !guide.past;
  if (!by || !call || readings.length || isOpen) return null;
  const isUnsure = undecided.some((asked) => isAboutEnd(asked) && asked.pointer.startsWith("#/accusations"));
  if (call.result !== "upheld" || isUnsure) return call.detail;
  const isLate = isAfter || call.findings.some((found) => findings[found]?.code === "late_accusation");
  const why = until ? `: by this ruleset a revoke may be called ${until}` : "";
  return `${by}'s call ${isLate ? "came too late" : "was in time"}${why}.`;
}

const OPEN_COST = "The findings say what it costs.";

/** Whether offences without a penalty may cost something after all. */
const isCostOpen = ({ readings = [], undecided }) => readings.length > 0 || undecided.some(isAboutEnd);

const isAboutEnd = ({ code }) => code === "end_of_play_open";

/** The verdict, what happened in a sentence and in smaller words, the proofs, the cost and the score. */
export function headlineOf(state) {
  const { answer, record, words, guide = null } = state;
  const { findings, readings, penalties, claim } = answer;
  const player = guide?.kind === "nil" ? record.players[guide.by ?? seatOfNil(record)] : undefined;
  const asked = player && guide.trick ? { player, trick: guide.trick } : null;
  const nils = nilsIn(answer, { record, rules: rulesNow(state), asked });
  const offences = ofSeverity(findings, "offence");
  const errors = ofSeverity(findings, "error");
  const meant = !offences.length && readings?.length ? asMeant(answer, errors, words) : null;
  const now = (answer.as_ruled ?? []).filter(({ team }) => record.before && own(record.before, team));
  const taken = findings.find(({ code }) => code === "revoke_corrected");
  const isRight = guide?.kind === "score" && !answer.missing;
  const said = meant
    ? [meant.likely, meant.then, NOBODY, meant.either]
    : isOnSheet(findings)
      ? [errors[0].detail, NOBODY]
      : [taken?.detail, isRight ? "The score sheet is right." : null, whatHappened(answer, words)];
  // A claim and a nil are what was asked about; a broken rule and a doubt come before them.
  const cut = claim ? claim.detail.indexOf(". ", claim.by?.length) + 1 || claim.detail.length : 0;
  const decided = [
    claim?.detail.slice(0, cut).concat(claim.share ?? ""),
    ...nils.said,
    claim?.detail.slice(cut).trim(),
  ];
  const isDoubted = meant || errors.length || offences.some(({ code }) => !code.startsWith("claim_"));
  const called = guide?.kind === "late" ? callHeard(answer, state) : null;
  const [happened, ...more] = [called, ...(isDoubted ? [...said, ...decided] : [...decided, ...said])].filter(Boolean);
  return {
    ...((!isDoubted && ((taken && TAKEN) || nils.badge)) || verdictOf(answer)),
    happened,
    more: more.join(" "),
    proofs: proofsOf(offences, record),
    unpenalised: offences.length > 0 && !penalties.length ? (isCostOpen(answer) ? OPEN_COST : "No penalty.") : null,
    score: whatItCosts(answer, { isTold: penalties.length > 0 }),
    now: now.map(({ team, after }) => `${team} ${after.score}`).join(" · "),
  };
}

export const BASES = {
  written: "written in the source of the ruleset",
  implied: "implied by the source of the ruleset",
  default: "a default of this service, because the source of the ruleset does not say",
  override: "a house rule from the request",
  game: "a rule of the game itself",
};

/** Why the penalties are what they are: each question once, with the rules that answer it. */
export function reasonsOf({ penalties }) {
  const asked = new Map();
  for (const { tricks, points, rule, further_rules: further = [] } of penalties) {
    const what = tricks ? counted(tricks, "trick") : points ? counted(points, "point") : "this";
    asked.set(`Why ${what}?`, [rule, ...further]);
  }
  return [...asked].map(([question, rules]) => ({
    question,
    rules,
    isDefault: rules.some(({ basis, added }) => basis === "default" || added),
  }));
}

const plural = (number) => (Math.abs(number) === 1 ? "" : "s");
export const counted = (number, unit) => `${Math.abs(number)} ${unit}${plural(number)}`;

const alone = ({ readings: [first, ...others] }) =>
  !others.some((one) => one.offences.length === first.offences.length);

export const howLikely = (answer) => (alone(answer) ? "Probably" : "For example");

/** Why a record with several readings is doubted, what was probably meant, and what that leads to. */
function asMeant(answer, errors, words) {
  const [first] = answer.readings;
  const explained = answer.undecided.filter(
    ({ severity, readings }) => severity === "offence" && readings?.includes(0),
  );
  const trick = errors.find((error) => error.trick)?.trick;
  const slipped = first.slip === "trick_left_out" ? "left out" : "written wrong";
  const either = errors.length
    ? `The record contradicts itself${trick ? ` in trick ${trick}` : ""}.`
    : explained.length
      ? `Either ${offendersIn(explained, words)}, or something was ${slipped}.`
      : `Something may have been ${slipped}.`;
  const then = first.verdict in WITHOUT_OFFENCE ? `Then ${WITHOUT_OFFENCE[first.verdict]}.` : "";
  const open = answer.undecided.length ? questions(answer.undecided, words) : "";
  return { either, likely: `${howLikely(answer)}: ${first.detail}`, then: first.offences.length ? open : then };
}

function offendersIn(offences, words) {
  const done = deeds(offences, words);
  const tricks = [...new Set(offences.map(({ trick }) => trick))].filter(Boolean);
  const where = tricks.length && tricks.length <= MOST_NAMED ? occasions(tricks) : "";
  return done.length === 1
    ? done[0]
    : `${done.length} players broke ${tricks.length === 1 ? "a rule" : "rules"}${where}`;
}

function questions(undecided, words) {
  const offences = ofSeverity(undecided, "offence");
  const said = deeds(offences, words).map((deed) => `whether ${deed}`);
  const others = undecided.length - offences.length;
  if (others) said.push(`${others} other question${plural(others)}`);
  const named =
    said.length > MOST_NAMED ? [...said.slice(0, MOST_NAMED - 1), `${said.length - MOST_NAMED + 1} more`] : said;
  return `Still open: ${listed(named)}.`;
}

function whatItCosts(answer, { isTold = false } = {}) {
  if (answer.verdict === "void") return "The round is void: nobody scores in it.";
  const offences = ofSeverity(answer.findings, "offence");
  const rests = restsOn(answer, offences);
  if (!answer.as_ruled) {
    const depends = answer.readings?.some(({ points }) => points);
    const why = depends
      ? "The score depends on how the record is read."
      : !answer.complete
        ? "No score yet."
        : `${answer.readings?.length ? "No reading of the record comes to a" : "The round has no"} score.`;
    return [isTold ? "" : tricksLost(answer), rests, why].filter(Boolean).join(" ");
  }
  const ruled = answer.as_ruled.map(({ team, points }) => [team, points]);
  const played = Object.fromEntries((answer.as_played ?? answer.as_ruled).map(({ team, points }) => [team, points]));
  const same = ruled.every(([team, points]) => played[team] === points);
  const forfeits = answer.penalties.filter((penalty) => penalty.effect === "game").map((penalty) => penalty.team);
  return [
    rests,
    same && offences.length ? "That changes no points." : "",
    !rests && answer.undecided.length ? "As the record stands:" : "",
    pointsInWords(ruled, played),
    ...[...new Set(forfeits)].map((team) => `${team} loses the game.`),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Its basis. */
function restsOn({ readings = [], figures_from: from }, { length: isProved }) {
  const sheet = "with the readings that agree with the score sheet";
  if (isProved && readings.length) {
    const score = from === "sheet" ? `, and the score ${sheet}` : "";
    return `This${from === "readings" ? " and the score stand" : " stands"} however the record is read${score}.`;
  }
  if (from && !readings[0]) return "The tricks are the sheet's.";
  return from ? `The score stands ${from === "sheet" ? sheet : "however the record is read"}.` : "";
}

function tricksLost({ penalties }) {
  const change = Object.create(null);
  for (const { team, tricks } of penalties) if (tricks !== undefined) change[team] = (change[team] ?? 0) + tricks;
  const said = Object.entries(change).map(([team, tricks]) => `${team}: ${signed(tricks)} trick${plural(tricks)}`);
  return said.length ? `${said.join("; ")}.` : "";
}

/** "E+W: −60 instead of +62. N+S: +40."; what changed comes first. */
function pointsInWords(ruled, played) {
  const changed = ([team, points]) => (points === played[team] ? 1 : 0);
  const instead = (team) => ` instead of ${signed(played[team])}`;
  return ruled
    .toSorted((one, other) => changed(one) - changed(other))
    .map(([team, points]) => `${team}: ${signed(points)}${points === played[team] ? "" : instead(team)}.`)
    .join(" ");
}

const WITHOUT_OFFENCE = {
  clean: "nobody broke a rule",
  undetermined: "nobody is proved to have broken a rule, but questions stay open",
  inconsistent: "nobody is proved to have broken a rule, but the score sheet does not agree with the cards",
};

export function resultOfReading({ offences, verdict, points }, words) {
  const done = deeds(offences, words).join("; ") || WITHOUT_OFFENCE[verdict];
  const score = points ? ` As played: ${pointsInWords(Object.entries(points), points)}` : "";
  return `${done ? `Then ${done}` : `Then the ruling is ${verdict}`}.${score}`;
}

export function numbered({ findings, undecided }) {
  const all = (list, letter, open) =>
    list.map((found, at) => ({ ...found, label: letter + (at + 1), place: placeOf(found.pointer), open }));
  return [...all(findings, "", false), ...all(undecided, "Q", true)];
}

/** The marks of an entry: of what is found at its pointer, or within it. */
export const marksAt = (found, pointer) =>
  found.filter(({ place }) => place === pointer || place.startsWith(`${pointer}/`));

/** The marks of a trick as a whole: of the trick, of its leader or of its winner. */
export const marksOfTrick = (found, pointer) =>
  found.filter(({ place }) => [pointer, `${pointer}/leader`, `${pointer}/winner`].includes(place));

/** How grave the marks of an entry are together: "offence", "error", "open", "note" or "". */
export function gravity(marks) {
  const kinds = marks.map((mark) => (mark.open ? "open" : mark.severity));
  return ["offence", "error", "open", "note"].find((kind) => kinds.includes(kind)) ?? kinds[0] ?? "";
}

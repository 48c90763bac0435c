// What the record says beside the cards: calls, a claim, the standing before the round and the sheet after it.

/** The sides as scores name them: partners together, or each player alone. */
export function sidesOf({ players, teams }, rules) {
  if (!rules.partners) return players;
  return [0, 1].map((seat) => teams?.find((team) => team.players?.includes(players[seat]))?.name ?? `${players[seat]}+${players[seat + 2]}`);
}

/** The record with another call, of the player after the first by the first. */
export function withCallAdded(record) {
  const [by, against] = record.players;
  return { ...record, accusations: [...(record.accusations ?? []), { by, against }] };
}

/** The record in which a call says something else; "" takes the member away. */
export function withCall(record, index, member, value) {
  const { [member]: _, ...rest } = record.accusations[index];
  const call = value === "" ? rest : { ...rest, [member]: member === "trick" ? Number(value) : value };
  return { ...record, accusations: record.accusations.with(index, call) };
}

/** The record without a call; without any, the audit itself counts as the call. */
export function withoutCall(record, index) {
  const { accusations, ...rest } = record;
  const left = accusations.toSpliced(index, 1);
  return left.length ? { ...rest, accusations: left } : rest;
}

/** The record with a claim of all tricks by the first player, or without one. */
export function withClaimed(record, claimed) {
  const { claim: _, ...rest } = record;
  return claimed ? { ...rest, claim: { by: record.players[0], tricks: "rest", accepted: true } } : rest;
}

/** The record in which the claim says something else. */
export function withClaim(record, member, value) {
  return { ...record, claim: { ...record.claim, [member]: value } };
}

/** How many tricks somebody claims, as it is typed: a number, or "rest"; undefined for neither. */
export function readClaimed(text) {
  const word = text.trim().toLowerCase();
  if (word === "rest" || word === "all") return "rest";
  return /^\d{1,2}$/.test(word) ? Number(word) : undefined;
}

/** A number on the sheet, as it is typed; null for none, undefined for what is no number. */
export function readNumber(text) {
  const word = text.trim().replace("−", "-");
  if (!word) return null;
  return /^[+-]?\d{1,6}$/.test(word) ? Number(word) : undefined;
}

/** What the sheet has: of `reported`, or of the standing `before`. */
export function onSheet(record, row, side) {
  const [member, name] = row.split(" ");
  return (member === "before" ? record.before?.[side]?.[name] : record.reported?.[name]?.[side]) ?? null;
}

/** The record with a number on the sheet, or without it (null). */
export function withOnSheet(record, row, side, number) {
  const [member, name] = row.split(" ");
  const [outer, inner] = member === "before" ? [side, name] : [name, side];
  const all = changed(record[member] ?? {}, outer, emptied(changed(record[member]?.[outer] ?? {}, inner, number)));
  return changed(record, member, emptied(all));
}

const emptied = (value) => (Object.keys(value).length ? value : null);

function changed(value, name, member) {
  const { [name]: _, ...rest } = value;
  return member === null ? rest : { ...rest, [name]: member };
}

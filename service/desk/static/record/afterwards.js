// What the record says beside the cards: a remedy that was chosen, the moment of a call; and numbers as they are typed.

export const NO_MOMENT = "Write the trick, a point, and how many of its cards were played: 8.2.";

/** A moment as it is typed, "8.2" in trick 8 with two cards on the table; null for none, undefined for what is none. */
export function readMoment(text) {
  if (!text.trim()) return null;
  const [, trick, plays] = /^\s*(\d{1,2})\s*[.,/ ]\s*(\d)\s*$/.exec(text) ?? [];
  return Number(trick) ? { trick: Number(trick), plays: Number(plays) } : undefined;
}

/** The record that says which remedy a wronged side chose for an offence of this side. */
export function withRemedy(record, { code, team, remedy }) {
  const others = (record.remedies ?? []).filter((each) => each.code !== code || each.team !== team);
  return { ...record, remedies: [...others, { code, team, remedy }] };
}

/** A number on the sheet, as it is typed; null for none, undefined for what is no number. */
export function readNumber(text) {
  const word = text.trim().replace(/^[−–—]/, "-");
  if (!word) return null;
  return /^[+-]?\d{1,6}$/.test(word) ? Number(word) : undefined;
}

export const given = (members) =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));

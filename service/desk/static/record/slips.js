// A slip of the pen, mended: the record that the service takes to be meant.

import { membersOf } from "./pointers.js";

/**
 * The record with the suggested entries in place of those recorded. Null if one of them isn't where the change says: then
 * an entry was left out or is too many, which somebody has to mend by hand.
 */
export function corrected(record, changes) {
  let next = record;
  for (const { pointer, recorded, suggested } of changes) {
    if (recorded === undefined || suggested === undefined) return null;
    next = replaced(next, membersOf(pointer), recorded, suggested);
    if (next === null) return null;
  }
  return changes.length ? next : null;
}

function replaced(value, [name, ...more], recorded, suggested) {
  if (name === undefined) return value === recorded ? suggested : null;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
  const member = replaced(value[name], more, recorded, suggested);
  if (member === null) return null;
  return Array.isArray(value) ? value.with(Number(name), member) : { ...value, [name]: member };
}

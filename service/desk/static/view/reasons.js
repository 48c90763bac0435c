// The rules behind a finding or a penalty, with what each rests on.

import { counted } from "./elements.js";

export const BASES = {
  written: "written in the source of the ruleset",
  implied: "implied by the source of the ruleset",
  default: "a default of this service, because the source of the ruleset does not say",
  override: "a house rule from the request",
  game: "a rule of the game itself",
};

export const ruleText = ({ text, basis, added }) => [
  text,
  basis && ` (${BASES[basis] ?? basis})`,
  added && ` ${added.text} (${BASES.default})`,
];

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

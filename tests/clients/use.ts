// The generated types as a user uses them: this file is compiled, not run.
import type { components, operations, paths } from "./types";

type Schemas = components["schemas"];
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Content } };
}
  ? Content
  : never;
type Answer = paths["/v1/rounds/audit"]["post"]["responses"][200]["content"]["application/json"];
type Score = paths["/v1/rounds/score"]["post"]["responses"][200]["content"]["application/json"];

// Members with a default may be left out, and a card that does not exist does not compile.
const bid: Schemas["Bid"] = { player: "ana", tricks: 4 };
const card: Schemas["Card"] = "TS";
// @ts-expect-error a ten is written T
const none: Schemas["Card"] = "10S";
// @ts-expect-error a verdict that there is not
const verdict: Schemas["Verdict"] = "irregluar";

export const request: Body<"auditRound"> = {
  ruleset: { name: "pagat", overrides: { bags: { limit: 5 } } },
  players: ["ana", "ben", "cy", "dee"],
  bids: [bid],
  tricks: [{ plays: [{ player: "ana", card }] }],
};
export const score: Body<"scoreRound"> = {
  ruleset: "pagat",
  players: ["ana", "ben", "cy", "dee"],
  bids: [bid],
  tricks_won: { ana: 4, "ben+dee": 9 },
};

// An answer is full or brief: a member that only one of them has tells which it is.
export function revokes(ruling: Answer): string[] {
  if ("answer" in ruling) {
    const form: "brief" = ruling.answer;
    return ruling.offences.map((offence) => `${form} ${offence.code} ${offence.player ?? ""}`);
  }
  const scores: number[] = (ruling.as_ruled ?? []).map((side) => side.after?.score ?? 0);
  return ruling.findings
    .filter((finding) => finding.code === "revoke" && finding.established === true)
    .map((finding) => `${finding.player ?? ""} ${finding.evidence?.held?.join(" ") ?? ""} ${scores.join(" ")}`);
}

// What both have needs no such question.
export function points(score: Score): number[] {
  return score.teams.map((side) => side.points);
}

export function faults(problem: Schemas["Problem"]): string[] {
  return (problem.errors ?? []).map((error) => `${error.pointer ?? ""}: ${error.detail}`);
}

export function isIrregular(ruling: Answer): boolean {
  // @ts-expect-error a verdict that there is not, which no ruling can have
  return ruling.verdict === "irregluar" || ruling.verdict === "irregular";
}

void none, verdict;

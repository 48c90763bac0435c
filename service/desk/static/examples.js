// Rounds to begin with, and lines of shorthand for what has no field.

export const EXAMPLES = [
  {
    title: "A revoke, proved without hands",
    ruleset: "pagat",
    text: `N E S W; dealer W
N 4  E 3  S 1  W 3

N KH 2H 3S 4H  # South has no heart?
S 9H AH TH 5H  # South leads one.
W QC KC 3C AC
`,
  },
  {
    title: "A slip of the pen",
    ruleset: "pagat",
    text: `N E S W; dealer W
N 4  E 3  S 1  W 5

N KH 2H 3S 4H
S 9H AH KH 6H  # The king of hearts again.
`,
  },
  {
    title: "A claim that was refused",
    ruleset: "pagat",
    text: `N E S W; dealer W
N 9  E 1  S 1  W 1
hand N S:AKQJT98 H:AK D:AK C:AK
hand E S:765 H:QJ52 D:65 C:8752
hand S S:2 H:3 D:QJT987 C:QJT93
hand W S:43 H:T98764 D:432 C:64

N AH 2H 3H 4H
N KH 5H 2S 6H
S 3C 4C AC 5C
claim N rest AS KS QS JS TS 9S 8S refused
`,
  },
];

/** Lines that can be put into the text: what each is for, and an example at a table with these names. */
export function linesFor([first, second, third = first, last = second]) {
  const q = (name) => (/^[\p{L}\p{N}_]+$/u.test(name) ? name : JSON.stringify(name));
  const [a, b, c, d] = [first, second, third, last].map(q);
  const sides = `${a}+${c}`;
  return [
    ["a card that was taken back", `${a} (QC)AD 3D 5D 6D`],
    ["a card played out of turn", `${a}:KH ${d}:4H ${b}:2H ${c}:9H`],
    ["a card that nobody can read", `${a} ?? 4C 5C 6C`],
    ["a player who says that another revoked", `call ${b} > ${a} 2`],
    ["a claim that the others refused", `claim ${a} rest refused`],
    ["the tricks on the score sheet", `won ${sides} 7`],
    ["the points on the score sheet", `points ${sides} 73`],
    ["the score before the round", `before ${sides} 120 bags 3`],
  ];
}

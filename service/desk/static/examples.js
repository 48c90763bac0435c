// Rounds and a game to begin with, and lines of shorthand for what has no field.

export const EXAMPLES = [
  {
    title: "A revoke, proved without hands",
    text: `N E S W; dealer W
N 4  E 3  S 1  W 3

N KH 2H 3S 4H  # South has no heart?
S 9H AH TH 5H  # South leads one.
W QC KC 3C AC
`,
  },
  {
    title: "A slip of the pen",
    text: `N E S W; dealer W
N 4  E 3  S 1  W 5

N KH 2H 3S 4H
S 9H AH KH 6H  # The king of hearts again.
`,
  },
  {
    title: "A claim that was refused",
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

// A game to begin with: a nil that was made, contracts that were set, and the penalty for ten bags.

const round = (bids, ana, cy, ben) => ({
  bids_by_player: Object.fromEntries(["Ana", "Ben", "Cy", "Dee"].map((name, seat) => [name, bids[seat]])),
  tricks_won: cy === null ? { "Ana+Cy": ana, "Ben+Dee": ben } : { Ana: ana, Cy: cy, "Ben+Dee": ben },
});

export const EXAMPLE = {
  ruleset: "pagat",
  players: ["Ana", "Ben", "Cy", "Dee"],
  first_dealer: "Dee",
  rounds: [
    round([3, 4, 0, 3], 6, 0, 7),
    round([3, 4, 5, 2], 6, null, 7),
    round([4, 3, 3, 2], 9, null, 4),
    round([5, 2, 4, 1], 10, null, 3),
    round([4, 2, 3, 3], 10, null, 3),
    round([4, 3, 3, 3], 7, null, 6),
    round([6, 2, 3, 2], 9, null, 4),
    round([6, 2, 4, 1], 11, null, 2),
    round([4, 3, 3, 2], 7, null, 6),
  ],
};

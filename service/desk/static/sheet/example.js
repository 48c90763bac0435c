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

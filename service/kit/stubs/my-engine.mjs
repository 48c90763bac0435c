// Your engine: write each function by your app's own. README.md says what goes in and what comes out.

// The cards of the hand that may be played; an empty trick is a lead.
export function legal_cards({ hand, trick, spades_broken, first_trick }) {
  throw new Error("not written yet");
}

// The place of the winning card in the trick, from 0.
export function trick_winner({ trick }) {
  throw new Error("not written yet");
}

// {points, scores, bags} (lists by side), {game_over, winners}; leave out what your app lacks.
export function score_round({ bids, tricks, round, scores_before, bags_before }) {
  throw new Error("not written yet");
}

// Two more, if your app has them:
//
// export function open_bids({ hand, bids, round, scores_before }) {}  // the bids that the next bidder may make
// export function breaks_spades({ trick }) {}  // whether spades are broken after it; without it, by any spade

// Cards: how people write them, what they are called, and how a hand is read.

export const SUITS = ["S", "H", "D", "C"];
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAMES = "ace king queen jack ten nine eight seven six five four three two".split(" ");
const JOKERS = { BJ: "big joker", LJ: "little joker" };
const SIGNS = "♠♤♥♡♦♢♣♧";
export const UNREADABLE = "??";
/** All cards, highest first. */
export const PACK = [...Object.keys(JOKERS), ...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit))];

/** "AS" → "ace of spades". */
export function nameOf(card) {
  if (card === UNREADABLE) return "unreadable card";
  return JOKERS[card] ?? `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}

/** "AS" → "A♠", "TH" → "10♥". */
export function shown(card) {
  if (card === UNREADABLE) return "?";
  if (Object.hasOwn(JOKERS, card)) return card;
  return `${card[0] === "T" ? "10" : card[0]}${SYMBOLS[card[1]]}`;
}

/** The suit by which a card is coloured: of a joker none. */
export const suitOf = (card) => (JOKERS[card] || card === UNREADABLE ? "" : card[1]);

export const suitClass = (card) => `suit-${suitOf(card) || "none"}`;

function tidied(text) {
  return text
    .replace(/[\ufe0e\ufe0f]/g, "")
    .replace(/[♠♤♥♡♦♢♣♧]/g, (sign) => SUITS[SIGNS.indexOf(sign) >> 1])
    .toUpperCase()
    .replace(/10/g, "T");
}

/** A card as somebody types it ("kh", "10♥", "hk"); null if it is none. */
export function cardOf(text) {
  const word = tidied(text).replace(/\s/g, "");
  if (Object.hasOwn(JOKERS, word) || word === UNREADABLE) return word;
  if (word === "?") return UNREADABLE;
  if (word.length !== 2) return null;
  const [first, second] = word;
  if (RANKS.includes(first) && SUITS.includes(second)) return word;
  if (SUITS.includes(first) && RANKS.includes(second)) return second + first;
  return null;
}

/** A play as somebody types it: "kh", or "(qc)ad" with the cards that were taken back before; null if it is none. */
export function playOf(text) {
  const match = /^(?:\(([^()]*)\))?([^()]*)$/.exec(text);
  const card = match && cardOf(match[2]);
  if (!card) return null;
  const withdrawn = match[1] === undefined ? null : (match[1].match(/10.|.10|../g) ?? []).map(cardOf);
  return withdrawn && (!withdrawn.length || withdrawn.includes(null)) ? null : { card, withdrawn };
}

/**
 * Cards typed one after the other, also without spaces: {cards}, each as `read` says, and the first `wrong` word.
 */
export function cardsTyped(text, read = cardOf) {
  const words = text
    .split(/[\s,;]+/)
    .flatMap((word) => (word && !read(word) ? word.match(/10.|.10|..?/gu) : word || []));
  const cards = words.map(read);
  return { cards, wrong: words[cards.indexOf(null)] };
}

/**
 * The cards of a hand as people write it, highest suit first: "AKQ4.T98.AK6.QJ97" (spades, hearts, diamonds, clubs),
 * "S:AK H:T9" or "AS KS TH". Returns {cards} or {fault}, a sentence.
 */
export function handOf(text) {
  const whole = tidied(text).trim();
  const parts = whole.split(".");
  if (parts.length === 4) return ofSuits(SUITS.map((suit, index) => [suit, parts[index]]));
  const { cards, wrong } = cardsTyped(whole);
  if (wrong === undefined) return distinct(cards);
  const groups = [...whole.matchAll(OF_SUIT)].map(([, suit, ranks]) => [suit, ranks]);
  if (groups.length && !whole.replace(OF_SUIT, "").trim()) return ofSuits(groups);
  const word = whole.split(/[\s,;]+/).find((each) => each.includes(wrong));
  return { fault: `“${word}” is not a card. Write AKQ4.T98.AK6.QJ97 (spades, hearts, diamonds, clubs) or AS KS TH.` };
}

const OF_SUIT = /([SHDC])\s*:?\s*((?:[AKQJT2-9][\s,]*|-\s*)*)/g;

function ofSuits(groups) {
  const cards = [];
  for (const [suit, ranks] of groups) {
    for (const rank of ranks.replace(/[\s,-]/g, "")) {
      if (!RANKS.includes(rank)) return { fault: `“${rank}” is not a rank: write A K Q J T 9 to 2.` };
      cards.push(rank + suit);
    }
  }
  return distinct(cards);
}

/** Cards, or the fault that one of them is there twice. */
export function distinct(cards) {
  const twice = cards.find((card, index) => card !== UNREADABLE && cards.indexOf(card) !== index);
  return twice ? { fault: `The ${nameOf(twice)} is there twice: take one of them out.` } : { cards };
}

const place = (card) => (card === UNREADABLE ? PACK.length : PACK.indexOf(card));
export const sorted = (cards) => [...cards].sort((one, other) => place(one) - place(other));

export function handText(cards) {
  const inOrder = sorted(cards);
  if (!cards.every(suitOf)) return inOrder.join(" ");
  const ranksOf = (suit) => inOrder.filter((card) => card[1] === suit).map(([rank]) => rank);
  return SUITS.map((suit) => ranksOf(suit).join("")).join(".");
}

// <spades-replay>, made by `make contract` of service/desk/replay/element.js and the modules of the desk.
(() => {
"use strict";
const WORDS = {"misdeal_not_due":{"deed":"called a misdeal that was not due"},"wrong_hand_size":{"deed":"held the wrong number of cards"},"illegal_draw":{"deed":"drew against the rules"},"illegal_exchange":{"deed":"passed cards against the rules"},"bid_out_of_turn":{"deed":"bid out of turn"},"bid_repeated":{"deed":"bid a second time"},"bid_too_low":{"deed":"bid too low"},"bid_too_high":{"deed":"bid too high"},"bid_not_allowed":{"deed":"made a bid that is not allowed"},"blind_bid_not_allowed":{"deed":"made a blind bid that is not allowed"},"team_bid_too_low":{"deed":"bid too low as a side","ofSide":true},"team_bid_too_high":{"deed":"bid too high as a side","ofSide":true},"nil_partner_bid_too_low":{"deed":"bid too low beside a nil"},"table_total_not_allowed":{"deed":"brought the bids to a total that is not allowed"},"revoke":{"deed":"revoked"},"revoke_corrected":{"deed":"took back a revoke"},"card_taken_back":{"deed":"took back a legal card"},"illegal_spade_lead":{"deed":"led a spade too early"},"illegal_opening_card":{"deed":"led a card that may not open the round"},"illegal_first_trick_card":{"deed":"played a card that is not allowed there"},"out_of_turn":{"deed":"played out of turn"},"wrong_leader":{"deed":"led out of turn"},"false_accusation":{"deed":"wrongly called a revoke"},"claim_failed":{"deed":"claimed too many tricks"},"claim_too_early":{"deed":"claimed tricks too early"},"claim_not_allowed":{"deed":"claimed tricks, which is not allowed"}};
const STYLES = `.game { --plate: #06251bd9; --gold: #f2c14e; --card-ink: #1b1b1f; --robe-S: #2c4a86; --robe-H: #b3122a; --robe-D: #b85410; --robe-C: #1d6b43; --robe-none: #6b35a0; --pattern: #274b86; --bad: #b3001b; --doubtful: #8a5200; --remark: #4a5560; --sans: var(--font, ui-sans-serif, system-ui, "Segoe UI", Roboto, Arial, sans-serif); font-family: var(--sans); color: var(--ink); line-height: 1.35; }
.game svg { display: block; }
.game .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.face { fill: var(--card); stroke: var(--card-edge); }
.suit-S { --suit: var(--card-spades); --robe: var(--robe-S); --suit-text: var(--spades); } .suit-H { --suit: var(--card-hearts); --robe: var(--robe-H); --suit-text: var(--hearts); } .suit-D { --suit: var(--card-diamonds); --robe: var(--robe-D); --suit-text: var(--diamonds); } .suit-C { --suit: var(--card-clubs); --robe: var(--robe-C); --suit-text: var(--clubs); } .suit-none { --suit: var(--card-none); --robe: var(--robe-none); --suit-text: var(--none); }
.suit-ink { fill: var(--suit, currentColor); }
.index { font: 700 15px/1 var(--sans); text-anchor: middle; fill: var(--suit); }
.index.ten { letter-spacing: -1.6px; }
.small-index { font-size: 9px; }
.doubt { font: 700 34px/1 var(--sans); text-anchor: middle; fill: var(--remark); }
.frame { fill: #f6efdd; stroke: var(--suit); stroke-width: .7; }
.figure path, .figure circle { stroke: #221c18; stroke-width: .9; stroke-linejoin: round; }
.figure .robe { fill: var(--robe); } .figure .gold { fill: #eab53f; } .figure .fur { fill: #fffaf0; } .figure .skin { fill: #f3cfa6; } .figure .hair { fill: #7a4b2a; } .figure .steel { fill: #c3ccd4; }
.figure .mouth { fill: none; stroke: #a02c2c; stroke-width: 1.3; } .figure .stem { fill: none; stroke: #3f6d3a; stroke-width: 1.6; } .figure .belt { stroke: #eab53f; stroke-width: 2; }
.figure .line { fill: #221c18; stroke: none; }
.figure.little { filter: grayscale(1); }
.back { fill: var(--pattern); } .lattice { fill: none; stroke: #ffffff55; stroke-width: .8; } .medal { fill: #f6efdd; } .medal-sign { fill: var(--pattern); }

.board { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: .25rem .5rem; padding: .75rem; border-radius: 1.25rem; color: var(--on-felt); background: radial-gradient(ellipse at 50% 45%, var(--felt), var(--felt-edge)); box-shadow: inset 0 0 0 1px #0004, inset 0 0 3rem #0003; align-items: center; justify-items: center; container-type: inline-size; }
.seats-4 { grid-template-areas: "t t t t t t" "l l m m r r" "b b b b b b"; }
.seats-2 { grid-template-areas: "t t t t t t" "m m m m m m" "b b b b b b"; }
.seats-3 { grid-template-areas: "tl tl m m tr tr" "b b b b b b"; }
.seats-5 { grid-template-areas: "tl tl tl tr tr tr" "l l m m r r" "b b b b b b"; }
.seats-6 { grid-template-areas: "tl tl tl tr tr tr" "l l m m r r" "bl bl bl br br br"; }
.board .top { grid-area: t; } .bottom { grid-area: b; } .left { grid-area: l; } .right { grid-area: r; } .top-left { grid-area: tl; } .top-right { grid-area: tr; } .bottom-left { grid-area: bl; } .bottom-right { grid-area: br; } .middle { grid-area: m; }
.board .seat { min-width: 0; max-width: 100%; display: flex; flex-direction: column; align-items: center; gap: .2rem; }
.plate { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .2rem .35rem; padding: .2rem .5rem; border-radius: 1rem; background: var(--plate); font-size: .875rem; max-width: 100%; box-sizing: border-box; border: 2px solid transparent; }
.seat.next .plate { border-color: var(--gold); }
.player-name { max-width: 9rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chip { border-radius: .6rem; padding: 0 .45rem; font-size: .75rem; font-weight: 700; line-height: 1.5; }
.chip.turn { background: var(--gold); color: #2b1f00; } .chip.won { background: #fff; color: #14402f; } .chip:not(.turn, .won, .dealer) { box-shadow: inset 0 0 0 1px #fff9; }
.chip.dealer { background: #fff; color: #14402f; }
.hold { position: relative; max-width: 100%; }
.hold > .badge { position: absolute; top: 0; right: 0; width: 1.6rem; }
.fan { max-width: 100%; height: auto; overflow: visible; }
.no-cards { margin: .4rem; font-size: .8rem; opacity: .8; }
.lift { transition: transform .12s ease-out; }
.playable { cursor: pointer; } .playable:hover .lift, .playable:focus-visible .lift { transform: translateY(-9px); }
.playable:focus { outline: none; } .playable:focus-visible .face { stroke: var(--gold); stroke-width: 3; }
.illegal .face { fill: #aebbb4; } .illegal .lift > g > g { opacity: .6; }
.legal .face { stroke: #0008; }
.ring { fill: none; stroke-width: 3; stroke: var(--gold); }
.proof .ring { stroke: #fff; stroke-dasharray: 5 3; }
.proof .lift { transform: translateY(-9px); }
.middle { width: 100%; max-width: 17rem; height: auto; overflow: visible; }
.spot { fill: #ffffff0d; stroke: #ffffff2e; }
.empty { fill: none; stroke: var(--gold); stroke-width: 1.5; stroke-dasharray: 5 4; }
.laid .face { stroke: #0007; }
.laid.offence .ring, .laid.error .ring { stroke: #ff5a5f; } .laid.open .ring { stroke: #ffb547; stroke-dasharray: 5 3; } .laid.note .ring { stroke: #d5dde4; }
.lay { animation: lay .18s ease-out; }
@keyframes lay { from { opacity: 0; transform: translateY(10px); } }

.badge-shape { stroke: #fff; stroke-width: 1.6; stroke-linejoin: round; }
.badge.offence .badge-shape, .badge.error .badge-shape { fill: var(--bad); } .badge.open .badge-shape { fill: var(--doubtful); } .badge.note .badge-shape { fill: var(--remark); }
.badge-number { font: 700 12px/1 var(--sans); text-anchor: middle; fill: #fff; }
.badge.open .badge-number, .badge.error .badge-number { font-size: 9.5px; }

.under-board { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin: .5rem 0; }
.game .caption { flex: 1 1 100%; margin: 0; min-height: 1.35em; }
.said-of { font-weight: 600; } .said-of.offence, .said-of.error { color: var(--offence); } .said-of.open { color: var(--open); }
.controls { display: flex; gap: 2px; }
.game .control { width: 44px; height: 44px; min-height: 44px; padding: 10px; border: 0; border-radius: .5rem; background: none; color: inherit; cursor: pointer; }
.game .control:hover { background: #8883; } .game .control[aria-disabled] { opacity: .35; cursor: default; }
.icon { fill: currentColor; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; } .icon.pause { stroke-width: 4; } .icon.turn { fill: none; }
.card-sign { font-weight: 700; white-space: nowrap; color: var(--sign, inherit); }
.game .pip { display: inline-block; width: .8em; height: .8em; vertical-align: -.04em; margin-left: .06em; overflow: visible; }
.game .card-sign .suit-ink { fill: currentColor; }

.columns.many { min-width: 29rem; --who: 2.75rem; } .columns.very-many { min-width: 46rem; }
.timeline { min-width: 0; }
.strip { overflow-x: auto; padding: 2px; margin: -2px; }
.columns { position: relative; --who: 3.25rem; }
.columns table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: 0; border: 0; }
.columns th, .columns td { border: 0; padding: 0 1px; height: 42px; text-align: center; vertical-align: middle; box-sizing: border-box; }
.columns thead th { height: 28px; font-size: min(.75rem, 15px); font-weight: 600; color: var(--faint); border: 0; position: relative; }
.columns th.now { color: var(--ink); box-shadow: inset 0 -3px var(--focus); }
.columns .who { width: var(--who); text-align: left; font-size: .8125rem; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding-right: .25rem; }
.columns td { background: linear-gradient(#8881, #8881) center / calc(100% - 2px) calc(100% - 2px) no-repeat; }
.game .number-of-trick { width: 100%; min-width: 24px; min-height: 26px; padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer; border-radius: 4px; }
.game .number-of-trick:hover { background: #8883; }
.columns thead .badge { position: absolute; top: -2px; right: -2px; width: 16px; }
.game .mini { position: relative; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 0; width: 100%; min-width: 24px; min-height: 40px; height: 40px; padding: 0; border: 1px solid var(--card-edge); border-radius: 4px; background: var(--card); color: var(--suit); cursor: pointer; font: 700 14px/1.05 var(--sans); }
.mini .rank { letter-spacing: -.04em; }
.mini s { font-size: 9px; white-space: nowrap; }
.game .mini .pip { width: 12px; height: 12px; margin: 1px 0 0; }
.game .mini.lead { border-top: 3px solid #2b2b33; } .game .mini.lead.later { border-top: 3px solid; }
.game .mini.winner { background: #f9e3a6; }
.game .mini.later { background: none; border-style: dashed; color: var(--suit-text); } .later .suit-ink { fill: currentColor; }
.game .mini.unread { background: none; border-style: dotted; color: var(--faint); font-weight: 400; }
.game .mini.current { outline: 3px solid var(--focus); outline-offset: 0; opacity: 1; }
.game .mini.offence, .game .mini.error { box-shadow: inset 0 0 0 2px var(--bad); } .game .mini.open { box-shadow: inset 0 0 0 2px var(--doubtful); }
.game .mini.proof { border: 2px dashed; }
.mini .badge { position: absolute; top: -7px; right: -7px; width: 18px; z-index: 1; }
.threads { position: absolute; left: var(--who); right: 0; top: 28px; bottom: 0; width: calc(100% - var(--who)); height: calc(100% - 28px); pointer-events: none; overflow: visible; }
.thread path { fill: none; stroke: var(--offence); stroke-width: 1.75; opacity: .75; stroke-linecap: round; } .thread.open path { stroke: var(--open); stroke-dasharray: 4 4; } .thread.note path { stroke: var(--faint); }
.thread .knot { stroke-width: 7; opacity: 1; }
.thread.now path { stroke-width: 3; opacity: 1; } .thread.now .knot { stroke-width: 9; }
.game .joints { list-style: none; margin: .5rem 0 0; padding: 0; display: flex; flex-direction: column; gap: 2px; }
.game .joints li { margin: 0; border: 0; padding: 0; }
.game .joint { display: flex; flex-wrap: wrap; align-items: center; gap: .1rem .4rem; width: 100%; min-height: 32px; padding: .2rem .4rem; border: 0; border-radius: .4rem; background: none; color: inherit; font: inherit; font-size: .875rem; text-align: left; cursor: pointer; }
.game .joint:hover, .joints .now .joint { background: #8882; }
.joint .badge { width: 20px; flex: none; }
.proved { color: var(--faint); } .proved::before { content: "· "; }
.game :focus-visible { outline: 3px solid var(--focus); outline-offset: 1px; } .game .playable:focus-visible { outline: none; }
.board :focus-visible { outline-color: var(--gold); }
@media (max-width: 30rem) {
.board { padding: .4rem .25rem; gap: .15rem .25rem; border-radius: .75rem; }
.seats-3 { grid-template-areas: "tl tl tl tr tr tr" "m m m m m m" "b b b b b b"; }
.seats-4 { grid-template-areas: "t t t t t t" "l l l r r r" "m m m m m m" "b b b b b b"; }
.seats-5 { grid-template-areas: "tl tl tl tr tr tr" "l l l r r r" "m m m m m m" "b b b b b b"; }
.seats-6 { grid-template-areas: "tl tl tl tr tr tr" "l l l r r r" "m m m m m m" "bl bl bl br br br"; }
.plate { padding: .1rem .4rem; gap: .1rem .35rem; font-size: .8125rem; }
.middle { max-width: 12.5rem; }
.columns { --who: min(2.2rem, 36px); }
.columns th, .columns td { padding: 0 .5px; }
}
@media (max-width: 23rem) { .columns { --who: 1.5rem; } }
@media (prefers-reduced-motion: reduce) { .lay { animation: none; } .lift { transition: none; } }
@media print {
.board, .controls, .caption { display: none; }
.strip { overflow: visible; }
.columns.many, .columns.very-many { min-width: 0; }
.game .mini, .game .mini.later, .game .mini.winner, .game .mini.current { border-color: #000; border-style: solid; outline: none; background: none; color: #000; print-color-adjust: exact; }
.game .mini.proof { border-style: dashed; }
.game .mini .suit-ink { fill: currentColor; }
.game .mini.winner { border-width: 2.5px; }
.columns th.now { box-shadow: none; }
}

:host { display: block; max-width: 52rem; font-size: 1rem; --paper: light-dark(#fff, #141816); --ink: light-dark(#1c211e, #e6e8e3); --faint: light-dark(#58605b, #a5ada7); --rule: light-dark(#dcd9cf, #343b37); --focus: light-dark(#14694a, #7fd1a9); --offence: light-dark(#a3201d, #ff9a8f); --open: light-dark(#7c4e00, #f3c067); --felt: light-dark(#1d6048, #174b39); --felt-edge: light-dark(#134534, #0e3125); --on-felt: #f3f7f2; --card: light-dark(#fffefb, #f3f1ea); --card-edge: light-dark(#b8b6ab, #8d8b82); --card-spades: #1b1f1d; --card-hearts: #b3001b; --card-diamonds: #a34700; --card-clubs: #00602c; --card-none: #5b2a86; --spades: light-dark(#1b1f1d, #eceee9); --hearts: light-dark(#b3001b, #ff8a80); --diamonds: light-dark(#a34700, #ffb066); --clubs: light-dark(#00602c, #6fdc8c); --none: light-dark(#5b2a86, #c9a2f2); }
:host([hidden]) { display: none; }
.replay { background: var(--paper); border: 1px solid var(--rule); border-radius: 1rem; padding: .75rem; overflow-wrap: anywhere; }
.replay:focus { outline: none; }
.replay .headline { margin: .25rem .25rem .75rem; font-weight: 600; }
.replay .foot, .replay .legend { margin: .5rem .25rem 0; font-size: .75rem; color: var(--faint); }
.replay .legend { display: none; }
.replay a { color: inherit; }
.card { font-weight: 700; white-space: nowrap; }
@media print { .replay { border: 0; padding: 0; color: #000; } .replay .legend { display: block; } }
`;
const m0 = (() => {
const PAUSE = 250;

function keeper(loaded, page) {
let timer;
let last = { text: JSON.stringify(null), step: 0 };
let pushes = false;
let turn = 0;

async function write(value) {
const own = (turn += 1);
const address = `#${await encoded(value)}`;
if (own !== turn) return;
if (address !== location.hash) history[pushes ? "pushState" : "replaceState"](null, "", address);
pushes = false;
document.body.dataset.addressed = "true";
}

function keep(state) {
const value = page.kept(state);
const text = JSON.stringify(value);
if (text === last.text) return;
pushes ||= state.step !== last.step;
last = { ...last, text, step: state.step };
try {
localStorage.setItem(page.draft, text);
} catch {
}
clearTimeout(timer);
turn += 1;
timer = setTimeout(() => write(value), PAUSE);
document.body.dataset.addressed = "false";
}

async function load({ first = false } = {}) {
clearTimeout(timer);
const own = (turn += 1);
document.body.dataset.addressed = "true";
const kept = first && location.hash.length <= 1 ? draft() : null;
const value =
location.hash.length > 1 ? await decoded(location.hash.slice(1)) : (kept ?? page.kept(page.initial()));
if (own !== turn) return;
if (value !== undefined) last = { ...last, text: JSON.stringify(value) };
loaded(value);
if (kept) await write(kept);
}

function draft() {
try {
const value = JSON.parse(localStorage.getItem(page.draft));
return page.restored(page.initial(), value) && value;
} catch {
return null;
}
}

addEventListener("popstate", () => load());
return {
keep,
load,
async link(state) {
return `${location.origin}${location.pathname}#${await encoded(page.kept(state))}`;
},
synced: (state) => {
last = { ...last, text: JSON.stringify(page.kept(state)), step: state.step };
},
};
}


async function encoded(value) {
const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
let binary = "";
for (const byte of bytes) binary += String.fromCharCode(byte);
return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const MOST = 2_000_000;

async function decoded(text) {
try {
const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
return JSON.parse(
new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw"))),
);
} catch {
return undefined;
}
}

async function through(bytes, stream) {
const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
const parts = [];
let length = 0;
for (let part = await reader.read(); !part.done; part = await reader.read()) {
length += part.value.length;
if (length > MOST) {
await reader.cancel();
throw new RangeError("too long");
}
parts.push(part.value);
}
return new Uint8Array(await new Blob(parts).arrayBuffer());
}
return { keeper, encoded, decoded };
})();
const m1 = (() => {
const SUITS = ["S", "H", "D", "C"];
const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAMES = "ace king queen jack ten nine eight seven six five four three two".split(" ");
const JOKERS = { BJ: "big joker", LJ: "little joker" };
const SIGNS = "♠♤♥♡♦♢♣♧";
const UNREADABLE = "??";
const PACK = [...Object.keys(JOKERS), ...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit))];

function nameOf(card) {
if (card === UNREADABLE) return "unreadable card";
return JOKERS[card] ?? `${RANK_NAMES[RANKS.indexOf(card[0])]} of ${SUIT_NAMES[card[1]]}`;
}

function shown(card) {
if (card === UNREADABLE) return "?";
if (Object.hasOwn(JOKERS, card)) return card;
return `${card[0] === "T" ? "10" : card[0]}${SYMBOLS[card[1]]}`;
}

const suitOf = (card) => (JOKERS[card] || card === UNREADABLE ? "" : card[1]);

const suitClass = (card) => `suit-${suitOf(card) || "none"}`;

function tidied(text) {
return text
.replace(/[\ufe0e\ufe0f]/g, "")
.replace(/[♠♤♥♡♦♢♣♧]/g, (sign) => SUITS[SIGNS.indexOf(sign) >> 1])
.toUpperCase()
.replace(/10/g, "T");
}

function cardOf(text) {
const word = tidied(text).replace(/\s/g, "");
if (Object.hasOwn(JOKERS, word) || word === UNREADABLE) return word;
if (word === "?") return UNREADABLE;
if (word.length !== 2) return null;
const [first, second] = word;
if (RANKS.includes(first) && SUITS.includes(second)) return word;
if (SUITS.includes(first) && RANKS.includes(second)) return second + first;
return null;
}

function playOf(text) {
const match = /^(?:\(([^()]*)\))?([^()]*)$/.exec(text);
const card = match && cardOf(match[2]);
if (!card) return null;
const withdrawn = match[1] === undefined ? null : (match[1].match(/10.|.10|../g) ?? []).map(cardOf);
return withdrawn && (!withdrawn.length || withdrawn.includes(null)) ? null : { card, withdrawn };
}

function cardsTyped(text, read = cardOf) {
const words = text
.split(/[\s,]+/)
.flatMap((word) => (word && !read(word) ? word.match(/10.|.10|..?/gu) : word || []));
const cards = words.map(read);
return { cards, wrong: words[cards.indexOf(null)] };
}

function handOf(text) {
const whole = tidied(text).trim();
const parts = whole.split(".");
if (parts.length === 4) return ofSuits(SUITS.map((suit, index) => [suit, parts[index]]));
const words = whole.split(/[\s,;]+/).filter(Boolean);
const cards = words.map(cardOf);
if (!cards.includes(null)) return distinct(cards);
const groups = [...whole.matchAll(OF_SUIT)].map(([, suit, ranks]) => [suit, ranks]);
if (groups.length && !whole.replace(OF_SUIT, "").trim()) return ofSuits(groups);
const wrong = words[cards.indexOf(null)];
return { fault: `“${wrong}” is not a card. Write AKQ4.T98.AK6.QJ97 (spades, hearts, diamonds, clubs) or AS KS TH.` };
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

function distinct(cards) {
const twice = cards.find((card, index) => card !== UNREADABLE && cards.indexOf(card) !== index);
return twice ? { fault: `The ${nameOf(twice)} is there twice: take one of them out.` } : { cards };
}

const place = (card) => (card === UNREADABLE ? PACK.length : PACK.indexOf(card));
const sorted = (cards) => [...cards].sort((one, other) => place(one) - place(other));

function handText(cards) {
const inOrder = sorted(cards);
if (!cards.every(suitOf)) return inOrder.join(" ");
const ranksOf = (suit) => inOrder.filter((card) => card[1] === suit).map(([rank]) => rank);
return SUITS.map((suit) => ranksOf(suit).join("")).join(".");
}
return { SUITS, RANKS, UNREADABLE, PACK, nameOf, shown, suitOf, suitClass, cardOf, playOf, cardsTyped, handOf, sorted, handText };
})();
const m2 = (() => {
const placeOf = (pointer) =>
pointer
.replace(/^#?\/?/, "")
.split("/")
.map(decoded)
.join("/");

const membersOf = (pointer) =>
placeOf(pointer)
.split("/")
.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

const pointed = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function decoded(part) {
try {
return decodeURIComponent(part);
} catch {
return part;
}
}


const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number";
const isTruth = (value) => typeof value === "boolean";
const isLeftOut = (value) => value === undefined;

const either =
(...tests) =>
(value) =>
tests.some((test) => test(value));
const maybe = (test) => either(isLeftOut, test);
const isListOf = (value, test) => Array.isArray(value) && value.every(test);
const listOf = (test) => (value) => isListOf(value, test);
const membersAre = (test) => (value) => isObject(value) && Object.values(value).every(test);
const objectOf = (tests) => (value) =>
isObject(value) &&
Object.entries(tests).every(([name, test]) => test(Object.hasOwn(value, name) ? value[name] : undefined));

const isCards = listOf(isText);
const isTrick = objectOf({
leader: maybe(isText),
winner: maybe(isText),
cards: maybe(isCards),
cards_by_player: maybe(membersAre(isText)),
plays: maybe(
listOf(objectOf({ player: isText, card: isText, withdrawn: maybe(listOf(objectOf({ card: isText }))) })),
),
});
const isBid = objectOf({ player: maybe(isText), team: maybe(isText), tricks: isNumber, kind: maybe(isText) });

const isCallBegun = objectOf({
by: maybe(isText),
against: maybe(isText),
trick: maybe(either(isNumber, (value) => value === "")),
at: maybe(isObject),
});
const isClaimBegun = objectOf({
by: maybe(isText),
tricks: maybe(either(isNumber, isText)),
accepted: maybe(isTruth),
statement: maybe(isCards),
});

const isPlace = either(isLeftOut, (value) => Number.isInteger(value) && value >= 0 && value <= 54);

const isGuide = objectOf({
kind: isText,
...Object.fromEntries(["trick", "lead", "by", "laid", "later", "proof", "nil"].map((name) => [name, isPlace])),
card: maybe(isText),
cards: maybe(isCards),
broken: maybe(isText),
});

const isLeft = objectOf({ hands: maybe(membersAre(isCards)), lead: isPlace, broken: maybe(isText) });

const hasMembers = objectOf({
dealer: maybe(isText),
first_round_number: maybe(isNumber),
hands: maybe(membersAre(isCards)),
exchanges: maybe(Array.isArray),
tricks: maybe(listOf(isTrick)),
bids: maybe(listOf(isBid)),
bids_by_player: maybe(membersAre(isNumber)),
blind_bidders: maybe(listOf(isText)),
teams: maybe(listOf(objectOf({ name: maybe(isText), players: listOf(isText) }))),
before: maybe(membersAre(membersAre(isNumber))),
reported: maybe(membersAre(membersAre(isNumber))),
accusations: maybe(listOf(isCallBegun)),
claim: maybe(isClaimBegun),
stopped: maybe(isTruth),
});

const isTable = (value) => isListOf(value, isText) && value.length >= 2 && value.length <= 6;

const isRecord = (value) => hasMembers(value) && isTable(value.players);

const isSeat = ({ players }, value) => Number.isInteger(value) && value in players;

const isRuleset = objectOf({
name: isText,
options: maybe(listOf(isText)),
overrides: maybe(membersAre(either(isObject, Array.isArray))),
});

const asChosen = ({ name, options = [], overrides = {} }) => ({ name, options, overrides });


function corrected(record, changes) {
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
return { placeOf, membersOf, pointed, isObject, isText, isListOf, isCallBegun, isClaimBegun, isGuide, isLeft, isTable, isRecord, isSeat, isRuleset, asChosen, corrected };
})();
const m3 = (() => {
const { cardsTyped, playOf } = m1;
const { placeOf } = m2;

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked"]);
const FIELDS = new Set(["input", "select", "textarea"]);

function patchChildren(parent, { children, keys }) {
const wanted = new Map(keys.map((key, at) => [key, children[at]]));
const kept = new Map();
for (const node of [...parent.childNodes]) {
const element = wanted.get(node.deskKey);
if (element !== undefined && !kept.has(node.deskKey) && fits(node, element)) kept.set(node.deskKey, node);
else node.remove();
}
let place = parent.firstChild;
for (const [at, element] of children.entries()) {
const node = kept.get(keys[at]) ?? created(element, parent, keys[at]);
kept.delete(keys[at]);
if (node === place) place = place.nextSibling;
else parent.insertBefore(node, place);
patchNode(node, element);
}
}

function fits(node, element) {
if (typeof element === "string") return node.nodeType === Node.TEXT_NODE;
return node.nodeType === Node.ELEMENT_NODE && node.localName === element.tag;
}

function created(element, parent, key) {
const node = typeof element === "string" ? document.createTextNode(element) : newElement(element.tag, parent);
node.deskKey = key;
return node;
}

function newElement(tag, parent) {
const inSvg = tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
return inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

function patchNode(node, element) {
if (typeof element === "string") {
if (node.data !== element) node.data = element;
return;
}
const before = node.deskProps ?? {};
for (const name of Object.keys(before)) if (!(name in element.props)) set(node, name, null);
const late = element.tag === "select" ? "value" : null;
const typing =
node === document.activeElement && FIELDS.has(element.tag) && before.value === element.props.value ? "value" : null;
const isNew = (name, value) => PROPERTIES.has(name) || !(name in before) || before[name] !== value;
for (const [name, value] of Object.entries(element.props)) {
if (name !== late && name !== typing && isNew(name, value)) set(node, name, value);
}
node.deskProps = element.props;
node.deskOn = element.on;
patchChildren(node, element);
if (late && late in element.props) set(node, late, element.props[late]);
}

function set(node, name, value) {
if (name === "open" && !value) return;
if (PROPERTIES.has(name) && FIELDS.has(node.localName)) {
const wanted = value ?? (name === "checked" ? false : "");
if (node[name] !== wanted) node[name] = wanted;
} else if (value === null || value === undefined || value === false) {
node.removeAttribute(name);
} else {
const wanted = value === true ? "" : String(value);
if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
}
}

function listen(root, kinds, dispatch) {
for (const kind of kinds) {
root.addEventListener(kind, (event) => {
for (let node = event.target; node && node !== root.parentNode; node = node.parentNode) {
const named = node.deskOn?.[kind];
if (!named) continue;
const { target } = event;
dispatch({ ...named, value: target.value, checked: target.checked, from: event });
return;
}
});
}
}


function goTo(root, pointer) {
const places = new Map(
[...root.querySelectorAll("[data-place]")].reverse().map((node) => [node.dataset.place, node]),
);
for (let place = placeOf(pointer); place; place = place.slice(0, Math.max(0, place.lastIndexOf("/")))) {
const node = places.get(place) ?? [...places].find(([other]) => other.startsWith(`${place}/`))?.[1];
if (!node) continue;
if (!node.matches("input, select, button, textarea, [tabindex]")) node.tabIndex = -1;
for (const around of root.querySelectorAll("details")) if (around.contains(node)) around.open = true;
node.scrollIntoView({
block: node.offsetHeight > innerHeight / 2 ? "start" : "center",
behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
});
node.focus({ preventScroll: true });
for (const flashing of root.querySelectorAll(".flash")) flashing.classList.remove("flash");
requestAnimationFrame(() => node.classList.add("flash"));
return;
}
root.querySelector("#text")?.focus();
}

function sightOf(root, selector) {
let watched = null;
const observer = new IntersectionObserver(
(entries) => root.classList.toggle("in-sight", entries.at(-1).isIntersecting),
{ threshold: 1 },
);
return () => {
const node = root.querySelector(selector);
if (node === watched) return;
observer.disconnect();
watched = node;
if (node) observer.observe(node);
};
}

function putCaret(area, line, column) {
const before = area.value.split("\n", line - 1).reduce((sum, text) => sum + text.length + 1, 0);
const at = Math.min(area.value.length, before + column - 1);
area.focus();
area.setSelectionRange(at, at);
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

function moveWithin(event) {
const button = event.target.closest("[data-roving]");
if ((event.key === " " || event.key === "Enter") && button.localName === "g") {
event.preventDefault();
button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
return;
}
const row = button.parentElement;
const buttons = [...row.querySelectorAll("[data-roving]")];
const at = buttons.indexOf(button);
let next;
if (event.key in STEPS) next = buttons[at + STEPS[event.key]];
else if (event.key === "Home") [next] = buttons;
else if (event.key === "End") next = buttons.at(-1);
else if (button.role === "radio" && event.key.length === 1) {
const meant = buttons.find(({ textContent }) => textContent.toLowerCase().startsWith(event.key.toLowerCase()));
if (!meant) return;
event.preventDefault();
meant.click();
return;
} else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
const rows = [...row.parentElement.querySelectorAll(".suit")];
const other = rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
next = other && [...other.querySelectorAll("[data-roving]")].at(Math.min(at, other.childElementCount - 1));
} else return;
event.preventDefault();
if (!next) return;
for (const stop of next.parentElement.querySelectorAll("[data-roving]")) stop.tabIndex = stop === next ? 0 : -1;
next.focus();
}

function moveOnward(root, event, players) {
if (event.key !== " " && event.key !== "Enter") return;
event.preventDefault();
if (cardsTyped(event.target.value, playOf).wrong) return;
const [trick, seat] = event.target.dataset.cell.split(" ").map(Number);
const cell = (row, column) => root.querySelector(`[data-cell="${row} ${column}"]`);
for (let step = 1; step < players; step += 1) {
const next = cell(trick, (seat + step) % players);
if (next && !next.value) return void next.focus();
}
const led = root.querySelector(`.next [data-cell^="${trick + 1} "]`) ?? cell(trick + 1, 0);
led?.focus();
}
return { patchChildren, listen, goTo, sightOf, putCaret, moveWithin, moveOnward };
})();
const m4 = (() => {
const FIELDS = "input, select, textarea, [role=tab], [data-roving]";
const NOTCH = 60;

function stepper(root, dispatch) {
let turn = 0;

function stepped(event, { anywhere = false } = {}) {
if (event.altKey || event.ctrlKey || event.metaKey || (!anywhere && event.target.closest?.(FIELDS))) return;
const step = { ArrowLeft: { by: -1 }, ArrowRight: { by: 1 }, Home: { at: 0 }, End: { at: null } }[event.key];
if (!step) return;
event.preventDefault();
const isInTimeline = event.target.matches?.(".mini");
dispatch({ type: "by" in step ? "stepped" : "at", ...step });
if (isInTimeline) root.querySelector(".mini.current")?.focus();
}

function turned(event) {
const { deltaY } = event;
if (Math.abs(deltaY) < Math.abs(event.deltaX) || event.ctrlKey) return;
const end = deltaY > 0 ? ".control:has(.next)" : ".control:has(.back)";
if (root.querySelector(`${end}[aria-disabled]`)) return;
event.preventDefault();
turn = Math.sign(turn) === Math.sign(deltaY) ? turn + deltaY : deltaY;
if (Math.abs(turn) < NOTCH) return;
turn = 0;
dispatch({ type: "stepped", by: Math.sign(deltaY) });
}

return { stepped, turned };
}

function stepBackOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
const letter = key.toLowerCase();
if (!(ctrlKey || metaKey) || altKey || !"zy".includes(letter)) return null;
const holdsText = target.matches?.("textarea, input:not([type=checkbox], [type=radio])");
if (holdsText && (target.value || target.localName === "textarea")) return null;
return letter === "y" || shiftKey ? "redo" : "undo";
}
return { stepper, stepBackOf };
})();
const m5 = (() => {
const { PACK, RANKS } = m1;

const own = (members, name) => (members && Object.hasOwn(members, name) ? members[name] : undefined);

function seatOf(players, name) {
const seat = players.indexOf(name);
return seat < 0 ? null : seat;
}

const seatsOfSides = ({ players }, { partners }) =>
partners
? [
[0, 2],
[1, 3],
]
: players.map((_, seat) => [seat]);

function sidesOf(record, rules) {
const { players, teams = [] } = record;
return seatsOfSides(record, rules).map(
(seats) =>
(seats.length > 1 && teams.find((team) => team.players.includes(players[seats[0]]))?.name) ||
seats.map((seat) => players[seat]).join("+"),
);
}

const NAMED = new Set(
"dealer leader winner player team name by against from to out in players blind_bidders forfeited_by misdeal_called_by".split(
" ",
),
);
const BY_NAME = new Set("away hands bids_by_player cards_by_player before tricks_won points score bags".split(" "));

function renamed(record, seat, name) {
const old = record.players[seat];
const change = (text) =>
text
.split("+")
.map((part) => (part === old ? name : part))
.join("+");
const walk = (value, member) => {
if (typeof value === "string") return NAMED.has(member) ? (value === old ? name : change(value)) : value;
if (Array.isArray(value)) return value.map((inner) => walk(inner, member));
if (typeof value !== "object" || value === null) return value;
return Object.fromEntries(
Object.entries(value).map(([entry, inner]) => [
BY_NAME.has(member) ? (entry === old ? name : change(entry)) : entry,
walk(inner, entry),
]),
);
};
return { ...walk({ ...record, players: [] }), players: record.players.with(seat, name) };
}


const memberIn = (groups, name) => name.split(".").reduce(own, groups);

const layersOf = (detail, { options }) =>
[detail, ...(detail?.options ?? []).filter(({ name }) => options.includes(name))].map((layer) => layer?.parameters);

const valueAmong = (layers, name) =>
layers.map((layer) => memberIn(layer, name)).findLast((value) => value !== undefined);

const whole = (value) => (Number.isInteger(value) ? value : null);
const listed = (value) => (Array.isArray(value) ? value : []);

function rulesOf(detail, ruleset, count) {
const layers = [...layersOf(detail, ruleset), ruleset.overrides];
const at = (name) => valueAmong(layers, name);
const jokers = PACK.slice(0, 2).slice(0, whole(at("deck.jokers")) ?? 0);
const removed = listed(own(at("deck.removed"), count));
const topTrumps = listed(at("deck.top_trumps"));
const pack = [...jokers, ...PACK.slice(2)].filter((card) => !removed.includes(card));
const partners = at("table.sides") === "partnership" && count === 4;
const hasNil = at("bids.nil.allowed") !== false;
const costOf = (nil) => {
const { points = 0, per_missing_trick: more } = at(`bids.${nil}.failed`) ?? {};
return more ? undefined : -points;
};
return {
pack,
handSize:
whole(own(at("deck.hand_size"), count)) ??
(at("deck.leftover") === "dealt" ? Math.ceil(pack.length / count) : Math.floor(pack.length / count)),
isDealt: at("deck.formation") !== "draw",
topTrumps: topTrumps.length ? topTrumps : jokers,
openingLeader: at("play.opening_leader") ?? "left_of_dealer",
partners,
exchange: { nil: at("bids.nil.exchange") > 0, bnil: at("bids.blind_nil.exchange") > 0 },
nilCosts:
at("bids.linked") || (partners && !["each", "forbidden"].includes(at("bids.both_nil.how")))
? {}
: { nil: costOf("nil"), bnil: costOf("blind_nil") },
bySide: at("bids.by") === "team" && partners,
oneBidIsEnough: at("bids.by") === "last_partner" && partners,
hasNil,
hasTwoZeros: hasNil && at("bids.zero.allowed") === true,
callsUntil: at("calls.until"),
failedClaim: at("claims.failed"),
redealBy: at("table.redeal_by"),
firstBidsItself: at("bids.first_round") === "bids_itself",
bidsAfterDealer: at("bids.first_bidder") === "dealer" ? 0 : 1,
};
}

const rulesNow = ({ details, ruleset, record }) =>
rulesOf(own(details, ruleset.name), ruleset, record.players.length);

function trumps(rules) {
return [...rules.topTrumps, ...RANKS.map((rank) => `${rank}S`).filter((card) => !rules.topTrumps.includes(card))];
}

function winnerOf(plays, rules) {
if (!plays.length || plays.some(([, card]) => card === "??")) return null;
const high = trumps(rules);
const trumped = plays.filter(([, card]) => high.includes(card));
if (trumped.length) {
return trumped.reduce((best, play) => (high.indexOf(play[1]) < high.indexOf(best[1]) ? play : best))[0];
}
const suit = plays[0][1][1];
const followed = plays.filter(([, card]) => card[1] === suit);
return followed.reduce((best, play) => (RANKS.indexOf(play[1][0]) < RANKS.indexOf(best[1][0]) ? play : best))[0];
}


function withOptionSet({ details, ruleset }, name, isTaken) {
const excluded = own(details, ruleset.name)?.options.find((option) => option.name === name)?.excludes ?? [];
const others = ruleset.options.filter((option) => option !== name && !excluded.includes(option));
return { ...ruleset, options: isTaken ? [...others, name] : others };
}

function rulesetFor({ offered, ruleset }, count) {
const now = offerOf({ offered, ruleset });
if (!now || countsOf({ offered, ruleset }).includes(count)) return { ruleset, notice: "" };
const other = [now, ...offered].find((offer) => offer.players.includes(count));
const [widest] = offered.toSorted((one, another) => another.players.length - one.players.length);
const { name, title } = other ?? widest;
const overrides = other ? {} : { table: { players: [count] } };
const how = other ? "" : `, played by ${count} as a house rule`;
return {
ruleset: { name, options: [], overrides },
notice: other === now ? "" : `${now.title} is not for ${count} players. The ruleset is now ${title}${how}.`,
};
}

const countsOf = ({ offered, ruleset }) =>
listed(ruleset.overrides.table?.players ?? offerOf({ offered, ruleset })?.players);

const offerOf = ({ offered, ruleset }) => offered.find(({ name }) => name === ruleset.name);

const LONGEST_NAME = 64;

function faultOfName(players, seat, name) {
if (!name) return "Every player needs a name.";
const { length } = [...name];
if (length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} letters, and this one has ${length}.`;
const isTaken = players.some((other, at) => at !== seat && other.toLowerCase() === name.toLowerCase());
return isTaken ? `Two players can't both be ${name}.` : null;
}
return { own, seatOf, seatsOfSides, sidesOf, renamed, memberIn, layersOf, valueAmong, rulesOf, rulesNow, winnerOf, withOptionSet, rulesetFor, countsOf, offerOf, faultOfName };
})();
const m6 = (() => {
const { nameOf, sorted } = m1;
const { own, sidesOf } = m5;

function holderOf(record, card) {
return Object.keys(record.hands ?? {}).find((name) => record.hands[name].includes(card)) ?? null;
}

const heldBy = ({ hands }, name) => own(hands, name) ?? [];

function withHand(record, name, cards) {
const { hands: { [name]: _, ...others } = {}, ...rest } = record;
const hands = cards.length ? { ...others, [name]: sorted(cards) } : others;
return Object.keys(hands).length ? { ...rest, hands } : rest;
}

function withCardTaken(record, rules, name, card) {
const holder = holderOf(record, card);
const left = holder === null ? [] : record.hands[holder].filter((held) => held !== card);
const without = holder === null ? record : withHand(record, holder, left);
if (holder === name) return without;
const hand = heldBy(without, name);
if (hand.length >= rules.handSize) return record;
return filled(withHand(without, name, [...hand, card]), rules);
}

function filled(record, rules) {
const { players, hands = {} } = record;
const short = players.filter((name) => heldBy(record, name).length < rules.handSize);
const known = Object.values(hands).flat();
const rest = rules.pack.filter((card) => !known.includes(card));
const isLast = rules.isDealt && short.length === 1 && !known.includes("??");
const all = isLast ? [...heldBy(record, short[0]), ...rest] : [];
return all.length === rules.handSize ? withHand(record, short[0], all) : record;
}

function faultOfHand(record, seat, cards) {
const others = record.players.filter((_, at) => at !== seat);
const holder = (card) => others.find((name) => card !== "??" && heldBy(record, name).includes(card));
const twice = cards.find(holder);
return twice ? `${holder(twice)} has the ${nameOf(twice)} already: take it out of one of the two hands.` : null;
}

const areFull = (record, rules) =>
record.players.every((name) => heldBy(record, name).length === rules.handSize);

function seatToFill(record, rules, seat) {
const size = (at) => heldBy(record, record.players[at]).length;
const clockwise = record.players.map((_, step) => (seat + step) % record.players.length);
return clockwise.find((at) => size(at) < rules.handSize) ?? seat;
}

function withDealer(record, name) {
const { dealer: _, ...rest } = record;
return name ? { ...rest, dealer: name } : rest;
}

function seatOfNil(record) {
const seat = record.players.findIndex((name) => bidText(record, name).endsWith("nil"));
return seat < 0 ? null : seat;
}

function nilOf({ bids, ...record }, rules, name) {
const bid = bidText({ ...record, bids: bids?.toReversed() }, name);
return rules.hasNil && !rules.bySide && bid.endsWith("nil") ? bid : null;
}

const biddersOf = (record, rules) => (rules.bySide ? sidesOf(record, rules) : record.players);

const isBlind = ({ kind = "" }) => kind.startsWith("blind");
const blindKind = (tricks) => (tricks ? "blind" : "blind_nil");

const textOfBid = ({ tricks, kind }) =>
`${isBlind({ kind }) ? "b" : ""}${tricks || (kind === "zero" ? "0" : "nil")}`;

function bidText(record, bidder) {
const made = record.bids?.findLast((bid) => (bid.player ?? bid.team) === bidder);
if (made) return textOfBid(made);
const tricks = own(record.bids_by_player, bidder);
const kind = record.blind_bidders?.includes(bidder) ? blindKind(tricks) : undefined;
return tricks === undefined ? "" : textOfBid({ tricks, kind });
}
return { holderOf, heldBy, withHand, withCardTaken, filled, faultOfHand, areFull, seatToFill, withDealer, seatOfNil, nilOf, biddersOf, isBlind, blindKind, textOfBid, bidText };
})();
const m7 = (() => {
const { pointed } = m2;
const { bidText, heldBy } = m6;
const { own, rulesNow, seatOf, seatsOfSides, sidesOf, winnerOf } = m5;

function rowsOf(record, rules, leaders = []) {
const { players } = record;
let follows = openingSeat(record, rules);
return (record.tricks ?? []).map((trick, index) => {
const led = ledBy(trick, players) ?? follows ?? seatOf(players, leaders[index]);
const plays = playsOf(trick, index, players, led ?? 0).filter(({ seat }) => seat !== null);
const cells = players.map((_, seat) => plays.filter((play) => play.seat === seat));
const complete = cells.every(({ length }) => length);
const laid = plays.map(({ seat, card }) => [seat, card]);
const isSure = complete && led !== null && plays.length === players.length;
const won = seatOf(players, trick.winner) ?? (isSure ? winnerOf(laid, rules) : null);
const next = nextSeat(plays, led, players.length);
const row = { number: index + 1, led, follows, named: trick.leader ?? null, plays, cells, won, next, complete };
follows = won;
return row;
});
}

function rowsNow(state) {
const leaders = state.answer?.tricks.map(({ leader }) => leader);
return rowsOf(state.record, rulesNow(state), leaders);
}

function nextToPlay(record, rules, rows) {
const last = rows.at(-1);
if (last && !last.complete) return { trick: rows.length - 1, seat: last.next };
return { trick: rows.length, seat: last ? last.won : openingSeat(record, rules) };
}

function openingSeat({ players, dealer, bids }, { openingLeader }) {
const dealt = seatOf(players, dealer);
if (openingLeader === "dealer") return dealt;
if (openingLeader === "left_of_dealer") return dealt === null ? null : (dealt + 1) % players.length;
if (openingLeader === "first_bidder") return seatOf(players, bids?.[0]?.player);
return null;
}

function ledBy(trick, players) {
return seatOf(players, trick.leader) ?? (trick.plays?.length ? seatOf(players, trick.plays[0].player) : null);
}

function playsOf(trick, index, players, led) {
const count = players.length;
if (trick.plays) {
return trick.plays.map(({ player, card, withdrawn = [] }, place) => ({
seat: seatOf(players, player),
card,
pointer: `tricks/${index}/plays/${place}`,
withdrawn: withdrawn.map((taken, at) => ({
...taken,
pointer: `tricks/${index}/plays/${place}/withdrawn/${at}`,
})),
}));
}
const clockwise = players.map((_, place) => (led + place) % count);
const byPlayer = trick.cards_by_player;
const laid = byPlayer
? clockwise
.filter((seat) => own(byPlayer, players[seat]) !== undefined)
.map((seat) => [seat, byPlayer[players[seat]], `cards_by_player/${pointed(players[seat])}`])
: (trick.cards ?? []).map((card, place) => [clockwise[place % count], card, `cards/${place}`]);
return laid.map(([seat, card, place]) => ({ seat, card, pointer: `tricks/${index}/${place}`, withdrawn: [] }));
}

function nextSeat(plays, led, count) {
if (led === null) return null;
const played = plays.map(({ seat }) => seat);
for (let step = 0; step < count; step += 1) if (!played.includes((led + step) % count)) return (led + step) % count;
return null;
}

function withCard(record, rules, rows, index, seat, card) {
const before = [...rows];
const tricks = [...(record.tricks ?? [])];
if (index >= tricks.length) {
if (card === null) return record;
const { seat: expected } = nextToPlay(record, rules, before);
tricks.push(
expected === null || !tricks.length ? { leader: record.players[expected ?? seat], cards: [] } : { cards: [] },
);
before.push({ led: expected ?? seat, follows: expected, cells: record.players.map(() => []) });
}
const at = Math.min(index, tricks.length - 1);
tricks[at] = trickWith(tricks[at], before[at], record.players, seat, card);
while (tricks.length && isEmpty(tricks.at(-1))) tricks.pop();
return relaid({ ...record, tricks }, before, rules, at + 1);
}

function withLeader(record, rules, rows, index, seat) {
const { players } = record;
const { leader: _, ...trick } = record.tricks[index];
const leader = seat === null ? {} : { leader: players[seat] };
const row = rows[index];
const led = seat ?? row.follows;
const isLaid = trick.cards && led !== null && row.led !== null && trick.cards.length <= players.length;
const { cards, ...rest } = trick;
const next = { ...leader, ...(isLaid ? { ...rest, ...fromSeats(firstCards(row), led, players) } : trick) };
return relaid({ ...record, tricks: record.tricks.with(index, next) }, rows, rules, index + 1);
}

const followsAt = (record, tricks, index, rules) =>
rowsOf({ ...record, tricks: tricks.slice(0, index + 1) }, rules)[index].follows;

function withWithdrawn(record, rows, index, seat, cards) {
const { players } = record;
const row = rows[index];
const { cards: _, cards_by_player: __, leader, plays, ...rest } = record.tricks[index];
const clockwise = fromLeader(row, players);
const inTurn = plays ?? playsIn(row, players);
const marked = inTurn.map(({ withdrawn, ...play }) =>
play.player === players[seat]
? { ...play, ...(cards.length ? { withdrawn: cards.map((card) => ({ card })) } : {}) }
: { ...play, ...(withdrawn ? { withdrawn } : {}) },
);
const isPlain =
marked.every(({ player, withdrawn }, at) => !withdrawn && player === players[clockwise[at]]) &&
(!leader || leader === players[row.led]);
if (!isPlain) {
return { ...record, tricks: record.tricks.with(index, { ...(leader ? { leader } : {}), ...rest, plays: marked }) };
}
const first = !leader && index && row.follows === row.led ? {} : { leader: players[row.led] };
return { ...record, tricks: record.tricks.with(index, { ...first, ...rest, cards: marked.map(({ card }) => card) }) };
}

const fromLeader = ({ led }, players) => players.map((_, step) => ((led ?? 0) + step) % players.length);

const playsIn = ({ plays }, players) => plays.map(({ seat, card }) => ({ player: players[seat], card }));

function withCardOutOfTurn(record, rows, index, seat, card) {
const { players, tricks = [] } = record;
const play = { player: players[seat], card };
if (index >= tricks.length) return { ...record, tricks: [...tricks, { leader: play.player, cards: [card] }] };
const { cards: _, cards_by_player: __, plays = playsIn(rows[index], players), ...rest } = tricks[index];
return { ...record, tricks: tricks.with(index, { ...rest, plays: [...plays, play] }) };
}

function withLine(state) {
const { view, answer } = state;
if (!view.line || !answer?.claim?.line) return state;
return answer.claim.line.reduce((next, { player, card }) => {
const rows = rowsNow(next);
const index = rows.length - (rows.at(-1)?.complete === false ? 1 : 0);
const seat = next.record.players.indexOf(player);
return { ...next, record: withCardOutOfTurn(next.record, rows, index, seat, card) };
}, state);
}

function isEmpty(trick) {
return !(trick.cards?.length || trick.plays?.length || Object.keys(trick.cards_by_player ?? {}).length);
}

const firstCards = (row) => row.cells.map((entries) => entries[0]?.card ?? null);

function trickWith(trick, row, players, seat, card) {
const name = players[seat];
if (trick.plays) {
const place = trick.plays.findIndex(({ player }) => player === name);
const leader = place === 0 && !trick.leader ? { leader: name } : {};
const plays = trick.plays.filter(({ player }, at) => player !== name || at === place);
if (card === null) return { ...leader, ...trick, plays: plays.filter((_, at) => at !== place) };
if (place >= 0) return { ...trick, plays: plays.with(place, { ...plays[place], card }) };
const turn = (player) => (players.indexOf(player) - (row.led ?? seat) + players.length) % players.length;
const later = plays.findIndex(({ player }) => turn(player) > turn(name));
return { ...trick, plays: plays.toSpliced(later < 0 ? plays.length : later, 0, { player: name, card }) };
}
if (trick.cards && trick.cards.length > players.length) return withOneOf(trick, row, seat, card);
const cards = firstCards(row);
cards[seat] = card;
const { cards: _, cards_by_player: byPlayer, leader, ...rest } = trick;
if (byPlayer && !leader && row.follows === null) return { ...rest, cards_by_player: ofPlayers(cards, players) };
const led = row.led ?? seat;
return {
...rest,
...(leader || row.follows === null ? { leader: players[led] } : {}),
...fromSeats(cards, led, players),
};
}

function withOneOf(trick, row, seat, card) {
const [place, ...more] = row.cells[seat].map(({ pointer }) => Number(pointer.split("/").at(-1)));
const cards = trick.cards.filter((_, at) => !more.includes(at));
return { ...trick, cards: card === null ? cards.toSpliced(place, 1) : cards.with(place, card) };
}

const ofPlayers = (cards, players) =>
Object.fromEntries(players.map((name, seat) => [name, cards[seat]]).filter(([, card]) => card));

function fromSeats(cards, led, players) {
const clockwise = players.map((_, place) => cards[(led + place) % players.length]);
const count = clockwise.filter(Boolean).length;
return clockwise.slice(0, count).every(Boolean)
? { cards: clockwise.slice(0, count) }
: { cards_by_player: ofPlayers(cards, players) };
}

function relaid(record, before, rules, from = 0) {
const tricks = [...(record.tricks ?? [])];
for (let index = from; index < tricks.length; index += 1) {
const { leader: written, cards, ...trick } = tricks[index];
const was = before[index];
const follows = followsAt(record, tricks, index, rules);
if (written || trick.plays || !was || follows === was.led || cards?.length > record.players.length) continue;
if (cards && was.led === null) continue;
const { cards_by_player: _, ...rest } = trick;
const seated = firstCards(was);
tricks[index] = {
...rest,
...(follows === null
? { cards_by_player: ofPlayers(seated, record.players) }
: fromSeats(seated, follows, record.players)),
};
}
return { ...record, tricks };
}

function tricksSoFar(record, rules, rows) {
const seats = seatsOfSides(record, rules);
return sidesOf(record, rules).map((side, index) => [
side,
rows.filter(({ won }) => seats[index].includes(won)).length,
]);
}

const countOfTricks = (rows) => rows.filter(({ complete }) => complete).length;


function turnOf(state) {
const { record, answer } = state;
const rules = rulesNow(state);
const rows = rowsNow(state);
const { trick, seat } = nextToPlay(record, rules, rows);
const player = record.players[seat];
const hand = heldBy(record, player);
if (record.exchanges?.length || record.players.some((name) => rules.exchange[bidText(record, name)])) return null;
if (hand.length !== rules.handSize || trick >= rules.handSize || hand.includes("??")) return null;
const played = rows.flatMap(({ cells }) => (cells[seat] ?? []).map(({ card }) => card));
return {
player,
question: {
players: record.players,
hand: hand.filter((card) => !played.includes(card)),
plays: rows[trick] ? playsIn(rows[trick], record.players) : [],
trick_number: trick + 1,
spades_broken: answer?.tricks[trick - 1]?.spades_broken ?? false,
},
};
}
return { rowsOf, rowsNow, nextToPlay, withCard, withLeader, followsAt, withWithdrawn, withCardOutOfTurn, withLine, tricksSoFar, countOfTricks, turnOf };
})();
const m8 = (() => {
const { UNREADABLE } = m1;
const { nextToPlay, rowsOf, withCard } = m7;

const cardsIn = ({ cards, plays, cards_by_player: byPlayer = {} }) =>
cards ?? plays?.map(({ card }) => card) ?? Object.values(byPlayer);

const unknownTrick = (players) => ({ cards_by_player: Object.fromEntries(players.map((name) => [name, UNREADABLE])) });

const isUnknown = (trick) =>
!trick || (!trick.leader && !trick.winner && cardsIn(trick).every((card) => card === UNREADABLE));

const isGap = (trick) =>
cardsIn(trick).includes(UNREADABLE) && cardsIn(trick).filter((card) => card !== UNREADABLE).length <= 1;

const withTrick = (record, index, trick) => withoutUnknownEnd(upTo(record, index, trick));

function upTo(record, index, trick) {
const { players } = record;
const tricks = record.tricks.map((earlier, at) => (at < index ? whole(earlier, players) : earlier));
while (tricks.length < index) tricks.push(unknownTrick(players));
tricks[index] = trick ?? unknownTrick(players);
return { ...record, tricks };
}

const withoutUnknownEnd = (record) => ({
...record,
tricks: record.tricks.slice(0, record.tricks.findLastIndex((trick) => !isUnknown(trick)) + 1),
});

function whole(trick, players) {
const missing = players.length - cardsIn(trick).length;
if (missing <= 0) return trick;
if (trick.cards) return { ...trick, cards: [...trick.cards, ...Array(missing).fill(UNREADABLE)] };
const absent = players.filter((name) => !trick.plays?.some(({ player }) => player === name));
return trick.plays
? { ...trick, plays: [...trick.plays, ...absent.map((player) => ({ player, card: UNREADABLE }))] }
: { ...trick, cards_by_player: { ...unknownTrick(players).cards_by_player, ...trick.cards_by_player } };
}

function withCardIn(record, rules, index, seat, card) {
const wide = upTo(record, index, record.tricks[index]);
return withoutUnknownEnd(withCard(wide, rules, rowsOf(wide, rules), index, seat, card));
}

function expectedLeader(record, rules, index) {
const next = nextToPlay(record, rules, rowsOf({ ...record, tricks: record.tricks.slice(0, index) }, rules));
return next.trick === index ? next.seat : null;
}
return { isUnknown, isGap, withTrick, withCardIn, expectedLeader };
})();
const m9 = (() => {
const { membersOf, placeOf } = m2;
const { isGap } = m8;
const { nilOf, seatOfNil } = m6;
const { own, rulesNow } = m5;

const MOST_NAMED = 3;

function listed(words, last = "and") {
return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function signed(number) {
return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

function deeds(offences, words) {
const byOffender = new Map();
for (const offence of offences) {
const offender = whose(offence, words) ?? "somebody";
const done = byOffender.get(offender) ?? byOffender.set(offender, new Map()).get(offender);
const deed = words[offence.code]?.deed ?? `committed “${offence.code.replaceAll("_", " ")}”`;
done.set(deed, [...(done.get(deed) ?? []), offence.trick]);
}
return [...byOffender].map(
([offender, done]) => `${offender} ${listed([...done].map(([deed, tricks]) => deed + occasions(tricks)))}`,
);
}

function occasions(tricks) {
const numbers = [...new Set(tricks.filter((trick) => trick !== undefined))].map(String);
if (numbers.length) return ` in trick${numbers.length > 1 ? "s" : ""} ${listed(numbers)}`;
return tricks.length > 1 ? ` ${tricks.length} times` : "";
}

const whose = ({ code, player, team }, words) => (words[code]?.ofSide ? team : player) ?? player ?? team;

function deedOf(found, words) {
const known = words[found.code];
const who = whose(found, words);
if (known && who) return `${who} ${known.deed}`;
return `${who ? `${who}: ` : ""}${found.code.replaceAll("_", " ")}`;
}

const ofSeverity = (found, severity) => found.filter((one) => one.severity === severity);

function sentenceOf({ answer, words }) {
return [whatHappened(answer, words), whatItCosts(answer)].filter(Boolean).join(" ");
}

const NOBODY = "Nobody is proved to have broken a rule.";

function whatHappened(answer, words) {
const { findings, undecided, readings, verdict, unread, missing, isAnswered } = answer;
const offences = ofSeverity(findings, "offence");
if (offences.length) return `${deeds(offences, words).join("; ")}.`;
const errors = ofSeverity(findings, "error");
const thrownIn = findings.find(({ code }) => code === "round_thrown_in");
if (thrownIn) return thrownIn.detail;
const misdealt = findings.filter((finding) => finding.code === "wrong_hand_size");
if (verdict === "void" && misdealt.length && !errors.length) {
return `The deal was wrong: ${deeds(misdealt, words).join("; ")}. That is nobody's offence.`;
}
if (readings?.length) {
const { either, likely, then } = asMeant(answer, errors, words);
return [NOBODY, either, likely, then].filter(Boolean).join(" ");
}
if (errors.length) {
const first = errors.find((error) => error.follows === undefined) ?? errors[0];
if (first.code === "bid_missing") return `${NOBODY} ${first.detail}`;
if (first.pointer.startsWith("#/reported")) {
const what = answer.tricks.length ? "cards" : "bids and tricks";
return `${NOBODY} The score sheet does not agree with the ${what}: ${first.detail}`;
}
const why = answer.limit_reached ? "it has more readings than are tried" : "no single slip explains it";
return `${NOBODY} The record contradicts itself${first.trick ? ` in trick ${first.trick}` : ""}, and ${why}.`;
}
if (undecided.length) return `${NOBODY} ${questions(undecided, words)}`;
if (unread && !missing) {
return isAnswered ? "Nobody broke a rule in what was entered." : `${NOBODY} ${unreadText(answer)}`;
}
return missing ?? "Nobody broke a rule, as far as the record goes.";
}

function proofsOf(offences, record) {
const proofs = new Map();
const add = (words, place) => words && !proofs.has(words) && proofs.set(words, { words, place });
for (const offence of offences) {
const pointer = offence.evidence?.proved_by;
if (!pointer) continue;
const [member, name] = membersOf(pointer);
const words =
pointer === "counting"
? "by counting, nobody else had room for the cards"
: member === "hands"
? `${name}’s hand`
: `${cardAt(record, membersOf(pointer)) ?? "what was played"} in trick ${Number(name) + 1}`;
add(words, pointer === "counting" ? null : placeOf(pointer));
add(unbrokenIn(offence), "tricks/0");
}
return [...proofs.values()];
}

const unbrokenIn = ({ rule, trick, evidence }) =>
evidence && rule?.parameter === "play.spade_lead"
? `spades unbroken: trick${trick > 2 ? "s 1 to" : ""} ${trick - 1}`
: null;

function cardAt(record, members) {
const value = members.reduce(own, record);
const card = value?.card ?? value;
return typeof card === "string" ? card : null;
}


const BADGES = {
irregular: ["!", "A rule was broken"],
clean: ["✓", "No rule was broken"],
undetermined: ["?", "Not proved"],
unread: ["?", "Not all cards are known", "undetermined"],
missing: ["?", "Not judged yet", "undetermined"],
sheet: ["≠", "Check the score sheet", "inconsistent"],
inconsistent: ["≠", "Check the record"],
void: ["X", "The round is void"],
};

const CLAIMS = {
proved: ["✓", "The claim holds", "clean"],
disproved: ["!", "The claim fails", "irregular"],
invalid: ["!", "The claim does not count", "irregular"],
undecided: ["?", "The claim is not decided", "undetermined"],
};

function verdictOf({ verdict, findings, undecided, readings, claim, unread, missing, isAnswered }) {
const offences = ofSeverity(findings, "offence");
const isDoubted = verdict === "undetermined" && readings?.length;
const isOther = verdict === "inconsistent" || offences.some(({ code }) => !code.startsWith("claim_"));
const isClaim = (claim || offences.length > 0) && !isOther;
const isUnread = verdict === "undetermined" && unread && !undecided.length;
const isSheet = isOnSheet(findings) && !readings?.length;
const plain = isUnread ? (isAnswered ? "clean" : "unread") : isSheet ? "sheet" : verdict;
const badge = isDoubted ? "inconsistent" : missing ? "missing" : plain;
const [sign, words, tone = badge] = (isClaim && CLAIMS[claim?.result ?? "disproved"]) ||
BADGES[badge] || ["•", verdict];
return { sign, words: !isClaim && badge === "irregular" && offences.length > 1 ? "Rules were broken" : words, tone };
}

function isOnSheet(findings) {
const wrong = findings.filter(({ severity }) => severity !== "note");
return wrong.length > 0 && wrong.every(({ pointer }) => pointer?.startsWith("#/reported"));
}

function withoutUnread(answer, record) {
const isUnread = (pointer = "") => {
const members = membersOf(pointer);
const trick = members[0] === "tricks" && record.tricks[members[1]];
return trick && isGap(trick) && (members[2] === "leader" || cardAt(record, members) === "??");
};
const undecided = answer.undecided.filter(({ pointer, decided_by: by }) => !isUnread(pointer) && !isUnread(by));
return { ...answer, undecided, unread: answer.undecided.length - undecided.length };
}

const unreadText = ({ unread }) =>
`Cards that nobody has entered, or could read, leave ${counted(unread, "question")} open.`;

function nilsIn(answer, { record, rules, asked }) {
const { tricks, findings, readings = [], as_ruled: ruled } = answer;
const wrong = [...ofSeverity(findings, "error"), ...readings.flatMap(({ changes = [] }) => changes)];
const isDoubted = wrong.some(({ pointer }) => /^#\/(bids|blind)/.test(pointer));
const nilBy = (name) =>
ruled
? ruled.find(({ players }) => players?.includes(name))?.nils.find(({ player = name }) => player === name)
: nilOf(record, rules, name) || (rules.hasNil && rules.bySide && name === asked?.player);
const bidders = isDoubted ? [] : record.players.filter(nilBy);
const broken = bidders.flatMap((player) => {
const won = !nilBy(player).made && tricks.find(({ winner }) => winner === player);
const points = own(rules.nilCosts, nilOf(record, rules, player));
const cost = points > 0 ? ` and costs ${points} points` : "";
return won ? [{ player, said: `${player} won trick ${won.number}: the nil is broken${cost}.` }] : [];
});
const said = broken.map((nil) => nil.said);
const { winner } = (asked && tricks[asked.trick - 1]) || {};
const isOther = winner && winner !== asked.player;
return {
said: isOther ? [`${winner} won trick ${asked.trick}, and not ${asked.player}.`, ...said] : said,
badge: winner && bidders.includes(asked.player) ? NILS[broken.some(({ player }) => player === asked.player)] : null,
};
}

const NILS = {
true: { sign: "!", words: "The nil is broken", tone: "irregular" },
false: { sign: "✓", words: "The nil is not broken by that", tone: "clean" },
};

const TAKEN = { sign: "✓", words: "It was taken back in time", tone: "clean" };

const UNTIL = {
next_trick_led: "only until the next trick is led",
end_of_round: "until the round is over",
next_deal: "until the next deal",
};

function callHeard({ accusations = [], findings, undecided, readings = [] }, state) {
const { record, guide } = state;
const isAfter = guide.past === "yes";
const call = isAfter ? { result: "upheld" } : accusations.find(({ accusation }) => accusation === 0);
const { by, at } = isAfter ? { by: record.players[guide.caller] } : (record.accusations?.[0] ?? {});
const { callsUntil, handSize } = rulesNow(state);
const until = own(UNTIL, callsUntil);
const isOpen = callsUntil === "next_deal" && !(at?.trick <= handSize) && !guide.past;
if (!by || !call || readings.length || isOpen) return null;
const isUnsure = undecided.some((asked) => isAboutEnd(asked) && asked.pointer.startsWith("#/accusations"));
if (call.result !== "upheld" || isUnsure) return call.detail;
const isLate = isAfter || call.findings.some((found) => findings[found]?.code === "late_accusation");
const why = until ? `: by this ruleset a revoke may be called ${until}` : "";
return `${by}'s call ${isLate ? "came too late" : "was in time"}${why}.`;
}

const OPEN_COST = "The findings say what it costs.";

const isCostOpen = ({ readings = [], undecided }) => readings.length > 0 || undecided.some(isAboutEnd);

const isAboutEnd = ({ code }) => code === "end_of_play_open";

function headlineOf(state) {
const { answer, record, words, guide = null } = state;
const { findings, readings, penalties, claim } = answer;
const player = guide?.kind === "nil" ? record.players[guide.by ?? seatOfNil(record)] : undefined;
const asked = player && guide.trick ? { player, trick: guide.trick } : null;
const nils = nilsIn(answer, { record, rules: rulesNow(state), asked });
const offences = ofSeverity(findings, "offence");
const errors = ofSeverity(findings, "error");
const meant = !offences.length && readings?.length ? asMeant(answer, errors, words) : null;
const now = (answer.as_ruled ?? []).filter(({ team }) => record.before && own(record.before, team));
const taken = findings.find(({ code }) => code === "revoke_corrected");
const isRight = guide?.kind === "score" && !answer.missing;
const said = meant
? [meant.likely, meant.then, NOBODY, meant.either]
: isOnSheet(findings)
? [errors[0].detail, NOBODY]
: [taken?.detail, isRight ? "The score sheet is right." : null, whatHappened(answer, words)];
const cut = claim ? claim.detail.indexOf(". ", claim.by?.length) + 1 || claim.detail.length : 0;
const decided = [
claim?.detail.slice(0, cut).concat(claim.share ?? ""),
...nils.said,
claim?.detail.slice(cut).trim(),
];
const isDoubted = meant || errors.length || offences.some(({ code }) => !code.startsWith("claim_"));
const called = guide?.kind === "late" ? callHeard(answer, state) : null;
const [happened, ...more] = [called, ...(isDoubted ? [...said, ...decided] : [...decided, ...said])].filter(Boolean);
return {
...((!isDoubted && ((taken && TAKEN) || nils.badge)) || verdictOf(answer)),
happened,
more: more.join(" "),
proofs: proofsOf(offences, record),
unpenalised: offences.length > 0 && !penalties.length ? (isCostOpen(answer) ? OPEN_COST : "No penalty.") : null,
score: whatItCosts(answer, { isTold: penalties.length > 0 }),
now: now.map(({ team, after }) => `${team} ${after.score}`).join(" · "),
};
}

const BASES = {
written: "written in the source of the ruleset",
implied: "implied by the source of the ruleset",
default: "a default of this service, because the source of the ruleset does not say",
override: "a house rule from the request",
game: "a rule of the game itself",
};

function reasonsOf({ penalties }) {
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

const plural = (number) => (Math.abs(number) === 1 ? "" : "s");
const counted = (number, unit) => `${Math.abs(number)} ${unit}${plural(number)}`;

const alone = ({ readings: [first, ...others] }) =>
!others.some((one) => one.offences.length === first.offences.length);

const howLikely = (answer) => (alone(answer) ? "Probably" : "For example");

function asMeant(answer, errors, words) {
const [first] = answer.readings;
const explained = answer.undecided.filter(
({ severity, readings }) => severity === "offence" && readings?.includes(0),
);
const trick = errors.find((error) => error.trick)?.trick;
const slipped = first.slip === "trick_left_out" ? "left out" : "written wrong";
const either = errors.length
? `The record contradicts itself${trick ? ` in trick ${trick}` : ""}.`
: explained.length
? `Either ${offendersIn(explained, words)}, or something was ${slipped}.`
: `Something may have been ${slipped}.`;
const then = first.verdict in WITHOUT_OFFENCE ? `Then ${WITHOUT_OFFENCE[first.verdict]}.` : "";
const open = answer.undecided.length ? questions(answer.undecided, words) : "";
return { either, likely: `${howLikely(answer)}: ${first.detail}`, then: first.offences.length ? open : then };
}

function offendersIn(offences, words) {
const done = deeds(offences, words);
const tricks = [...new Set(offences.map(({ trick }) => trick))].filter(Boolean);
const where = tricks.length && tricks.length <= MOST_NAMED ? occasions(tricks) : "";
return done.length === 1
? done[0]
: `${done.length} players broke ${tricks.length === 1 ? "a rule" : "rules"}${where}`;
}

function questions(undecided, words) {
const offences = ofSeverity(undecided, "offence");
const said = deeds(offences, words).map((deed) => `whether ${deed}`);
const others = undecided.length - offences.length;
if (others) said.push(`${others} other question${plural(others)}`);
const named =
said.length > MOST_NAMED ? [...said.slice(0, MOST_NAMED - 1), `${said.length - MOST_NAMED + 1} more`] : said;
return `Still open: ${listed(named)}.`;
}

function whatItCosts(answer, { isTold = false } = {}) {
if (answer.verdict === "void") return "The round is void: nobody scores in it.";
const offences = ofSeverity(answer.findings, "offence");
const rests = restsOn(answer, offences);
if (!answer.as_ruled) {
const depends = answer.readings?.some(({ points }) => points);
const why = depends
? "The score depends on how the record is read."
: !answer.complete
? "No score yet."
: `${answer.readings?.length ? "No reading of the record comes to a" : "The round has no"} score.`;
return [isTold ? "" : tricksLost(answer), rests, why].filter(Boolean).join(" ");
}
const ruled = answer.as_ruled.map(({ team, points }) => [team, points]);
const played = Object.fromEntries((answer.as_played ?? answer.as_ruled).map(({ team, points }) => [team, points]));
const same = ruled.every(([team, points]) => played[team] === points);
const forfeits = answer.penalties.filter((penalty) => penalty.effect === "game").map((penalty) => penalty.team);
return [
rests,
same && offences.length ? "That changes no points." : "",
!rests && answer.undecided.length ? "As the record stands:" : "",
pointsInWords(ruled, played),
...[...new Set(forfeits)].map((team) => `${team} loses the game.`),
]
.filter(Boolean)
.join(" ");
}

function restsOn({ readings = [], figures_from: from }, { length: isProved }) {
const sheet = "with the readings that agree with the score sheet";
if (isProved && readings.length) {
const score = from === "sheet" ? `, and the score ${sheet}` : "";
return `This${from === "readings" ? " and the score stand" : " stands"} however the record is read${score}.`;
}
if (from && !readings[0]) return "The tricks are the sheet's.";
return from ? `The score stands ${from === "sheet" ? sheet : "however the record is read"}.` : "";
}

function tricksLost({ penalties }) {
const change = Object.create(null);
for (const { team, tricks } of penalties) if (tricks !== undefined) change[team] = (change[team] ?? 0) + tricks;
const said = Object.entries(change).map(([team, tricks]) => `${team}: ${signed(tricks)} trick${plural(tricks)}`);
return said.length ? `${said.join("; ")}.` : "";
}

function pointsInWords(ruled, played) {
const changed = ([team, points]) => (points === played[team] ? 1 : 0);
const instead = (team) => ` instead of ${signed(played[team])}`;
return ruled
.toSorted((one, other) => changed(one) - changed(other))
.map(([team, points]) => `${team}: ${signed(points)}${points === played[team] ? "" : instead(team)}.`)
.join(" ");
}

const WITHOUT_OFFENCE = {
clean: "nobody broke a rule",
undetermined: "nobody is proved to have broken a rule, but questions stay open",
inconsistent: "nobody is proved to have broken a rule, but the score sheet does not agree with the cards",
};

function resultOfReading({ offences, verdict, points }, words) {
const done = deeds(offences, words).join("; ") || WITHOUT_OFFENCE[verdict];
const score = points ? ` As played: ${pointsInWords(Object.entries(points), points)}` : "";
return `${done ? `Then ${done}` : `Then the ruling is ${verdict}`}.${score}`;
}

function numbered({ findings, undecided }) {
const all = (list, letter, open) =>
list.map((found, at) => ({ ...found, label: letter + (at + 1), place: placeOf(found.pointer), open }));
return [...all(findings, "", false), ...all(undecided, "Q", true)];
}

const marksAt = (found, pointer) =>
found.filter(({ place }) => place === pointer || place.startsWith(`${pointer}/`));

const marksOfTrick = (found, pointer) =>
found.filter(({ place }) => [pointer, `${pointer}/leader`, `${pointer}/winner`].includes(place));

function gravity(marks) {
const kinds = marks.map((mark) => (mark.open ? "open" : mark.severity));
return ["offence", "error", "open", "note"].find((kind) => kinds.includes(kind)) ?? kinds[0] ?? "";
}
return { signed, deedOf, sentenceOf, unbrokenIn, verdictOf, withoutUnread, headlineOf, BASES, reasonsOf, counted, howLikely, resultOfReading, numbered, marksAt, marksOfTrick, gravity };
})();
const m10 = (() => {
const { nameOf, shown, suitClass } = m1;
const { isObject } = m2;

const EVENTS = new Set(["click", "input", "change", "keydown", "focusin", "submit", "wheel"]);

class Element {
constructor(members) {
Object.assign(this, members);
}
}

function h(name, ...given) {
const isBare = !isObject(given[0]) || given[0] instanceof Element;
const [props, ...children] = isBare ? [{}, ...given] : given;
const [tag, ...classes] = name.split(".");
const { key = null, label, isMute, ...others } = tag === "button" ? { type: "button", ...props } : props;
const [on, rest] = [{}, { ...(label && { "aria-label": label }), ...(isMute && { "aria-hidden": "true" }) }];
for (const [member, value] of Object.entries(others)) (EVENTS.has(member) ? on : rest)[member] = value;
if (classes.length) rest.class = classes;
if (Array.isArray(rest.class)) rest.class = rest.class.filter(Boolean).join(" ");
const element = new Element({ tag, props: rest, on, key, children: [], keys: [] });
add(element, children, "");
return element;
}

function add(parent, children, place) {
for (const [at, child] of children.entries()) {
const isElement = child instanceof Element;
if (Array.isArray(child)) {
add(parent, child, `${place}${at}/`);
} else if (isElement || (typeof child === "string" && child) || typeof child === "number") {
parent.children.push(isElement ? child : String(child));
parent.keys.push(place + (child.key ?? at));
}
}
}

function titled(section, title, ...content) {
const id = `h-${title.replaceAll(" ", "-").toLowerCase()}`;
return h(section, { "aria-labelledby": id }, h("h2", { id }, title), content);
}

const wideTable = (name, heads, rows) =>
h(
"div.wide",
{ tabindex: "0", role: "group", label: name.replace("-", " ") },
h(
`table.${name}`,
h(
"thead",
h(
"tr",
heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td"))),
),
),
h("tbody", rows),
),
);

function textOf(element) {
return typeof element === "string" ? element : element.children.map(textOf).join("");
}

function found(element, test) {
if (typeof element === "string") return [];
return [...(test(element) ? [element] : []), ...element.children.flatMap((child) => found(child, test))];
}


function cardText(card) {
return h("span", { class: ["card", suitClass(card)], role: "img", label: nameOf(card) }, shown(card));
}

function withCards(sentence) {
return sentence
.split(/\b((?:[2-9TJQKA][SHDC]|BJ|LJ)(?![\w+]))/)
.map((part, index) => (index % 2 ? cardText(part) : part));
}

const markButton = (kind, label, { name, place, title = null }) =>
h("button", { class: ["mark", kind], title, label: name, click: { type: "goto", place } }, label);

const markButtons = (marks) =>
marks.map(({ label, open, severity, detail }) =>
markButton(open ? "open" : severity, label, {
name: `${open ? "open question" : "finding"} ${label}`,
place: `finding ${label}`,
title: detail,
}),
);


const roving = (isStop) => ({ "data-roving": "", tabindex: isStop ? "0" : "-1", keydown: { type: "roving" } });

const link = (event, words) => h("button.link", { click: event }, words);

const idleButton = ({ click, ...props }, content, isIdle) =>
h("button", { ...props, "aria-disabled": isIdle ? "true" : null, click: isIdle ? null : click }, content);

const select = ({ value, label, change, ...props }, choices) =>
h(
"select",
{ value: String(value ?? ""), label, change, ...props },
choices.map(([of, words]) => h("option", { value: String(of), key: of }, words)),
);


const idOf = (field) => `fault-${encodeURIComponent(field)}`;

function draftOf({ drafts }, field, value) {
const draft = drafts[field];
return draft && (draft.over === undefined || draft.over === value) ? draft : undefined;
}

const AS_TYPED = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" };

function typed(state, field, value) {
const draft = draftOf(state, field, value);
return {
value: draft?.text ?? value,
...AS_TYPED,
"aria-invalid": draft?.fault ? "true" : null,
"aria-describedby": draft?.fault ? idOf(field) : null,
};
}

const typedInto = (state, field, value, event, props) =>
h("input", { ...typed(state, field, value), ...props, change: { ...event, over: value } });

function faultOf(state, field, value) {
const fault = draftOf(state, field, value)?.fault;
return fault ? h("p.fault", { id: idOf(field), key: `fault of ${field}` }, fault) : null;
}


function accessNotice({ away, locked }) {
if (away) {
return h(
"p.notice",
"Rulings need the service, and it can't be reached. Nothing is lost; it is asked again in a moment.",
);
}
return locked ? h("p.notice", "This service asks for an API key. Enter it in the field above.") : null;
}

function keyField() {
const field = h("input", { type: "password", name: "key", autocomplete: "off" });
return h(
"form.row",
{ submit: { type: "key" } },
h("label", "API key ", field),
h("button", { type: "submit" }, "Use it"),
);
}
return { h, titled, wideTable, textOf, found, cardText, withCards, markButton, markButtons, roving, link, idleButton, select, AS_TYPED, typed, typedInto, faultOf, accessNotice, keyField };
})();
const m11 = (() => {
const { nameOf, shown, suitClass, suitOf } = m1;
const { h } = m10;

const WIDTH = 50;
const HEIGHT = 70;

const SUIT_PATHS = {
S: "M0-10C4-5 9-1.5 9 3C9 6 6.9 7.4 5 7.4C3.2 7.4 1.7 6.6.8 5C1 7.4 2 9 3.6 10H-3.6C-2 9-1 7.4-.8 5C-1.7 6.6-3.2 7.4-5 7.4C-6.9 7.4-9 6-9 3C-9-1.5-4-5 0-10Z",
H: "M0 9.5C-3.6 4.6-9.4 1-9.4-4C-9.4-7.6-7-9.4-4.7-9.4C-2.6-9.4-.8-8 0-5.6C.8-8 2.6-9.4 4.7-9.4C7-9.4 9.4-7.6 9.4-4C9.4 1 3.6 4.6 0 9.5Z",
D: "M0-10C1.8-6.4 4.9-2.8 7.6 0C4.9 2.8 1.8 6.4 0 10C-1.8 6.4-4.9 2.8-7.6 0C-4.9-2.8-1.8-6.4 0-10Z",
C: "M-4.4-5.4a4.4 4.4 0 1 1 8.8 0a4.4 4.4 0 1 1-8.8 0ZM-9.4 2a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM.4 2a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM-1.2-3H1.2C1.1 4.6 1.9 8.4 3.6 10H-3.6C-1.9 8.4-1.1 4.6-1.2-3ZM-3-2H3V3H-3Z",
};
const STAR = "M0-10L2.4-3.2L9.6-3L3.8 1.3L5.9 8.2L0 4.2L-5.9 8.2L-3.8 1.3L-9.6-3L-2.4-3.2Z";

const pip = (suit, x, y, scale, turned = false) =>
h("path", {
class: "suit-ink",
d: SUIT_PATHS[suit] ?? STAR,
transform: `translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}`,
});

const inRows = (rows, ...columns) => rows.flatMap((row) => columns.map((column) => [column, row]));
const pips = (sides, middle) => [...inRows(sides, -1, 1), ...inRows(middle, 0)];
const PIPS = {
2: pips([], [-3, 3]),
3: pips([], [-3, 0, 3]),
4: pips([-3, 3], []),
5: pips([-3, 3], [0]),
6: pips([-3, 0, 3], []),
7: pips([-3, 0, 3], [-1.5]),
8: pips([-3, 0, 3], [-1.5, 1.5]),
9: pips([-3, -1, 1, 3], [0]),
T: pips([-3, -1, 1, 3], [-2, 2]),
};

function picture(card) {
const suit = suitOf(card);
const [rank] = card;
if (card === "??") return h("text.doubt", { x: 25, y: 47 }, "?");
if (!suit) return jester(card);
if (rank === "A") return pip(suit, 25, 35, suit === "S" ? 1.5 : 1.1);
if (COURT[rank]) return court(COURT[rank], suit);
return PIPS[rank].map(([column, row]) => pip(suit, 25 + column * 7.8, 35 + row * 7.6, 0.42, row > 0));
}


const shape = (kind, d) => h("path", { class: kind, d });
const dot = (kind, cx, cy, r) => h("circle", { class: kind, cx, cy, r });
const EYES = (y) => [dot("line", 45.6, y, 1.3), dot("line", 54.4, y, 1.3)];
const COURT = {
K: [
shape("robe", "M25 70V63C27 54 38 51 50 51S73 54 75 63V70Z"),
shape("gold", "M43 51L47 70H53L57 51Z"),
shape("fur", "M31 54C38 61 62 61 69 54L71 59C62 67 38 67 29 59Z"),
shape("hair", "M37 32C34 43 36 49 41 52H59C64 49 66 43 63 32Z"),
shape("skin", "M40 29H60V41C60 48 55 51 50 51S40 48 40 41Z"),
shape("hair", "M39.5 40C43 44 46 41.5 50 41.5S57 44 60.5 40C62 53 55 59 50 59S38 53 39.5 40Z"),
shape("mouth", "M47 46.5Q50 48 53 46.5"),
EYES(36),
shape("gold", "M37 30L34 16L43 23L50 14L57 23L66 16L63 30Z"),
shape("robe", "M38 30L37.3 26.5H62.7L62 30Z"),
shape("steel", "M70.5 22L72.5 17L74.5 22V54H70.5Z"),
shape("gold", "M66 53H79V56H66ZM71 56H74V65H71Z"),
],
Q: [
shape("hair", "M37 32C32 46 33 57 37 62H63C67 57 68 46 63 32C59 23 41 23 37 32Z"),
shape("robe", "M25 70C26 61 35 56 43 55L50 61L57 55C65 56 74 61 75 70Z"),
shape("fur", "M41 55.5L50 62L59 55.5L61 58.5L50 67L39 58.5Z"),
shape("skin", "M46 47H54V57L50 60.5L46 57Z"),
shape("skin", "M40.5 38C40.5 30 45 27.5 50 27.5S59.5 30 59.5 38S55 50.5 50 50.5S40.5 46 40.5 38Z"),
shape("hair", "M40 38C39 29 46 26 50 30C54 26 61 29 60 38C56 32.5 53 32 50 32.5S44 32.5 40 38Z"),
shape("mouth", "M47.3 45Q50 47.4 52.7 45"),
EYES(39),
shape("gold", "M40 28L37 18L44.5 22.5L50 15L55.5 22.5L63 18L60 28Z"),
[dot("robe", 37, 17.5, 1.8), dot("robe", 50, 14.5, 2), dot("robe", 63, 17.5, 1.8)],
shape("stem", "M71 70C72 60 71 54 70 49"),
[
[70, 41],
[65.5, 45],
[74.5, 45],
[70, 49],
].map(([x, y]) => dot("robe", x, y, 3.4)),
dot("gold", 70, 45, 2.6),
],
J: [
shape("robe", "M26 70C27 58 37 54 50 54S73 58 74 70Z"),
shape("gold", "M39 55L43.5 62L50 56.5L56.5 62L61 55L50 51Z"),
shape("hair", "M38 31C36 43 37 51 41 55H59C63 51 64 43 62 31Z"),
shape("skin", "M41 29H59V42C59 49 55 53 50 53S41 49 41 42Z"),
shape("hair", "M41 30H59V34C55 31.5 47 31.5 41 36Z"),
shape("mouth", "M47 47.3Q50 48.6 53 47.3"),
EYES(38.5),
shape("robe", "M36 31C32 20 42 15 52 16.5C62 17 68 23 64.5 31Z"),
shape("gold", "M36 31L35.5 27.5C45 24.5 56 24.5 65 27.5L64.5 31C55 28.5 45 28.5 36 31Z"),
shape("fur", "M58 19C62 10 71 10 74 18C75 22 73 25 71 26C71 21 65 20 60 24Z"),
shape("steel", "M28.5 34L31 26L33.5 34L31 38Z"),
shape("stem", "M31 38V70"),
],
};

function court(half, suit) {
return [
h("rect.frame", { x: 13.5, y: 7, width: 23, height: 56, rx: 1.5 }),
h(
"g.figure",
{ transform: "scale(.5)" },
h("g", {}, half),
h("g", { transform: "rotate(180 50 70)" }, half),
h("path.belt", { d: "M25 70H75" }),
),
pip(suit, 17.4, 12.6, 0.26),
pip(suit, 32.6, 57.4, 0.26, true),
];
}

const jester = (card) => [
h("rect.frame", { x: 13.5, y: 7, width: 23, height: 56, rx: 1.5 }),
h(
"g",
{ class: `figure ${card === "BJ" ? "big" : "little"}`, transform: "scale(.5)" },
shape("robe", "M30 108C30 92 40 86 50 86S70 92 70 108L64 102L57 110L50 102L43 110L36 102Z"),
shape("skin", "M39 60H61V74C61 82 56 87 50 87S39 82 39 74Z"),
shape(
"robe",
"M38 62C24 60 26 44 30 38C38 40 42 46 44 52L50 32L56 52C58 46 62 40 70 38C74 44 76 60 62 62C55 58 45 58 38 62Z",
),
shape("gold", "M44 52L50 32L56 52C58 55 57 59 57 60H43C43 59 42 55 44 52Z"),
[dot("gold", 30, 37, 3.4), dot("gold", 70, 37, 3.4), dot("robe", 50, 31, 3.4)],
EYES(69),
shape("mouth", "M44.5 76Q50 82 55.5 76"),
dot("gold", 36, 103, 2.2),
dot("gold", 50, 103, 2.2),
dot("gold", 64, 103, 2.2),
),
];

function corner(card) {
const suit = suitOf(card);
if (card === "??") return null;
if (!suit) return h("text.index.small-index", { x: 7.4, y: 12 }, card);
const rank = card[0] === "T" ? "10" : card[0];
return [
h("text", { class: `index${rank === "10" ? " ten" : ""}`, x: rank === "10" ? 7.6 : 7.4, y: 14 }, rank),
pip(suit, 7.4, 21, 0.4),
];
}

const outline = (kind, inset = 0) =>
h("rect", {
class: kind,
x: 0.5 + inset,
y: 0.5 + inset,
width: WIDTH - 1 - 2 * inset,
height: HEIGHT - 1 - 2 * inset,
rx: 4.5 - inset * 0.7,
});

const faceOf = (card) => [
outline("face"),
h(
"g",
{ class: suitClass(card) },
corner(card),
h("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, corner(card)),
picture(card),
),
];

const LATTICE = Array.from({ length: 12 }, (_, step) => {
const rise = step * 8 - 40;
const [left, right] = [Math.max(6, 6 - rise), Math.min(WIDTH - 6, HEIGHT - 6 - rise)];
const line = (yAt) => `M${left} ${yAt(left)}L${right} ${yAt(right)}`;
return left < right ? line((x) => x + rise) + line((x) => HEIGHT - x - rise) : "";
}).join("");

const backOf = () => [
outline("face"),
outline("back", 3),
h("path.lattice", { d: LATTICE }),
h("circle.medal", { cx: WIDTH / 2, cy: HEIGHT / 2, r: 8 }),
h("path.medal-sign", { d: SUIT_PATHS.S, transform: `translate(${WIDTH / 2} ${HEIGHT / 2}) scale(.5)` }),
];

const suitSign = (suit) =>
h("svg.pip", { viewBox: "-10 -10 20 20", isMute: true }, h("path.suit-ink", { d: SUIT_PATHS[suit] ?? STAR }));

function cardSign(card) {
const suit = suitOf(card);
return h(
"span",
{ class: ["card-sign", suitClass(card)], role: "img", label: nameOf(card) },
suit ? [card[0] === "T" ? "10" : card[0], suitSign(suit)] : shown(card),
);
}
return { WIDTH, HEIGHT, faceOf, backOf, suitSign, cardSign };
})();
const m12 = (() => {
const { h } = m10;

const SHAPES = {
offence: "M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z",
error: "M0-11L11 9H-11Z",
open: "M0-11L11 0L0 11L-11 0Z",
note: "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z",
};
const WORDS = { offence: "offence", error: "error of the record", open: "open question", note: "note" };

const kindOf = ({ open, severity }) => (open ? "open" : severity in SHAPES ? severity : "note");

const wordOf = (mark) => WORDS[kindOf(mark)];

function badge(mark, isInside = false) {
const kind = kindOf(mark);
const drawn = [
h("path.badge-shape", { d: SHAPES[kind] }),
h("text.badge-number", { x: 0, y: kind === "error" ? 7 : 4.5 }, mark.label),
];
return isInside
? h("g", { class: `badge ${kind}` }, drawn)
: h("svg", { class: `badge ${kind}`, key: `badge ${mark.label}`, viewBox: "-12 -12 24 24", isMute: true }, drawn);
}
return { kindOf, wordOf, badge };
})();
const m13 = (() => {
const { nameOf, sorted } = m1;
const { pointed } = m2;
const { counted, gravity, marksAt } = m9;
const { h, roving } = m10;
const { backOf, faceOf, HEIGHT, WIDTH } = m11;
const { badge } = m12;

const SLOTS = {
2: ["top", "bottom"],
3: ["top-left", "top-right", "bottom"],
4: ["top", "right", "bottom", "left"],
5: ["top-left", "top-right", "right", "bottom", "left"],
6: ["top-left", "top-right", "right", "bottom-right", "bottom-left", "left"],
};

const CENTRES = {
top: [0, -42],
right: [64, 0],
bottom: [0, 42],
left: [-64, 0],
"top-left": [-30, -45],
"top-right": [30, -45],
"bottom-left": [-30, 45],
"bottom-right": [30, 45],
};
const TILTS = [-3, 2, 4, -2, 3, -4];

function slotsOf(players, turn = 0) {
const slots = SLOTS[players.length];
const north =
players.length === 4
? Math.max(
0,
players.findIndex((name) => /^n(orth)?$/i.test(name)),
)
: 0;
return players.map((_, seat) => slots[(seat - north + turn + slots.length) % slots.length]);
}

function boardOf({ players, dealer }, position, { found, now, bidOf, turn, entry = null }) {
const slots = slotsOf(players, turn);
return h(
"div",
{ class: `board seats-${players.length}`, role: "group", label: "the table" },
players.map((name, seat) =>
seatView({ name, seat, slot: slots[seat], isDealer: dealer === name }, position, { found, now, bidOf, entry }),
),
trickView(position, players, slots, now),
);
}

const ring = () => h("rect.ring", { x: -1, y: -1, width: WIDTH + 2, height: HEIGHT + 2, rx: 5.5 });

function seatView({ name, seat, slot, isDealer }, position, { found, now, bidOf, entry }) {
const { cards, backs, taken } = position.seats[seat];
const next = entry?.by ?? position.next;
const isNext = next === seat && !position.isOver;
const isWinner = position.won === seat;
const marks = marksAt(found, `hands/${pointed(name)}`);
const bid = bidOf(name);
return h(
"section",
{ class: ["seat", slot, isNext && "next"], key: `seat ${seat}`, label: name },
h(
"div.plate",
nameOfPlayer({ name, seat, isNext, entry, turn: position.next }),
dealerChip({ name, seat, isDealer, entry }),
bid && h("span.bid-of", {}, bid),
h("span.taken", { label: `${counted(taken, "trick")} taken` }, `took ${taken}`),
position.led === seat && !isWinner && h("span.chip", "led"),
isWinner && !isNext && h("span.chip.won", "won it"),
isNext && h("span.chip.turn", {}, isWinner ? "won, to lead" : "to play"),
),
h(
"div",
{ class: `hold ${gravity(marks)}`, "data-place": `hands/${pointed(name)}` },
fanOf(
{ name, seat, cards: sorted(cards), backs, isWide: slot === "top" || slot === "bottom" },
{ now, entry, isNext, next },
),
marks.map(badge),
),
);
}

function nameOfPlayer({ name, seat, isNext, entry, turn }) {
if (!entry?.canPlay || (turn === null && !entry.waits)) return h("strong.player-name", {}, name);
return h(
"button",
{
class: "player-name",
"aria-pressed": String(entry.by === seat),
label: `${name} plays next`,
title: isNext ? `${name} plays next` : `${name} plays next, out of turn?`,
click: { type: "playsNext", seat },
},
name,
);
}

function dealerChip({ name, seat, isDealer, entry }) {
if (!entry) return isDealer ? h("span.chip.dealer", "dealer") : null;
return h(
"button",
{
class: "chip dealer",
"aria-pressed": String(isDealer),
label: `${name} dealt`,
title: `${name} dealt`,
click: { type: "dealt", seat },
},
"D",
);
}


const STRIP = 28;
const LONGEST = 17;
const TURN = 1.5;
const LOWER = 42;

function fanOf({ name, seat, cards, backs, isWide }, { now, entry, isNext, next }) {
const all = [...cards, ...Array(backs).fill(null)];
if (!all.length) return h("p.no-cards", "no cards left");
const tiers = tiersOf(all, isWide);
const longest = Math.max(...tiers.map((tier) => tier.length));
const sag = arcOf(0, longest).y;
const width = (longest - 1) * STRIP + WIDTH + 10;
const height = HEIGHT + sag + 14 + (tiers.length - 1) * LOWER;
const playable = entry?.canPlay && cards.length > 0 && (isNext || next === null);
const proofs = now.flatMap((joint) => (joint.proved?.seat === seat ? [joint.proved.card] : []));
const legal = isNext && entry?.turn?.player === name ? entry.turn.cards : null;
let stop = true;
const drawn = tiers.flatMap((tier, row) =>
tier.map((card, index) => {
const { x, y, angle } = arcOf(index, tier.length);
const isProof = card !== null && proofs.includes(card);
const isIllegal = card !== null && legal !== null && !legal.includes(card);
const kinds = [
"held",
isProof && "proof",
isIllegal && "illegal",
legal && !isIllegal && card && "legal",
playable && card && "playable",
];
const isStop = stop && playable && card !== null;
if (isStop) stop = false;
const label = card === null ? "" : nameOf(card) + (isIllegal ? ", not legal" : "");
return h(
"g",
{
key: card ?? `back ${row} ${index}`,
class: kinds,
transform: `translate(${width / 2 + x} ${7 + y + HEIGHT / 2 + row * LOWER}) rotate(${angle})`,
...(playable && card !== null
? { role: "button", ...roving(isStop), click: { type: "playCard", card, seat } }
: {}),
},
playable && card !== null && h("title", `play the ${label}`),
h(
"g.lift",
{ isMute: true },
h(
"g",
{ transform: `translate(${-WIDTH / 2} ${-HEIGHT / 2})` },
card === null ? backOf() : faceOf(card),
isProof && ring(),
),
),
);
}),
);
const known = cards.map(nameOf).join(", ");
const unknown = backs && counted(backs, "unknown card");
return h(
"svg",
{
class: "fan",
viewBox: `0 0 ${width} ${round(height)}`,
width: round(width * 0.9),
height: round(height * 0.9),
role: playable ? "group" : "img",
label: `hand of ${name}: ${[known, unknown].filter(Boolean).join(", and ")}`,
},
drawn,
);
}

function tiersOf(all, isWide) {
if (all.length <= (isWide ? LONGEST : 7)) return [all];
const upper = all.filter((card) => card !== null && !"DC".includes(card[1] ?? "")).length;
const half = Math.ceil(all.length / 2);
const cut = Math.abs(upper - half) <= 1 ? upper : half;
return [all.slice(0, cut), all.slice(cut)];
}

const round = (number) => Math.round(number * 10) / 10;

function arcOf(index, count) {
const angle = (index - (count - 1) / 2) * TURN;
const radius = STRIP / ((TURN * Math.PI) / 180);
const turned = (angle * Math.PI) / 180;
return { x: round(radius * Math.sin(turned)), y: round(radius * (1 - Math.cos(turned))), angle: round(angle) };
}

function trickView({ cards, won, next, isOver, trick, last }, players, slots, now) {
const marked = new Map(now.map((joint) => [joint.pointer, joint.mark]));
const inTrick = new Set(cards.map(({ seat }) => seat));
const awaited = won === null && !isOver && !inTrick.has(next) ? next : null;
const said = cards.map(({ seat, card }) => `${players[seat]} ${nameOf(card)}`).join(", ");
return h(
"svg",
{
class: "middle",
viewBox: "-100 -86 200 172",
role: "img",
label: last ? `trick ${trick}: ${said || "no card yet"}` : "no card has been played",
},
h("ellipse.spot", { cx: 0, cy: 0, rx: 96, ry: 82 }),
awaited === null
? null
: place(
"awaited",
slots[awaited],
0,
h("rect.empty", { x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 4 }),
),
cards.map((play, index) => {
const mark = marked.get(play.pointer);
const kinds = ["laid", play.seat === won && "winner", mark && gravity([mark])];
return place(
kinds,
slots[play.seat],
TILTS[play.seat % TILTS.length],
[faceOf(play.card), play.seat === won || mark ? ring() : null],
`${trick} ${play.pointer} ${index}`,
);
}),
cards.map((play) => {
const mark = marked.get(play.pointer);
const [x, y] = CENTRES[slots[play.seat]];
return mark
? h("g", { key: `mark ${play.pointer}`, transform: `translate(${x + 20} ${y - 28})` }, badge(mark, true))
: null;
}),
);
}

function place(kind, slot, tilt, content, key = kind) {
const [x, y] = CENTRES[slot];
return h(
"g",
{
class: kind,
key,
transform: `translate(${x} ${y}) rotate(${tilt}) scale(.98) translate(${-WIDTH / 2} ${-HEIGHT / 2})`,
},
h("g.lay", {}, content),
);
}
return { slotsOf, boardOf };
})();
const m14 = (() => {
const { h } = m10;
const { deedOf, unbrokenIn } = m9;
const { cardSign } = m11;
const { wordOf } = m12;

const KEYS = { first: "Home", back: "←", next: "→", last: "End" };
const ICONS = {
first: "M-8-8V8M7-8L-4 0L7 8Z",
back: "M5-8L-6 0L5 8Z",
play: "M-6-9L8 0L-6 9Z",
pause: "M-5-8V8M5-8V8",
next: "M-5-8L6 0L-5 8Z",
last: "M8-8V8M-7-8L4 0L-7 8Z",
turn: "M5-7A8.6 8.6 0 1 1-5-7V-1M-5-7H-11",
};

function control(icon, label, event, { disabled = false, ...more } = {}) {
return h(
"button",
{
class: "control",
key: icon,
label,
title: KEYS[icon] ? `${label} (${KEYS[icon]})` : label,
"aria-disabled": disabled ? "true" : null,
click: event,
...more,
},
h("svg", { viewBox: "-12 -12 24 24", isMute: true }, h("path", { class: `icon ${icon}`, d: ICONS[icon] })),
);
}

function controlsOf({ at, last }, isPlaying) {
const isFirst = at === 0;
const isLast = at === last;
return h(
"div.controls",
{ role: "group", label: "step through the round" },
control("first", "to the beginning", { type: "at", at: 0 }, { disabled: isFirst }),
control("back", "one card back", { type: "stepped", by: -1 }, { disabled: isFirst }),
isPlaying
? control("pause", "pause", { type: "paused" })
: control("play", "play", { type: "played" }, { disabled: last === 0 }),
control("next", "one card on", { type: "stepped", by: 1 }, { disabled: isLast }),
control("last", "to the end", { type: "at", at: null }, { disabled: isLast }),
control("turn", "turn the table", { type: "turned" }),
);
}

function captionOf(position, players, { now, words }) {
const { cards, trick, won, next, isOver, last, isEnd } = position;
const latest = cards.at(-1);
const name = (seat) => players[seat];
if (!latest) return h("p.caption", { role: "status" }, last ? "Before the first card." : turnText(next, name));
const begun = [
h("strong", `Trick ${trick}. `),
name(latest.seat),
cards.length === 1 ? " leads " : " plays ",
cardSign(latest.card),
".",
];
return h(
"p.caption",
{ role: "status" },
begun,
now.map(({ mark, proved }) =>
h(
"span",
{ class: `said-of ${mark.open ? "open" : mark.severity}`, key: `said ${mark.label}` },
` ${mark.open ? "Open question" : capital(wordOf(mark))} ${mark.label}: ${mark.open ? "whether " : ""}${deedOf(mark, words)}.`,
proved && [" ", cardSign(proved.card), ` in trick ${proved.trick} proves it.`],
unbrokenIn(mark) && ` ${capital(unbrokenIn(mark))}.`,
),
),
won === null ? "" : ` ${name(won)} wins the trick.`,
isEnd && !isOver && ` ${turnText(next, name)}`,
isOver && " The round is over.",
);
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const turnText = (next, name) =>
next === null ? "Nobody can say yet who leads: choose who dealt (D)." : `${name(next)} to play.`;
return { controlsOf, captionOf };
})();
const m15 = (() => {
const { membersOf, placeOf } = m2;
const { heldBy } = m6;
const { seatOf } = m5;
const { nextToPlay } = m7;

const playsOf = (rows) =>
rows.flatMap(({ plays, number }, index) => plays.map((play) => ({ ...play, trick: number, index })));

function positionAt({ record, rules, rows, answer = null, lead }, at = null) {
const plays = playsOf(rows);
const last = plays.length;
const now = at === null ? last : Math.max(0, Math.min(at, last));
const before = plays.slice(0, now);
const shown = before.at(-1)?.index ?? 0;
const cards = before.filter(({ index }) => index === shown);
const isWhole = (index) => rows[index].complete && plays.findLastIndex((play) => play.index === index) < now;
const winner = (index) => seatOf(record.players, answer?.tricks[index]?.winner) ?? rows[index].won;
const whole = rows.flatMap((_, index) => (isWhole(index) ? [winner(index)] : []));
return {
at: now,
last,
isEnd: now === last,
trick: rows[shown]?.number ?? 1,
cards,
led: cards.length ? (seatOf(record.players, answer?.tricks[shown]?.leader) ?? rows[shown].led) : null,
won: cards.length && isWhole(shown) ? winner(shown) : null,
seats: record.players.map((name, seat) => ({
...handAt({ record, rules, plays, name, seat }, now),
taken: whole.filter((won) => won === seat).length,
})),
next: now === last ? (lead === undefined ? nextToPlay(record, rules, rows).seat : lead) : plays[now].seat,
isOver: rows.length >= rules.handSize && rows.at(-1).complete && now === last,
};
}

function handAt({ record, rules, plays, name, seat }, now) {
const cardsIn = (some) => some.filter((play) => play.seat === seat).map(({ card }) => card);
const gone = cardsIn(plays.slice(0, now));
const later = cardsIn(plays.slice(now));
const written = heldOf(record, name);
const size = Math.max(rules.handSize, gone.length + later.length, written.length);
const isWhole = written.length >= rules.handSize;
const known = [...new Set([...written, ...(isWhole ? [] : later)])].filter(
(card) => card !== "??" && !gone.includes(card),
);
const count = size - gone.length;
return { cards: known, backs: Math.max(0, count - known.length) };
}

function heldOf(record, name) {
const dealt = heldBy(record, name);
if (!dealt.length) return dealt;
const passes = (record.exchanges ?? []).filter(({ cards }) => Array.isArray(cards));
const given = passes.filter(({ from }) => from === name).flatMap(({ cards }) => cards);
const taken = passes.filter(({ to }) => to === name).flatMap(({ cards }) => cards);
return [...dealt.filter((card) => !given.includes(card)), ...taken];
}

function playAt(plays, place) {
const at = plays.findIndex(({ pointer }) => pointer === place || place.startsWith(`${pointer}/`));
return at < 0 ? null : at;
}

function afterEntry(rows, place) {
const plays = playsOf(rows);
const at = playAt(plays, place);
if (at !== null) return at + 1;
const [member, trick] = place.split("/");
const last = member === "tricks" ? plays.findLastIndex(({ index }) => index === Number(trick)) : -1;
return last < 0 ? null : last + 1;
}

function jointsOf(found, plays) {
return found
.filter(({ place }) => place.startsWith("tricks/"))
.map((mark) => {
const proved = mark.evidence?.proved_by;
const place = typeof proved === "string" && proved !== "counting" ? placeOf(proved) : "";
return {
mark,
trick: Number(mark.place.split("/")[1]),
play: playAt(plays, mark.place),
proof: place.startsWith("tricks/") ? playAt(plays, place) : null,
hand: place.startsWith("hands/") ? membersOf(proved)[1] : null,
counted: proved === "counting",
};
});
}
return { playsOf, positionAt, afterEntry, jointsOf };
})();
const m16 = (() => {
const { nameOf, shown, suitClass, suitOf } = m1;
const { h } = m10;
const { deedOf, gravity, marksOfTrick, unbrokenIn } = m9;
const { cardSign, suitSign } = m11;
const { badge, kindOf, wordOf } = m12;

const EDGE = 0.06;

const LEGEND =
"A thick frame: won the trick. A bar on top: led it. Struck through: taken back. A number is that of a finding, a dashed frame its proof.";

function timelineOf({ players, rows, columns, plays, position, joints, found, words, winners }) {
const count = Math.max(columns, rows.length);
const tricks = [...Array(count).keys()];
const byCell = new Map(plays.map((play, at) => [`${play.index} ${play.seat}`, at]));
const head = [
h("th", { scope: "col", class: "who" }, h("span.hidden", "player")),
tricks.map((trick) => columnHead(trick, { rows, plays, position, found })),
];
const line = (name, seat) => {
const cell = (trick) => ({ trick, seat, name, at: byCell.get(`${trick} ${seat}`) });
const cells = tricks.map((trick) => cellOf(cell(trick), { rows, plays, position, joints, winners }));
return h("tr", { key: `line ${seat}` }, h("th", { scope: "row", class: "who" }, name), cells);
};
return h(
"div.timeline",
{ wheel: { type: "wheel" } },
h(
"div.strip",
{ tabindex: "0", role: "group", label: "timeline of the tricks" },
h(
"div",
{ class: ["columns", count > 18 ? "very-many" : count > 14 && "many"] },
h("table", h("thead", h("tr", head)), h("tbody", players.map(line))),
threads({ joints, plays, position, count, seats: players.length }),
),
),
chips({ joints, plays, position, words }),
);
}

function columnHead(trick, { rows, plays, position, found }) {
const marks = marksOfTrick(found, `tricks/${trick}`);
const end = plays.findLastIndex(({ index }) => index === trick);
const isNow = position.last > 0 && position.trick === trick + 1;
return h(
"th",
{ scope: "col", key: `column ${trick}`, class: isNow ? "now" : null, "data-place": `tricks/${trick}` },
trick < rows.length && end >= 0
? h("button.number-of-trick", { click: { type: "at", at: end + 1 } }, h("span.hidden", "trick "), trick + 1)
: h("span", trick + 1),
marks.map((mark) => badge(mark)),
);
}

function cellOf({ trick, seat, name, at }, { rows, plays, position, joints, winners }) {
const key = `${trick} ${seat}`;
if (at === undefined) return h("td", { key });
const play = plays[at];
const marks = joints.filter((joint) => joint.play === at).map(({ mark }) => mark);
const proofs = joints.filter((joint) => joint.proof === at).map(({ mark }) => mark);
const suit = suitOf(play.card);
const isLead = rows[trick].led === seat;
const kinds = [
"mini",
suitClass(play.card),
play.card === "??" && "unread",
isLead && "lead",
winners[trick] === seat && "winner",
gravity(marks),
proofs.length && "proof",
at === position.at - 1 && "current",
at >= position.at && "later",
];
const said = [
`trick ${trick + 1}, ${name}, ${nameOf(play.card)}`,
isLead && "led",
winners[trick] === seat && "won the trick",
...marks.map((mark) => `${wordOf(mark)} ${mark.label}`),
...proofs.map((mark) => `proves ${wordOf(mark)} ${mark.label}`),
...play.withdrawn.map(({ card }) => `the ${nameOf(card)} was taken back`),
];
return h(
"td",
{ key },
h(
"button",
{
class: kinds,
"aria-current": at === position.at - 1 ? "step" : null,
"data-place": play.pointer,
tabindex: at === Math.max(0, position.at - 1) ? "0" : "-1",
click: { type: "at", at: at + 1 },
},
h("span.hidden", {}, said.filter(Boolean).join(", ")),
h("span.rank", { isMute: true }, suit ? shown(play.card).slice(0, -1) : shown(play.card)),
suit && suitSign(suit),
play.withdrawn.map(({ card }) => h("s", { isMute: true }, shown(card))),
marks.map((mark) => badge(mark)),
),
);
}

function threads({ joints, plays, position, count, seats }) {
const joined = joints.filter(({ play, proof }) => play !== null && proof !== null);
if (!joined.length) return null;
const edge = ({ index, seat }) => [index + 0.5, seat + EDGE];
return h(
"svg.threads",
{ viewBox: `0 0 ${count} ${seats}`, preserveAspectRatio: "none", isMute: true },
joined.map(({ mark, play, proof }) => {
const [x1, y1] = edge(plays[play]);
const [x2, y2] = edge(plays[proof]);
const top = Math.min(y1, y2) - Math.min(0.55, 0.3 + Math.abs(x2 - x1) * 0.04);
const isNow = play === position.at - 1 || proof === position.at - 1;
return h(
"g",
{ class: ["thread", kindOf(mark), isNow && "now"], key: `thread ${mark.label}` },
h("path", { d: `M${x1} ${y1}C${x1} ${top} ${x2} ${top} ${x2} ${y2}`, "vector-effect": "non-scaling-stroke" }),
h("path.knot", { d: `M${x2} ${y2}h0`, "vector-effect": "non-scaling-stroke" }),
);
}),
);
}

function chips({ joints, plays, position, words }) {
if (!joints.length) return null;
return h(
"ul.joints",
{ label: "what was found in the tricks" },
joints.map((joint) => {
const { mark, play, trick } = joint;
const end = play ?? plays.findLastIndex(({ index }) => index === trick);
return h(
"li",
{ key: `joint ${mark.label}`, class: [kindOf(mark), play !== null && play === position.at - 1 && "now"] },
h(
"button.joint",
{ click: { type: "at", at: end + 1 } },
badge(mark),
h("span.hidden", `${wordOf(mark)} ${mark.label}: `),
h("span", mark.open && "Not decided: whether ", deedOf(mark, words), mark.trick && ` in trick ${mark.trick}`),
proofOf(joint, plays),
unbrokenIn(mark) && h("span.proved", {}, unbrokenIn(mark)),
),
);
}),
);
}

function proofOf({ proof, hand, counted }, plays) {
if (proof !== null) {
return h("span.proved", {}, cardSign(plays[proof].card), ` in trick ${plays[proof].trick} proves it`);
}
const by = hand ? `${hand}’s hand` : counted && "counting the cards";
return by && h("span.proved", `${by} proves it`);
}
return { LEGEND, timelineOf };
})();
const m17 = (() => {
const { biddersOf, bidText } = m6;
const { seatOf } = m5;
const { boardOf } = m13;
const { captionOf, controlsOf } = m14;
const { jointsOf, playsOf, positionAt } = m15;
const { timelineOf } = m16;

function gameAt({ record, rules, rows, answer, found, at, lead }) {
const plays = playsOf(rows);
const position = positionAt({ record, rules, rows, answer, lead }, at);
const joints = jointsOf(found, plays);
const latest = position.at - 1;
const now = joints
.filter(({ play }) => play !== null && play === latest)
.map((joint) => ({ ...joint, pointer: plays[joint.play].pointer, proved: plays[joint.proof] }));
const winners = rows.map(({ won }, index) => seatOf(record.players, answer?.tricks[index]?.winner) ?? won);
return { record, rules, rows, plays, position, joints, now, found, winners };
}

const boardView = ({ record, rules, position, found, now }, { entry = null, bidOf, turn } = {}) =>
boardOf(record, position, { found, now, turn, entry, bidOf: bidOf ?? ((name) => bidAsText(record, rules, name)) });

function bidAsText(record, rules, name) {
const bidder = biddersOf(record, rules).find((each) => each === name || each.split("+").includes(name));
const bid = bidder === undefined ? "" : bidText(record, bidder);
return bid && `bid ${bid}${bidder === name ? "" : " as a side"}`;
}

const controlsView = ({ record, position, now }, { words, isPlaying }) => [
captionOf(position, record.players, { now, words }),
controlsOf(position, isPlaying),
];

const timelineView = (game, words) =>
timelineOf({ ...game, players: game.record.players, columns: game.rules.handSize, words });
return { gameAt, boardView, controlsView, timelineView };
})();
(() => {
const { decoded } = m0;
const { listen, patchChildren } = m3;
const { stepper } = m4;
const { isObject, isRecord, isRuleset, isSeat } = m2;
const { rulesOf } = m5;
const { rowsOf } = m7;
const { boardView, controlsView, gameAt, timelineView } = m17;
const { LEGEND } = m16;
const { h, withCards } = m10;
const { numbered, sentenceOf, withoutUnread } = m9;

const BEAT = 900;
const ATTRIBUTES = ["link", "record", "ruling", "service"];

class Unusable extends Error {}


async function sourceOf(element) {
const said = { ...inner(element) };
for (const name of ATTRIBUTES) if (element.hasAttribute(name)) said[name] = element.getAttribute(name);
const { link } = said;
if (link !== undefined && !/^https?:$/.test(new URL(link, location.href).protocol)) {
throw new Unusable("The link is none of a desk.");
}
const state = link === undefined ? null : await decoded(new URL(link, location.href).hash.slice(1));
if (link !== undefined && !isObject(state)) {
throw new Unusable("The link holds no round. Copy it from the desk once more.");
}
const given = state ?? (await valueOf(said.record, "record"));
const { ruleset = {}, ...record } = state ? { ruleset: state.ruleset, ...state.record } : (given ?? {});
if (given === undefined) throw new Unusable("Give it a link, or a record.");
if (!isRecord(record)) throw new Unusable("The record can’t be shown: it needs at least players and tricks.");
return {
record: { tricks: [], ...record },
ruleset: { options: [], overrides: {}, ...(typeof ruleset === "string" ? { name: ruleset } : ruleset) },
ruling: await valueOf(said.ruling, "ruling"),
service: said.service ?? (link === undefined ? undefined : new URL(link, location.href).origin),
link,
turn: isSeat(record, state?.view?.turn) ? state.view.turn : 0,
};
}

function inner(element) {
const script = element.querySelector('script[type="application/json"]');
if (!script) return {};
const value = parsed(script.textContent, "script");
return isObject(value) && !("players" in value) ? value : { record: value };
}

function parsed(text, name) {
try {
return JSON.parse(text);
} catch {
throw new Unusable(`The ${name} is not JSON.`);
}
}

async function valueOf(value, name) {
if (typeof value !== "string") return value;
if (/^\s*\{/.test(value)) return parsed(value, name);
const answer = await answered(value, {});
if (!answer) throw new Unusable(`The ${name} can’t be fetched from ${value}.`);
return answer;
}

async function answered(address, options) {
try {
const response = await fetch(address, options);
return response.ok ? await response.json() : undefined;
} catch {
return undefined;
}
}

async function asked({ record, ruleset, service }) {
if (service === undefined) return {};
const body = JSON.stringify({ ruleset: { name: "pagat", ...ruleset }, ...record });
const headers = { "Content-Type": "application/json", Accept: "application/json" };
const [ruling, detail] = await Promise.all([
answered(new URL("/v1/rounds/audit", service), { method: "POST", headers, body }),
answered(new URL(`/v1/rulesets/${encodeURIComponent(ruleset.name ?? "pagat")}`, service), {}),
]);
return { ruling, detail };
}

const isRuling = (value) =>
isObject(value) && ["findings", "undecided", "tricks", "penalties"].every((name) => Array.isArray(value[name]));

async function roundOf(element) {
const source = await sourceOf(element);
const { ruling: given = null, detail = null } =
source.ruling === undefined ? await asked(source) : { ruling: source.ruling };
if (given !== null && !isRuling(given)) {
throw new Unusable("The ruling is none: give it the whole answer of POST /v1/rounds/audit.");
}
const { record, ruleset } = source;
const ruling = given && withoutUnread(given, record);
const plain = rulesOf(
detail,
isRuleset(ruleset) ? ruleset : { name: "pagat", options: [], overrides: {} },
record.players.length,
);
const longest = Math.max(0, ...Object.values(record.hands ?? {}).map((hand) => hand.length));
const rules = { ...plain, handSize: longest || plain.handSize };
const rows = rowsOf(
record,
rules,
ruling?.tricks.map(({ leader }) => leader),
);
return {
record,
rules,
rows,
answer: ruling,
found: ruling ? numbered(ruling) : [],
link: source.link,
turn: source.turn,
};
}


function replayView(round, { at, turn, isPlaying }) {
const game = gameAt({ ...round, at });
const { answer, link } = round;
return h(
"section",
{ class: "game replay", label: "replay of a round of Spades", tabindex: "-1", keydown: { type: "keys" } },
answer ? h("p", { class: `headline ${answer.verdict}` }, withCards(sentenceOf({ answer, words: WORDS }))) : null,
boardView(game, { turn }),
h("div.under-board", {}, controlsView(game, { words: WORDS, isPlaying })),
timelineView(game, WORDS),
h("p.legend", {}, LEGEND),
link || answer
? h(
"p.foot",
link ? h("a", { href: link, target: "_blank", rel: "noopener" }, "Open it at the desk") : null,
link && answer ? " · " : "",
answer?.ruling_id ? `ruling ${answer.ruling_id}` : "",
)
: null,
);
}

let sheet;

function styled(root) {
if (!sheet) {
sheet = new CSSStyleSheet();
sheet.replaceSync(STYLES);
}
root.adoptedStyleSheets = [sheet];
}

class SpadesReplay extends HTMLElement {
static observedAttributes = ATTRIBUTES;

#root = this.attachShadow({ mode: "open" });
#round = null;
#at = null;
#turn = 0;
#clock = null;
#loads = 0;

constructor() {
super();
styled(this.#root);
const { stepped, turned } = stepper(this.#root, (event) => this.#changed(event));
const effects = { keys: stepped, wheel: turned };
listen(this.#root, ["click", "keydown", "wheel"], ({ type, from, ...event }) =>
effects[type] ? effects[type](from) : this.#changed({ type, ...event }),
);
}

connectedCallback() {
if (document.readyState === "loading") {
document.addEventListener("DOMContentLoaded", () => this.#load(), { once: true });
} else this.#load();
}

disconnectedCallback() {
this.#stop();
}

attributeChangedCallback() {
if (this.isConnected && this.#loads) this.#load();
}

async #load() {
const own = (this.#loads += 1);
try {
const round = await roundOf(this);
if (own !== this.#loads) return;
this.#round = round;
this.#turn = round.turn;
const { joints } = gameAt({ ...round, at: null });
const first = joints.find(({ mark, play }) => mark.severity === "offence" && !mark.open && play !== null);
this.#at = first ? first.play + 1 : null;
this.#show();
} catch (error) {
if (own !== this.#loads) return;
if (!(error instanceof Unusable)) throw error;
patchChildren(this.#root, h("div", h("p.game", { role: "alert" }, error.message)));
}
}

#changed({ type, at, by }) {
if (!this.#round) return;
if (type === "turned") {
this.#turn = (this.#turn + 1) % this.#round.record.players.length;
return void this.#show();
}
const { last, at: now } = gameAt({ ...this.#round, at: this.#at }).position;
const to = { at, stepped: now + by, played: now === last ? 0 : now, ticked: now + 1, paused: now }[type];
if (to === undefined) return;
this.#at = to === null ? null : Math.max(0, Math.min(to, last));
if (type === "played") this.#clock ??= setInterval(() => this.#changed({ type: "ticked" }), BEAT);
else if (type !== "ticked" || this.#at === last) this.#stop();
this.#show();
}

#stop() {
clearInterval(this.#clock);
this.#clock = null;
}

#show() {
const seen = { at: this.#at, turn: this.#turn, isPlaying: this.#clock !== null };
patchChildren(this.#root, h("div", {}, replayView(this.#round, seen)));
}
}

if (!customElements.get("spades-replay")) customElements.define("spades-replay", SpadesReplay);
})();
})();

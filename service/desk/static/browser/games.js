// The games that this browser keeps: what was on the score sheet before another game was begun.

import { store, stored } from "./storage.js";

const NAME = "spades-sheet-games";
const MOST = 50;

/** The games kept, the last one first, each with its `title`. */
export function keptGames() {
  const games = stored(NAME);
  return Array.isArray(games) ? games.filter((game) => typeof game?.title === "string") : [];
}

/** Keep a game beside the others, and return all of them. One that is the same as another is kept once. */
export function keepGame(title, value) {
  const text = JSON.stringify(value);
  const others = keptGames().filter((game) => JSON.stringify(game.value) !== text);
  const games = [{ title, value }, ...others].slice(0, MOST);
  store(NAME, games);
  return games;
}

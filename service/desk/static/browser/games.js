// The games that this browser keeps: what was on the score sheet before another game was begun.

const NAME = "spades-sheet-games";
const MOST = 50;

/** The games kept, the last one first, each with its `title`. */
export function keptGames() {
  try {
    const games = JSON.parse(localStorage.getItem(NAME));
    return Array.isArray(games) ? games.filter((game) => typeof game?.title === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a game beside the others, and return all of them. One that is the same as another is kept once. */
export function keepGame(title, value) {
  const text = JSON.stringify(value);
  const others = keptGames().filter((game) => JSON.stringify(game.value) !== text);
  const games = [{ title, value }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(NAME, JSON.stringify(games));
  } catch {
    // A browser that keeps nothing has the game in its history.
  }
  return games;
}

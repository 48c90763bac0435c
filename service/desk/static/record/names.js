// The names at a table: of players and of sides, and where a record has them.

/** A member named by a player or a side; undefined if there is none. A player may be called "constructor". */
export const own = (members, name) => (members && Object.hasOwn(members, name) ? members[name] : undefined);

/** The seat of a player; null if nobody has that name. */
export function seatOf(players, name) {
  const seat = players.indexOf(name);
  return seat < 0 ? null : seat;
}

/** The seats of each side: partners together, or each player alone. */
export const seatsOfSides = ({ players }, { partners }) => (partners ? [[0, 2], [1, 3]] : players.map((_, seat) => [seat]));

/** The sides as scores name them. */
export function sidesOf(record, rules) {
  const { players, teams = [] } = record;
  return seatsOfSides(record, rules).map((seats) => (seats.length > 1 && teams.find((team) => team.players.includes(players[seats[0]]))?.name) || seats.map((seat) => players[seat]).join("+"));
}

// Members whose value is a name or a list of names, and members that have names for members.
const NAMED = new Set(["dealer", "leader", "winner", "player", "team", "name", "by", "against", "from", "to", "out", "in", "players", "blind_bidders", "forfeited_by"]);
const BY_NAME = new Set(["hands", "bids_by_player", "cards_by_player", "before", "tricks_won", "points", "score", "bags"]);

/** The record in which a player has another name, wherever it is written, also in that of the side. */
export function renamed(record, seat, name) {
  const old = record.players[seat];
  const change = (text) => text.split("+").map((part) => (part === old ? name : part)).join("+");
  const walk = (value, member) => {
    if (typeof value === "string") return NAMED.has(member) ? (value === old ? name : change(value)) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, member));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([each, inner]) => [BY_NAME.has(member) ? (each === old ? name : change(each)) : each, walk(inner, each)]));
  };
  return { ...walk({ ...record, players: [] }), players: record.players.with(seat, name) };
}

// What this browser keeps for the page. One that keeps nothing has less comfort, and never an error.

/** What is kept under a name, as JSON; null if nothing is, or nothing that can be read. */
export function stored(name, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(name));
  } catch {
    return null;
  }
}

export function store(name, value, storage = "localStorage") {
  try {
    globalThis[storage].setItem(name, JSON.stringify(value));
  } catch {
    // It is full, or forbidden.
  }
}

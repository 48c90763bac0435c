// The state in the address of the page: a step is an entry of the history, typing changes the last one.

import { decoded, encoded } from "./link.js";

const PAUSE = 250;

/**
 * Keep states in the address, and call `loaded` with the one that is in it, also when the reader goes back. `page` says
 * what of a state is kept, which one an empty address has, and under which name this browser has a copy.
 */
export function keeper(loaded, page) {
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

  /** Keep a state, soon; a copy stays in this browser for when the address is lost. */
  function keep(state) {
    const value = page.kept(state);
    const text = JSON.stringify(value);
    if (text === last.text) return;
    pushes ||= state.step !== last.step;
    last = { ...last, text, step: state.step };
    try {
      localStorage.setItem(page.draft, text);
    } catch {
      // A browser that keeps nothing still has the address.
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
    const value = location.hash.length > 1 ? await decoded(location.hash.slice(1)) : (first && draft()) || page.initial();
    // Something has been changed since, or the reader has gone on.
    if (own !== turn) return;
    if (value !== undefined) last = { ...last, text: JSON.stringify(value) };
    loaded(value);
  }

  /** What was on the desk when this browser last had it open; null if nothing was, or an older desk wrote it. */
  function draft() {
    try {
      const value = JSON.parse(localStorage.getItem(page.draft));
      return page.accepts(value) ? value : null;
    } catch {
      return null;
    }
  }

  addEventListener("popstate", () => load());
  return {
    keep,
    load,
    /** The address with this very state. */
    async link(state) {
      return `${location.origin}${location.pathname}#${await encoded(page.kept(state))}`;
    },
    /** Take note of a state that came from the address. */
    synced: (state) => {
      last = { ...last, text: JSON.stringify(page.kept(state)), step: state.step };
    },
  };
}

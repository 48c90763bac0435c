// The state in the address of the page, compressed: a step is an entry of the history, typing changes the last one.

import { store, stored } from "./storage.js";

const PAUSE = 250;

// What was said by other scripts than these may be of another shape.
const BY = globalThis.document?.querySelector("script")?.src;

/**
 * Keep states in the address, and call `loaded` with the one in it, also when the reader goes back. `page` says what is
 * `kept`, how that is `restored`, and the name of this browser's `draft`; of what the service has `said`, it says what
 * that is and what it is `about`.
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

  function keep(state) {
    const value = page.kept(state);
    const text = JSON.stringify(value);
    if (text === last.text) return;
    pushes ||= state.step !== last.step;
    last = { ...last, text, step: state.step };
    store(page.draft, value);
    clearTimeout(timer);
    turn += 1;
    timer = setTimeout(() => write(value), PAUSE);
    document.body.dataset.addressed = "false";
  }

  async function load({ first = false } = {}) {
    clearTimeout(timer);
    const own = (turn += 1);
    document.body.dataset.addressed = "true";
    // Whoever drives this page knows by this when the address that it opened is shown.
    delete document.body.dataset.opened;
    const kept = first && location.hash.length <= 1 ? draft() : null;
    const value =
      location.hash.length > 1 ? await decoded(location.hash.slice(1)) : (kept ?? page.kept(page.initial()));
    document.body.dataset.opened = "true";
    // Something has been changed since, or the reader has gone on.
    if (own !== turn) return;
    if (value !== undefined) last = { ...last, text: JSON.stringify(value) };
    loaded(value);
    // What this browser has kept is shown as it was, and the address has to hold it, too.
    if (kept) await write(kept);
  }

  /** What was on the desk when this browser last had it open; null if nothing was, or an older desk wrote it. */
  function draft() {
    const value = stored(page.draft);
    return page.restored(page.initial(), value) && value;
  }

  addEventListener("popstate", () => load());
  return {
    keep,
    load,
    /** Keep what the service said of a state, for when it can't be reached. */
    remember: (state) => store(`${page.draft}-said`, { by: BY, about: page.about(state), said: page.said(state) }),
    /** What the service last said of a state; null if that is not known. */
    recalled(state) {
      const { by, about, said } = stored(`${page.draft}-said`) ?? {};
      return by === BY && JSON.stringify(about) === JSON.stringify(page.about(state)) ? said : null;
    },
    link: async (state) => `${location.origin}${location.pathname}#${await encoded(page.kept(state))}`,
    synced: (state) => {
      last = { ...last, text: JSON.stringify(page.kept(state)), step: state.step };
    },
  };
}

// The state as text in an address, compressed, and back.

export async function encoded(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// A short text may hold very much, and no state of a page does.
const MOST_LETTERS = 200_000;
const MOST_BYTES = 2_000_000;

export async function decoded(text) {
  if (text.length > MOST_LETTERS) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"));
    return bytes.length > MOST_BYTES ? undefined : JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// What both pages are: a state that is shown, changed by events, kept in the address, and asked about.

import { keeper } from "./address.js";
import { listen, patchChildren } from "./page.js";
import { copy, useKey } from "./service.js";

/**
 * A page in `root`, from its first `state` and its `update` and `view`. Of events by their type, `effects` do something
 * in the world before the state changes and `after` it, and `focus` says where the focus goes then; `answered` is the
 * type of an answer that is kept. `kept` says what is in the address, and `askers` ask the service after each change.
 */
export function appIn(root, { state: first, update, view, effects, after = {}, focus, answered, kept, askers }) {
  let state = first;
  const now = () => state;
  const address = keeper((value) => dispatch({ type: "kept", value }), kept);
  const ask = askers.map((asker) => asker(now, dispatch));
  const places = { ruleBack: () => "#house-rules", rulesBack: () => "#house-rules", ...focus };
  const all = { ...effectsOf(now, dispatch, (value) => address.link(value)), ...effects };

  function dispatch(event) {
    all[event.type]?.(event);
    const before = state;
    state = update(state, event);
    if (state !== before) shown(event);
    after[event.type]?.(event);
    after.all?.(event);
  }

  function shown(event) {
    const focused = document.activeElement;
    const around = focused?.closest("td, .player, .row");
    show();
    // A mark that is gone leaves the focus at its field.
    if (focused && !focused.isConnected && around?.isConnected) around.querySelector("input, select, button")?.focus();
    // What a link has opened leaves the focus where it is.
    if (event.type in places && !event.isLinked) root.querySelector(places[event.type](event))?.focus();
    if (event.type === "kept") address.synced(state);
    else address.keep(state);
    if (event.type === answered && event.answer) address.remember(state);
    for (const each of ask) each();
  }

  function show() {
    patchChildren(root, view(state));
    document.body.dataset.answered = String(state.answered);
    document.body.dataset.asked = String(state.asked);
  }

  listen(root, ["click", "input", "change", "keydown", "focusin", "submit"], dispatch);
  return {
    now,
    dispatch,
    /** Begin with an event, or with what is in the address; until then the form that needs no scripts is there. */
    async open(event = null) {
      root.replaceChildren();
      if (event) dispatch(event);
      else {
        await address.load({ first: true });
        const said = address.recalled(state);
        if (said) dispatch({ type: "recalled", said });
      }
      document.body.dataset.opened = "true";
      keepShell();
      for (const each of ask) each();
    },
  };
}

// What both pages do in the world at the press of a button.

/** These effects, by event. `now` returns the state, and `linkOf` the address that holds one. */
const effectsOf = (now, dispatch, linkOf) => ({
  print: () => print(),
  select: ({ from }) => from.target.select(),
  copyLink: async () => {
    const isCopied = await copy(await linkOf(now()));
    const notice = isCopied ? "The link is copied." : "The link is in the address of this page.";
    dispatch({ type: "said", notice });
  },
  qrCode: async () => dispatch({ type: "qrCodeOf", link: now().qrCode ? null : await linkOf(now()) }),
  key: ({ from }) => {
    from.preventDefault();
    useKey(new FormData(from.target).get("key"));
    dispatch({ type: "again" });
  },
});

/** The browser keeps the desk, so that it opens without a network; it can over HTTPS. The page names what keeps it. */
function keepShell() {
  const worker = document.body.dataset.keeper;
  if (worker) navigator.serviceWorker?.register(worker, { scope: "/desk" }).catch(() => {});
}

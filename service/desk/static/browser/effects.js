// What both pages do in the world at the press of a button.

import { copy, useKey } from "./service.js";

/** These effects, by event. `now` returns the state, and `linkOf` the address that holds one. */
export const effectsOf = (now, dispatch, linkOf) => ({
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
export function keepShell() {
  const { keeper } = document.body.dataset;
  if (keeper) navigator.serviceWorker?.register(keeper, { scope: "/desk" }).catch(() => {});
}

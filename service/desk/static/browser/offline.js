// The shell of the desk is kept by the browser, so that it opens without a network, too.

/** Keep it, where the browser can: over HTTPS, and on the machine itself. */
export function keepShell() {
  navigator.serviceWorker?.register("/desk/worker.js", { scope: "/desk" }).catch(() => {});
}

// What can be taken from the desk: the record as a file, the request as a command, the link.

import { bodyOf } from "./service.js";

/** The command that asks a service at this address for the same ruling. */
export function curlOf(state, origin) {
  const body = JSON.stringify(bodyOf(state), null, 2).replaceAll("'", "'\\''");
  return `curl -s ${origin}/v1/rounds/audit -H 'Content-Type: application/json' -d '${body}'\n`;
}

/** Copy text; returns whether that was possible. A page that is not served over HTTPS has to do it the old way. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    const before = document.activeElement;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus?.();
    return done;
  }
}

/** Have the browser save the record as a file. */
export const download = (state) => save("round.json", `${JSON.stringify(bodyOf(state), null, 2)}\n`, "application/json");

/** Have the browser save a text as a file. */
export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

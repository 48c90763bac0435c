// A QR code of a link, with the lowest level of correction, since a screen is never torn.

import { generate } from "../vendor/lean-qr.js";
import { markup } from "./markup.js";

const MOST_BYTES = 2952;
const QUIET = 4; // modules of white around a code

export function qrCodeView(link) {
  if (new TextEncoder().encode(link).length > MOST_BYTES) {
    return markup`<p class="hint">
      The link has ${link.length.toLocaleString("en")} characters; a QR code holds ${MOST_BYTES.toLocaleString("en")}. Copy the link instead.
    </p>`;
  }
  const code = generate(link);
  const across = [...Array(code.size).keys()];
  const path = across.flatMap((y) => across.map((x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const size = code.size + 2 * QUIET;
  return markup`<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" label="QR code of the link to this page">
    <rect width=${size} height=${size} fill="#fff" />
    <path d=${path.join("")} fill="#000" />
  </svg>`;
}

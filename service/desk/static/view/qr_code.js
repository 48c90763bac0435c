// A QR code of a link, with the lowest level of correction, since a screen is never torn.

import { generate } from "../vendor/lean-qr.js";
import { h } from "./elements.js";

const MOST_BYTES = 2952;
const QUIET = 4; // modules of white around a code

export function qrCodeView(link) {
  if (new TextEncoder().encode(link).length > MOST_BYTES) {
    return h(
      "p.hint",
      `The link has ${link.length.toLocaleString("en")} characters; a QR code holds ${MOST_BYTES.toLocaleString("en")}. Copy the link instead.`,
    );
  }
  const code = generate(link);
  const across = [...Array(code.size).keys()];
  const path = across.flatMap((y) => across.map((x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const size = code.size + 2 * QUIET;
  return h(
    "svg.qr-code",
    { viewBox: `0 0 ${size} ${size}`, role: "img", label: "QR code of the link to this page" },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: path.join(""), fill: "#000" }),
  );
}

// How large QR codes are, and when there is none. That they can be read is tested with a reader, in Python.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../../../service/desk/static/view/elements.js";
import { MOST_BYTES, qrCode, qrCodeView } from "../../../service/desk/static/view/qr_code.js";

test("a code is as small as its bytes let it be", () => {
  const sizes = [17, 18, 271, MOST_BYTES].map((length) => qrCode(new Uint8Array(length)).length);
  assert.deepEqual(sizes, [21, 25, 57, 177]);
});

test("a link that is too long gets a sentence instead of a code", () => {
  assert.equal(qrCode(new Uint8Array(MOST_BYTES + 1)), null);
  assert.match(textOf(qrCodeView(`https://example.org/desk#${"x".repeat(4000)}`)), /4,025 characters.*2,953/);
});

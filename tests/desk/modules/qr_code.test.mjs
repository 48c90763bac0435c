// When there is no QR code. That those that there are can be read is tested with a reader, in Python.

import assert from "node:assert/strict";
import { test } from "node:test";
import { qrCodeView } from "../../../service/desk/static/view/qr_code.js";
import { textOf } from "./reading.mjs";

test("a link that is too long gets a sentence instead of a code", () => {
  assert.match(textOf(qrCodeView(`https://example.org/desk#${"x".repeat(4000)}`)), /4,025 characters.*2,952/);
});

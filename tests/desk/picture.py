"""Make the picture of the desk that the README shows: ``python -m tests.desk.picture``."""

from __future__ import annotations

import logging
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from service import create_app
from tests.desk.conftest import CHROMIUM
from tests.desk.served import Served
from tests.desk.sitting import Sitting

FILE = Path(__file__).parents[2] / "docs" / "desk.png"


def main() -> None:
    """Show the example at the moment of its offence."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    served = Served(create_app())
    served.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with Sitting(browser, served.address, viewport={"width": 1280, "height": 820}) as desk:
            desk.open(path="/desk/example")
            desk.page.locator(".joint").first.click()
            desk.page.mouse.move(1, 1)
            desk.page.emulate_media(reduced_motion="reduce")
            FILE.write_bytes(with_palette(desk.page.screenshot()))
        browser.close()
    served.stop()


_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 256


def with_palette(png: bytes) -> bytes:
    """Return a picture with the 256 most frequent colours, which is less than half as large."""
    chunks = dict(_chunks(png))
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    channels = {2: 3, 6: 4}[chunks[b"IHDR"][9]]
    rows = list(_rows(zlib.decompress(chunks[b"IDAT"]), width, height, channels))
    # Neighbouring shades count as one.
    shades = [
        [tuple(value & 0xF8 for value in row[at : at + 3]) for at in range(0, len(row), channels)] for row in rows
    ]
    palette = [shade for shade, _ in Counter(shade for row in shades for shade in row).most_common(_COLOURS)]
    numbers = {shade: number for number, shade in enumerate(palette)}
    for shade in {shade for row in shades for shade in row if shade not in numbers}:
        far = [sum((one - other) ** 2 for one, other in zip(shade, known, strict=True)) for known in palette]
        numbers[shade] = far.index(min(far))
    lines = b"".join(b"\0" + bytes(numbers[shade] for shade in row) for row in shades)
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        b"PLTE": b"".join(bytes(value | value >> 5 for value in shade) for shade in palette),
        b"IDAT": zlib.compress(lines, 9),
        b"IEND": b"",
    }
    written = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts.items()
    )
    return _SIGNATURE + b"".join(written)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a PNG by their kinds, the picture itself as one."""
    picture, at = b"", len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        picture += body if kind == b"IDAT" else b""
        yield kind, body
        at += length + 12
    yield b"IDAT", picture


def _rows(data: bytes, width: int, height: int, channels: int) -> Iterator[bytearray]:
    """Yield the rows of a picture without the filters of PNG."""
    size = width * channels
    above = bytearray(size)
    for number in range(height):
        start = number * (size + 1)
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + size])
        for at in range(size):
            left = row[at - channels] if at >= channels else 0
            corner = above[at - channels] if at >= channels else 0
            row[at] = (row[at] + _predicted(kind, left, above[at], corner)) & 0xFF
        above = row
        yield row


def _predicted(kind: int, left: int, above: int, corner: int) -> int:
    """Return what a filter of PNG (0 to 4) takes a byte to be."""
    estimate = left + above - corner
    nearest = min((left, above, corner), key=lambda known: abs(estimate - known))
    return (0, left, above, (left + above) // 2, nearest)[kind]


if __name__ == "__main__":
    main()

// A QR code (ISO/IEC 18004) of a link: bytes, with the lowest level of correction, since a screen is never torn.

import { h } from "./elements.js";

export const MOST_BYTES = 2953;

const QUIET = 4; // modules of white around a code
const LARGEST = 40;
/** Of each version from 1: the codewords of correction in a block, and the number of blocks. */
const CORRECTION = [
  [7, 1], [10, 1], [15, 1], [20, 1], [26, 1], [18, 2], [20, 2], [24, 2], [30, 2], [18, 4],
  [20, 4], [24, 4], [26, 4], [30, 4], [22, 6], [24, 6], [28, 6], [30, 6], [28, 7], [28, 8],
  [28, 8], [28, 9], [30, 9], [30, 10], [26, 12], [28, 12], [30, 12], [30, 13], [30, 14], [30, 15],
  [30, 16], [30, 17], [30, 18], [30, 19], [30, 19], [30, 20], [30, 21], [30, 22], [30, 24], [30, 25],
]; // prettier-ignore

export function qrCodeView(link) {
  const rows = qrCode(new TextEncoder().encode(link));
  if (rows === null) {
    return h(
      "p.hint",
      `The link has ${link.length.toLocaleString("en")} characters; a QR code holds ${MOST_BYTES.toLocaleString("en")}. Copy the link instead.`,
    );
  }
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return h(
    "svg.qr-code",
    { viewBox: `0 0 ${size} ${size}`, role: "img", label: "QR code of the link to this page" },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: path, fill: "#000" }),
  );
}

/** The rows of a code of these bytes, true for what is dark; null if they are too many. */
export function qrCode(bytes) {
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const { dark, fixed } = blankGrid(version);
  placeCodewords({ dark, fixed }, corrected(version, dataCodewords(version, bytes)));
  // A compressed link is as random as the best of the eight masks could make it: the first one does.
  const masked = dark.map((row, y) => row.map((value, x) => (fixed[y][x] ? value : value !== ((x + y) % 2 === 0))));
  placeFormat(masked);
  return masked;
}

function versionFor(length) {
  for (let version = 1; version <= LARGEST; version += 1) {
    const bits = 4 + countBits(version) + 8 * length;
    if (bits <= 8 * dataLength(version)) return version;
  }
  return null;
}

const countBits = (version) => (version < 10 ? 8 : 16);

const dataLength = (version) => {
  const [each, blocks] = CORRECTION[version - 1];
  return codewordsIn(version) - each * blocks;
};

function codewordsIn(version) {
  const size = sizeOf(version);
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignment = aligned === 0 ? 0 : 25 * (aligned ** 2 - 3) - 10 * (aligned - 2);
  return Math.floor((size ** 2 - 191 - 2 * size - alignment - (version < 7 ? 0 : 36)) / 8);
}

const sizeOf = (version) => 17 + 4 * version;

function dataCodewords(version, bytes) {
  const bits = [];
  const add = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  add(4, 4); // bytes follow
  add(bytes.length, countBits(version));
  for (const byte of bytes) add(byte, 8);
  const room = 8 * dataLength(version);
  add(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let fill = 0xec; bits.length < room; fill ^= 0xec ^ 0x11) add(fill, 8);
  return Array.from({ length: room / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
}

/** The codewords of all blocks, block by block in turn: first those of data, then those of correction. */
function corrected(version, data) {
  const [each, count] = CORRECTION[version - 1];
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const divisor = divisorOf(each);
  const blocks = [];
  for (let block = 0, at = 0; block < count; block += 1) {
    const length = short + (block < count - long ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = blocks.map((block) => remainder(block, divisor));
  const inTurn = (lists, length) =>
    Array.from({ length }, (_, index) => lists.filter((list) => index < list.length).map((list) => list[index])).flat();
  return [...inTurn(blocks, short + 1), ...inTurn(corrections, each)];
}

function product(one, other) {
  let value = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
    if ((other >> bit) & 1) value ^= one;
  }
  return value;
}

function divisorOf(degree) {
  const terms = [...Array(degree - 1).fill(0), 1];
  for (let root = 1, step = 0; step < degree; step += 1, root = product(root, 2)) {
    for (let index = 0; index < degree; index += 1) {
      terms[index] = product(terms[index], root) ^ (terms[index + 1] ?? 0);
    }
  }
  return terms;
}

function remainder(data, divisor) {
  const left = Array(divisor.length).fill(0);
  for (const value of data) {
    const factor = value ^ left.shift();
    left.push(0);
    for (const [index, term] of divisor.entries()) left[index] ^= product(term, factor);
  }
  return left;
}

/** A grid with the patterns of a version; `fixed` says which modules carry no data. */
function blankGrid(version) {
  const size = sizeOf(version);
  const rows = (value) => Array.from({ length: size }, () => Array(size).fill(value));
  const grid = { dark: rows(false), fixed: rows(false) };
  const set = (x, y, dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid.dark[y][x] = dark;
    grid.fixed[y][x] = true;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const at of [3, size - 4]) {
    square(at, 3, 4, (far) => far !== 2 && far !== 4, set);
    square(3, at, 4, (far) => far !== 2 && far !== 4, set);
  }
  const centres = centresOf(version);
  const last = centres.length - 1;
  for (const [row, y] of centres.entries()) {
    for (const [column, x] of centres.entries()) {
      // Three corners have larger ones.
      if (row + column && (row + column !== last || row % last)) square(x, y, 2, (far) => far !== 1, set);
    }
  }
  for (let at = 0; at < 9; at += 1) {
    if (at !== 6) {
      set(8, at, false);
      set(at, 8, false);
    }
    if (at < 8) {
      set(size - 1 - at, 8, false);
      set(8, size - 1 - at, at === 7);
    }
  }
  if (version >= 7) {
    const bits = withCheck(version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit += 1) {
      const near = Math.floor(bit / 3);
      const far = size - 11 + (bit % 3);
      set(far, near, ((bits >> bit) & 1) === 1);
      set(near, far, ((bits >> bit) & 1) === 1);
    }
  }
  return grid;
}

function square(x, y, reach, isDark, set) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      set(x + right, y + down, isDark(Math.max(Math.abs(down), Math.abs(right))));
    }
  }
}

function centresOf(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((version * 4 + 4) / (2 * count - 2));
  const centres = Array.from({ length: count - 1 }, (_, index) => sizeOf(version) - 7 - index * step);
  return [6, ...centres.reverse()];
}

function withCheck(value, bits, generator) {
  let rest = value;
  for (let step = 0; step < bits; step += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator);
  return (value << bits) | rest;
}

/** Put the codewords into the modules that are free, upward and downward in pairs of columns from the right. */
function placeCodewords({ dark, fixed }, codewords) {
  const size = dark.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = upward ? size - 1 - step : step;
        if (!fixed[y][x] && bit < 8 * codewords.length) {
          dark[y][x] = ((codewords[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }
}

const FORMAT = 0b01000; // the lowest correction, and the first mask

function placeFormat(dark) {
  const size = dark.length;
  const bits = withCheck(FORMAT, 10, 0x537) ^ 0x5412;
  const bit = (index) => ((bits >> index) & 1) === 1;
  const near = [0, 1, 2, 3, 4, 5, 7, 8];
  for (let index = 0; index < 8; index += 1) {
    dark[near[index]][8] = bit(index);
    dark[8][size - 1 - index] = bit(index);
    // The eighth bit is above already.
    if (index === 7) break;
    dark[8][near[index < 6 ? index : 6]] = bit(14 - index);
    dark[size - 1 - index][8] = bit(14 - index);
  }
}

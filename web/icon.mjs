// The icon as PNG, for systems that take no SVG: the shapes of src/icon.svg.
import { crc32, deflateSync } from "node:zlib";

/** How far a point lies outside a rectangle with round corners, in units of the 64 × 64 drawing. */
function rounded(x, y, left, top, width, height, radius) {
  const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
  const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

const SHAPES = [
  [(x, y) => rounded(x, y, 0, 0, 64, 64, 14), [0x7a, 0x4a, 0x24]],
  [(x, y) => rounded(x, y, 20, 8, 24, 48, 12), [0x4a, 0x2a, 0x12]],
  ...[
    [27, 20],
    [37, 20],
    [27, 32],
    [37, 32],
    [32, 44],
  ].map(([cx, cy]) => [(x, y) => Math.hypot(x - cx, y - cy) - 5, [0xf3, 0xe3, 0xc3]]),
];

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG so many pixels wide. */
export function icon(size) {
  const rows = Buffer.alloc(size * (1 + 4 * size));
  const unit = 64 / size;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let pixel = [0, 0, 0, 0];
      for (const [distance, color] of SHAPES) {
        const cover = Math.min(Math.max(0.5 - distance((x + 0.5) * unit, (y + 0.5) * unit) / unit, 0), 1);
        const alpha = cover + pixel[3] * (1 - cover);
        if (alpha === 0) continue;
        const mixed = color.map((one, i) => (one * cover + pixel[i] * pixel[3] * (1 - cover)) / alpha);
        pixel = [...mixed, alpha];
      }
      rows.set([pixel[0], pixel[1], pixel[2], 255 * pixel[3]].map(Math.round), y * (1 + 4 * size) + 1 + 4 * x);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a channel, with alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

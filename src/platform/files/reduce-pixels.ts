// Assembles a picture that arrives in tiles, and scales it down by a whole number as they arrive: each pixel of the
// result is the average of a square. A large picture takes no more memory than its result.

type Size = { width: number; height: number };

/** Pixels of three bytes. `x` and `y`: where they belong. `stride`: bytes from one line to the next. */
export type Tile = Size & { x: number; y: number; stride: number; pixels: Uint8Array };

type Limits = {
  /** A picture with at most this many pixels is not scaled down. */
  maxKeptPixels: number;
  /** Pixels of a picture that is scaled down. */
  maxReducedPixels: number;
};

const channels = 3;

export function reducer({ width, height }: Size, { maxKeptPixels, maxReducedPixels }: Limits) {
  const factor =
    width * height <= maxKeptPixels ? 1 : Math.ceil(Math.sqrt((width * height) / maxReducedPixels));
  const reduced = {
    width: Math.max(1, Math.floor(width / factor)),
    height: Math.max(1, Math.floor(height / factor)),
  };
  const length = reduced.width * reduced.height * channels;
  // A square has at most 16 × 16 pixels, whose sum fits into 16 bits.
  if (factor > 16) throw new RangeError('too large a picture');
  const sums = factor === 1 ? new Uint8Array(length) : new Uint16Array(length);

  return {
    /** Adds a tile. Pixels outside of the picture, such as those of the last tile in a row, are left out. */
    add({ x, y, width: tileWidth, height: tileHeight, stride, pixels }: Tile): void {
      const [fromX, toX] = [Math.max(0, x), Math.min(x + tileWidth, reduced.width * factor)];
      const [fromY, toY] = [Math.max(0, y), Math.min(y + tileHeight, reduced.height * factor)];
      for (let line = fromY; line < toY; line++) {
        let from = (line - y) * stride + (fromX - x) * channels;
        const start = Math.floor(line / factor) * reduced.width * channels;
        for (let column = fromX; column < toX; column++) {
          const to = start + Math.floor(column / factor) * channels;
          sums[to]! += pixels[from]!;
          sums[to + 1]! += pixels[from + 1]!;
          sums[to + 2]! += pixels[from + 2]!;
          from += channels;
        }
      }
    },
    result(): Size & { data: Uint8Array<ArrayBuffer> } {
      if (sums instanceof Uint8Array) return { ...reduced, data: sums };
      const data = new Uint8Array(length);
      for (let n = 0; n < length; n++) data[n] = Math.round(sums[n]! / factor ** 2);
      return { ...reduced, data };
    },
  };
}

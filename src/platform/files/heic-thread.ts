// A thread that decodes one HEIC photo and ends. The decoder is libheif in WebAssembly: it can neither reach the memory
// of the process nor block its event loop. Phone photos consist of tiles, which are decoded one by one and scaled down
// immediately, so 48 million pixels take little more memory than 12 million.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import makeLibheif from 'libheif-js/libheif-wasm/libheif.js';
import { reducer } from './reduce-pixels.ts';

export type HeicJob = { path: string; maxPixels: number; maxEdge: number };
/** Three bytes for each pixel. */
export type HeicPixels = { width: number; height: number; data: Uint8Array<ArrayBuffer> };
export type HeicAnswer = HeicPixels | { error: string };

/** Of the decoder, in bytes. The headers of a photo may lie about how large its pictures are. */
const maxMemory = 160 * 1024 ** 2;
/** Of a picture or tile, which is decoded as a whole. */
const maxTilePixels = 16e6;
/** Up to here, pixels are kept as they are. */
const maxKeptPixels = 13e6;
const maxReducedPixels = 8e6;

// Constants of libheif's interface.
const [rgb, interleaved] = [1, 10];

async function decode({ path, maxPixels, maxEdge }: HeicJob): Promise<HeicPixels> {
  const heif = await load();
  const bytes = await readFile(path);
  const input = heif._malloc(bytes.length);
  heif.HEAPU8.set(bytes, input);
  const scratch = heif._malloc(256);
  /** Calls a function of libheif, which writes its error first. Throws it. */
  const check = (call: (error: number) => void) => {
    call(scratch);
    const code = heif.HEAP32[scratch >> 2];
    if (code !== 0) throw new Error(`libheif error ${code}.${heif.HEAP32[(scratch >> 2) + 1]}`);
  };
  const out = scratch + 16;
  const read = () => heif.HEAPU32[out >> 2]!;

  const context = heif._heif_context_alloc();
  check((error) => heif._heif_context_read_from_memory_without_copy(error, context, input, bytes.length, 0));
  check((error) => heif._heif_context_get_primary_image_handle(error, context, out));
  const handle = read();
  const tiling = scratch + 32;
  check((error) => heif._heif_image_handle_get_image_tiling(error, handle, 1, tiling));
  const [, columns, rows, tileWidth, tileHeight, width, height, top, left] = heif.HEAPU32.subarray(
    tiling >> 2,
    (tiling >> 2) + 9,
  ) as unknown as number[] & { length: 9 };
  const isTiled = columns! * rows! > 1;
  if (width! * height! > maxPixels || Math.max(width!, height!) > maxEdge) throw new Error('too many pixels');
  if ((isTiled ? tileWidth! * tileHeight! : width! * height!) > maxTilePixels)
    throw new Error('too large a tile');

  const reduced = reducer({ width: width!, height: height! }, { maxKeptPixels, maxReducedPixels });
  const options = heif._heif_decoding_options_alloc();
  // Photos with 10 bits per color become photos with 8.
  heif.HEAPU8[options + 20] = 1;
  for (let row = 0; row < rows!; row++) {
    for (let column = 0; column < columns!; column++) {
      check((error) =>
        isTiled
          ? heif._heif_image_handle_decode_image_tile(
              error,
              handle,
              out,
              rgb,
              interleaved,
              options,
              column,
              row,
            )
          : heif._heif_decode_image(error, handle, out, rgb, interleaved, options),
      );
      const image = read();
      const size = {
        width: heif._heif_image_get_width(image, interleaved),
        height: heif._heif_image_get_height(image, interleaved),
      };
      const plane = heif._heif_image_get_plane_readonly(image, interleaved, out);
      const stride = read();
      const pixels = heif.HEAPU8.subarray(plane, plane + stride * size.height);
      const [x, y] = isTiled
        ? [column * tileWidth! - hidden(left!, tileWidth!), row * tileHeight! - hidden(top!, tileHeight!)]
        : [0, 0];
      reduced.add({ ...size, stride, x, y, pixels });
      heif._heif_image_release(image);
    }
  }
  return reduced.result();
}

/**
 * How much of the first tiles is outside of the picture, if it is shown rotated. The offset of libheif is how much is
 * inside, or 0 for all of it.
 */
const hidden = (offset: number, tile: number) => (tile - offset) % tile;

async function load() {
  const wasm = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  const wasmBinary = await readFile(wasm);
  // The decoder requests more memory only through this function.
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
  return makeLibheif({ wasmBinary, print: () => undefined, printErr: () => undefined });
}

// On Linux, a priority belongs to a thread. Elsewhere, it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 19);
const answer: HeicAnswer = await decode(workerData as HeicJob).catch((error: unknown) => ({
  error: String(error),
}));
parentPort!.postMessage(answer, 'data' in answer ? [answer.data.buffer] : []);

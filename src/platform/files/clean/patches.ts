// What a cleaner overwrites in a file. Nothing moves and nothing gets shorter, so ranges, indexes and offsets inside
// the file stay correct, and a player can seek as in the original.
import { pipeline, Transform, type Readable } from 'node:stream';
import { CannotClean, type Source } from './source.ts';

/** Overwrites `length` bytes from `at` with `bytes`, followed by zeros. */
export type Patch = { readonly at: number; readonly length: number; readonly bytes: Buffer };

/** Finds what must be overwritten before others may have a file. Throws `CannotClean`. */
export type Cleaner = (source: Source, patches: Patches) => Promise<void>;

/** Patches are kept in memory, so a file must not need many. */
const maxPatches = 2_000;
const nothing = Buffer.alloc(0);

export class Patches {
  #list: Patch[] = [];

  zero(at: number, length: number): void {
    this.put(at, nothing, length);
  }

  /** `length`: of what is overwritten, if more than these bytes. */
  put(at: number, bytes: Buffer, length: number = bytes.length): void {
    if (length === 0) return;
    if (this.#list.length === maxPatches) throw new CannotClean('the file has too many parts to remove');
    this.#list.push({ at, length, bytes });
  }

  /** In the order in which they were added: a later one takes precedence over an earlier one. */
  get all(): readonly Patch[] {
    return this.#list;
  }
}

/** The bytes of a file from `start`, with its patches. */
export function applyPatches(bytes: Readable, start: number, patches: readonly Patch[]): Readable {
  if (patches.length === 0) return bytes;
  let position = start;
  const changed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = position + chunk.length;
      let copy: Buffer | undefined;
      for (const patch of patches) {
        if (patch.at >= end || patch.at + patch.length <= position) continue;
        copy ??= Buffer.from(chunk);
        overwrite(copy, position, patch);
      }
      position = end;
      done(null, copy ?? chunk);
    },
  });
  // An error of either destroys the other: the response then fails instead of ending early.
  return pipeline(bytes, changed, () => undefined);
}

function overwrite(chunk: Buffer, position: number, { at, length, bytes }: Patch): void {
  const from = Math.max(at - position, 0);
  const to = Math.min(at + length - position, chunk.length);
  chunk.fill(0, from, to);
  const skipped = position + from - at;
  if (skipped < bytes.length) bytes.copy(chunk, from, skipped, Math.min(bytes.length, skipped + to - from));
}

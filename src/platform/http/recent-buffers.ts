/** What keeping a buffer takes in addition to its bytes: its key and the objects around it. */
const overhead = 500;

/** Keeps the buffers used most recently, up to a number of bytes in memory. */
export class RecentBuffers {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #buffers = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The buffer that is kept for a key, or a copy of what `make` returns. */
  load(key: string, make: () => Buffer): Buffer {
    const known = this.#buffers.get(key);
    const buffer = known ?? ofItsOwn(make());
    this.#buffers.delete(key);
    this.#buffers.set(key, buffer);
    if (!known) this.#add(buffer.length + overhead);
    return buffer;
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    for (const [key, { length }] of this.#buffers) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#buffers.delete(key);
      this.#bytes -= length + overhead;
    }
  }
}

/** A copy. zlib returns a part of a larger buffer, which would stay in memory with it. */
function ofItsOwn(part: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(part.length);
  part.copy(copy);
  return copy;
}

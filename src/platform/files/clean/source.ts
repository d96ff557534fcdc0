// Reads a stored file at any position, as the cleaners in this folder do: mostly headers, from the beginning to the end.

/** The most bytes that are read together, such as an index of a video's frames. */
const largestRead = 8 * 1024 * 1024;
const windowSize = 256 * 1024;

/** Thrown if a file cannot be cleaned, because it is damaged, of an unknown kind, or too expensive to clean. */
export class CannotClean extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CannotClean';
  }
}

export class Source {
  readonly size: number;
  readonly #fetch: (first: number, last: number) => Promise<Buffer>;
  #start = 0;
  #window: Buffer = Buffer.alloc(0);

  /** `fetch` returns the bytes from `first` to `last`, both included. */
  constructor(size: number, fetch: (first: number, last: number) => Promise<Buffer>) {
    this.size = size;
    this.#fetch = fetch;
  }

  /** Up to `length` bytes: fewer at the end of the file. They must not be changed. */
  async read(at: number, length: number): Promise<Buffer> {
    if (length > largestRead) throw new CannotClean('a part of the file is too large to read');
    const end = Math.min(at + length, this.size);
    if (at < 0 || end <= at) return Buffer.alloc(0);
    if (at < this.#start || end > this.#start + this.#window.length) {
      this.#start = at;
      this.#window = await this.#fetch(at, Math.min(Math.max(end, at + windowSize), this.size) - 1);
    }
    return this.#window.subarray(at - this.#start, end - this.#start);
  }

  /** Exactly `length` bytes. */
  async need(at: number, length: number): Promise<Buffer> {
    const bytes = await this.read(at, length);
    if (bytes.length < length) throw new CannotClean('the file ends early');
    return bytes;
  }
}

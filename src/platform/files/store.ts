// What the product asks of a place for bytes. The shape is S3's (flat keys, whole objects, listing by name), so that
// a bucket can stand in for the disk. Bytes arrive in two steps: they are staged in a local file first, because the
// name under which they are kept depends on what they turn out to be, and because S3 wants size and hash up front.
import type { Readable } from 'node:stream';

/** Bytes that have arrived whole and are not kept yet. `size` in bytes. */
export type StagedFile = { readonly path: string; readonly size: number; readonly sha256: Buffer };

/** One kept object. `size` in bytes; `modified` is when it was written. */
export type StoredObject = { key: string; size: number; modified: Date };

/** First and last byte, both included, as in HTTP. */
export type ByteRange = { start: number; end: number };

export interface FileStore {
  /** Receives bytes into a local file. Throws `FileTooLarge` as soon as `maxBytes` is passed, `StorageFull` without room. */
  stage(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile>;
  /** Keeps a staged file under a key; durable when it resolves. Throws `StorageFull` without room. */
  put(staged: StagedFile, key: string): Promise<void>;
  /** Forgets a staged file, kept or not; never throws. */
  discard(staged: StagedFile): Promise<void>;
  /** Size in bytes, or nothing when no object has this key. */
  sizeOf(key: string): Promise<number | undefined>;
  /** The bytes, whole or one range; nothing when no object has this key. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Objects whose key starts with `prefix` and comes after `after`, ascending by key in byte order, at most `limit`. */
  list(prefix: string, after: string | undefined, limit: number): Promise<StoredObject[]>;
  /** Removes staged files last written before this instant (what crashed uploads left); gives how many. */
  clearStaged(before: Date): Promise<number>;
}

/** More bytes came than the caller allowed. */
export class FileTooLarge extends Error {
  constructor() {
    super('the file passes the size limit');
    this.name = 'FileTooLarge';
  }
}

/** The place for bytes has no room left. */
export class StorageFull extends Error {
  constructor() {
    super('the file storage is full');
    this.name = 'StorageFull';
  }
}

// A segment never starts with a dot: that rules out `.` and `..`, and keeps our own folders out of reach.
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}){0,7}$/;

/** Whether a text may be a key: 1 to 8 segments of `[A-Za-z0-9._-]`, none starting with a dot. */
export function isKey(text: string): boolean {
  return keyShape.test(text) && text.length <= 900;
}

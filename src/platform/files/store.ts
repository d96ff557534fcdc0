// The interface to file storage. It is shaped like S3 (flat keys, whole objects, listing by name), so a bucket can
// replace the disk. Bytes are first staged in a local file: the key depends on the detected type, and S3 needs size and
// hash up front.
import type { Readable } from 'node:stream';
import { detailTexts } from '../http/problem-texts.ts';
import { Unavailable } from '../http/unavailable.ts';

/** Bytes that were received completely and are not stored yet. `size` in bytes. */
export type StagedFile = { readonly path: string; readonly size: number; readonly sha256: Buffer };

/** A stored object. `size` in bytes; `modified` is when it was written. */
export type StoredObject = { key: string; size: number; modified: Date };

/** First and last byte, both included, as in HTTP. */
export type ByteRange = { start: number; end: number };

/** What a reader asks for before the size is known: from `first`, up to `last`, or the last `suffix` bytes. */
export type WantedRange = { first: number; last?: number } | { suffix: number };

/** An object, or a range of it, that is being read. `size`: of the whole object, in bytes. */
export type OpenObject = { size: number; range: ByteRange; bytes: Readable };

/** Every method that needs the stored objects throws `StorageUnavailable` while they cannot be reached. */
export interface FileStore {
  /** Receives bytes into a local file. Throws `FileTooLarge` above `maxBytes`, `StorageFull` without space. */
  stage(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile>;
  /** Stores a staged file under a key. It is durable when the promise resolves. Throws `StorageFull` without space. */
  put(staged: StagedFile, key: string): Promise<void>;
  /** Deletes a staged file, stored or not. Never throws. */
  discard(staged: StagedFile): Promise<void>;
  /** Size in bytes, or undefined when no object has this key. */
  sizeOf(key: string): Promise<number | undefined>;
  /** The SHA-256 of an object's bytes, or undefined when no object has this key. On disk, it reads them. */
  sha256Of(key: string): Promise<Buffer | undefined>;
  /** All bytes. Undefined when no object has this key. */
  read(key: string): Promise<Readable | undefined>;
  /**
   * The bytes, whole or one range, with the object's size. Undefined when no object has this key; `outside` when it has
   * no such bytes. If reading fails later, the stream fails: it never ends early.
   */
  open(key: string, wanted?: WantedRange): Promise<OpenObject | 'outside' | undefined>;
  /** Removes an object. No error when it does not exist. */
  remove(key: string): Promise<void>;
  /** Objects whose key starts with `prefix` and sorts after `after`, ascending in byte order, at most `limit`. */
  list(prefix: string, after: string | undefined, limit: number): Promise<StoredObject[]>;
  /** Deletes staged files last written before this instant (left by crashed uploads). Returns their number. */
  clearStaged(before: Date): Promise<number>;
  /** Throws an error with the reason if objects cannot be stored or read now. For readiness checks: it is cheap. */
  check(): Promise<void>;
}

/** The upload exceeds the caller's limit. */
export class FileTooLarge extends Error {
  constructor() {
    super('the file passes the size limit');
    this.name = 'FileTooLarge';
  }
}

/** The file storage has no space left. */
export class StorageFull extends Error {
  constructor() {
    super('the file storage is full');
    this.name = 'StorageFull';
  }
}

/** The file storage cannot be reached or used now. `reason` is for the operator. */
export class StorageUnavailable extends Unavailable {
  constructor(reason: string, cause?: unknown) {
    super(reason, detailTexts.noFileStorage, cause);
    this.name = 'StorageUnavailable';
  }
}

// A segment never starts with a dot. That rules out `.` and `..` and protects internal folders.
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}){0,7}$/;

/** Whether a text is a valid key: 1 to 8 segments of `[A-Za-z0-9._-]`, none starting with a dot. */
export function isKey(text: string): boolean {
  return keyShape.test(text) && text.length <= 900;
}

/** Throws unless the text is a valid key. */
export function requireKey(text: string): void {
  if (!isKey(text)) throw new Error(`not a key of the file store: ${JSON.stringify(text.slice(0, 100))}`);
}

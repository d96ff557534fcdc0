// Talks to the bucket: limits parallel requests, repeats failed ones for a few seconds, follows the store's clock, and
// turns its errors into those of a file store. Messages never contain keys or signatures.
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectStorage } from '../config/config.ts';
import { type S3Request, type Send, s3Sender } from './s3-request.ts';
import { Slots } from './s3-slots.ts';
import { textOf } from './s3-xml.ts';

import { StorageFull, StorageUnavailable } from './store.ts';

/** A response with a small body. Header names are in lowercase. */
export type S3Answer = { status: number; headers: IncomingMessage['headers']; text: string };

/** A response that the store sent instead of the requested one. `code`: such as `NoSuchKey`; empty if it has no body. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`it responded with ${status}${code && ` ${code}`}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** A failed request is repeated if it failed within this time. */
const retryForMs = 4500;
const [firstDelayMs, maxDelayMs] = [100, 1500];
/** A request waits this long until another one ends. */
const slotWaitMs = 2000;
/** Limits of small responses. */
const [maxTextBytes, textMs] = [8 * 1024 * 1024, 4000];
/** Stores refuse requests from clocks that are 15 minutes off. */
const skewMs = 5 * 60_000;

/** Codes of refusals that may go away if the request is repeated. */
const transientCodes = new Set([
  'RequestTimeout',
  'SlowDown',
  'OperationAborted',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
]);
const fullCodes = /quota|storage_?full|insufficient/i;

export class S3Client {
  readonly #send: Send;
  readonly #host: string;
  readonly #warn: (message: string) => void;
  #clockOffsetMs = 0;
  /** Downloads are as slow as their readers, so they must not keep other requests waiting. */
  readonly #slots = { downloads: new Slots(256, slotWaitMs), others: new Slots(32, slotWaitMs) };

  constructor(settings: ObjectStorage, warn: (message: string) => void) {
    this.#send = s3Sender(settings);
    this.#host = new URL(settings.endpoint).host;
    this.#warn = warn;
  }

  /**
   * Sends a request whose response is small, and repeats it if it fails. `accepted`: further statuses that are not errors.
   * Throws `StorageFull` or `StorageUnavailable`.
   */
  call(request: S3Request, accepted: readonly number[] = []): Promise<S3Answer> {
    return this.retried(() => this.#call(request, accepted));
  }

  /** Sends a request and reads its response. Also repeats it if `parse` throws. Throws like `call`. */
  read<T>(request: S3Request, parse: (xml: string) => T): Promise<T> {
    return this.retried(async () => parse((await this.#call(request, [])).text));
  }

  /** Whether the bucket can be reached now. Throws like `call`, and does not repeat the request. */
  async probe(request: S3Request): Promise<S3Answer> {
    return this.#call(request, []).catch((error: unknown) => {
      throw this.#explained(error);
    });
  }

  #call(request: S3Request, accepted: readonly number[]): Promise<S3Answer> {
    return this.#slots.others.run(async () => {
      const response = await this.#respond(request);
      const text = await textIn(response);
      const status = response.statusCode!;
      const code = codeIn(text);
      // A request in several parts may fail after the status was sent.
      const isError = status >= 300 || /<Error[ >]/.test(text);
      if (isError && !(accepted.includes(status) && code !== 'NoSuchBucket')) throw new S3Error(status, code);
      return { status, headers: response.headers, text };
    });
  }

  /** Starts a download. The caller reads the response to its end or destroys it. Does not repeat the request. */
  async download(request: S3Request): Promise<IncomingMessage> {
    const release = await this.#slots.downloads.take();
    try {
      const response = await this.#respond(request);
      response.once('close', release);
      if (response.statusCode === 200 || response.statusCode === 206) return response;
      throw new S3Error(response.statusCode!, codeIn(await textIn(response)));
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Repeats `work` while it fails for reasons that may pass. Throws the errors of a file store. */
  async retried<T>(work: () => Promise<T>): Promise<T> {
    const started = Date.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isTransient(error) || Date.now() - started > retryForMs) throw this.#explained(error);
        const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** attempt);
        await pause(delayMs * (0.5 + Math.random() / 2));
      }
    }
  }

  /** Sends a request, once more if the store refused it because of the clock. */
  async #respond(request: S3Request): Promise<IncomingMessage> {
    const response = await this.#send(request, this.#clockOffsetMs);
    if (response.statusCode !== 403 || !this.#followClock(response)) return response;
    response.destroy();
    return this.#send(request, this.#clockOffsetMs);
  }

  /** Adopts the store's clock if it differs much from the one in use. Returns whether it did. */
  #followClock({ headers }: IncomingMessage): boolean {
    const offsetMs = Date.parse(headers.date ?? '') - Date.now();
    if (!(Math.abs(offsetMs - this.#clockOffsetMs) > skewMs)) return false;
    this.#clockOffsetMs = offsetMs;
    const minutes = Math.round(Math.abs(offsetMs) / 60_000);
    this.#warn(
      `The clock of this machine is ${minutes} minutes ${offsetMs > 0 ? 'behind' : 'ahead of'} the object store's. ` +
        'Requests to the store are signed with its time. Please correct the clock.',
    );
    return true;
  }

  #explained(error: unknown): unknown {
    if (error instanceof StorageUnavailable || isLocal(error)) return error;
    if (error instanceof S3Error && (error.status === 507 || fullCodes.test(error.code)))
      return new StorageFull();
    return new StorageUnavailable(
      `The object store at ${this.#host} cannot be used (${reasonOf(error)}).`,
      error,
    );
  }
}

/** A network error with several causes may have an empty message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'unknown error';
}

/** Never more than a word: a broken store could repeat the request, with its signature. */
function codeIn(text: string): string {
  const code = textOf(text, 'Code') ?? '';
  return /^[A-Za-z]{1,64}$/.test(code) ? code : '';
}

/** Whether a local file that is sent caused the error. */
const isLocal = (error: unknown): boolean => error instanceof Error && 'path' in error;

/** Whether a request that failed with this error may succeed soon. */
function isTransient(error: unknown): boolean {
  if (error instanceof StorageUnavailable || isLocal(error)) return false;
  if (!(error instanceof S3Error)) return true;
  const { status, code } = error;
  if (fullCodes.test(code) || status === 507) return false;
  return status === 200 || status === 429 || (status >= 500 && status !== 501) || transientCodes.has(code);
}

async function textIn(response: IncomingMessage): Promise<string> {
  const late = setTimeout(() => response.destroy(new Error('its response does not end')), textMs);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxTextBytes) throw new Error('its response is too long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } finally {
    clearTimeout(late);
  }
}

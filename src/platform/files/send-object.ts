// Sends a stored object over HTTP (RFC 9110): conditional requests, one range, HEAD.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { applyPatches, type Patch } from './clean/patches.ts';
import { rangeWithin, wantedRange } from './range.ts';
import type { ByteRange, FileStore, WantedRange } from './store.ts';

type Stored = {
  key: string;
  etag: string;
  headers: Record<string, string>;
  /** What is overwritten in the bytes while they are sent. */
  patches?: readonly Patch[];
};

/**
 * Sends a stored object or the requested range, with these headers and those for length and range. Returns false when
 * nothing was sent because the object is deleted.
 */
export async function sendObject(
  files: FileStore,
  { key, etag, headers, patches = [] }: Stored,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.headers['if-none-match'] === etag) {
    void reply
      .headers({ ...headers, etag })
      .code(304)
      .send();
    return true;
  }
  // A range of a changed file would be appended to the old beginning.
  const condition = request.headers['if-range'];
  const wanted =
    condition !== undefined && condition !== etag ? undefined : wantedRange(request.headers.range);
  const opened =
    request.method === 'HEAD' ? await describe(files, key, wanted) : await files.open(key, wanted);
  if (!opened) return false;
  reply.headers({ ...headers, etag });
  if (opened === 'outside') {
    const size = await files.sizeOf(key);
    void reply
      .code(416)
      .header('content-range', `bytes */${size ?? '*'}`)
      .removeHeader('content-disposition')
      .send();
    return true;
  }
  const { size, range, bytes } = opened;
  if (wanted) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', String(range.end - range.start + 1));
  void reply.send(applyPatches(bytes, range.start, patches));
  return true;
}

/** What `open` returns, without bytes. */
async function describe(
  files: FileStore,
  key: string,
  wanted: WantedRange | undefined,
): Promise<{ size: number; range: ByteRange; bytes: Readable } | 'outside' | undefined> {
  const size = await files.sizeOf(key);
  if (size === undefined) return undefined;
  const range = wanted ? rangeWithin(wanted, size) : { start: 0, end: size - 1 };
  return range === 'outside' ? range : { size, range, bytes: Readable.from([]) };
}

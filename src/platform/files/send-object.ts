// Sends a stored object over HTTP (RFC 9110): conditional requests, one range, HEAD.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeOf } from './range.ts';
import type { FileStore } from './store.ts';

type Stored = { key: string; size: number; etag: string };

/**
 * Sends a stored object or the requested range. The caller has set all headers except length and range.
 * Returns false when nothing was sent because the object is deleted.
 */
export async function sendObject(
  files: FileStore,
  { key, size, etag }: Stored,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.headers['if-none-match'] === etag) {
    void reply.code(304).send();
    return true;
  }
  // A range of a changed file would be appended to the old beginning.
  const condition = request.headers['if-range'];
  const range =
    condition !== undefined && condition !== etag ? 'whole' : rangeOf(request.headers.range, size);
  if (range === 'outside') {
    void reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .removeHeader('content-disposition')
      .send();
    return true;
  }
  const part = range === 'whole' ? undefined : range;
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  reply.header('content-length', String(part ? part.end - part.start + 1 : size));
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await files.read(key, part);
  if (bytes) void reply.send(bytes);
  return bytes !== undefined;
}

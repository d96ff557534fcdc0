// Compresses the responses of operations. A stream per response costs more than the query behind it, so a body of
// ordinary size is compressed in one synchronous call at the cheapest level (docs/decisions/0017).
import { hash } from 'node:crypto';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
  type BrotliOptions,
  type ZstdOptions,
} from 'node:zlib';
import type { onSendHookHandler } from 'fastify';
import { acceptedEncodings } from './encodings.ts';
import { RecentBuffers } from './recent-buffers.ts';

/** Responses of fewer bytes are not worth compressing. */
const minBytes = 4096;
/** Larger bodies are streamed: compressing them synchronously would block other requests (64 kB take about 0.4 ms). */
const maxSyncBytes = 64 * 1024;

/** Room for the result of one call: it fits in one piece, and zstd writes to it directly. */
const chunkSize = 32 * 1024;
const brotli: BrotliOptions = {
  chunkSize,
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
};
const zstd: ZstdOptions = { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const gzip = { chunkSize, level: 1 };

// The body that is compressed synchronously. A new buffer per response would cost a fifth of the compression.
const scratch = Buffer.allocUnsafeSlow(maxSyncBytes);

/** Best first, by size and time on lists of check-ins. */
const encoders = [
  {
    name: 'zstd',
    compressSync: (body: Buffer) => zstdCompressSync(body, zstd),
    stream: () => createZstdCompress(zstd),
  },
  {
    name: 'br',
    compressSync: (body: Buffer) => brotliCompressSync(body, brotli),
    stream: () => createBrotliCompress(brotli),
  },
  { name: 'gzip', compressSync: (body: Buffer) => gzipSync(body, gzip), stream: () => createGzip(gzip) },
] as const;

// Most lists that are read again have not changed since, and hashing a body costs a tenth of compressing it. Only for
// speed: the key is the body itself, so there is nothing to drop when data changes.
const recent = new RecentBuffers(8 * 1024 * 1024);

/** The `onSend` hook of routes that respond with JSON. */
export const compressResponse: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || payload.length < minBytes) return done(null, payload);
  reply.header('vary', 'accept-encoding');
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoder = encoders.find(({ name }) => accepted.has(name));
  if (!encoder) return done(null, payload);
  reply.header('content-encoding', encoder.name).removeHeader('content-length');
  // A character takes at most three bytes, so most bodies need not be measured first.
  if (payload.length * 3 <= maxSyncBytes || Buffer.byteLength(payload) <= maxSyncBytes) {
    const body = scratch.subarray(0, scratch.write(payload));
    const key = `${encoder.name} ${hash('sha256', body, 'base64url')}`;
    return done(
      null,
      recent.load(key, () => encoder.compressSync(body)),
    );
  }
  const stream = encoder.stream();
  stream.end(payload);
  done(null, stream);
};

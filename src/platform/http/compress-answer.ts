// Compresses the answers of operations. A stream per answer costs more than the read behind it, so a body of ordinary size
// is compressed in one synchronous call, at the cheapest level (docs/decisions/0017).
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

/** Bytes from which an answer is worth compressing. */
const compressFrom = 4096;
/** Bytes above which compressing would hold up other callers for too long: 64 kB take about 0.4 ms. */
const atOnceMost = 64 * 1024;

const brotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 },
};
const zstd: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const gzip = { level: 1 };

/** Best first: by size and time on lists of check-ins. */
const encoders = [
  {
    name: 'zstd',
    atOnce: (body: Buffer) => zstdCompressSync(body, zstd),
    stream: () => createZstdCompress(zstd),
  },
  {
    name: 'br',
    atOnce: (body: Buffer) => brotliCompressSync(body, brotli),
    stream: () => createBrotliCompress(brotli),
  },
  { name: 'gzip', atOnce: (body: Buffer) => gzipSync(body, gzip), stream: () => createGzip(gzip) },
] as const;

/** The `onSend` hook of a route whose answer is JSON. */
export const compressAnswer: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || payload.length < compressFrom) return done(null, payload);
  reply.header('vary', 'accept-encoding');
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoder = encoders.find(({ name }) => accepted.has(name));
  if (!encoder) return done(null, payload);
  reply.header('content-encoding', encoder.name).removeHeader('content-length');
  const body = Buffer.from(payload);
  if (body.length <= atOnceMost) return done(null, encoder.atOnce(body));
  const stream = encoder.stream();
  stream.end(body);
  done(null, stream);
};

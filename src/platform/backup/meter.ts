import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** The bytes that have passed: their number, and their SHA-256 in hex. */
export type Measured = { bytes: number; sha256: string };

/** Forwards bytes unchanged and measures them. `measured` may be called once, after the end. */
export function meter(onBytes: (count: number) => void): { stream: Transform; measured(): Measured } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes(chunk.length);
      callback(null, chunk);
    },
  });
  return { stream, measured: () => ({ bytes, sha256: hash.digest('hex') }) };
}

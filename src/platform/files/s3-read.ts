// Reads an object of a bucket as a stream. A response that ends early, or that stalls because its reader does, is
// continued where it stopped: the reader gets all bytes or an error.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { rangeWithin } from './range.ts';
import { type S3Client, S3Error } from './s3-client.ts';
import type { ByteRange, OpenObject, WantedRange } from './store.ts';

/** A response whose first bytes have arrived. `first` is undefined for an empty object. */
type Download = { response: IncomingMessage; chunks: AsyncIterator<Buffer>; first: Buffer | undefined };

/** Resolves once the first bytes have arrived, so that most failures are known before a response is sent. */
export function openObject(
  client: S3Client,
  key: string,
  wanted?: WantedRange,
): Promise<OpenObject | 'outside' | undefined> {
  return client.retried(async () => {
    try {
      const response = await client.download({
        method: 'GET',
        key,
        ...(wanted && { headers: { range: headerOf(wanted) } }),
      });
      const { size, range } = extentOf(response);
      // A store may ignore the range.
      if (wanted && rangeWithin(wanted, size) === 'outside') {
        response.destroy();
        return 'outside';
      }
      const download = await begin(response, range.start <= range.end);
      const bytes = Readable.from(continued(client, key, range, download), { objectMode: false });
      return { size, range, bytes };
    } catch (error) {
      if (error instanceof S3Error && error.status === 416) return 'outside';
      if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
      throw error;
    }
  });
}

async function* continued(
  client: S3Client,
  key: string,
  { start, end }: ByteRange,
  download: Download,
): AsyncGenerator<Buffer> {
  const { etag } = download.response.headers;
  let position = start;
  const resume = async () => {
    const headers = { range: `bytes=${position}-${end}`, ...(etag && { 'if-match': etag }) };
    const response = await client.download({ method: 'GET', key, headers });
    if (extentOf(response).range.start === position) return begin(response, true);
    response.destroy();
    throw new Error('it ignored the range');
  };
  try {
    for (let chunk = download.first; ; chunk = await nextOf(download)) {
      if (chunk === undefined && position > end) return;
      if (chunk === undefined) {
        download.response.destroy();
        download = await client.retried(resume);
        chunk = download.first!;
      }
      position += chunk.length;
      yield chunk;
    }
  } finally {
    download.response.destroy();
  }
}

async function begin(response: IncomingMessage, hasBytes: boolean): Promise<Download> {
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const { done, value } = await chunks.next();
  if (done && hasBytes) throw new Error('it sent no bytes');
  return { response, chunks, first: done ? undefined : value };
}

/** Undefined at the end, which may be too early. */
async function nextOf({ chunks }: Download): Promise<Buffer | undefined> {
  try {
    const { done, value } = await chunks.next();
    return done ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The size of the object, and the range that the response contains. */
function extentOf({ statusCode, headers }: IncomingMessage): { size: number; range: ByteRange } {
  if (statusCode === 200) {
    const size = Number(headers['content-length'] ?? NaN);
    if (Number.isSafeInteger(size)) return { size, range: { start: 0, end: size - 1 } };
  }
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
  if (!match) throw new Error('it did not send the size of an object');
  const [start, end, size] = match.slice(1).map(Number) as [number, number, number];
  return { size, range: { start, end } };
}

function headerOf(wanted: WantedRange): string {
  if ('suffix' in wanted) return `bytes=-${wanted.suffix}`;
  return `bytes=${wanted.first}-${wanted.last ?? ''}`;
}

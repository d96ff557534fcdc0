// Writes an object to a bucket: a small one in one request, a large one in several parts. The store compares every body
// with its SHA-256.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { hashBytes } from './hash-bytes.ts';
import type { S3Client } from './s3-client.ts';
import type { S3Body } from './s3-request.ts';
import { type MultipartUpload, readUploads, required } from './s3-xml.ts';
import { isKey, type StagedFile } from './store.ts';

/** The largest object that is sent by one request, and the size of the parts of larger ones. */
const partBytes = 16 * 1024 * 1024;
/** The hash of the whole object in hexadecimal. Stores do not compute it, however an object is written. */
export const hashHeader = 'x-amz-meta-sha256';

/** Stores a staged file. It is durable when the promise resolves. */
export async function putObject(client: S3Client, staged: StagedFile, key: string): Promise<void> {
  const sha256 = staged.sha256.toString('hex');
  // Never a type that a browser would run, should someone make the bucket public.
  const headers = { 'content-type': 'application/octet-stream', [hashHeader]: sha256 };
  if (staged.size > partBytes) return putInParts(client, staged, key, headers);
  const body = { size: staged.size, sha256, open: () => createReadStream(staged.path) };
  await client.call({ method: 'PUT', key, headers, body });
}

async function putInParts(
  client: S3Client,
  staged: StagedFile,
  key: string,
  headers: Record<string, string>,
): Promise<void> {
  const { text } = await client.call({ method: 'POST', key, query: { uploads: '' }, headers });
  const upload = { key, uploadId: required(text, 'UploadId') };
  try {
    const etags: string[] = [];
    for (let start = 0; start < staged.size; start += partBytes) {
      const query = { partNumber: String(etags.length + 1), uploadId: upload.uploadId };
      const body = await bodyOf(staged.path, start, Math.min(start + partBytes, staged.size) - 1);
      const { headers: sent } = await client.call({ method: 'PUT', key, query, body });
      etags.push(sent.etag ?? '');
    }
    await complete(client, upload, etags);
  } catch (error) {
    if (await isStored(client, key, headers[hashHeader]!)) return;
    // If this fails as well, the sweep removes the parts.
    await abort(client, upload).catch(() => undefined);
    throw error;
  }
}

/** A part of a file. Bytes `start` to `end`, both included. */
async function bodyOf(path: string, start: number, end: number): Promise<S3Body> {
  const open = () => createReadStream(path, { start, end });
  const hash = await hashBytes(open());
  return { size: end - start + 1, sha256: hash.toString('hex'), open };
}

async function complete(
  client: S3Client,
  { key, uploadId }: MultipartUpload,
  etags: string[],
): Promise<void> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const xml = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const body = {
    size: xml.length,
    sha256: createHash('sha256').update(xml).digest('hex'),
    open: () => Readable.from([xml]),
  };
  await client.call({ method: 'POST', key, query: { uploadId }, body });
}

/** Whether the object was stored after all: the response that says so may be lost. */
async function isStored(client: S3Client, key: string, sha256: string): Promise<boolean> {
  const answer = await client.call({ method: 'HEAD', key }, [404]).catch(() => undefined);
  return answer?.status === 200 && answer.headers[hashHeader] === sha256;
}

async function abort(client: S3Client, { key, uploadId }: MultipartUpload): Promise<void> {
  await client.call({ method: 'DELETE', key, query: { uploadId } }, [404]);
}

/** Removes the parts of uploads that were started before an instant and never completed. Returns their number. */
export async function abortUploads(client: S3Client, before: Date): Promise<number> {
  const uploads = await client.read({ method: 'GET', query: { uploads: '' } }, readUploads);
  const old = uploads.filter(({ key, started }) => isKey(key) && started < before);
  for (const upload of old) await abort(client, upload);
  return old.length;
}

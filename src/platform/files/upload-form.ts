// Parses a multipart form with one file while it arrives: the fields first, the file last. The caller gets the bytes as
// a stream, so refused files are held neither in memory nor in a temporary folder.
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export type UploadForm = {
  fields: Record<string, string>;
  /** As sent: untrusted text. */
  fileName: string;
  /** The bytes of the file as they arrive. Throws `UploadError` when the upload is cut off. */
  bytes: AsyncIterable<Uint8Array>;
  /** Reads the form to its end. Throws `UploadError` when it is cut off, or has more parts after the file. */
  finish(): Promise<void>;
};

/** `incomplete`: the upload was cut off. `malformed`: not the expected form. */
export class UploadError extends Error {
  readonly kind: 'incomplete' | 'malformed';

  constructor(kind: 'incomplete' | 'malformed', cause?: unknown) {
    super(`the uploaded form is ${kind}`, { cause });
    this.name = 'UploadError';
    this.kind = kind;
  }
}

const limits = { fields: 8, fieldNameSize: 100, fieldSize: 1000, files: 1, parts: 9, headerPairs: 20 };

// What a form adds around its file: boundaries, headers and fields.
const formOverhead = 64 * 1024;

/** Whether the request declares a file of more than `maxBytes`. */
export function isTooLong(request: FastifyRequest, maxBytes: number): boolean {
  return Number(request.headers['content-length']) > maxBytes + formOverhead;
}

/** Reads the form up to its file. The reader of the bytes enforces `maxBytes` exactly. */
export async function openUpload(request: FastifyRequest, maxBytes: number): Promise<UploadForm> {
  const parts = request.parts({ limits: { ...limits, fileSize: maxBytes + 1 }, preservePath: true });
  const fields: Record<string, string> = {};
  for (;;) {
    const part = await nextOf(parts);
    if (part === undefined) throw new UploadError('malformed');
    if (part.type === 'file') {
      // There may be no reader when the upload is cut off. Without a listener, the error would end the process.
      part.file.on('error', () => {});
      return {
        fields,
        fileName: unescapeFileName(part.filename ?? ''),
        bytes: bytesOf(part),
        finish: () => finish(parts),
      };
    }
    if (part.fieldnameTruncated || part.valueTruncated || part.fieldname in fields)
      throw new UploadError('malformed');
    fields[part.fieldname] = String(part.value);
  }
}

/** Browsers escape exactly three characters of a file name in a form (HTML standard, multipart/form-data). */
function unescapeFileName(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ');
}

type Parts = ReturnType<FastifyRequest['parts']>;

async function nextOf(parts: Parts) {
  try {
    const { done, value } = await parts.next();
    return done ? undefined : value;
  } catch (error) {
    throw problemOf(error);
  }
}

async function finish(parts: Parts): Promise<void> {
  if ((await nextOf(parts)) !== undefined) throw new UploadError('malformed');
}

async function* bytesOf(part: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    yield* part.file;
  } catch (error) {
    throw problemOf(error);
  }
}

// Violated limits have codes. Any other parse error means that the form was cut off.
function problemOf(error: unknown): UploadError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const malformed = code.startsWith('FST_') && code !== 'FST_MP_PREMATURE_CLOSE';
  return new UploadError(malformed ? 'malformed' : 'incomplete', error);
}

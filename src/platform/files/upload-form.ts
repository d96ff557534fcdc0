// Parses a multipart form with files while it arrives: the fields first, the files last. The caller gets the bytes as a
// stream, so refused files are held neither in memory nor in a temporary folder.
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

type Fields = Record<string, string>;

export type UploadedFile = {
  /** As sent: untrusted text. */
  fileName: string;
  /** The bytes of the file as they arrive. Throws `UploadError` when the upload is cut off. */
  bytes: AsyncIterable<Uint8Array>;
};

export type UploadForm = UploadedFile & {
  fields: Fields;
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
  const { fields, file } = await readFields(parts);
  if (!file) throw new UploadError('malformed');
  return { fields, ...uploaded(file, true), finish: () => finish(parts) };
}

/**
 * Reads a form up to its files, of which it may have any number up to `files`. Each of them must be dealt with before the
 * next one; bytes that were not read are discarded. `fieldSize`: bytes of the longest field.
 */
export async function openForm(
  request: FastifyRequest,
  { maxBytes, files, fieldSize }: { maxBytes: number; files: number; fieldSize: number },
): Promise<{ fields: Fields; files: AsyncIterable<UploadedFile> }> {
  const own = { fieldSize, files, parts: limits.fields + files, fileSize: maxBytes + 1 };
  const parts = request.parts({ limits: { ...limits, ...own }, preservePath: true });
  const { fields, file } = await readFields(parts);
  return { fields, files: file ? filesOf(parts, file) : none() };
}

async function readFields(parts: Parts): Promise<{ fields: Fields; file: MultipartFile | undefined }> {
  const fields: Fields = {};
  for (;;) {
    const part = await nextOf(parts);
    if (part === undefined || part.type === 'file') return { fields, file: part };
    if (part.fieldnameTruncated || part.valueTruncated || part.fieldname in fields)
      throw new UploadError('malformed');
    fields[part.fieldname] = String(part.value);
  }
}

async function* filesOf(parts: Parts, first: MultipartFile): AsyncGenerator<UploadedFile> {
  for (let part: MultipartFile | MultipartValue | undefined = first; part; part = await nextOf(parts)) {
    if (part.type !== 'file') throw new UploadError('malformed');
    yield uploaded(part, false);
    // What was not read of it.
    part.file.resume();
  }
}

async function* none(): AsyncGenerator<UploadedFile> {}

function uploaded(part: MultipartFile, isLast: boolean): UploadedFile {
  // There may be no reader when the upload is cut off. Without a listener, the error would end the process.
  part.file.on('error', () => {});
  return { fileName: unescapeFileName(part.filename ?? ''), bytes: bytesOf(part, isLast) };
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

/** `isLast`: if reading ends early, nothing of the form is read anymore. */
async function* bytesOf(part: MultipartFile, isLast: boolean): AsyncGenerator<Uint8Array> {
  try {
    yield* part.file.iterator({ destroyOnReturn: isLast });
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

// One file sent as a form, read while it arrives: the fields first, the file last. The caller gets the bytes as a
// stream, so that neither memory nor a temporary folder holds a file that nobody asked for.
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export type UploadForm = {
  fields: Record<string, string>;
  /** As sent: text that a stranger chose. */
  fileName: string;
  /** The bytes of the file as they arrive; throws `UploadFault` when the sender breaks off. */
  bytes: AsyncIterable<Uint8Array>;
  /** Reads to the end of the form; throws `UploadFault` when it breaks off or goes on after the file. */
  finish(): Promise<void>;
};

/** `incomplete`: the sender broke off. `malformed`: not the form that was asked for. */
export class UploadFault extends Error {
  readonly kind: 'incomplete' | 'malformed';

  constructor(kind: 'incomplete' | 'malformed', cause?: unknown) {
    super(`the uploaded form is ${kind}`, { cause });
    this.name = 'UploadFault';
    this.kind = kind;
  }
}

const limits = { fields: 8, fieldNameSize: 100, fieldSize: 1000, files: 1, parts: 9, headerPairs: 20 };
const longestRest = 64 * 1024 * 1024;

// What a form adds around its file: boundaries, headers and fields.
const formOverhead = 64 * 1024;

/** Whether a request says beforehand that its file has more than `maxBytes`. */
export function isTooLong(request: FastifyRequest, maxBytes: number): boolean {
  return Number(request.headers['content-length']) > maxBytes + formOverhead;
}

/** Reads the form up to its file, which may have up to `maxBytes` (the reader of the bytes enforces it exactly). */
export async function openUpload(request: FastifyRequest, maxBytes: number): Promise<UploadForm> {
  const parts = request.parts({ limits: { ...limits, fileSize: maxBytes + 1 }, preservePath: true });
  const fields: Record<string, string> = {};
  for (;;) {
    const part = await nextOf(parts);
    if (part === undefined) throw new UploadFault('malformed');
    if (part.type === 'file') {
      // Nobody may be reading the bytes when the sender breaks off: that must not end the process.
      part.file.on('error', () => {});
      return {
        fields,
        fileName: unescaped(part.filename ?? ''),
        bytes: arriving(part),
        finish: () => finish(parts),
      };
    }
    if (part.fieldnameTruncated || part.valueTruncated || part.fieldname in fields)
      throw new UploadFault('malformed');
    fields[part.fieldname] = String(part.value);
  }
}

/**
 * Lets the rest of a refused upload run past, unread, so that the sender sees the answer instead of a broken
 * connection; a sender that does not stop is cut off.
 */
export function dropRest(request: FastifyRequest): void {
  const { raw } = request;
  let dropped = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > longestRest) raw.destroy();
  });
}

/** Browsers escape exactly three characters of a file name in a form (HTML standard, multipart/form-data). */
function unescaped(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ');
}

type Parts = ReturnType<FastifyRequest['parts']>;

async function nextOf(parts: Parts) {
  try {
    const { done, value } = await parts.next();
    return done ? undefined : value;
  } catch (error) {
    throw faultOf(error);
  }
}

async function finish(parts: Parts): Promise<void> {
  if ((await nextOf(parts)) !== undefined) throw new UploadFault('malformed');
}

async function* arriving(part: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    yield* part.file;
  } catch (error) {
    throw faultOf(error);
  }
}

// Too many parts and the like are told by code; what else goes wrong while parsing is a form that broke off.
function faultOf(error: unknown): UploadFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const malformed = code.startsWith('FST_') && code !== 'FST_MP_PREMATURE_CLOSE';
  return new UploadFault(malformed ? 'malformed' : 'incomplete', error);
}

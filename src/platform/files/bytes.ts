// Bytes of files in the browser. Whatever they contain, reading them is bounded.
export type Bytes = Uint8Array<ArrayBuffer>;

/** Why a file cannot be checked, as the reader sees it. */
export class UnreadableFile extends Error {}

/** The most bytes of a file, and of one compressed part of it. */
export const mostBytes = { file: 100_000_000, part: 20_000_000 } as const;

const compressions = { zlib: 'deflate', raw: 'deflate-raw', gzip: 'gzip' } as const;

/**
 * Decompresses a part of a file. `zlib`: as in PDFs; `raw`: as in zip files. Throws if it is broken, or longer than `most`
 * bytes.
 */
export async function inflate(
  bytes: Bytes,
  form: keyof typeof compressions,
  most: number = mostBytes.part,
): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(compressions[form]));
  const reader = stream.getReader();
  const chunks: Bytes[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, total);
    total += value.length;
    if (total > most) {
      await reader.cancel();
      throw new Error('The part is too large.');
    }
    chunks.push(value);
  }
}

function joined(chunks: Bytes[], total: number): Bytes {
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Text in UTF-8. Throws if it is not valid. */
export function utf8(bytes: Bytes): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** One character for each byte. */
export function latin1(bytes: Bytes): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** The bytes of base64url text without padding. Undefined if it is something else. */
export function fromBase64Url(text: unknown): Bytes | undefined {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) return undefined;
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    const binary = atob(base64);
    // Another last character can stand for the same bytes.
    if (btoa(binary).replace(/=+$/, '') !== base64) return undefined;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export async function sha256(data: Bytes | string): Promise<Bytes> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export async function sha256Hex(text: string): Promise<string> {
  return Array.from(await sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

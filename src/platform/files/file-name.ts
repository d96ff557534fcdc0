// An uploaded file's name is untrusted text. It is displayed and offered as a download name, and never used as a path
// on our disk.
import { isBlank } from '#platform/text/plain-text.ts';

// Control characters, line and paragraph separators, and characters that reorder or hide text (bidirectional controls,
// zero width spaces, interlinear marks, tags). Joiners are kept: emoji and several scripts need them.
const unwanted =
  /[\p{Cc}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\uFFFD\u{E0000}-\u{E007F}]/gu;

const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/** No system has longer names. Cleaning a long name would take longer than its length. */
const longestRaw = 1000;

/** The displayed name: no folders, no control or bidirectional characters, at most `max` characters. */
export function displayName(raw: string, max: number): string {
  const last = raw
    .slice(-longestRaw)
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((part) => !isBlank(part.replace(unwanted, '')))
    .at(-1);
  const clean = (last ?? '')
    .replace(unwanted, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '');
  return shorten(isBlank(clean) ? 'file' : clean, max);
}

/** Truncates the stem of the name and keeps its extension. Counts code points, as the database does. */
function shorten(name: string, max: number): string {
  const points = Array.from(name);
  if (points.length <= max) return name;
  const tail = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return points.slice(0, max - tail.length).join('') + tail;
}

/** The extension in lower case without its dot, or an empty string. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * The name offered for a download. If its extension does not match the content, a matching one is appended
 * (`invoice.exe` that holds text becomes `invoice.exe.txt`): the extension decides which program a double click starts.
 */
export function downloadName(name: string, extensions: readonly string[]): string {
  const safe = reservedOnWindows.test(name) || name.startsWith('.') ? `_${name}` : name;
  const [usual = 'bin'] = extensions;
  return extensions.includes(extensionOf(safe)) ? safe : `${safe}.${usual}`;
}

/** A Content-Disposition value (RFC 6266): an ASCII name for old clients, and the exact one encoded by RFC 5987. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

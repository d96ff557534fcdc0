// A file's name is text that a stranger chose: it is shown and offered as a download name, and never names anything
// on our disk.

// Control characters, line and paragraph separators, and what reorders or hides text (bidirectional controls, zero
// width spaces, interlinear marks, tags). Joiners stay: emoji and several scripts need them.
const unwanted =
  /[\p{Cc}\u061C\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\uFFFD\u{E0000}-\u{E007F}]/gu;

const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/** The name as it is shown: no folders, no control or bidirectional characters, at most `max` characters. */
export function displayName(raw: string, max: number): string {
  const last = raw
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .filter((part) => part.replace(unwanted, '').trim() !== '')
    .at(-1);
  const clean = (last ?? '')
    .replace(unwanted, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '');
  return shorten(clean === '' ? 'file' : clean, max);
}

/** Cuts the middle of the name, so that its extension stays. Counts code points, as the database does. */
function shorten(name: string, max: number): string {
  const points = Array.from(name);
  if (points.length <= max) return name;
  const tail = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return points.slice(0, max - tail.length).join('') + tail;
}

/** The extension in lower case without its dot, or an empty text. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * The name that a download is offered under. A name whose extension does not belong to the content gets one that
 * does (`invoice.exe` that holds text becomes `invoice.exe.txt`): what a double click starts follows the extension.
 */
export function downloadName(name: string, extensions: readonly string[]): string {
  const safe = reservedOnWindows.test(name) || name.startsWith('.') ? `_${name}` : name;
  const [usual = 'bin'] = extensions;
  return extensions.includes(extensionOf(safe)) ? safe : `${safe}.${usual}`;
}

/** A Content-Disposition value (RFC 6266): a plain name for old readers and the true one by RFC 5987. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

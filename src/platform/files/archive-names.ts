// Names of files inside an archive. They must be unique and unpack on every system, including case-insensitive ones.
import { downloadName, extensionOf } from './file-name.ts';

/** Most file systems allow 255 bytes. The unpacking program may add a suffix. */
const maxBytes = 200;
const reserved = /[<>:"/\\|?*\u0000-\u001f\u007f]/g;

/** Names the files of one folder. `take(name, extensions)` returns a safe name that is unique in the folder. */
export function archiveNames(): (name: string, extensions: readonly string[]) => string {
  const taken = new Set<string>();
  return (name, extensions) => {
    const safe = downloadName(name.normalize('NFC').replace(reserved, '_'), extensions);
    const extension = extensionOf(safe);
    const tail = extension === '' ? '' : safe.slice(-extension.length - 1);
    const stem = safe.slice(0, safe.length - tail.length).replace(/[. ]+$/, '');
    for (let count = 1; ; count++) {
      const end = (count === 1 ? '' : ` (${count})`) + tail;
      const candidate = truncate(stem, maxBytes - Buffer.byteLength(end)) + end;
      const key = candidate.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return candidate;
    }
  };
}

/** The longest prefix of a text that fits into this many bytes of UTF-8. */
function truncate(text: string, bytes: number): string {
  let short = '';
  let used = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    short += character;
  }
  return short;
}

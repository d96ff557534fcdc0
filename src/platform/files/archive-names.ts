// Names of files inside an archive: they must unpack on every system, also where case does not count, and never twice.
import { downloadName, extensionOf } from './file-name.ts';

/** Most file systems take 255 bytes; what unpacks may add something of its own. */
const mostBytes = 200;
const reserved = /[<>:"/\\|?*\u0000-\u001f\u007f]/g;

/** Makes names for one folder: `take(name, extensions)` gives one that is safe and was not given before. */
export function archiveNames(): (name: string, extensions: readonly string[]) => string {
  const given = new Set<string>();
  return (name, extensions) => {
    const safe = downloadName(name.normalize('NFC').replace(reserved, '_'), extensions);
    const extension = extensionOf(safe);
    const tail = extension === '' ? '' : safe.slice(-extension.length - 1);
    const stem = safe.slice(0, safe.length - tail.length).replace(/[. ]+$/, '');
    for (let count = 1; ; count++) {
      const end = (count === 1 ? '' : ` (${count})`) + tail;
      const made = shortened(stem, mostBytes - Buffer.byteLength(end)) + end;
      const key = made.toLowerCase();
      if (given.has(key)) continue;
      given.add(key);
      return made;
    }
  };
}

/** The first characters of a text that fit into so many bytes of UTF-8. */
function shortened(text: string, bytes: number): string {
  let short = '';
  let used = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    short += character;
  }
  return short;
}

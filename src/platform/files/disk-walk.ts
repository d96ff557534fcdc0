// Lists a folder tree as S3 lists a bucket: by full key in byte order, starting after a given key. Skips folders that
// sort before it.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredObject } from './store.ts';

/** Every file under `root` with this key prefix and a key after `after`. Names with a leading dot are internal. */
export async function* walk(
  root: string,
  prefix: string,
  after: string | undefined,
  folder = '',
): AsyncGenerator<StoredObject> {
  for (const name of await namesIn(join(root, folder))) {
    const key = folder + name;
    if (!mayHold(key, prefix)) continue;
    if (name.endsWith('/')) {
      // A folder that sorts before `after` and is not one of its parents holds only earlier keys.
      if (after === undefined || key >= after || after.startsWith(key)) yield* walk(root, prefix, after, key);
    } else if (key.startsWith(prefix) && (after === undefined || key > after)) {
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found) yield { key, size: found.size, modified: found.mtime };
    }
  }
}

/** Names in one folder. Folders are sorted with a trailing slash, as in their keys (`a-b` comes before `a/`). */
async function namesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isFile()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  // Keys are ASCII, so the order of code units is the order of bytes.
  return names.sort((a, b) => (a < b ? -1 : 1));
}

function mayHold(key: string, prefix: string): boolean {
  return key.startsWith(prefix) || (key.endsWith('/') && prefix.startsWith(key));
}

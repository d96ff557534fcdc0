// Lists a folder tree as S3 lists a bucket: by whole key in byte order, starting after a given key, without reading
// the folders that lie before it.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredObject } from './store.ts';

/** Every file under `root` whose key starts with `prefix` and comes after `after`; names with a leading dot are ours. */
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
      // A folder whose name sorts before `after` and does not lead to it holds only keys that come before.
      if (after === undefined || key >= after || after.startsWith(key)) yield* walk(root, prefix, after, key);
    } else if (key.startsWith(prefix) && (after === undefined || key > after)) {
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found) yield { key, size: found.size, modified: found.mtime };
    }
  }
}

/** Names in one folder; folders carry their slash while sorting, as their keys do (`a-b` comes before `a/`). */
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

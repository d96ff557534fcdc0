// What the archive holds, piece by piece, in the order in which it is sent: texts first, while the session's token is
// fresh, then the files, which need no database any more.
import { Readable } from 'node:stream';
import type { Tx } from '#platform/database/transaction.ts';
import { archiveNames } from '#platform/files/archive-names.ts';
import { extensionsLike } from '#platform/files/content-type.ts';
import { extensionOf } from '#platform/files/file-name.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { ZipEntry } from '#platform/files/zip-stream.ts';
import { missingText } from '../../texts.ts';
import { timelineMarkdown } from './markdown.ts';
import type { Placed, Source, Sources } from './sources.ts';

/** Asks the database in a short transaction of its own, as the person whose archive it is; throws when that may be no more. */
export type Ask = <T>(work: (tx: Tx, viewer: string) => Promise<T>) => Promise<T>;

export type Archive = {
  name: string;
  timeZone: string;
  /** Bytes of the whole, about. */
  size: number;
  files: Placed[];
  now: Date;
};

/** What central directory and local header of an entry take, without its name. */
const entryOverhead = 120;

/** Everything about the archive that must be known before its first byte. */
export async function planArchive(ask: Ask, sources: Sources, now: Date): Promise<Archive> {
  const { name, timeZone, textBytes } = await ask(sources.about);
  const zone = isZone(timeZone) ? timeZone : 'UTC';
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  const take = archiveNames();
  const files: Placed[] = [];
  for (const source of sources.files) {
    for await (const file of all(ask, source)) {
      const extensions = extensionsLike(extensionOf(file.key));
      const own = take(`${day.format(new Date(file.at))} ${file.name}`, extensions);
      files.push({ ...file, path: `files/${own}` });
    }
  }
  // Texts stand in two forms and shrink to less than half.
  const size = files.reduce((sum, file) => sum + file.size + file.path.length * 2 + entryOverhead, textBytes);
  return { name, timeZone: zone, size, files, now };
}

export async function* archiveEntries(
  ask: Ask,
  sources: Sources,
  store: FileStore,
  archive: Archive,
): AsyncGenerator<ZipEntry> {
  const text = (path: string, chunks: AsyncIterable<string>): ZipEntry => ({
    path,
    bytes: Readable.from(gathered(chunks), { objectMode: false }),
    modified: archive.now,
    compress: true,
  });
  yield text('logbook.json', tablesJson(ask, sources, archive));
  yield text('logbook.md', timelineMarkdown(all(ask, sources.entries), archive));
  const missing: string[] = [];
  for (const { key, path, at } of archive.files) {
    const bytes = await store.read(key);
    if (bytes) yield { path, bytes, modified: new Date(at), compress: false };
    else missing.push(path);
  }
  if (missing.length > 0) yield text('files/missing.txt', one(missingText(missing)));
}

async function* tablesJson(ask: Ask, sources: Sources, { files, now }: Archive): AsyncGenerator<string> {
  const pathOf = new Map(files.map(({ id, path }) => [id, path]));
  yield `{\n"format": "logbook-export",\n"version": 1,\n"exported_at": ${JSON.stringify(now.toISOString())}`;
  for (const [name, source] of Object.entries(sources.tables)) {
    yield `,\n${JSON.stringify(name)}: [`;
    let between = '\n';
    for await (const row of all(ask, source)) {
      const path = 'id' in row && typeof row.id === 'string' ? pathOf.get(row.id) : undefined;
      yield between + JSON.stringify(path === undefined ? row : { ...row, exported_as: path });
      between = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

async function* all<Row>(ask: Ask, source: Source<Row>): AsyncGenerator<Row> {
  for (let after: string | null = null; ;) {
    const { rows, next } = await ask((tx, viewer) => source(tx, viewer, after));
    yield* rows;
    if (next === null) return;
    after = next;
  }
}

/** Small pieces put together, since each one handed on costs as much as a large one. */
async function* gathered(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

function isZone(name: string | null): name is string {
  if (name === null) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

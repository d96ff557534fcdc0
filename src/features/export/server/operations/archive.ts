// Generates the archive's entries in the order in which they are sent: texts first, while the access token is fresh,
// then the files, which need no database.
import { Readable } from 'node:stream';
import { archiveNames } from '#platform/files/archive-names.ts';
import { extensionsLike } from '#platform/files/content-type.ts';
import { extensionOf } from '#platform/files/file-name.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { ZipEntry } from '#platform/files/zip-stream.ts';
import { missingText } from '../../texts.ts';
import { timelineMarkdown } from './markdown.ts';
import type { Source } from '#platform/features/own-data.ts';
import type { Placed, RunAsOwner, Sources } from './sources.ts';

export type Archive = {
  name: string;
  timeZone: string;
  /** Approximate size in bytes. */
  size: number;
  files: Placed[];
  now: Date;
};

/** The origin of the instance that makes the archive. */
type Made = { instance: string };

/** Bytes of an entry's central directory record and local header, without its name. */
const entryOverhead = 120;

/** Collects everything that must be known before the first byte is sent. */
export async function planArchive(runAsOwner: RunAsOwner, sources: Sources, now: Date): Promise<Archive> {
  const { name, timeZone, textBytes } = await runAsOwner(sources.about);
  const zone = isZone(timeZone) ? timeZone : 'UTC';
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  const uniqueName = archiveNames();
  const files: Placed[] = [];
  for (const source of sources.files) {
    for await (const file of all(runAsOwner, source)) {
      const extensions = extensionsLike(extensionOf(file.key));
      const entryName = uniqueName(`${day.format(new Date(file.at))} ${file.name}`, extensions);
      files.push({ ...file, path: `files/${entryName}` });
    }
  }
  // Texts are included in two formats, and compress to less than half.
  const size = files.reduce((sum, file) => sum + file.size + file.path.length * 2 + entryOverhead, textBytes);
  return { name, timeZone: zone, size, files, now };
}

export async function* archiveEntries(
  runAsOwner: RunAsOwner,
  sources: Sources,
  store: FileStore,
  archive: Archive & Made,
): AsyncGenerator<ZipEntry> {
  const text = (path: string, chunks: AsyncIterable<string>): ZipEntry => ({
    path,
    bytes: Readable.from(buffered(chunks), { objectMode: false }),
    modified: archive.now,
    compress: true,
  });
  // Making them may add rows, which the tables then contain.
  for await (const document of sources.documents(runAsOwner))
    yield text(document.path, single(document.text));
  yield text('logbook.json', tablesJson(runAsOwner, sources, archive));
  yield text('logbook.md', timelineMarkdown(all(runAsOwner, sources.entries), archive));
  const missing: string[] = [];
  for (const { key, path, at } of archive.files) {
    const bytes = await store.read(key);
    if (bytes) yield { path, bytes, modified: new Date(at), compress: false };
    else missing.push(path);
  }
  if (missing.length > 0) yield text('files/missing.txt', single(missingText(missing)));
}

async function* tablesJson(
  runAsOwner: RunAsOwner,
  sources: Sources,
  { files, now, instance }: Archive & Made,
): AsyncGenerator<string> {
  const pathOf = new Map(files.map(({ id, path }) => [id, path]));
  yield `{\n"format": "logbook-export",\n"version": 1,\n"exported_at": ${JSON.stringify(now.toISOString())}`;
  yield `,\n"instance": ${JSON.stringify(instance)}`;
  for (const [name, source] of Object.entries(sources.tables)) {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const row of all(runAsOwner, source)) {
      const path = 'id' in row && typeof row.id === 'string' ? pathOf.get(row.id) : undefined;
      yield separator + JSON.stringify(path === undefined ? row : { ...row, exported_as: path });
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

async function* all<Row>(runAsOwner: RunAsOwner, source: Source<Row>): AsyncGenerator<Row> {
  for (let after: string | null = null; ;) {
    const { rows, next } = await runAsOwner((tx, viewer) => source(tx, viewer, after));
    yield* rows;
    if (next === null) return;
    after = next;
  }
}

/** Joins small chunks, because forwarding a small chunk costs as much as a large one. */
async function* buffered(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function* single(text: string): AsyncGenerator<string> {
  yield text;
}

function isZone(name: string | null): name is string {
  if (name === null) return false;
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

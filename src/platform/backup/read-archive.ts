// Reads an archive. Nothing is restored from one before every byte of it has been compared with its manifest.
import { createHash } from 'node:crypto';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import type * as z from 'zod';
import { StartupError } from '../config/startup-error.ts';
import {
  entryNames,
  fileEntry,
  fileLine,
  formatVersion,
  jobLine,
  manifestSchema,
  rowsEntry,
  type FileLine,
  type JobLine,
  type Manifest,
} from './manifest.ts';
import { meter, type Measured } from './meter.ts';

/** Even the manifest of a database with thousands of tables is smaller. */
const maxManifestBytes = 16 * 1024 * 1024;
const maxChecksumBytes = 100;
/** Of a file or a job in its list. Characters. */
const maxLineLength = 16 * 1024 * 1024;

export type Archive = {
  manifest: Manifest;
  /** The stored files; none in a restore point. */
  files: FileLine[];
  jobs: JobLine[];
  /** The bytes of an entry. */
  read(entry: string): Promise<Readable>;
  close(): void;
};

export type OnVerified = (progress: { done: number; of: number }) => void;

/**
 * Opens an archive and verifies it. `onVerified` gets the bytes that were compared so far. Throws StartupError if it is
 * incomplete or changed, or if another version wrote it in an unknown format.
 */
export async function openArchive(path: string, onVerified: OnVerified): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw 'code' in error && error.code === 'ENOENT' ? notFound(path) : damaged(path, error.message, error);
  });
  try {
    const entries = await entriesOf(zip);
    const read = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw damaged(path, `It has no ${name}.`);
      return zip.openReadStreamPromise(entry);
    };
    const manifest = await readManifest(path, entries, read);
    const known = new Set<string>(Object.values(entryNames));
    const expected = new Map<string, Measured>(
      manifest.tables.map((table) => [rowsEntry(table.name), table] as const),
    );
    const files = await readLines(path, read, entryNames.files, manifest.files, fileLine);
    const jobs = await readLines(path, read, entryNames.jobs, manifest.jobs, jobLine);
    for (const file of files) expected.set(fileEntry(file.key), file);

    for (const name of entries.keys())
      if (!known.has(name) && !expected.has(name)) throw damaged(path, `${name} is not in its manifest.`);
    const of = [...expected.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const [name, { bytes, sha256 }] of expected) {
      const found = await measure(await read(name), (count) => onVerified({ done: (done += count), of }));
      if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(path, `${name} has changed.`);
    }
    return { manifest, files, jobs, read: async (name) => read(name), close: () => zip.close() };
  } catch (error) {
    zip.close();
    // What the reader of the ZIP reports, such as bytes that cannot be decompressed.
    throw error instanceof StartupError ? error : damaged(path, (error as Error).message, error);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is in it twice.`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

type Read = (name: string) => Promise<Readable>;

async function readManifest(path: string, entries: Map<string, Entry>, read: Read): Promise<Manifest> {
  const sizeOf = (name: string) => entries.get(name)?.uncompressedSize ?? 0;
  if (sizeOf(entryNames.manifest) > maxManifestBytes || sizeOf(entryNames.checksum) > maxChecksumBytes)
    throw damaged(path, 'Its manifest is too large.');
  const body = await text(await read(entryNames.manifest));
  const checksum = (await text(await read(entryNames.checksum))).trim();
  if (createHash('sha256').update(body).digest('hex') !== checksum)
    throw damaged(path, 'Its manifest has changed.');
  const content = JSON.parse(body) as { format?: unknown; version?: unknown };
  if (content.format !== formatVersion) {
    throw new StartupError({
      what: `${path} has a format that this version of Logbook cannot restore.`,
      why: `Version ${String(content.version)} wrote it in format ${String(content.format)}; this one knows format ${formatVersion}.`,
      fix: 'Restore it with the version that wrote it, or a newer one.',
    });
  }
  return manifestSchema.parse(content);
}

/** The lines of a list, which are compared with the manifest. An archive without the list has no lines. */
async function readLines<Line>(
  path: string,
  read: Read,
  name: string,
  expected: Measured | null,
  schema: z.ZodType<Line>,
): Promise<Line[]> {
  if (!expected) return [];
  const { stream, measured } = meter(() => undefined);
  const lines: Line[] = [];
  await pipeline(await read(name), stream, async (source: AsyncIterable<Buffer>) => {
    for await (const line of linesIn(source)) lines.push(schema.parse(JSON.parse(line)));
  });
  const found = measured();
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw damaged(path, `${name} has changed.`);
  return lines;
}

/** The lines of a text in UTF-8, each of which ends with a line break. */
async function* linesIn(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop()!;
    if (rest.length > maxLineLength) throw new Error('One of its lines is too long.');
    yield* parts;
  }
}

async function measure(source: Readable, onBytes: (count: number) => void): Promise<Measured> {
  const { stream, measured } = meter(onBytes);
  const ignored = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  await pipeline(source, stream, ignored);
  return measured();
}

function notFound(path: string): StartupError {
  return new StartupError({
    what: `There is no file ${path}.`,
    why: 'A restore needs an archive of npm run backup.',
    fix: 'Check the path. Daily backups are in BACKUP_DIR.',
  });
}

function damaged(path: string, why: string, cause?: unknown): StartupError {
  return new StartupError(
    {
      what: `${path} is not a complete archive of Logbook, or has been changed.`,
      why,
      fix: 'Copy it again from where it was written, or use an earlier archive. Nothing was restored.',
    },
    { cause },
  );
}

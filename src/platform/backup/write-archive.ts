// Writes an archive of a running instance. All rows are those of one snapshot, whose transaction ends before the files are
// read, so that a migration never waits for them.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { makeFolder, whyNoFolder } from '../config/make-folder.ts';
import { StartupError } from '../config/startup-error.ts';
import { freeBytes } from '../disk/free-bytes.ts';
import { isDiskFull } from '../disk/full-disk.ts';
import { isKey, type FileStore } from '../files/store.ts';
import { zipStream, type ZipEntry } from '../files/zip-stream.ts';
import { deriveKey } from '../secrets/secrets.ts';
import { keepingBytes } from './bytes-lock.ts';
import { deletePartial, partialPath } from './folder.ts';
import { entryNames, fileEntry, formatVersion, rowsEntry, type FileLine, type Manifest } from './manifest.ts';
import { meter } from './meter.ts';
import type { NamedFile } from './named-file.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { copyTarget } from './tables.ts';

/** Left free: an embedded database on the same disk needs space to write. */
const reservedBytes = 64 * 1024 * 1024;
const checkSpaceEvery = 16 * 1024 * 1024;

export type Progress = { part: 'rows' | 'files'; done: number; of: number; bytes: number };

export type Instance = {
  /** Of the product. */
  version: string;
  appSecret: string;
  /** Whether the instance generated the secret, so that the archive must contain it. */
  ownsSecret: boolean;
};

export type Parts = Instance & {
  owner: pg.Client;
  /** Where the archive is written. An existing one is replaced once the new one is complete. */
  path: string;
  /** Null for a restore point: rows only. */
  files: { store: FileStore; named: (owner: pg.ClientBase) => Promise<NamedFile[]> } | null;
  onProgress(progress: Progress): void;
  /** Called if another backup, or a job that deletes files, has to end first. */
  onWait(): void;
  signal?: AbortSignal | undefined;
};

export type Written = {
  path: string;
  rows: number;
  files: number;
  /** The size of the archive. */
  bytes: number;
  seconds: number;
  /** Keys of files that a row names and that are not stored. */
  missing: string[];
  /** Keys of files whose bytes differ from what their row says. They are in the archive as they are. */
  damaged: string[];
};

/** The same for every archive with the same secret. The secret cannot be computed from it. */
export const secretMarkOf = (appSecret: string) => deriveKey(appSecret, 'backup').toString('hex');

/**
 * Writes an archive and returns what it contains. Throws StartupError if there is not enough space. Neither an error
 * nor a crash leaves an incomplete archive under the path. After an error, the caller must close the owner's
 * connection.
 */
export async function writeArchive(parts: Parts): Promise<Written> {
  const started = performance.now();
  const { owner, path } = parts;
  const folder = dirname(path);
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw unusable(folder, error);
  }
  const partial = partialPath(path);
  // Also ends a statement in progress, such as the wait for another backup.
  const abort = () => void owner.end();
  parts.signal?.addEventListener('abort', abort, { once: true });
  try {
    const written = await keepingBytes(owner, parts.onWait, async () => {
      await deletePartial(folder);
      await rm(partial, { force: true });
      try {
        const outcome = await writePartial(parts, partial);
        // The lock is still held if the connection is. Without it, another backup deletes incomplete archives.
        await owner.query('select');
        await rename(partial, path);
        return outcome;
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    });
    await syncFolder(folder);
    return { ...written, path, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    if (isDiskFull(error)) throw noSpace(folder, (error as Error).message, error);
    throw (error as NodeJS.ErrnoException).path === partial ? unusable(folder, error) : error;
  } finally {
    parts.signal?.removeEventListener('abort', abort);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type Outcome = Omit<Written, 'path' | 'seconds'>;

async function writePartial(parts: Parts, partial: string): Promise<Outcome> {
  const { owner, signal } = parts;
  const folder = dirname(partial);
  const outcome: Outcome = { rows: 0, files: 0, bytes: 0, missing: [], damaged: [] };
  await owner.query('begin isolation level repeatable read, read only');
  const snapshot = await readSnapshot(owner, parts.files?.named);
  await requireSpace(folder, snapshot.estimatedBytes);
  const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  const archive = zipStream(entriesOf(parts, snapshot, outcome));
  await pipeline(archive, watchSpace(folder), out, { ...(signal && { signal }) });
  outcome.bytes = out.bytesWritten;
  return outcome;
}

/** The entries of the archive. Ends the transaction when all rows are read. */
async function* entriesOf(parts: Parts, snapshot: Snapshot, outcome: Outcome): AsyncGenerator<ZipEntry> {
  const { owner, version, appSecret, ownsSecret, onProgress } = parts;
  const { migrations, sequences } = snapshot;
  const modified = new Date();
  let bytes = 0;
  const add = (count: number) => (bytes += count);
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    onProgress({ part: 'rows', done: tables.length, of: snapshot.tables.length, bytes });
    const copy = owner.query(copyTo(`copy ${copyTarget(table)} to stdout with (encoding 'UTF8')`));
    const measured = meter(add);
    // An error of either stream destroys both, and so ends the archive.
    pipeline(copy, measured.stream).catch(() => undefined);
    yield { path: rowsEntry(table.name), bytes: measured.stream, modified, compress: true };
    tables.push({ ...table, count: copy.rowCount, ...measured.measured() });
    outcome.rows += copy.rowCount;
  }
  await owner.query('commit');
  const jobs = listEntry(entryNames.jobs, snapshot.jobs, modified);
  yield jobs.entry;

  let files: Manifest['files'] = null;
  if (parts.files) {
    const stored = yield* fileEntries(parts.files.store, snapshot.files, outcome, (done) =>
      onProgress({ part: 'files', done, of: snapshot.files.length, bytes }),
    );
    const list = listEntry(entryNames.files, stored, modified);
    yield list.entry;
    files = { ...list.part, totalBytes: stored.reduce((sum, file) => sum + file.bytes, 0) };
  }
  const manifest: Manifest = {
    format: formatVersion,
    version,
    createdAt: modified.toISOString(),
    ...{ migrations, tables, sequences, jobs: jobs.part, files },
    appSecret: ownsSecret ? appSecret : null,
    secretMark: secretMarkOf(appSecret),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  yield textEntry(entryNames.manifest, text, modified);
  yield textEntry(entryNames.checksum, `${createHash('sha256').update(text).digest('hex')}\n`, modified);

  async function* fileEntries(
    store: FileStore,
    named: NamedFile[],
    { missing, damaged }: Outcome,
    onFile: (done: number) => void,
  ): AsyncGenerator<ZipEntry, FileLine[]> {
    const stored: FileLine[] = [];
    for (const { key, size, sha256 } of named) {
      onFile(stored.length);
      const source = isKey(key) ? await store.read(key) : undefined;
      if (!source) {
        missing.push(key);
        continue;
      }
      const measured = meter(add);
      pipeline(source, measured.stream).catch(() => undefined);
      yield { path: fileEntry(key), bytes: measured.stream, modified, compress: false };
      const found = measured.measured();
      stored.push({ key, ...found });
      if ((size !== null && size !== found.bytes) || (sha256 !== null && sha256 !== found.sha256))
        damaged.push(key);
    }
    outcome.files = stored.length;
    return stored;
  }
}

function textEntry(path: string, text: string, modified: Date): ZipEntry {
  return { path, bytes: Readable.from([Buffer.from(text)]), modified, compress: true };
}

/** An entry with one line of JSON per item, and its part of the manifest, complete when the entry has been read. */
function listEntry(path: string, items: readonly object[], modified: Date) {
  const part = { count: items.length, bytes: 0, sha256: '' };
  async function* lines(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for (const item of items) {
      const line = Buffer.from(`${JSON.stringify(item)}\n`);
      hash.update(line);
      part.bytes += line.length;
      yield line;
    }
    part.sha256 = hash.digest('hex');
  }
  return {
    entry: { path, bytes: Readable.from(lines()), modified, compress: true } satisfies ZipEntry,
    part,
  };
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= bytes + reservedBytes) return;
  const megabytes = (count: number) => Math.ceil(count / 2 ** 20);
  throw noSpace(
    folder,
    `It needs up to ${megabytes(bytes + reservedBytes)} MB, and ${megabytes(free)} MB are free.`,
  );
}

function noSpace(folder: string, why: string, cause?: unknown): StartupError {
  return new StartupError(
    {
      what: `There is not enough room for the backup in ${folder}.`,
      why,
      fix: 'Free some space, or set BACKUP_DIR to a folder on a larger disk. Without backups: BACKUP_KEEP=0.',
    },
    { cause },
  );
}

function unusable(folder: string, cause: unknown): StartupError {
  return new StartupError(
    {
      what: `No backup can be written to ${folder}.`,
      ...whyNoFolder(cause as NodeJS.ErrnoException, 'BACKUP_DIR'),
    },
    { cause },
  );
}

/** Forwards the archive, and fails before the disk is full. */
function watchSpace(folder: string) {
  return async function* (archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unchecked = 0;
    for await (const chunk of archive) {
      unchecked += chunk.length;
      if (unchecked >= checkSpaceEvery) {
        await requireSpace(folder, 0);
        unchecked = 0;
      }
      yield chunk;
    }
  };
}

// Reads files in a thread of its own, so that the page stays responsive. Ended by the page, it leaves nothing.
import { limits } from '../../constants.ts';
import { ArchiveReader } from '../archive/archive-reader.ts';
import { inspectTable } from '../formats/csv.ts';
import { formats } from '../formats/list.ts';
import type { Found } from '../../read/found.ts';
import { firstTable, runImport } from './run-import.ts';
import { Unreadable } from '../../read/unreadable.ts';
import type { Preview, Reply, Request, TableHead, Taken } from './messages.ts';

/** The parts of the worker's global scope used here. TypeScript's worker library conflicts with the DOM's. */
type WorkerScope = {
  postMessage(message: Reply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void;
};

const scope = self as unknown as WorkerScope;
let found: Found[] = [];
let archive: ArchiveReader | undefined;

function reply(message: Reply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  scope.postMessage(message);
}

scope.addEventListener('message', ({ data }) => {
  answer(data).catch((error: unknown) => {
    console.warn(error);
    reply({ kind: 'failed' });
  });
});

function answer(request: Request): Promise<void> {
  switch (request.kind) {
    case 'read':
      return read(request);
    case 'take':
      return take(request.from);
    case 'plan':
      return plan(request.files);
    case 'part':
      return Promise.resolve(archive?.next()).then((part) => reply({ kind: 'part', part }));
    case 'file':
      return Promise.resolve(archive?.file(request.id)).then((bytes) => reply({ kind: 'file', bytes }));
  }
}

async function plan(files: File[]): Promise<void> {
  archive = new ArchiveReader(Date.now());
  const planned = await archive.plan(files, (rows) => reply({ kind: 'progress', done: 0, found: rows }));
  reply({ kind: 'planned', plan: planned });
}

async function read({ format, files, options }: Request & { kind: 'read' }): Promise<void> {
  const table = format === 'csv' ? await headOf(files, options.timeZone) : null;
  const collected = await runImport({
    format: formats[format],
    files,
    options,
    now: Date.now(),
    onProgress: (progress) => reply({ kind: 'progress', ...progress }),
  });
  found = collected.found;
  const preview: Preview = {
    total: found.length,
    groups: new Set(found.flatMap(({ group }) => group ?? [])).size,
    span: found.length > 0 ? [found.at(-1)!.at, found[0]!.at] : null,
    first: found.slice(0, limits.preview).map(({ files: attached, ...item }) => ({
      ...item,
      ...(attached && { files: attached.map(({ name, size }) => ({ name, size })) }),
    })),
    skipped: collected.skipped,
    counts: collected.counts,
    recommendations: collected.recommendations,
    table: table && { ...table, columns: options.columns ?? table.columns },
  };
  reply({ kind: 'read', preview });
}

async function headOf(files: File[], timeZone: string): Promise<TableHead | null> {
  try {
    const source = await firstTable(files, formats.csv.accepts);
    if (!source) return null;
    const { names, samples, columns, program } = await inspectTable(source, timeZone);
    return { names, samples, columns, program };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

async function take(from: number): Promise<void> {
  const items: Taken[] = [];
  let unreadable = 0;
  let bytes = 0;
  for (const { files = [], ...item } of found.slice(from, from + limits.batch)) {
    if (bytes > limits.batchBytes) break;
    const taken: Taken = { ...item, files: [] };
    for (const { name, read: readFile } of files) {
      try {
        const content = await readFile();
        bytes += content.size;
        taken.files.push({ name, content });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        unreadable += 1;
      }
    }
    items.push(taken);
  }
  reply({ kind: 'taken', items, unreadable });
}

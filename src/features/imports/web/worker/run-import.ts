// One import: reads all files of a format into suggestions and a report. Runs in a worker of the browser.
import type { Format } from '../../read/format.ts';
import { Collector, type Collected } from '../../read/collector.ts';
import type { Options } from '../../read/found.ts';
import { listSources, type Bytes, type Source } from '../../read/sources.ts';
import { Unreadable } from '../../read/unreadable.ts';

export type Progress = {
  /** Of 0 to 1. */
  done: number;
  found: number;
};

/** Bytes between two reports of progress. */
const step = 4 * 1024 ** 2;

type Run = {
  format: Format;
  files: readonly File[];
  options: Options;
  now: number;
  onProgress: (progress: Progress) => void;
};

/** Never throws because of what the files contain. */
export async function runImport({ format, files, options, now, onProgress }: Run): Promise<Collected> {
  const collector = new Collector(format.id, options, now);
  const sources = await listSources(files, collector);
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const single = sources.length === 1 && files.length === 1;
  const read = single ? sources : sources.filter(format.accepts);
  if (read.length === 0) {
    for (const { name } of files.slice(0, 10)) collector.skip(name, 'not_this_format');
  }
  const total = read.reduce((sum, { size }) => sum + size, 1);
  let before = 0;
  for (const source of read) {
    let seen = 0;
    let reported = 0;
    const counted = withCount(source, (bytes) => {
      seen += bytes;
      if (seen - reported < step) return;
      reported = seen;
      // A text is read twice: first to find its encoding.
      onProgress({
        done: Math.min(1, (before + Math.min(source.size, seen / 2)) / total),
        found: collector.size,
      });
    });
    try {
      await format.read(counted, collector, byPath);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      collector.skip(source.path, error.why);
    }
    before += source.size;
    onProgress({ done: Math.min(1, before / total), found: collector.size });
  }
  return collector.result();
}

const withCount = (source: Source, count: (bytes: number) => void): Source => ({
  ...source,
  open: async () =>
    (await source.open()).pipeThrough(
      new TransformStream<Bytes, Bytes>({
        transform(chunk, controller) {
          count(chunk.length);
          controller.enqueue(chunk);
        },
      }),
    ),
});

/** The source of the table among the files, for its columns. */
export async function firstTable(
  files: readonly File[],
  accepts: Format['accepts'],
): Promise<Source | undefined> {
  const sources = await listSources(files, { skip: () => undefined });
  return sources.find(accepts) ?? sources[0];
}

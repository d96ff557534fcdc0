// The files that the user chose, and those in ZIP files among them, as one list of sources.
import { displayName } from '#platform/files/file-name.ts';
import { limits } from '../constants.ts';
import type { Sink } from './found.ts';
import { Unreadable } from './unreadable.ts';
import { isZip, unpacked, zipEntries, type ZipEntry } from './zip.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** One file, alone, of a folder or of a ZIP. */
export type Source = {
  /** Shown to the user, and compared with other paths of the same ZIP or folder. */
  path: string;
  /** Bytes, as far as known before reading. */
  size: number;
  open: () => Promise<ReadableStream<Bytes>>;
};

/** Files that other programs add to ZIP files and folders. */
const unwanted =
  /(^|\/)(__MACOSX|\.git|\.obsidian|\.trash|node_modules)\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

/** A path of a ZIP or folder as it is shown: no parts that lead elsewhere. Nothing is ever written to it. */
export function shownPath(raw: string): string {
  return raw
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .slice(-20)
    .map((part) => displayName(part, 200))
    .join('/');
}

const isFolderFile = (file: File) => 'webkitRelativePath' in file && file.webkitRelativePath !== '';

/** Lists the sources of the chosen files. What cannot be read is reported. `total`: bytes that may be unpacked. */
export async function listSources(
  files: readonly File[],
  sink: Pick<Sink, 'skip'>,
  total: number = limits.zipTotalBytes,
): Promise<Source[]> {
  const sources: Source[] = [];
  const budget = { left: total };
  for (const file of files.slice(0, limits.files)) {
    const path = shownPath(isFolderFile(file) ? file.webkitRelativePath : file.name);
    if (unwanted.test(path)) continue;
    if (file.size > limits.fileBytes) sink.skip(path, 'file_too_large');
    else if (file.size === 0) sink.skip(path, 'empty_file');
    else if (await isZip(file)) sources.push(...(await zipSources(file, path, budget, sink)));
    else sources.push({ path, size: file.size, open: async () => file.stream() });
  }
  if (files.length > limits.files) sink.skip(String(files.length), 'too_many_files');
  return sources;
}

async function zipSources(
  file: File,
  zipPath: string,
  budget: { left: number },
  sink: Pick<Sink, 'skip'>,
): Promise<Source[]> {
  let entries: ZipEntry[];
  try {
    entries = await zipEntries(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    sink.skip(zipPath, error.why);
    return [];
  }
  return entries
    .map((entry) => ({ entry, path: shownPath(entry.name) }))
    .filter(({ path }) => path !== '' && !unwanted.test(path))
    .map(({ entry, path }) => ({
      path,
      size: entry.size,
      open: async () => {
        const stream = await unpacked(file, entry, Math.min(limits.zipEntryBytes, budget.left));
        return stream.pipeThrough(
          new TransformStream<Bytes, Bytes>({
            transform(chunk, controller) {
              budget.left -= chunk.length;
              controller.enqueue(chunk);
            },
          }),
        );
      },
    }));
}

/** All bytes of a source, for a file of a suggestion. Throws `Unreadable`. */
export async function blobOf(source: Source, type: string, most: number): Promise<Blob> {
  const chunks: Bytes[] = [];
  let total = 0;
  for await (const chunk of chunksOf(await source.open())) {
    total += chunk.length;
    if (total > most) throw new Unreadable('file_too_large');
    chunks.push(chunk);
  }
  return new Blob(chunks, { type });
}

/** The chunks of a stream. Safari cannot iterate over streams. */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

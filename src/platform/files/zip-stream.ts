// Writes a ZIP archive as a stream, without holding it in memory or a temporary file. Supports large archives and many
// entries (ZIP64).
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** Folders are separated by slashes. UTF-8. */
  path: string;
  bytes: Readable;
  modified: Date;
  /** For text. Photos and videos do not compress. */
  compress: boolean;
};

/** The archive's bytes. Reads one entry at a time. An error, or a reader that stops, ends the whole stream. */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = new PassThrough({ highWaterMark: 256 * 1024 });
  let current: Readable | undefined;
  archive.on('close', () => current?.destroy());
  zip.on('error', (error: Error) => archive.destroy(error));
  zip.outputStream.pipe(archive);

  const fill = async () => {
    for await (const { path, bytes, modified, compress } of entries) {
      current = bytes;
      if (archive.destroyed) {
        bytes.destroy();
        return;
      }
      zip.addReadStream(bytes, path, { mtime: expressible(modified), mode: 0o100644, compress });
      await finished(bytes, { writable: false });
    }
    zip.end();
  };
  fill().catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return archive;
}

/** The nearest time that an archive can express: its seconds count from 1970, and yazl fails on earlier times. */
function expressible(time: Date): Date {
  return new Date(Math.max(0, time.getTime()));
}

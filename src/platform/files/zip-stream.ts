// Writes a ZIP archive while it is being read: neither memory nor a temporary file ever holds it. Large archives and many
// entries are no matter (ZIP64).
import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  /** Folders by slashes, in UTF-8. */
  path: string;
  bytes: Readable;
  modified: Date;
  /** Text gets smaller; photos and films do not. */
  compress: boolean;
};

/** The archive's bytes. An entry is asked for when the one before has been read; what fails, or stops reading, ends all. */
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
      zip.addReadStream(bytes, path, { mtime: modified, mode: 0o100644, compress });
      await finished(bytes, { writable: false });
    }
    zip.end();
  };
  fill().catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return archive;
}

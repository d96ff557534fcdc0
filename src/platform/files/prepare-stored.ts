// Prepares a received file for storage with a row: its type by content, its display name, how it is shown, and the
// rendition of a photo without metadata (R-B4).
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { isDisguised, type ContentType } from './content-type.ts';
import { displayName } from './file-name.ts';
import { showingOf } from './photo.ts';
import type { ObjectToStore, Received } from './receive-upload.ts';

type Options = {
  /** The folder in the bucket, which begins with the user's id. */
  folder: string;
  /** The most bytes of a rendition. */
  maxBytes: number;
  /** The longest display name, in characters. */
  fileName: number;
  /** Bytes of the largest text file that is shown. Default: text is not limited. */
  textPreview?: number;
  /** Whether the bucket accepts the type. Default: all known types. */
  accepts?: (mime: string) => boolean;
};

/** What the row stores about the file, and the objects that it names. */
export type Prepared = {
  columns: {
    file_name: string;
    file_path: string;
    /** The rendition. Null: it is shown as it is, or not at all. */
    view_path: string | null;
    file_type: string;
    file_size: number;
    view_size: number;
    mime_type: string;
    preview: ContentType['preview'];
    sha256: Buffer;
  };
  objects: ObjectToStore[];
};

/** The caller has checked the size. */
export async function prepareStored(
  { userId, fileName, original, type, stage }: Received,
  { folder, maxBytes, fileName: longestName, textPreview = Infinity, accepts = () => true }: Options,
): Promise<Prepared | 'type refused'> {
  const name = displayName(fileName, longestName);
  if (!type || isDisguised(name, type) || !accepts(type.mime)) return 'type refused';

  const showing =
    type.preview === 'image' ? await showingOf(original.path, type.mime, userId) : { as: 'itself' as const };
  const view = showing.as === 'rendition' ? await stage(Readable.from(showing.bytes), maxBytes) : undefined;
  const isShown = showing.as !== 'nothing' && !(type.preview === 'text' && original.size > textPreview);
  const unique = `${Date.now()}-${randomBytes(8).toString('hex')}`;
  const path = `${folder}/${unique}.${type.extensions[0]}`;
  const viewPath = `${path}.view.webp`;
  return {
    columns: {
      file_name: name,
      file_path: path,
      view_path: view ? viewPath : null,
      file_type: type.mime.split('/')[0]!,
      file_size: original.size,
      view_size: view?.size ?? 0,
      mime_type: type.mime,
      preview: isShown ? type.preview : 'none',
      sha256: original.sha256,
    },
    objects: [{ file: original, path }, ...(view ? [{ file: view, path: viewPath }] : [])],
  };
}

// Sends the bytes of a stored file to the holder of a signed URL.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { extensionsLike } from './content-type.ts';
import { extensionOf } from './file-name.ts';
import { objectHeaders, type Served } from './object-headers.ts';
import { sendObject } from './send-object.ts';
import type { FileStore } from './store.ts';

/** The bytes of a file: `path` is in the bucket, `etag` identifies its content. */
export type StoredBytes = Pick<Served, 'mime' | 'preview' | 'name'> & {
  path: string;
  etag: string;
  /** The browser asks before each use, because the viewer's permission may end at any time. */
  isRevocable?: boolean;
};

/** What a row says about its bytes. `view_path`: a rendition without metadata (R-B4). */
type Row = {
  file_name: string;
  file_path: string;
  view_path: string | null;
  mime_type: string;
  preview: Served['preview'];
  sha256: Buffer;
};

/** Whether the viewer owns the file. Its path starts with the owner's id. */
export const isOwnFile = ({ file_path: path }: Pick<Row, 'file_path'>, viewer: string): boolean =>
  path.startsWith(`${viewer.toLowerCase()}/`);

/**
 * A photo is viewed as its rendition without metadata (R-B4). Only its owner downloads the original, which may tell where
 * it was taken. `viewer`: null for a visitor.
 */
export function bytesOf(file: Row, as: 'view' | 'download', viewer: string | null): StoredBytes {
  const hash = file.sha256.toString('hex').slice(0, 32);
  const { file_name: name, preview } = file;
  const getsOriginal = as === 'download' && viewer !== null && isOwnFile(file, viewer);
  if (!getsOriginal && file.view_path !== null)
    return { path: file.view_path, etag: `"${hash}-view"`, mime: 'image/webp', preview, name };
  return { path: file.file_path, etag: `"${hash}"`, mime: file.mime_type, preview, name };
}

/** How long a browser may cache a file without revalidation. Seconds. */
const cacheLife = 300;

/** Seconds since 1970. */
export const now = () => Math.floor(Date.now() / 1000);

/** Resolves to false, with nothing sent, if the bytes are missing. `exp`: when the URL expires, in seconds since 1970. */
export async function sendStored(
  { files, bucket }: { files: FileStore; bucket: string },
  { path, etag, isRevocable, ...served }: StoredBytes,
  { as, exp }: { as: 'view' | 'download'; exp: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const key = `${bucket}/${path}`;
  const life = Math.max(0, Math.min(cacheLife, exp - now()));
  const headers = {
    ...objectHeaders({ ...served, as, extensions: extensionsLike(extensionOf(path)) }),
    'cache-control': isRevocable ? 'private, no-cache' : `private, max-age=${life}`,
  };
  return sendObject(files, { key, etag, headers }, request, reply);
}

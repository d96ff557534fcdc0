// Sends the bytes of a stored file to the holder of a signed URL.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Refused } from '../http/bind.ts';
import type { Cleaner } from './clean/patches.ts';
import { extensionsLike } from './content-type.ts';
import { extensionOf } from './file-name.ts';
import { findPatches } from './find-patches.ts';
import { treatmentOf } from './for-others.ts';
import { objectHeaders, type Served } from './object-headers.ts';
import { sendObject } from './send-object.ts';
import type { FileStore } from './store.ts';

/** The bytes of a file: `path` is in the bucket, `etag` identifies its content. */
export type StoredBytes = Pick<Served, 'mime' | 'preview' | 'name'> & {
  path: string;
  etag: string;
  /** Finds what others must not get. Undefined: the bytes are sent as they are stored. */
  cleaner?: Cleaner;
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
 * The bytes that a viewer gets. An owner who downloads gets the original. Otherwise, everyone gets the rendition if
 * there is one. Others never get anything that reveals where, with what and by whom a file was made (R-B4). Refuses
 * what cannot be cleaned. `viewer`: null for a visitor.
 */
export function bytesOf(
  file: Row,
  as: 'view' | 'download',
  viewer: string | null,
): StoredBytes | Refused<'file_owner_only'> {
  const hash = file.sha256.toString('hex').slice(0, 32);
  const { file_name: name, preview } = file;
  const isOwner = viewer !== null && isOwnFile(file, viewer);
  if (file.view_path !== null && !(isOwner && as === 'download'))
    return { path: file.view_path, etag: `"${hash}-view"`, mime: 'image/webp', preview, name };
  const original = { path: file.file_path, etag: `"${hash}"`, mime: file.mime_type, preview, name };
  if (isOwner) return original;
  const treatment = treatmentOf(file.mime_type);
  if (treatment === 'refused') return refuse('file_owner_only');
  return treatment === 'unchanged' ? original : { ...original, etag: `"${hash}-clean"`, cleaner: treatment };
}

/** How long a browser may cache a file without revalidation. Seconds. */
const cacheLife = 300;

/** Seconds since 1970. */
export const now = () => Math.floor(Date.now() / 1000);

/**
 * Resolves to the refusal, with nothing sent, if the bytes are missing or cannot be cleaned. `exp`: when the URL expires,
 * in seconds since 1970.
 */
export async function sendStored(
  { files, bucket }: { files: FileStore; bucket: string },
  { path, etag, cleaner, isRevocable, ...served }: StoredBytes,
  { as, exp }: { as: 'view' | 'download'; exp: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | Refused<'not_found' | 'file_owner_only'>> {
  const key = `${bucket}/${path}`;
  const patches = cleaner ? await findPatches(files, { key, owner: path.split('/')[0]!, cleaner }) : [];
  if (!patches) return refuse('not_found');
  if (patches === 'refused') return refuse('file_owner_only');
  const life = Math.max(0, Math.min(cacheLife, exp - now()));
  const headers = {
    ...objectHeaders({ ...served, as, extensions: extensionsLike(extensionOf(path)) }),
    'cache-control': isRevocable ? 'private, no-cache' : `private, max-age=${life}`,
  };
  const isSent = await sendObject(files, { key, etag, headers, patches }, request, reply);
  return isSent ? reply : refuse('not_found');
}

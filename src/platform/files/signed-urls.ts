// Signs the URLs of one bucket's files and serves their bytes. A URL names its viewer: the feature reads the file with
// the viewer's current permissions, so that a revocation takes effect before the URL expires.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, type Refused } from '../http/bind.ts';
import { extensionsLike } from './content-type.ts';
import { extensionOf } from './file-name.ts';
import { objectHeaders, type Served } from './object-headers.ts';
import { sendObject } from './send-object.ts';
import type { Signer } from './signature.ts';
import type { FileStore } from './store.ts';

export type Address = {
  /** Of the file's row. */
  id: string;
  as: 'view' | 'download';
  /** The user who requested the URL. */
  viewer: string;
  /** When the URL expires, in seconds since 1970. */
  exp: number;
};

/** How long a browser may cache a file without revalidation. Seconds. */
const cacheLife = 300;

const now = () => Math.floor(Date.now() / 1000);

/** The values that a signature covers. Changing any of them invalidates it. */
export function claimsOf(bucket: string, { id, as, viewer, exp }: Address): string[] {
  return [bucket, id.toLowerCase(), as, viewer.toLowerCase(), String(exp)];
}

/** The bytes of a file: `path` is in the bucket, `etag` identifies its content. */
export type StoredBytes = Pick<Served, 'mime' | 'preview' | 'name'> & { path: string; etag: string };

export type SignedUrls = ReturnType<typeof signedUrls>;

export function signedUrls(bucket: string, signer: Signer) {
  return {
    /** A URL that is valid for `life` seconds. */
    sign(file: Omit<Address, 'exp'>, life: number): { url: string; expires_at: number } {
      const exp = now() + life;
      const sig = signer.sign(claimsOf(bucket, { ...file, exp }));
      const query = new URLSearchParams({ as: file.as, viewer: file.viewer, exp: String(exp), sig });
      return { url: `/api/storage/object/${bucket}/${file.id}?${query.toString()}`, expires_at: exp };
    },
    /** Whether the URL has a valid signature and has not expired. */
    isValid(address: Address, sig: string): boolean {
      return address.exp > now() && signer.verify(claimsOf(bucket, address), sig);
    },
    /** Sends the bytes of a valid URL. Refuses if they are missing. */
    async send(
      files: FileStore,
      { path, etag, ...served }: StoredBytes,
      { as, exp }: Pick<Address, 'as' | 'exp'>,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply | Refused<'not_found'>> {
      const key = `${bucket}/${path}`;
      const size = await files.sizeOf(key);
      if (size === undefined) return refuse('not_found');
      reply.headers({
        ...objectHeaders({ ...served, as, extensions: extensionsLike(extensionOf(path)) }),
        etag,
        'cache-control': `private, max-age=${Math.max(0, Math.min(cacheLife, exp - now()))}`,
      });
      return (await sendObject(files, { key, size, etag }, request, reply)) ? reply : refuse('not_found');
    },
  };
}

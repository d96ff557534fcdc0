// Signs the URLs of one bucket's files and serves their bytes. A URL names its viewer: the feature reads the file with
// the viewer's current permissions, so that a revocation takes effect before the URL expires.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refused } from '../http/bind.ts';
import { now, sendStored, type StoredBytes } from './send-stored.ts';
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

/** The values that a signature covers. Changing any of them invalidates it. */
export function claimsOf(bucket: string, { id, as, viewer, exp }: Address): string[] {
  return [bucket, id.toLowerCase(), as, viewer.toLowerCase(), String(exp)];
}

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
    /** Sends the bytes of a valid URL. Refuses if they are missing or cannot be cleaned. */
    send(
      files: FileStore,
      bytes: StoredBytes,
      address: Pick<Address, 'as' | 'exp'>,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply | Refused<'not_found' | 'file_owner_only'>> {
      return sendStored({ files, bucket }, bytes, address, request, reply);
    },
  };
}

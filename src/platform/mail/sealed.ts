// Email bodies are encrypted in the database: they may contain links with tokens that are stored only as hashes
// otherwise (R-A11).
import { openBytes, sealBytes } from '../secrets/seal.ts';

export type Body = {
  html: string;
  text: string;
  /** What the mail client's own button does, if it ends only emails of this kind. Default: it ends all (R-J3). */
  stopUrl?: string;
};

/** The `id` is authenticated, so a body cannot be moved to another row. */
export function seal(key: Buffer, id: string, body: Body): Buffer {
  return sealBytes(key, id, Buffer.from(JSON.stringify(body)));
}

/** Throws when the body was sealed with another APP_SECRET, or for another email. */
export function unseal(key: Buffer, id: string, sealed: Buffer): Body {
  return JSON.parse(openBytes(key, id, sealed).toString('utf8')) as Body;
}

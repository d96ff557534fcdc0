// Ids of what a request with an Idempotency-Key writes. They are computed from the key, so a repeated request finds what the
// first one wrote, without a table of keys.
import { createHmac } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import { uuidOf } from '#platform/secrets/uuid-of.ts';
import { limits } from '../../constants.ts';

const shape = new RegExp(`^[\\x21-\\x7e]{1,${limits.key}}$`);

export type CaptureIds = {
  /** The id of the entry, or of one of its files. */
  of: (what: 'entry' | number) => string;
};

/** Undefined for a key that is not one. Without a key, all ids are new. */
export function captureIds(secret: Buffer, userId: string, key: string | undefined): CaptureIds | undefined {
  if (key === undefined) return { of: () => newId() };
  if (!shape.test(key)) return undefined;
  // With the secret, no one else can take the id of an entry that someone is about to write.
  return { of: (what) => uuidOf(createHmac('sha256', secret).update(`${userId} ${what} ${key}`).digest()) };
}

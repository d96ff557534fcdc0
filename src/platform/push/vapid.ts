// Identifies this instance to push services (RFC 8292): a token that the instance signs for the service's origin. The
// messages have no payload, so nothing is encrypted (RFC 8291).
import { sign, type KeyObject } from 'node:crypto';

/** The key that signs push messages. */
export type PushKey = {
  id: string;
  /** The uncompressed point of P-256, base64url: what browsers call the application server key. */
  publicKey: string;
  privateKey: KeyObject;
};

/** Seconds. At most a day is allowed. */
const tokenLife = 12 * 3600;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** `contact`: how the operator of a push service reaches this instance, an https: or mailto: URL. */
export function vapidHeader(
  key: PushKey,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + tokenLife, sub: contact };
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${key.publicKey}`;
}

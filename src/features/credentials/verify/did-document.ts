// The document in which an issuer lists its keys, such as did.json.
import { fromBase64Url, type Bytes } from '#platform/files/bytes.ts';
import { fromMultikey } from './multibase.ts';
import { isObject, parseStrict, type Json, type JsonObject } from './strict-json.ts';

export type ListedKey = {
  /** `did:web:example.org#key-1`. Undefined if only the key itself is known. */
  id?: string;
  publicKey: Bytes;
  /** The instant since which it is said to be in other hands. */
  revoked?: string;
  /** Whether it may sign statements. */
  asserts: boolean;
};
export type DidDocument = { id: string; keys: ListedKey[] };

/** More than any issuer has. */
const mostKeys = 500;

export const isDidDocument = (value: unknown): value is JsonObject =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  Array.isArray(value['verificationMethod']) &&
  !('proof' in value);

/** The Ed25519 keys of a document. Others cannot be checked here, and are left out. */
export function readDidDocument(value: JsonObject): DidDocument {
  const id = value['id'] as string;
  const full = (reference: Json | undefined) =>
    typeof reference === 'string' && reference.startsWith('#') ? id + reference : reference;
  const asserting = listOf(value['assertionMethod']);
  const mayAssert = new Set(asserting.map((method) => full(isObject(method) ? method['id'] : method)));
  const methods = [...listOf(value['verificationMethod']), ...asserting].filter(isObject).slice(0, mostKeys);
  const keys = methods.flatMap((method): ListedKey[] => {
    const [keyId, publicKey, revoked] = [full(method['id']), keyOf(method), method['revoked']];
    if (typeof keyId !== 'string' || !publicKey) return [];
    return [
      {
        ...{ id: keyId, publicKey, asserts: mayAssert.has(keyId) },
        ...(typeof revoked === 'string' && { revoked }),
      },
    ];
  });
  return { id, keys };
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function keyOf({ publicKeyMultibase, publicKeyJwk }: JsonObject): Bytes | undefined {
  if (publicKeyMultibase !== undefined) return fromMultikey(publicKeyMultibase);
  if (!isObject(publicKeyJwk) || publicKeyJwk['kty'] !== 'OKP' || publicKeyJwk['crv'] !== 'Ed25519')
    return undefined;
  const bytes = fromBase64Url(publicKeyJwk['x']);
  return bytes?.length === 32 ? bytes : undefined;
}

/** Where the document of an issuer is. Undefined if it is not on the web. */
export function didAddress(controller: string): string | undefined {
  const web = /^did:web:((?:[A-Za-z0-9.:_-]|%[0-9A-Fa-f]{2})+)$/.exec(controller)?.[1];
  if (web === undefined) return controller.startsWith('https://') ? controller : undefined;
  const [host, ...path] = web.split(':').map((part) => decodeURIComponent(part));
  const address = `https://${host}/${path.length > 0 ? path.map((part) => encodeURIComponent(part)).join('/') : '.well-known'}/did.json`;
  return URL.canParse(address) && new URL(address).host === host!.toLowerCase() ? address : undefined;
}

/** The document that an address sent. Undefined if it is none, or is that of another issuer: no site speaks for another one. */
export function documentFrom(address: string, text: string): DidDocument | undefined {
  try {
    const value = parseStrict(text.trim());
    const isOwn = isDidDocument(value) && didAddress(value['id'] as string) === address;
    return isOwn ? readDidDocument(value) : undefined;
  } catch {
    return undefined;
  }
}

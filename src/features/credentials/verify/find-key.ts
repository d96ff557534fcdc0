// The key that a proof names, and what connects it with the issuer. Nothing is fetched: the key is in its own name, or in a
// document that the reader has.
import type { Bytes } from '#platform/files/bytes.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { didAddress, type DidDocument } from './did-document.ts';
import { issuerName } from './issuer-name.ts';
import { fromMultikey, sameBytes } from './multibase.ts';

/**
 * A document of an issuer. `page`: the keys of the site whose page this is, complete; `saved`: the same in a saved page, whose
 * site may have newer ones; `asked`: fetched from the issuer; `given`: a file that the reader chose; `archive`: in the file of
 * the credential, so the author of that file made it.
 */
export type KnownDocument = DidDocument & { from: 'page' | 'saved' | 'asked' | 'given' | 'archive' };

/**
 * How the key was found, the best first. `published`: in a document of the issuer. `named`: only the credential itself says that
 * it is the issuer's. `self`: the issuer is just the holder of the key. `other`: nothing says that it is the issuer's.
 */
export type KeyLink = 'published' | 'self' | 'named' | 'other';

export type FoundKey = {
  publicKey: Bytes;
  link: KeyLink;
  /** Of a published key. */
  from?: KnownDocument['from'];
  revoked?: string;
};
export type MissingKey = {
  problem: string;
  /** Whether the issuer is known not to have it. */
  isForeign: boolean;
};

/** The best first. */
export const trusted: KnownDocument['from'][] = ['asked', 'page', 'saved', 'given', 'archive'];
/** They have all keys, so whatever else has others. */
const complete = new Set<KnownDocument['from']>(['asked', 'page']);

function documentsOf(controller: string, documents: readonly KnownDocument[]): KnownDocument[] {
  const own = documents.filter(({ id }) => id === controller);
  const best = own.filter(({ from }) => complete.has(from));
  return (best.length > 0 ? best : own).toSorted((a, b) => trusted.indexOf(a.from) - trusted.indexOf(b.from));
}

/** `method`: the id of the key in the proof. */
export function findKey(
  method: string,
  issuer: string,
  documents: readonly KnownDocument[],
): FoundKey | MissingKey {
  const at = method.indexOf('#');
  const [controller, fragment] = at === -1 ? [method, ''] : [method.slice(0, at), method.slice(at + 1)];
  const named = fromMultikey(fragment);
  if (controller.startsWith('did:key:')) {
    const publicKey = fromMultikey(controller.slice('did:key:'.length));
    if (!publicKey || (fragment !== '' && !(named && sameBytes(named, publicKey))))
      return { problem: texts.strangeKey, isForeign: false };
    return { publicKey, link: controller === issuer ? 'self' : 'other' };
  }
  const isIssuer = controller === issuer;
  const own = documentsOf(controller, documents);
  for (const document of own) {
    const key = document.keys.find((listed) =>
      listed.id === undefined ? named && sameBytes(named, listed.publicKey) : listed.id === method,
    );
    if (!key) continue;
    if (named && !sameBytes(named, key.publicKey)) return { problem: texts.strangeKey, isForeign: true };
    if (!key.asserts && key.revoked === undefined) return { problem: texts.otherPurpose, isForeign: true };
    return {
      ...{ publicKey: key.publicKey, link: isIssuer ? 'published' : 'other', from: document.from },
      ...(key.revoked !== undefined && { revoked: key.revoked }),
    };
  }
  // A saved page and an archive may be older than the key.
  if (own.some(({ from }) => from !== 'saved' && from !== 'archive'))
    return { problem: texts.foreignKey(issuerName(controller)), isForeign: isIssuer };
  if (named && controller.startsWith('did:web:') && isIssuer) return { publicKey: named, link: 'named' };
  const isOnWeb = didAddress(controller) !== undefined;
  return {
    problem: isOnWeb ? texts.keyUnknown(issuerName(controller)) : texts.strangeMethod(issuerName(controller)),
    isForeign: false,
  };
}

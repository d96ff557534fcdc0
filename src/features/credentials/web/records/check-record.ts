// Checks the credential of a vouch that another instance recorded. It is loaded only for a record with a credential. Nothing is
// sent: what the issuer says comes from /verify, where the user asked it.
import { statesVouch } from '#features/imported-records/credential-rules.ts';
import { didAddress, documentFrom } from '../../verify/did-document.ts';
import { openCredential } from '../../verify/open-credential.ts';
import { verifyCredential, type Evidence } from '../../verify/verify-credential.ts';

/**
 * `signed`: by a key that only the credential attributes to the host. `verified`: the host has said that the key is its own, and
 * that nothing was withdrawn. `refused`: the host has said otherwise, as the sentence says.
 */
export type CheckedRecord = { host: string; state: 'signed' | 'verified' | 'refused'; sentence: string };

// The other proof covers the whole credential, and this suite is larger than all else.
const means = { loadRdf: () => Promise.reject(new Error('Not loaded on this page.')) };
const nothing: Evidence = { documents: [], lists: [] };

/** Undefined if the credential is not that of a site, not as it was signed, or not about what the record shows. */
export async function checkRecord(
  { record, credential }: { record: string; credential: string },
  answers: ReadonlyMap<string, string>,
  now: Date,
): Promise<CheckedRecord | undefined> {
  const alone = await verifyCredential(credential, nothing, { ...means, now });
  if (alone.verdict !== 'signed' || alone.link !== 'named') return undefined;
  const { document, issuer } = openCredential(credential);
  const host = hostOf(issuer);
  if (host === undefined || !statesVouch(document, record)) return undefined;
  const evidence = evidenceOf(alone.ask, answers);
  const { verdict, sentence } = await verifyCredential(credential, evidence, { ...means, now });
  const states = { confirmed: 'verified', signed: 'signed' } as const;
  return { host, state: verdict in states ? states[verdict as 'signed'] : 'refused', sentence };
}

/** The host that is the issuer as a whole. A part of a site may be anyone's. */
function hostOf(issuer: string): string | undefined {
  const address = issuer.startsWith('did:web:') ? didAddress(issuer) : undefined;
  const url = address === undefined ? undefined : new URL(address);
  return url?.pathname === '/.well-known/did.json' ? url.host : undefined;
}

function evidenceOf(
  ask: { keys: string[]; lists: string[] },
  answers: ReadonlyMap<string, string>,
): Evidence {
  const sent = (address: string) => answers.get(address) ?? [];
  const documents = ask.keys.flatMap((address) => documentFrom(address, answers.get(address) ?? '') ?? []);
  return {
    documents: documents.map((document) => ({ ...document, from: 'asked' })),
    lists: ask.lists.flatMap(sent).map((text) => ({ text, from: 'asked' })),
  };
}

// Verifies credentials by programs that others wrote: the Digital Credentials Consortium's for both suites and the status, with
// Digital Bazaar's `eddsa-jcs-2022`, and jose for JWT.
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { DataIntegrityProof } from '@digitalcredentials/data-integrity';
import { cryptosuite as rdfc } from '@digitalcredentials/eddsa-rdfc-2022-cryptosuite';
import { checkStatus } from '@digitalcredentials/vc-bitstring-status-list';
import { verifyCredential } from '@digitalcredentials/vc';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { didDocument } from '#platform/signing/did-web.ts';
import { loadPinned } from '#platform/signing/pinned-contexts.ts';

export type Did = ReturnType<typeof didDocument>;

/** What the network would have. Nothing else can be loaded. */
export type World = { dids: readonly Did[]; lists?: readonly { id: string }[]; now?: Date };

const suites = {
  rdfc: new DataIntegrityProof({ cryptosuite: rdfc }),
  jcs: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
};

function loaderOf({ dids, lists = [] }: World) {
  const documents = new Map<string, object>(lists.map((list) => [list.id, list]));
  for (const did of dids) {
    documents.set(did.id, did);
    for (const method of did.verificationMethod)
      documents.set(method.id, { '@context': 'https://w3id.org/security/multikey/v1', ...method });
  }
  return async (url: string) => {
    const document = documents.get(url);
    return document
      ? { contextUrl: null, documentUrl: url, document: structuredClone(document) }
      : loadPinned(url);
  };
}

/** Undefined if it is valid, and otherwise why not. `suite`: of the proof to check, without the other. */
export async function problemElsewhere(
  credential: object,
  world: World,
  suite?: keyof typeof suites,
): Promise<string | undefined> {
  const { proof } = credential as { proof: unknown };
  const only = suite && Array.isArray(proof) ? (proof as unknown[])[suite === 'rdfc' ? 0 : 1] : proof;
  const all = Object.values(suites);
  const verdict = await verifyCredential({
    credential: structuredClone({ ...credential, proof: only }),
    suite: suite ? suites[suite] : all,
    documentLoader: loaderOf(world),
    ...(world.now && { now: world.now }),
    checkStatus: async (options) =>
      'credentialStatus' in options.credential
        ? checkStatus({ ...options, suite: all, verifyBitstringStatusListCredential: true })
        : { verified: true },
  });
  if (verdict.verified) return undefined;
  const { error } = verdict;
  return error?.errors?.map(({ message }) => message).join('; ') ?? error?.message ?? 'refused';
}

/** The payload of a JWT that is signed by a key of one of the issuers. Rejects otherwise. */
export async function jwtElsewhere(jwt: string, { dids, now }: World): Promise<Record<string, unknown>> {
  const { kid, typ } = decodeProtectedHeader(jwt);
  const method = dids.flatMap(({ verificationMethod }) => verificationMethod).find(({ id }) => id === kid);
  if (!method || typ !== 'vc+jwt') throw new Error('No such key, or another type.');
  const key = await importJWK(
    { kty: 'OKP', crv: 'Ed25519', x: keyBytes(method.publicKeyMultibase).toString('base64url') },
    'EdDSA',
  );
  const { payload } = await jwtVerify(jwt, key, { algorithms: ['EdDSA'], ...(now && { currentDate: now }) });
  return payload;
}

/** The 32 bytes of a Multikey. */
export function keyBytes(multikey: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const letter of multikey.slice(1)) value = value * 58n + BigInt(alphabet.indexOf(letter));
  return Buffer.from(value.toString(16).padStart(68, '0'), 'hex').subarray(2);
}

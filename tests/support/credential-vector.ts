// The test vector of the format of credentials: frozen files, which verify forever (R-P2). They are signed with the first key of
// RFC 8032, section 7.1.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfirmedVouch, Issuance } from '#features/credentials/server/operations/unsigned-vouch.ts';
import type { Signer } from '#platform/signing/data-integrity.ts';
import { didOf, keyIdOf } from '#platform/signing/did-web.ts';

type VectorFile = 'full.json' | 'full.jwt' | 'plain.json' | 'status-list.json' | 'did.json';
export const credentialVector = (file: VectorFile): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/credentials', file), 'utf8');

const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x!;

export const vectorUrl = 'https://logbook.example.org';
export const vectorKey = {
  id: '21fe31dfa154a261',
  publicKey,
  sign: (bytes: Buffer) => sign(null, bytes, privateKey).toString('base64url'),
};
export const vectorSigner: Signer = {
  keyId: keyIdOf(didOf(vectorUrl), publicKey),
  created: '2026-05-03T07:15:00Z',
  sign: (bytes) => Promise.resolve(sign(null, bytes, privateKey)),
};

const uuid = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const ids = {
  ...{ credential: uuid(1), achievement: uuid(2), reference: uuid(3), endorsement: uuid(4) },
  subject: uuid(5),
};
export const statusListUrl = `${vectorUrl}/credentials/status/7c0bb8ba-3c1b-4b34-9a3e-2f5f3c1f8f10`;
export const vectorIssuance: Issuance = {
  did: didOf(vectorUrl),
  instance: { name: 'Logbook', url: vectorUrl },
  ids,
  status: { list: statusListUrl, index: 94567 },
};

/** With everything that a credential can contain. */
export const fullVouch: ConfirmedVouch = {
  project_name: 'Search 🚀',
  project_context: 'A team of four\nGröße, 漢字, שלום',
  individual_contribution: 'Led the rewrite: from 900 ms to 80 ms.\n\n“Quoted” & <b>bold</b>',
  reference_name: 'Alan Example',
  reference_position: 'CTO',
  reference_department: 'Engineering',
  statement: 'It was a pleasure.',
  verified_at: '2026-03-25T12:00:00.123Z',
  domain: 'example.com',
  files: [
    {
      ...{ name: 'before-after.pdf', size: 48213 },
      sha256: 'fa84bdca3cb879b4d0817f27ab4715ee42d6953553313494befd5714847719c4',
    },
    {
      ...{ name: 'chart.png', size: 1234 },
      sha256: '77f0e1740c337f66a3be1ecb7f64c837622fb65915edd09048b7e2544f069eb3',
    },
  ],
  owner: 'Ada Example',
};

/** With nothing that may be missing. */
export const plainVouch: ConfirmedVouch = {
  ...fullVouch,
  ...{ reference_department: null, statement: null, domain: null, files: [], owner: null },
};

// Credentials of verified vouches: the first download, which signs it in a thread, a later one, and checking the small proof.
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';
import { bounded } from './figures.ts';
import type { Filled } from './filled.ts';
import type { Row } from './report.ts';
import { median } from './rounds.ts';

export async function credentialRows({ instance, reader }: Filled, times: number): Promise<Row[]> {
  const ids = Array.from({ length: times }, () => randomUUID());
  await instance.asOwner((owner) =>
    owner.query(
      `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
         reference_email, reference_position, statement, status, verified_at, content_sha256)
       select v, $2, 'Search', repeat('A team of four. ', 20), repeat('Led the rewrite. ', 20), 'Alan Example',
         'alan@example.net', 'CTO', 'It was a pleasure.', 'verified', now() - interval '1 hour', '\\x00'
       from unnest($1::uuid[]) v`,
      [ids, reader.id],
    ),
  );
  const headers = { cookie: reader.cookie };
  const download = async (id: string) => {
    const began = performance.now();
    const response = await fetch(`${instance.url}/api/vouches/${id}/credential`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`The credential returned ${response.status}: ${text}`);
    return { text, ms: performance.now() - began };
  };
  const [first, later] = [[] as number[], [] as number[]];
  let text = '';
  for (const id of ids) first.push((await download(id)).ms);
  for (const id of ids) {
    const again = await download(id);
    later.push(again.ms);
    ({ text } = again);
  }
  const checks = ids.map(() => checkMs(JSON.parse(text) as VouchCredential));
  return [
    bounded('a credential, issued on its first download', median(first), 'ms', { aim: 500, floor: 1500 }),
    bounded('a credential, downloaded again', median(later), 'ms', { aim: 20, floor: 50 }),
    bounded('checking the small proof of a credential', median(checks), 'ms', { aim: 5, floor: 10 }),
    bounded('a credential', Buffer.byteLength(text) / 1000, 'kB', { aim: 8, floor: 12 }),
  ];
}

/** Milliseconds of `eddsa-jcs-2022`, with the key of the key id. Throws if it does not match. */
function checkMs({ proof, ...document }: VouchCredential): number {
  const began = performance.now();
  const { proofValue, ...options } = proof[1];
  const digest = (value: unknown) =>
    createHash('sha256')
      .update(canonicalJson(value as CanonicalValue))
      .digest();
  const x = bytesOf(options.verificationMethod.split('#')[1]!).subarray(-32).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.concat([digest(options), digest(document)]);
  if (!verify(null, signed, key, bytesOf(proofValue).subarray(-64)))
    throw new Error('The proof does not match.');
  return performance.now() - began;
}

/** Of base58 after `z`, with zeros in front. */
function bytesOf(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const value = [...text.slice(1)].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  return Buffer.from(value.toString(16).padStart(160, '0'), 'hex');
}

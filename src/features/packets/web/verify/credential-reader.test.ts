import { afterEach, expect, it, vi } from 'vitest';
import { found } from '#features/credentials/verify/read-files.ts';
import { credentialVector, vectorUrl } from '#tests/support/credential-vector.ts';
import { CredentialReader } from './credential-reader.ts';

afterEach(() => vi.unstubAllGlobals());

const did = credentialVector('did.json');
const noListener = () => undefined;

/** A reader of the JCS proof alone, at another site, whose questions all get this answer. */
function readerOf(answer: string): CredentialReader {
  vi.stubGlobal('location', { origin: 'https://other.example' });
  vi.stubGlobal('fetch', async () => new Response(answer));
  const document = JSON.parse(credentialVector('full.json')) as { proof: unknown[] };
  const text = JSON.stringify({ ...document, proof: document.proof[1] });
  const reader = new CredentialReader({ url: 'https://other.example', keys: [], isComplete: true });
  reader.take(found([text]));
  return reader;
}

it('an issuer that is asked sends its keys', async () => {
  const reader = readerOf(did);
  expect(await reader.ask({ keys: [`${vectorUrl}/.well-known/did.json`], lists: [] }, noListener)).toEqual(
    [],
  );
  expect((await reader.check())[0]!.sentence).toContain('logbook.example.org signed this credential');
});

it('a site that is asked cannot send keys of another one', async () => {
  const reader = readerOf(did);
  const address = 'https://evil.example/.well-known/did.json';
  expect(await reader.ask({ keys: [address], lists: [] }, noListener)).toEqual([address]);
  expect((await reader.check())[0]!.sentence).toContain('the credential attributes to logbook.example.org');
});

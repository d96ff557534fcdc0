// Shared steps of tests about credentials: a confirmed vouch, its credential, and what verifiers read of the instance.
import { vouchCredential, type VouchCredential } from '#features/credentials/format-contract.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import type { Did, World } from './credential-verifier.ts';
import { answerLink, askToVouch, attachToVouch } from './vouches.ts';

/** A vouch that its reference has confirmed by a link, with two files. Its id. */
export async function confirmedVouch(
  app: TestApp,
  owner: Caller,
  { ask = {}, answer = {} }: { ask?: object; answer?: object } = {},
): Promise<string> {
  const { json } = await askToVouch(owner, ask);
  await attachToVouch(owner, json.id, undefined, 'proof.pdf');
  await attachToVouch(owner, json.id, undefined, 'proof.pdf');
  const token = newToken();
  await app.database.asOwner((db) =>
    db.query('insert into vouch_tokens (hash, vouch_id) values ($1, $2)', [hashToken(token), json.id]),
  );
  const { json: verified } = await answerLink(app.anonymous(), token, 'confirm', answer);
  if (!verified.verified) throw new Error(`The vouch is not verified: ${verified.error}`);
  return json.id;
}

export const credentialPath = 'GET /api/vouches/:id/credential';

export async function credentialText(owner: Caller, id: string, form: 'json' | 'jwt' = 'json') {
  const { status, text } = await owner.call(credentialPath, { params: { id }, query: { form } });
  if (status !== 200) throw new Error(`The download was refused with ${status}: ${text}`);
  return text;
}

export async function credential(owner: Caller, id: string): Promise<VouchCredential> {
  return vouchCredential.parse(JSON.parse(await credentialText(owner, id)));
}

/** What the instance serves to verifiers now: its keys, and the lists of these credentials. */
export async function worldOf(
  { server }: Pick<TestApp, 'server'>,
  credentials: readonly VouchCredential[] = [],
): Promise<World & { lists: { id: string }[] }> {
  const read = async <T>(path: string) => (await server.inject(path)).json<T>();
  const addresses = new Set(credentials.map(({ credentialStatus }) => credentialStatus.statusListCredential));
  return {
    dids: [await read<Did>('/.well-known/did.json')],
    lists: await Promise.all(
      [...addresses].map((address) => read<{ id: string }>(new URL(address).pathname)),
    ),
  };
}

import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { hashToken } from '#platform/secrets/secrets.ts';
import { keysPath } from '#platform/signing/public-keys.ts';
import { rotateSigningKey } from '../../../../scripts/admin/rotate-signing-key.ts';
import { serve, startApp, type TestApp } from '#tests/support/app.ts';
import {
  confirmedVouch,
  credential,
  credentialPath,
  credentialText,
  worldOf,
} from '#tests/support/credentials.ts';
import { jwtElsewhere, problemElsewhere } from '#tests/support/credential-verifier.ts';
import { askToVouch } from '#tests/support/vouches.ts';
import { listLength } from '../constants.ts';
import { statusListCredential, type VouchCredential } from '../format-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ APP_URL: 'https://log.example:8443', INSTANCE_NAME: 'Our log' });
});
afterAll(() => app.close());

const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  app.database.asOwner(async (db) => (await db.query<R>(sql, values)).rows);

it('a verified vouch becomes a credential that another implementation verifies, as JSON and as JWT', async () => {
  const owner = await app.signUp('Ada Example');
  const id = await confirmedVouch(app, owner, { answer: { statement: 'A pleasure.', position: 'CTO' } });
  const issued = await credential(owner, id);
  const world = await worldOf(app, [issued]);
  expect(await problemElsewhere(issued, world)).toBeUndefined();
  expect(await problemElsewhere(issued, world, 'rdfc')).toBeUndefined();
  expect(await problemElsewhere(issued, world, 'jcs')).toBeUndefined();
  const { proof: _, ...document } = issued;
  expect(await jwtElsewhere(await credentialText(owner, id, 'jwt'), world)).toEqual(document);
  expect(issued).toMatchObject({
    issuer: { id: 'did:web:log.example%3A8443', name: 'Our log', url: 'https://log.example:8443' },
    credentialSubject: {
      identifier: [{ identityHash: 'Ada Example' }],
      achievement: { name: 'Billing migration' },
      source: { name: 'Grace Hopper', description: 'CTO' },
    },
    evidence: [{ name: 'proof.pdf' }, { name: 'proof.pdf' }],
    endorsement: [{ credentialSubject: { endorsementComment: 'A pleasure.' } }],
  });
  const [{ at }] = (await ask<{ at: string }>('select verified_at as at from vouches where id = $1', [
    id,
  ])) as [{ at: string }];
  expect(issued.validFrom).toBe(`${at.slice(0, 19)}Z`);
  const early = { ...world, now: new Date(Date.parse(at) - 60_000) };
  expect(await problemElsewhere(issued, early)).toContain('before');
});

it('concurrent requests in two processes get the same credential, and so does every later one', async () => {
  const owner = await app.signUp();
  const id = await confirmedVouch(app, owner);
  const other = await serve(app);
  onTestFinished(async () => {
    await other.server.close();
    await other.hub.close();
  });
  const elsewhere = async () => {
    const { cookies } = owner;
    const response = await other.server.inject({ url: `/api/vouches/${id}/credential`, cookies });
    return response.body;
  };
  const texts = await Promise.all([
    credentialText(owner, id),
    elsewhere(),
    credentialText(owner, id),
    elsewhere(),
  ]);
  expect(new Set(texts).size).toBe(1);
  await ask(`update profiles set full_name = 'Another Name' where user_id = $1`, [owner.userId]);
  await rotateSigningKey(app.database);
  expect(await credentialText(owner, id)).toBe(texts[0]);
});

it('only the owner of a verified vouch gets its credential', async () => {
  const [owner, stranger] = [await app.signUp(), await app.signUp()];
  const id = await confirmedVouch(app, owner);
  const { json: pending } = await askToVouch(owner);
  const statusOf = async (caller = owner, vouch = id) =>
    (await caller.call(credentialPath, { params: { id: vouch } })).status;
  expect(await statusOf(stranger)).toBe(404);
  expect(await statusOf(app.anonymous())).toBe(401);
  expect(await statusOf(owner, pending.id)).toBe(409);
  expect(await ask('select from credentials where user_id = $1', [owner.userId])).toHaveLength(0);
  expect(await statusOf()).toBe(200);
  await owner.call('DELETE /api/vouches/:id', { params: { id } });
  expect(await statusOf()).toBe(404);
});

it('a vouch that is deleted while its credential is issued gets none', async () => {
  const owner = await app.signUp();
  const id = await confirmedVouch(app, owner);
  const answer = await app.database.asOwner(async (db) => {
    await db.query('begin');
    await db.query('update vouches set deleted_at = now() where id = $1', [id]);
    const issuing = owner.call(credentialPath, { params: { id } });
    let isAnswered = false;
    void issuing.finally(() => (isAnswered = true));
    const waiting = `select from pg_locks where not granted and locktype = 'transactionid'`;
    await vi.waitFor(async () => expect(isAnswered || (await db.query(waiting)).rowCount).toBeTruthy(), 5000);
    await db.query('commit');
    return issuing;
  });
  expect(answer.status).toBe(404);
  expect(await ask('select from credentials where vouch_id = $1', [id])).toEqual([]);
});

it('a verifier sees that a vouch was deleted, that this was undone, and that its account was deleted', async () => {
  const owner = await app.signUp();
  const id = await confirmedVouch(app, owner);
  const issued = await credential(owner, id);
  const problem = async () => problemElsewhere(issued, await worldOf(app, [issued]));
  expect(await problem()).toBeUndefined();
  await owner.call('DELETE /api/vouches/:id', { params: { id } });
  expect(await problem()).toBeDefined();
  await owner.call('POST /api/vouches/:id/restore', { params: { id } });
  expect(await problem()).toBeUndefined();
  await ask('delete from users where id = $1', [owner.userId]);
  expect(await problem()).toBeDefined();
  expect(await ask('select from credentials where user_id = $1', [owner.userId])).toHaveLength(0);
});

it('a status list is signed once, and again when something changed, the key was stolen, or half a day passed', async () => {
  const owner = await app.signUp();
  const issued = await credential(owner, await confirmedVouch(app, owner));
  const path = new URL(issued.credentialStatus.statusListCredential).pathname;
  const read = async (headers = {}) => app.server.inject({ url: path, headers });
  const first = await read();
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=30',
    'access-control-allow-origin': '*',
  });
  expect((await read()).body).toBe(first.body);
  expect((await read({ 'if-none-match': first.headers.etag })).statusCode).toBe(304);
  const list = statusListCredential.parse(first.json());
  expect(list.id).toBe(issued.credentialStatus.statusListCredential);
  await ask(`update credential_lists set signed_at = signed_at - interval '13 hours', signed_json = 'old'`);
  expect(statusListCredential.parse((await read()).json()).credentialSubject).toEqual(list.credentialSubject);
  await rotateSigningKey(app.database, new Date());
  const again = statusListCredential.parse((await read()).json());
  expect(again.proof[0].verificationMethod).not.toBe(list.proof[0].verificationMethod);
  const responses = await Promise.all([
    app.server.inject('/credentials/status/00000000-0000-4000-8000-000000000000'),
    app.server.inject('/credentials/status/malformed'),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

it('indexes are random, and a half full list is followed by another one', async () => {
  const owner = await app.signUp();
  const issued: VouchCredential[] = [];
  for (let n = 0; n < 3; n += 1) issued.push(await credential(owner, await confirmedVouch(app, owner)));
  const indexes = issued.map(({ credentialStatus }) => Number(credentialStatus.statusListIndex));
  expect(new Set(indexes).size).toBe(3);
  expect(Math.max(...indexes)).toBeLessThan(listLength);
  await ask(
    `insert into credential_entries (list_id, index)
     select l.id, n from credential_lists l, generate_series(0, 65535) n on conflict do nothing`,
  );
  const next = await credential(owner, await confirmedVouch(app, owner));
  const listsOf = new Set(issued.map(({ credentialStatus }) => credentialStatus.statusListCredential));
  expect(listsOf).not.toContain(next.credentialStatus.statusListCredential);
  expect(await problemElsewhere(next, await worldOf(app, [next]))).toBeUndefined();
});

it('after three rotations, what the earlier keys signed stays valid; what a stolen key signed does not', async () => {
  const owner = await app.signUp();
  const issued: VouchCredential[] = [];
  for (let n = 0; n < 3; n += 1) {
    issued.push(await credential(owner, await confirmedVouch(app, owner)));
    await rotateSigningKey(app.database);
  }
  issued.push(await credential(owner, await confirmedVouch(app, owner)));
  const methods = new Set(issued.map(({ proof }) => proof[0].verificationMethod));
  expect(methods.size).toBe(4);
  for (const one of issued) expect(await problemElsewhere(one, await worldOf(app, [one]))).toBeUndefined();
  await rotateSigningKey(app.database, new Date(Date.now() - 1000));
  const { dids } = await worldOf(app);
  const stolen = issued[3]!.proof[0].verificationMethod;
  expect(dids[0]!.verificationMethod.find((method) => method.id === stolen)).toMatchObject({
    revoked: expect.any(String),
  });
  expect(dids[0]!.assertionMethod).not.toContain(stolen);
  expect(await problemElsewhere(issued[3]!, await worldOf(app, issued))).toBeDefined();
});

it('no address, no id and no token of the database is in what the instance publishes', async () => {
  const owner = await app.signUp('Ada Example');
  const reference = 'canary.reference@canary-domain.example';
  const id = await confirmedVouch(app, owner, {
    ask: { reference_email: reference },
    answer: { statement: 'A pleasure.' },
  });
  const issued = await credential(owner, id);
  const { payload } = decoded(await credentialText(owner, id, 'jwt'));
  const world = await worldOf(app, [issued]);
  const keys = await app.server.inject(keysPath);
  const published = [JSON.stringify(issued), payload, JSON.stringify(world), keys.body].join('\n');
  const rows = await ask<{ secret: string }>(
    `select unnest(array[v.id::text, v.public_id::text, v.user_id::text, encode(v.content_sha256, 'hex'),
       v.reference_email, u.email, s.id::text]) as secret
     from vouches v join users u on u.id = v.user_id left join sessions s on s.user_id = u.id where v.id = $1
     union all select f.id::text from vouch_files f where f.vouch_id = $1
     union all select f.file_path from vouch_files f where f.vouch_id = $1`,
    [id],
  );
  const secrets = [...rows.map(({ secret }) => secret), reference, 'canary-domain.example', owner.email];
  expect(secrets.length).toBeGreaterThan(10);
  for (const secret of secrets.filter(Boolean)) expect(published).not.toContain(secret);
  expect(published).not.toContain(hashToken(id).toString('hex'));
});

const decoded = (jwt: string) => ({ payload: Buffer.from(jwt.split('.')[1]!, 'base64url').toString() });

it('the domain of the mailbox is named only if its holder agreed', async () => {
  const owner = await app.signUp();
  const refuses = await credential(owner, await confirmedVouch(app, owner));
  const agrees = await credential(
    owner,
    await confirmedVouch(app, owner, {
      ask: { reference_email: 'grace@navy.example' },
      answer: { names_domain: true },
    }),
  );
  expect(JSON.stringify(refuses)).not.toContain('mailboxDomain');
  expect(refuses.credentialSubject.achievement.criteria.narrative).toContain(
    'the holder of a mailbox confirmed',
  );
  expect(agrees.credentialSubject.source.otherIdentifier).toEqual([
    { type: 'IdentifierEntry', identifier: 'navy.example', identifierType: 'ext:mailboxDomain' },
  ]);
  expect(agrees.credentialSubject.achievement.criteria.narrative).toContain(
    'a mailbox at navy.example confirmed',
  );
  expect(JSON.stringify(agrees)).not.toContain('grace@');
});

// What becomes of links that were mailed, or wait to be, when their account or their address goes (R-A11, R-A12).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../tests/support/app.ts';
import type { Caller } from '../../../../tests/support/caller.ts';
import {
  mailedTokens,
  mails,
  markVerified,
  skipPauses,
  startMailingApp,
  work,
} from '../../../../tests/support/mail.ts';
import type { SmtpSink } from '../../../../tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';

let sink: SmtpSink;
let app: TestApp;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterEach(async () => {
  sink.behave = () => 'take';
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
});
afterAll(() => app.close());

type Fault = { code: string };
const password = 'a good long passphrase';
const recover = (email: string) => app.anonymous().call('POST /api/auth/recover', { body: { email } });
const complete = async (token: string) =>
  (
    await app.anonymous().call<Fault>('POST /api/auth/recover/complete', {
      body: { token, password: 'another good passphrase' },
    })
  ).json.code;
const leave = (person: Caller) => person.call('POST /api/functions/v1/delete-account');
const remove = (person: Caller, id: string) => person.call('DELETE /api/user_emails/:id', { params: { id } });
const makePrimary = (person: Caller, id: string) =>
  person.call('POST /api/user_emails/:id/primary', { params: { id }, body: { password } });
const kinds = async (to: string) => (await mails(app, to)).map((mail) => `${mail.kind} ${mail.state}`);

/** Adds an address to prove; its mail waits until the worker has its turn. */
async function add(person: Caller, email: string, id = newId()): Promise<string> {
  expect((await person.call('POST /api/user_emails', { body: { id, email } })).status).toBe(200);
  return id;
}

/** Somebody with a proved second address. */
async function withTwo() {
  const person = await app.signUp();
  await markVerified(app, person);
  const second = `second-${person.email}`;
  const id = await add(person, second);
  const [token] = await mailedTokens(app, sink, second, 'verify');
  expect((await person.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
  return { person, first: person.email, second, id };
}

/** The mail with the link is written, and no server takes it. */
async function waitingRecovery(email: string): Promise<void> {
  sink.behave = () => ({ at: 'sender', code: 451, text: 'Try later' });
  await recover(email);
  await work(app);
  expect(await kinds(email)).toContain('recovery queued');
}

/** The server takes mail again; answers the links to a new password that come. */
async function whatComes(email: string): Promise<string[]> {
  sink.behave = () => 'take';
  await skipPauses(app);
  return mailedTokens(app, sink, email, 'recover');
}

describe('a link to a new password', () => {
  it('that waits for a server is not mailed after the account is deleted', async () => {
    const person = await app.signUp();
    await waitingRecovery(person.email);
    await leave(person);
    expect(await mails(app, person.email)).toEqual([]);
    expect(await whatComes(person.email)).toEqual([]);
  });

  it('asked for before the account was deleted is not made any more', async () => {
    const person = await app.signUp();
    await recover(person.email);
    await leave(person);
    expect(await whatComes(person.email)).toEqual([]);
    expect(await mails(app, person.email)).toEqual([]);
  });

  it('that has arrived leads nowhere after that, though the address begins anew', async () => {
    const person = await app.signUp();
    await recover(person.email);
    const [token] = await mailedTokens(app, sink, person.email, 'recover');
    await leave(person);
    expect(await complete(token!)).toBe('link_unknown');
    const body = { full_name: 'Ada Again', email: person.email, password };
    expect((await app.anonymous().call('POST /api/auth/sign-up', { body })).status).toBe(200);
    expect(await complete(token!)).toBe('link_unknown');
  });

  it('is neither mailed nor good for an address that is the primary one no more', async () => {
    const { person, first, id } = await withTwo();
    await recover(first);
    const [arrived] = await mailedTokens(app, sink, first, 'recover');
    await waitingRecovery(first);
    await makePrimary(person, id);
    expect(await whatComes(first)).toEqual([arrived]);
    expect(await complete(arrived!)).toBe('link_unknown');
  });

  it('leaves no mail to a former address behind when the account goes', async () => {
    const { person, first, second, id } = await withTwo();
    await recover(first);
    await work(app);
    await makePrimary(person, id);
    await remove(person, id);
    await leave(person);
    expect([await mails(app, first), await mails(app, second)]).toEqual([[], []]);
  });

  it("leaves another account's mail to that address alone", async () => {
    const { person, first, id } = await withTwo();
    await makePrimary(person, id);
    await remove(person, id);
    await app.database.asOwner((db) => db.query(`update address_changes set expires_at = now()`));
    const next = app.anonymous();
    await next.call('POST /api/auth/sign-up', { body: { full_name: 'Next', email: first, password } });
    await waitingRecovery(first);
    await leave(person);
    expect(await kinds(first)).toContain('recovery queued');
    const [token] = await whatComes(first);
    expect(await complete(token!)).toBeUndefined();
  });

  it('that waits is not mailed after the password was changed', async () => {
    const person = await app.signUp();
    await waitingRecovery(person.email);
    const body = { current_password: password, password: 'another good passphrase' };
    expect((await person.call('PATCH /api/auth/user', { body })).status).toBe(200);
    expect(await whatComes(person.email)).toEqual([]);
  });
});

describe('a way back to an earlier address', () => {
  it('leads nowhere after the account is deleted', async () => {
    const { person, first, id } = await withTwo();
    await makePrimary(person, id);
    const [token] = await mailedTokens(app, sink, first, 'undo');
    await leave(person);
    const { json } = await app
      .anonymous()
      .call<Fault>('POST /api/auth/undo-email-change', { body: { token } });
    expect(json.code).toBe('link_unknown');
  });
});

describe('a link that proves an extra address', () => {
  const verify = async (person: Caller, token: string) =>
    (await person.call<Fault>('POST /api/auth/verify', { body: { token } })).json.code;

  it('is not mailed after the address was removed', async () => {
    const person = await app.signUp();
    const email = `gone-${person.email}`;
    await remove(person, await add(person, email));
    expect(await mailedTokens(app, sink, email, 'verify')).toEqual([]);
    expect(await mails(app, email)).toEqual([]);
  });

  it('stays void though the address is added again', async () => {
    const person = await app.signUp();
    const email = `back-${person.email}`;
    const id = await add(person, email);
    const [token] = await mailedTokens(app, sink, email, 'verify');
    await remove(person, id);
    // Whoever bombs the address has used up its mails of the day: no newer link replaces the old one.
    await app.database.asOwner((db) =>
      db.query(
        `insert into limit_hits (kind, key) select 'extra address mail to', $1 from generate_series(1, 15)`,
        [email],
      ),
    );
    await add(person, email);
    expect(await verify(person, token!)).toBe('link_unknown');
  });
});

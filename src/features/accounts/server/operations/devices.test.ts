// Wrong passwords from elsewhere must not lock out the owner of an account (R-A8).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../../tests/support/app.ts';
import type { Caller } from '../../../../../tests/support/caller.ts';
import { mailedTokens, startMailingApp } from '../../../../../tests/support/mail.ts';
import type { SmtpSink } from '../../../../../tests/support/smtp-sink.ts';

let sink: SmtpSink;
let app: TestApp;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' }));
});
afterAll(() => app.close());

const password = 'a good long passphrase';
const cookie = 'logbook-device';

const signIn = async (caller: Caller, email: string, word = password, from = '203.0.113.1') =>
  (
    await caller.call('POST /api/auth/sign-in', {
      body: { email, password: word },
      headers: { 'x-forwarded-for': from },
    })
  ).status;

/** Somebody who has signed in on this device and signed out, and whose account strangers have locked. */
async function lockedOut(): Promise<Caller> {
  const owner = await app.signUp();
  await owner.call('POST /api/auth/sign-out');
  await lock(owner.email);
  return owner;
}

async function lock(email: string): Promise<void> {
  for (let n = 0; n < 5; n++)
    expect(await signIn(app.anonymous(), email, 'wrong password', `198.51.100.${n}`)).toBe(401);
  expect(await signIn(app.anonymous(), email)).toBe(429);
}

describe('a locked sign-in', () => {
  it('stays open on a device that signed in before', async () => {
    const owner = await lockedOut();
    expect(await signIn(owner, owner.email)).toBe(200);
    expect(await signIn(app.anonymous(), owner.email)).toBe(429);
  });

  it('stays open there although the network has used up its tries', async () => {
    const owner = await lockedOut();
    const from = '192.0.2.77';
    for (let n = 0; n < 20; n++) await signIn(app.anonymous(), `nobody${n}@example.com`, 'wrong one', from);
    expect(await signIn(app.anonymous(), 'nobody@example.com', 'wrong one', from)).toBe(429);
    expect(await signIn(owner, owner.email, password, from)).toBe(200);
  });

  it('gives that device five failures of its own', async () => {
    const owner = await lockedOut();
    for (let n = 0; n < 5; n++) expect(await signIn(owner, owner.email, 'wrong password')).toBe(401);
    expect(await signIn(owner, owner.email)).toBe(429);
  });

  it('stays locked for a device that signed in to another account only', async () => {
    const [owner, other] = [await lockedOut(), await app.signUp()];
    await other.call('POST /api/auth/sign-out');
    expect(other.cookies[cookie]).toBeDefined();
    expect(await signIn(other, owner.email)).toBe(429);
  });

  it.each([
    ['an altered code', (value: string) => value.slice(0, -3) + (value.endsWith('AAA') ? 'BBB' : 'AAA')],
    ['another device', (value: string) => `${'x'.repeat(43)}${value.slice(43)}`],
    ['a later day', (value: string) => value.replace(/~(\d+)/, (_, day) => `~${Number(day) + 30}`)],
    ['no shape at all', () => '~'.repeat(4000)],
  ])('stays locked for a device cookie with %s', async (_what, forge) => {
    const owner = await lockedOut();
    owner.cookies[cookie] = forge(owner.cookies[cookie]!);
    expect(await signIn(owner, owner.email)).toBe(429);
  });

  it('stays open for each of two people who share a device', async () => {
    const device = app.anonymous();
    const people = [await app.signUp(), await app.signUp()];
    for (const { email } of people) {
      expect(await signIn(device, email)).toBe(200);
      await device.call('POST /api/auth/sign-out');
    }
    for (const { email } of people) await lock(email);
    for (const { email } of people) expect(await signIn(device, email)).toBe(200);
  });

  it('does not hold up a recovery link, and the device that used it is known from then on', async () => {
    const owner = await lockedOut();
    await app.anonymous().call('POST /api/auth/recover', { body: { email: owner.email } });
    const [token] = await mailedTokens(app, sink, owner.email, 'recover');
    const device = app.anonymous();
    const body = { token, password: 'another good passphrase' };
    expect((await device.call('POST /api/auth/recover/complete', { body })).status).toBe(200);
    expect((await device.call('GET /api/auth/user')).status).toBe(200);
    await device.call('POST /api/auth/sign-out');
    expect(await signIn(device, owner.email, 'another good passphrase')).toBe(200);
  });
});

it('the device cookie holds no address and ends with the account', async () => {
  const owner = await app.signUp();
  expect(owner.cookies[cookie]).not.toContain('example');
  await owner.call('POST /api/functions/v1/delete-account');
  expect(owner.cookies).toEqual({});
});

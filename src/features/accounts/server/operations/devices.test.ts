// Wrong passwords from other devices must not lock out the owner of an account (R-A8).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

let sink: SmtpSink;
let app: TestApp;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' }));
});
afterAll(() => app.close());

const password = 'a good long passphrase';
const cookie = 'logbook-device';

const signIn = async (caller: Caller, email: string, secret = password, from = '203.0.113.1') =>
  (
    await caller.call('POST /api/auth/sign-in', {
      body: { email, password: secret },
      headers: { 'x-forwarded-for': from },
    })
  ).status;

/** A user who signed in and out on this device, and whose account strangers have locked. */
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

describe('sign-in to a locked account', () => {
  it('is allowed on a device that signed in before', async () => {
    const owner = await lockedOut();
    expect(await signIn(owner, owner.email)).toBe(200);
    expect(await signIn(app.anonymous(), owner.email)).toBe(429);
  });

  it('is allowed on a known device even if its network has used up its attempts', async () => {
    const owner = await lockedOut();
    const from = '192.0.2.77';
    for (let n = 0; n < 20; n++) await signIn(app.anonymous(), `unknown${n}@example.com`, 'wrong one', from);
    expect(await signIn(app.anonymous(), 'no-account@example.com', 'wrong one', from)).toBe(429);
    expect(await signIn(owner, owner.email, password, from)).toBe(200);
  });

  it('allows a known device five failures', async () => {
    const owner = await lockedOut();
    for (let n = 0; n < 5; n++) expect(await signIn(owner, owner.email, 'wrong password')).toBe(401);
    expect(await signIn(owner, owner.email)).toBe(429);
  });

  it('is refused on a device that only signed in to another account', async () => {
    const [owner, other] = [await lockedOut(), await app.signUp()];
    await other.call('POST /api/auth/sign-out');
    expect(other.cookies[cookie]).toBeDefined();
    expect(await signIn(other, owner.email)).toBe(429);
  });

  it.each([
    ['an altered code', (value: string) => value.slice(0, -3) + (value.endsWith('AAA') ? 'BBB' : 'AAA')],
    ['another device', (value: string) => `${'x'.repeat(43)}${value.slice(43)}`],
    ['a later day', (value: string) => value.replace(/~(\d+)/, (_, day) => `~${Number(day) + 30}`)],
    ['a malformed value', () => '~'.repeat(4000)],
  ])('is refused for a device cookie with %s', async (_what, forge) => {
    const owner = await lockedOut();
    owner.cookies[cookie] = forge(owner.cookies[cookie]!);
    expect(await signIn(owner, owner.email)).toBe(429);
  });

  it('is allowed for each of two users who share a device', async () => {
    const device = app.anonymous();
    const people = [await app.signUp(), await app.signUp()];
    for (const { email } of people) {
      expect(await signIn(device, email)).toBe(200);
      await device.call('POST /api/auth/sign-out');
    }
    for (const { email } of people) await lock(email);
    for (const { email } of people) expect(await signIn(device, email)).toBe(200);
  });

  it('does not block a recovery link, and the device that uses the link becomes known', async () => {
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

it('the device cookie contains no address and is cleared when the account is deleted', async () => {
  const owner = await app.signUp();
  expect(owner.cookies[cookie]).not.toContain('example');
  await owner.call('POST /api/functions/v1/delete-account');
  expect(owner.cookies).toEqual({});
});

// Limits of sign-up: accounts, emails to strangers, and the first account of an instance with closed sign-ups.
import { describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { mails, startMailingApp, work } from '#tests/support/mail.ts';
import { inviteManager, newAddress, withdrawInvitation } from '#tests/support/teams.ts';

const password = 'a good long passphrase';
type Answer = { code?: string; retry_after?: number };

const signUp = (app: TestApp, from: string, email: string, fullName = 'Ada Example') =>
  app.anonymous().call<Answer>('POST /api/auth/sign-up', {
    body: { full_name: fullName, email, password },
    headers: { 'x-forwarded-for': from },
  });

describe('sign-ups from one network', () => {
  it('create at most 60 accounts an hour; requests beyond that are refused before hashing', async () => {
    const app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
    try {
      // Fills all but the last two attempts without the cost of hashing.
      await app.database.asOwner((db) =>
        db.query(
          `insert into limit_hits (kind, key) select 'sign-up', '2001:db8:0:0' from generate_series(1, 58)`,
        ),
      );
      for (const n of [1, 2])
        expect((await signUp(app, `2001:db8::${n}`, `free${n}@example.com`)).status).toBe(200);
      const late = await signUp(app, '2001:db8::3', 'late@example.com');
      expect([late.status, late.json.code]).toEqual([429, 'too_many_tries']);
      expect(late.json.retry_after).toBeGreaterThan(3000);
      expect((await signUp(app, '2001:db8:0:1::1', 'neighbour@example.com')).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('email at most 20 addresses a day and create further accounts without an email', async () => {
    const { app } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' });
    try {
      for (let n = 0; n < 24; n++)
        expect((await signUp(app, '203.0.113.9', `stranger${n}@example.com`)).status).toBe(200);
      expect((await mails(app)).length).toBe(20);
      await signUp(app, '203.0.113.10', 'neighbour@example.com');
      expect(await mails(app, 'neighbour@example.com')).toHaveLength(1);
    } finally {
      await app.close();
    }
  });

  it.each([
    ['Ada Example', 'Hello Ada Example,'],
    ['www.evil-bank.com: your account is locked, call now,', 'Hello,'],
    ['Your account is locked: call 0800 123456', 'Hello,'],
    ['María José Fernández de la Cruz', 'Hello María José Fernández de la Cruz,'],
  ])('greet the name %j in their emails with %j', async (name, greeting) => {
    const { app, sink } = await startMailingApp();
    try {
      await signUp(app, '', 'stranger@example.com', name);
      await app.anonymous().call('POST /api/auth/recover', { body: { email: 'stranger@example.com' } });
      await work(app);
      expect(sink.received).toHaveLength(2);
      for (const { mail, raw } of sink.received) {
        expect(mail.text).toContain(`\n${greeting}\n`);
        expect(raw).not.toMatch(/evil|locked/i);
      }
    } finally {
      await app.close();
    }
  });
});

it('closed sign-ups admit exactly one of 12 parallel first sign-ups', async () => {
  const app = await startApp({ SIGNUPS: 'closed' });
  try {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signUp(app, '', `host${n}@example.com`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.code === 'signups_closed')).toHaveLength(11);
  } finally {
    await app.close();
  }
});

it('closed sign-ups admit an invited address once, and no other address', async () => {
  const app = await startApp({ SIGNUPS: 'closed' });
  try {
    const host = await app.signUp('Host Example');
    const [invited, withdrawn] = [newAddress(), newAddress()];
    await inviteManager(host, invited);
    const { json: invitation } = await inviteManager(host, withdrawn);
    const parallel = await Promise.all([1, 2, 3, 4].map(() => signUp(app, '', invited.toUpperCase())));
    expect(parallel.map(({ status, json }) => json.code ?? String(status)).toSorted()).toEqual([
      '200',
      ...Array<string>(3).fill('email_taken'),
    ]);
    await withdrawInvitation(host, invitation.id);
    for (const email of [withdrawn, newAddress(), `x${invited}`])
      expect((await signUp(app, '', email)).json.code).toBe('signups_closed');
  } finally {
    await app.close();
  }
});

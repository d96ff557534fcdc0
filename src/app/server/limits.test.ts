// No limit of the contract is a decoy: what the server does changes with each constant. Those that the database gets are in
// `schema.test.ts`.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { attempts, devices } from '#features/accounts/attempt-constants.ts';
import { limits as tokenLimits } from '#features/api-tokens/constants.ts';
import { pageLimits } from '#features/billing/constants.ts';
import { TestLinks } from '#features/billing/server/operations/test-links.ts';
import { limits as checkInLimits } from '#features/check-ins/constants.ts';
import { attempts as loginAttempts } from '#features/command-line/attempt-constants.ts';
import { limits as loginLimits } from '#features/command-line/constants.ts';
import { recentLike } from '#features/check-ins/server/share-store.ts';
import { shareLimits as repeatLimits } from '#features/check-ins/share-constants.ts';
import { limits as exportLimits } from '#features/export/constants.ts';
import { tipsLimits } from '#features/playbook/tips-constants.ts';
import { tipsPath } from '#features/playbook/server/operations/tips-links.ts';
import { attempts as profileAttempts } from '#features/profile/attempt-constants.ts';
import { shareLimits } from '#features/sharing/constants.ts';
import { recentTeammates } from '#features/sharing/server/store.ts';
import { sameShoutout } from '#features/shoutouts/server/store.ts';
import { linkLimits as invitationLinks } from '#features/teams/link-constants.ts';
import type { StoredInvitation } from '#features/teams/rules.ts';
import { shownToSender } from '#features/teams/server/operations/invite.ts';
import { linkLimits as vouchLinks } from '#features/vouches/link-constants.ts';
import { shownToOwner } from '#features/vouches/server/operations/send-request.ts';
import { newId } from '#platform/clock/id.ts';
import { fileLimits } from '#platform/files/file-limits.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { apiTokenLimits } from '#platform/http/api-token-limits.ts';
import { mailLimits } from '#platform/mail/mail-limits.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { serve, type TestApp } from '#tests/support/app.ts';
import { Caller, type Answer, type ProblemBody } from '#tests/support/caller.ts';
import { changed } from '#tests/support/changed.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import { asPerson, mails, post, runJob, startMailingApp } from '#tests/support/mail.ts';
import { resumeForm, sendResume } from '#tests/support/resumes.ts';
import { askToVouch } from '#tests/support/vouches.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  ({ app } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' }));
  ada = await app.signUp();
});
afterAll(() => app.close());

let networks = 0;
const network = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` });

type Send = (headers: Record<string, string>) => Promise<Answer<ProblemBody>>;
const [password, wrong] = ['a good long passphrase', 'a wrong long passphrase'];
const addressOf = (headers: object) => `${JSON.stringify(headers).replace(/\D/g, '')}@example.com`;
const signIn = (caller: Caller, email: string, headers: Record<string, string>) =>
  caller.call<ProblemBody>('POST /api/auth/sign-in', { body: { email, password: wrong }, headers });
const signUp = (email: string, headers: Record<string, string>) => {
  const body = { full_name: 'Bo Example', email, password };
  return app.anonymous().call<ProblemBody>('POST /api/auth/sign-up', { body, headers });
};
const signInAnywhere: Send = (headers) => signIn(app.anonymous(), addressOf(headers), headers);
const resend: Send = (headers) => ada.call('POST /api/auth/resend-verification', { headers });
const recover: Send = (headers) =>
  ada.call('POST /api/auth/recover', { body: { email: addressOf(headers) }, headers });

const calls: Record<keyof typeof attempts, Send> = {
  signInToAccount: signInAnywhere,
  signInFromNetwork: signInAnywhere,
  signInOnDevice: (headers) => signIn(ada, ada.email, headers),
  passwordCheck: () =>
    ada.call('PATCH /api/auth/user', {
      body: { current_password: wrong, password: 'another good passphrase' },
    }),
  signUp: (headers) => signUp(`${newId()}@example.com`, headers),
  signUpHit: (headers) => signUp(ada.email, headers),
  verification: resend,
  verificationFromNetwork: resend,
  verificationToMailbox: resend,
  unverifiedMail: resend,
  recovery: recover,
  recoveryFromNetwork: recover,
  recoveryOfDayFromNetwork: recover,
  extraAddress: () =>
    ada.call('POST /api/user_emails', { body: { id: newId(), email: `${newId()}@example.com` } }),
  feedback: () => ada.call('POST /api/feedback', { body: { id: newId(), message: 'Thanks' } }),
};

test.each(Object.keys(calls) as (keyof typeof attempts)[])(
  'the limit of attempts %s is how many are allowed within how many minutes',
  async (name) => {
    const headers = network();
    expect((await calls[name](headers)).json.code).not.toBe('too_many_tries');
    await app.database.asOwner((db) => db.query(`update limit_hits set at = at - interval '61 s'`));
    const refused = await changed(attempts[name], { max: 0, minutes: 7 }, () => calls[name](headers));
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_tries']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(5 * 60);
    expect(wait).toBeLessThan(6 * 60);
    await app.database.asOwner((db) => db.query('delete from limit_hits'));
  },
);

const startLogin = () =>
  app
    .anonymous()
    .call<ProblemBody & { device_code: string; expires_in: number; interval: number }>(
      'POST /api/cli_logins',
      {
        body: { name: 'A laptop' },
      },
    );
const typeCode = () => ada.call<ProblemBody>('POST /api/cli_logins/find', { body: { code: 'BBBB-BBBB' } });

test.each([
  ['start', startLogin],
  ['code', typeCode],
  ['codeFromNetwork', typeCode],
] as const)(
  'the limit of sign-ins of the command line %s is how many are allowed within how many minutes',
  async (name, send) => {
    expect((await send()).json.code).not.toBe('too_many_tries');
    const { status, headers } = await changed<Answer<ProblemBody>>(
      loginAttempts[name],
      { max: 0, minutes: 7 },
      send,
    );
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(7 * 60);
  },
);

const photo = () => ada.call<ProblemBody>('POST /api/storage/profile-photos', { form: resumeForm() });
const perHour: [constants: object, key: string, what: string, send: () => Promise<Answer>][] = [
  [profileAttempts.photo, 'max', 'uploading a photo', photo],
  [
    ...([profileAttempts.slug, 'max', 'changing the slug'] as const),
    () => ada.call('PATCH /api/profiles', { body: { slug: `ada-${newId()}` } }),
  ],
  [exportLimits, 'perHour', 'an export', () => ada.call('GET /api/export')],
  [
    ...([pageLimits, 'perHour', 'opening a payment page'] as const),
    () => ada.call('POST /api/functions/v1/create-checkout', { body: { plan: 'monthly' } }),
  ],
];

test.each(['reads', 'writes'] as const)(
  'the limit of %s of an API token is how many are allowed within how many minutes',
  async (name) => {
    const { token } = await createApiToken(ada, { scopes: ['log:read', 'goals:write'] });
    const send = () =>
      callWith(app, token)<ProblemBody>(name === 'reads' ? 'GET /api/goals' : 'POST /api/goals', {
        ...(name === 'writes' && { body: { text: 'A goal' } }),
      });
    expect((await send()).status).toBe(200);
    const { status, headers } = await changed(apiTokenLimits[name], { max: 1, minutes: 7 }, send);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(5 * 60);
  },
);

test.each(perHour)('without attempts left, $2 is refused', async (constants, key, _what, send) => {
  expect((await send()).status).not.toBe(429);
  expect((await changed(constants, { [key]: 0 }, send)).status).toBe(429);
});

describe('the limits of files', () => {
  it.each([
    ['viewSeconds', 'view', 'resumes'],
    ['downloadSeconds', 'download', 'resumes'],
    ['viewSeconds', 'download', 'log-files'],
  ] as const)('%s is how long the signed URL to %s one of %s is valid', async (key, as, bucket) => {
    const { id } =
      bucket === 'resumes'
        ? (await sendResume(ada)).json
        : (await attach(ada, { entry: (await writeEntry(ada)).id, content: pdf() })).json;
    const sign = () =>
      ada.call<{ expires_at: number }>(`POST /api/storage/${bucket}/:id/sign`, {
        params: { id },
        body: { as },
      });
    const { json } = await changed(fileLimits, { [key]: 5000 }, sign);
    expect(Math.abs(json.expires_at - Date.now() / 1000 - 5000)).toBeLessThan(30);
  });

  it('uploads is how many of a user are in progress', async () => {
    const { server, hub } = await changed(fileLimits, { uploads: 0 }, () => serve(app));
    const elsewhere = new Caller(server, app.config);
    elsewhere.cookies = ada.cookies;
    expect((await sendResume(elsewhere)).json.code).toBe('too_many_uploads');
    await server.close();
    await hub.close();
  });
});

type Observation = [constants: object, other: object, what: string, see: () => Promise<unknown>];
const production = { mode: 'production' } as const;
const maxAge = async (path: string) =>
  /max-age=(\d+)/i.exec((await app.anonymous().call(`GET ${path}`)).headers['set-cookie'] ?? '')?.[1];
const signedIn = async () => {
  const caller = app.anonymous();
  const { headers } = await caller.call('POST /api/auth/sign-in', { body: { email: ada.email, password } });
  return { codes: caller.cookies['logbook-device']?.split('~').length, cookies: headers['set-cookie'] ?? '' };
};
const sentAt = '2026-01-01T00:00:00Z';
const invitation: StoredInvitation = {
  ...{ id: newId(), type: 'manager', email: 'boss@example.com', status: 'pending', email_state: null },
  ...{ created_at: sentAt, sent_at: sentAt, resends: 0, expires_at: null, closed_at: null },
};

const observations: Observation[] = [
  [
    ...([devices, { days: 3 }, 'how long a device is recognized'] as const),
    async () => /logbook-device=[^;]+; max-age=(\d+)/i.exec((await signedIn()).cookies)?.[1],
  ],
  [
    ...([devices, { accounts: 0 }, 'for how many accounts a device is recognized'] as const),
    async () => (await signedIn()).codes,
  ],
  [
    ...([tokenLimits, { tokens: 0 }, 'how many API tokens a user can have'] as const),
    async () =>
      (await ada.call('POST /api/api_tokens', { body: { name: 'A', scopes: ['log:read'] } })).status,
  ],
  [
    ...([
      loginLimits,
      { loginMinutes: 1 },
      'how long a sign-in of the command line can be approved',
    ] as const),
    async () => {
      const { expires_in } = (await startLogin()).json;
      const [row] = await app.database.asOwner(
        async (db) =>
          (
            await db.query<{ minutes: number }>(
              `select extract(epoch from expires_at - created_at)::int / 60 as minutes from cli_logins order by id desc limit 1`,
            )
          ).rows,
      );
      return [expires_in, row!.minutes];
    },
  ],
  [
    ...([loginLimits, { pollSeconds: 9 }, 'how often a program asks whether it was approved'] as const),
    async () => (await startLogin()).json.interval,
  ],
  [
    ...([pageLimits, { minutes: 1 }, 'how long a payment page can be used'] as const),
    async () => {
      const links = new TestLinks('secret');
      const token = links.tokenFor({ page: 'portal', userId: newId(), id: '', plan: 'monthly' }, 0);
      return links.open(token, 'portal', 90_000)?.page;
    },
  ],
  [
    ...([checkInLimits, { changes: 0 }, 'how many changes a page is sent'] as const),
    async () => {
      await writeEntry(ada);
      const since = new Date(Date.now() - 60_000).toISOString();
      return (await ada.call('GET /api/check_ins/changes', { query: { since } })).json;
    },
  ],
  [
    ...([shareLimits, { newestRead: 0 }, 'how many shoutouts are read for suggestions'] as const),
    async () => {
      const body = { id: newId(), recipient_email: 'bo@example.com', message: 'Thanks' };
      await ada.call('POST /api/shoutouts', { body });
      return asPerson(app, ada, (tx) => recentTeammates(tx, 5));
    },
  ],
  [
    ...([repeatLimits, { hoursOfOneRequest: 0 }, 'for how long an entry is found by its text'] as const),
    async () => {
      await writeEntry(ada);
      return asPerson(app, ada, async (tx) => (await recentLike(tx, 'With files', null)) !== undefined);
    },
  ],
  [
    ...([repeatLimits, { hoursOfOneRequest: 0 }, 'for how long a shoutout is found by its text'] as const),
    async () => {
      const sent = { recipient_email: 'bo@example.com', message: 'Well done' };
      await ada.call('POST /api/shoutouts', { body: { id: newId(), ...sent } });
      const wanted = { ...sent, check_in_id: null };
      return asPerson(app, ada, async (tx) => (await sameShoutout(tx, wanted, true)) !== undefined);
    },
  ],
  [
    ...([mailLimits, { daysKept: 50 }, 'how long sent emails are kept'] as const),
    async () => {
      await post(app, ada, 'old@example.com');
      await app.database.asOwner((db) =>
        db.query(`update mails set state = 'sent', created_at = now() - interval '40 days'`),
      );
      await runJob(app, 'sweep-mails');
      return (await mails(app, 'old@example.com')).length;
    },
  ],
  [
    vouchLinks,
    { reloadMinutes: 1 },
    'how long a vouch page reloads',
    () => maxAge('/verify-vouch?token=abc'),
  ],
  [
    tipsLimits,
    { reloadMinutes: 1 },
    'how long a page of the tips reloads',
    () => maxAge(`${tipsPath}?token=${'a'.repeat(43)}`),
  ],
  [
    ...([vouchLinks, { hoursBetweenEmails: 1 }, 'when the email of a vouch can be sent again'] as const),
    async () => {
      const { json } = await askToVouch(ada);
      return shownToOwner(production, { ...json, email: null, sent_at: sentAt }).resend_from;
    },
  ],
  [
    ...([invitationLinks, { hoursBetweenEmails: 1 }, 'when an invitation can be sent again'] as const),
    async () => shownToSender(production, invitation).resend_from,
  ],
];

test.each(observations)('a limit decides $2', async (constants, other, _what, see) => {
  const before = await see();
  expect(before).toBeDefined();
  expect(await changed(constants, other, see)).not.toEqual(before);
});

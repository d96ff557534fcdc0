// An account that someone made with another user's address, and filled with everything that an account can have. The owner
// of the address takes it over with a password reset and inherits the log, and nothing else (R-A4).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { delivered, mailedTokens, markVerified, startMailingApp } from '#tests/support/mail.ts';
import { quarters } from '#tests/support/photos.ts';
import { resumeForm } from '#tests/support/resumes.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { vouchBody, vouchFileForm } from '#tests/support/vouches.ts';

let app: TestApp;
let sink: SmtpSink;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

/** What the owner keeps: the log, the new session, and data that reveals nothing about the account to others. */
const kept = new Set([
  'check_ins',
  'log_files',
  'tag_counts',
  'goals',
  'feedback',
  'profiles',
  'sessions',
  'users',
]);
/** Rows that only make an address or a link unusable. */
const harmless = new Set(['former_mailboxes', 'verification_tokens', 'recovery_tokens']);

/** The number of rows of each table that refer to a user, found by the references to `users`. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  return app.database.asOwner(async (db) => {
    const { rows: references } = await db.query<{ name: string; column: string }>(
      `select c.conrelid::regclass::text as name, a.attname as column
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1, 2`,
    );
    const counts: Record<string, number> = {};
    for (const { name, column } of references) {
      const { rows } = await db.query<{ count: number }>(
        `select count(*)::int from ${name} where "${column}" = $1`,
        [userId],
      );
      if (rows[0]!.count > 0) counts[name] = (counts[name] ?? 0) + rows[0]!.count;
    }
    return counts;
  });
}

const slug = 'prepared-page';

/** Fills an account with an unverified address, as its creator could. */
async function prepare(attacker: Caller): Promise<{ photo: string; goalId: string }> {
  const picture = new FormData();
  picture.set('file', new File([Uint8Array.from(await quarters(16).png().toBuffer())], 'me.png'));
  const { json: photo } = await attacker.call<{ avatar_url: string }>('POST /api/storage/profile-photos', {
    form: picture,
  });
  for (const name of ['earlier-page', slug])
    await attacker.call('PATCH /api/profiles', { body: { slug: name, allows_search: true } });
  await attacker.call('PATCH /api/profiles', {
    body: { full_name: 'Not The Owner', phone_number: '+43 1 234567' },
  });
  await attacker.call('POST /api/storage/resumes', { form: resumeForm(pdf(), 'false.pdf') });
  const { json: vouch } = await attacker.call<{ id: string }>('POST /api/vouches', { body: vouchBody() });
  await attacker.call('POST /api/storage/vouch-files', { form: vouchFileForm(vouch.id, pdf(), 'a.pdf') });
  const extra = `extra-${attacker.email}`;
  await attacker.call('POST /api/user_emails', { body: { id: newId(), email: extra } });
  const [token] = await mailedTokens(app, sink, extra, 'verify');
  await attacker.call('POST /api/auth/verify', { body: { token } });
  const shared = { id: newId(), content: 'An entry', manager_email: 'boss@example.com' };
  await attacker.call('POST /api/check_ins', { body: shared });
  const { json: goal } = await attacker.call<{ id: string }>('POST /api/goals', {
    body: { id: newId(), text: 'A goal' },
  });
  const invitation = { id: newId(), email: 'ally@example.com', type: 'manager' };
  await attacker.call('POST /api/team_invitations', { body: invitation });
  const shoutout = { id: newId(), recipient_email: 'friend@example.com', message: 'Thanks' };
  await attacker.call('POST /api/shoutouts', { body: shoutout });
  return { photo: photo.avatar_url, goalId: goal.id };
}

it('a taken over account keeps the log and nothing that its first holder prepared', async () => {
  const attacker = await app.signUp('The First Holder');
  const { photo, goalId } = await prepare(attacker);
  expect((await app.anonymous().call(`GET ${photo}`)).status).toBe(200);
  const before = await rowsOf(attacker.userId);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      ...['check_ins', 'earlier_slugs', 'goals', 'mails', 'resumes', 'shoutouts', 'team_invitations'],
      ...['user_emails', 'vouches', 'vouch_files'],
    ]),
  );

  const owner = app.anonymous();
  await owner.call('POST /api/auth/recover', { body: { email: attacker.email } });
  const [token] = await mailedTokens(app, sink, attacker.email, 'recover');
  const done = await owner.call<{ taken_over: boolean; profile: object }>('POST /api/auth/recover/complete', {
    body: { token, password: 'another good passphrase' },
  });
  expect(done.json).toMatchObject({
    taken_over: true,
    profile: { full_name: '', avatar_url: null, slug: null, is_public: false },
  });

  const after = await rowsOf(attacker.userId);
  const inherited = Object.keys(after).filter((table) => !kept.has(table) && !harmless.has(table));
  // The email that says what was removed.
  expect(inherited.filter((table) => table !== 'mails')).toEqual([]);
  const [mail] = (await delivered(app, sink, attacker.email)).slice(-1);
  expect(mail!.mail.subject).toBe('Your account for Logbook was cleaned up');
  expect(mail!.mail.text).toContain('Its public page is now offline');

  for (const path of [`/${slug}`, '/earlier-page', photo])
    expect([path, (await app.anonymous().call(`GET ${path}`)).status]).toEqual([path, 404]);
  const entries = await owner.call<{ rows: object[] }>('GET /api/check_ins');
  expect(entries.json.rows).toMatchObject([
    { content: 'An entry', shared_with_manager: false, manager_email: null },
  ]);
  const goals = await owner.call<{ rows: object[] }>('GET /api/goals');
  expect(goals.json.rows).toMatchObject([{ id: goalId }]);
  // No column of the profile keeps a value, except those that the account has at sign-up.
  const { rows } = await app.database.asOwner((db) =>
    db.query<Record<string, unknown>>('select * from profiles where user_id = $1', [attacker.userId]),
  );
  const { user_id: _id, email: _email, created_at: _at, time_zone: _zone, ...rest } = rows[0]!;
  const filled = Object.entries(rest).filter(
    ([, value]) => value !== null && value !== '' && value !== false,
  );
  expect(filled).toEqual([['is_new', true]]);
  expect(await emailsTo('friend@example.com', 'boss@example.com', 'ally@example.com')).toBe(0);
});

it('a reset of a verified account keeps its page', async () => {
  const person = await app.signUp('Ada Example');
  await markVerified(app, person);
  await person.call('PATCH /api/profiles', { body: { slug: 'my-own-page' } });
  await person.call('POST /api/auth/recover', { body: { email: person.email } });
  const [token] = await mailedTokens(app, sink, person.email, 'recover');
  const done = await app.anonymous().call('POST /api/auth/recover/complete', {
    body: { token, password: 'another good passphrase' },
  });
  expect(done.json).toMatchObject({
    taken_over: false,
    profile: { full_name: 'Ada Example', slug: 'my-own-page' },
  });
  expect((await app.anonymous().call('GET /my-own-page')).status).toBe(200);
});

async function emailsTo(...addresses: string[]): Promise<number> {
  await delivered(app, sink, addresses[0]!);
  return sink.received.filter(({ to }) => addresses.some((address) => to.includes(address))).length;
}

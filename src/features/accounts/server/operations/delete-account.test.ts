import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withinOneSecond, listen } from '#tests/access/socket.ts';
import { approveCliLogin, createApiToken } from '#tests/support/api-tokens.ts';
import type { TestApp } from '#tests/support/app.ts';
import { addCustomer } from '#tests/support/billing.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, formOf, signed, writeEntry } from '#tests/support/files.ts';
import { mailedTokens, mails, markVerified, post, startMailingApp, work } from '#tests/support/mail.ts';
import { confirmedVouch, credentialText } from '#tests/support/credentials.ts';
import { addConnectedApp } from '#tests/support/connected-apps.ts';
import { addRecord } from '#tests/support/imported-records.ts';
import { addIdentity } from '#tests/support/identities.ts';
import { addSecondFactors } from '#tests/support/authenticator-apps.ts';
import { connect, grantLegacy } from '#tests/support/members.ts';
import { addSuggestionWithFile } from '#tests/support/suggestions.ts';
import { sendResume } from '#tests/support/resumes.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { askAboutVouch, askToVouch, attachToVouch } from '#tests/support/vouches.ts';
import { newId } from '#platform/clock/id.ts';
import { StopLinks } from '#platform/mail/stop-link.ts';
import { appSecret } from '#tests/support/open-test-database.ts';

let sink: SmtpSink;
let app: TestApp;
let address: string;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ MAIL_FEEDBACK: 'team@example.org' }));
  address = await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

type Problem = { code: string; deleted: boolean };
const password = 'a good long passphrase';
const deleteAccount = (person: Caller, body?: object) =>
  person.call<Problem>('POST /api/functions/v1/delete-account', { ...(body && { body }) });
const isSignedIn = async (caller: Caller) => (await caller.call('GET /api/auth/user')).status === 200;
const hourLater = (person: Caller) =>
  app.database.asOwner((db) =>
    db.query(`update sessions set signed_in_at = signed_in_at - interval '61 minutes' where user_id = $1`, [
      person.userId,
    ]),
  );

/** Tables that contain the user's id or address in any column. */
async function tablesWith(person: Caller): Promise<string[]> {
  return app.database.asOwner(async (db) => {
    const { rows: tables } = await db.query<{ name: string }>(
      `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'app', 'graphile_worker') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await db.query(
        `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
        [person.userId, person.email],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  });
}

const bytesOf = (person: Caller) =>
  readdirSync(app.filesRoot, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes(person.userId),
  );

/** Publishes a packet with this entry, and opens its link. */
async function publishPacket(person: Caller, entryId: string): Promise<void> {
  const year = new Date().getUTCFullYear();
  const draft = {
    ...{ title: 'My year', introduction: '', period: { from: `${year - 1}-01-01`, to: `${year + 1}-12-31` } },
    groups: [{ title: '', line: '', items: [{ kind: 'entry', id: entryId, note: '', files: false }] }],
  };
  const params = { id: newId() };
  await person.call('POST /api/packets', { body: { ...params, draft } });
  const { json } = await person.call<{ link: { url: string } }>('POST /api/packets/:id/publish', {
    params,
    body: {},
  });
  expect((await app.server.inject(new URL(json.link.url).pathname)).statusCode).toBe(200);
}

/** Reminders on a device, and an email that arrived at the private address. */
async function addMailAndReminders({ userId }: Caller): Promise<void> {
  const adds = [
    `insert into push_keys (id, public_key, sealed_private_key) values ('a', '\\x00', '\\x00') on conflict do nothing`,
    `insert into push_devices (id, user_id, session_id, key_id, endpoint)
     select user_id, user_id, id, 'a', 'https://push.example.com/' || user_id from sessions where user_id = '${userId}' limit 1`,
    `insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email)
     values ('${userId}', 'nudge', 'paused', '{5}', 16, 'UTC', 'en', true)`,
    `insert into mail_addresses (user_id, id, hash) select u, u, uuid_send(u) from (values ('${userId}'::uuid)) p (u)`,
    `insert into received_mails (user_id, digest, became) values ('${userId}', '\\x00', 'entry')`,
  ];
  await app.database.asOwner((db) => db.query(adds.join(';')));
}

/** A user with data in every table and bucket. */
async function userWithData(): Promise<Caller> {
  const person = await app.signUp();
  const entry = await writeEntry(person);
  await sendResume(person);
  await publishPacket(person, entry.id);
  await attach(person, { entry: entry.id, content: 'A note of mine' });
  await person.call('POST /api/check_ins', { body: { id: newId(), content: 'With a #tag' } });
  // As if another transaction held a lock on the counts.
  await app.database.asOwner((db) =>
    db.query(`insert into tag_changes (user_id, tag, entries) values ($1, 'tag', 1)`, [person.userId]),
  );
  const teammate = { id: newId(), email: 'colleague@example.com', message: 'Thanks' };
  const shared = { id: newId(), content: 'Shared', manager_email: 'boss@example.com', teammate };
  await person.call('POST /api/check_ins', { body: shared });
  await person.call('POST /api/goals', { body: { id: newId(), text: 'Reach it' } });
  await createApiToken(person);
  await approveCliLogin(app, person);
  await addSuggestionWithFile(app, person);
  await addMailAndReminders(person);
  const shoutout = { id: newId(), recipient_email: 'colleague@example.com', message: 'Thank you' };
  await person.call('POST /api/shoutouts', { body: shoutout });
  expect(await post(app, person, `friend-of-${person.email}`)).toBe('held');
  const email = `x-${person.email}`;
  await person.call('POST /api/user_emails', { body: { id: newId(), email } });
  await app.anonymous().call('POST /api/auth/recover', { body: { email: person.email } });
  await person.call('POST /api/feedback', { body: { id: newId(), message: 'It is good.' } });
  await person.call('PATCH /api/profiles', { body: { phone_number: '+43 1 234', slug: person.userId } });
  await person.call('PATCH /api/profiles', { body: { slug: person.userId.slice(0, -1) } });
  await attachToVouch(person, (await askToVouch(person)).json.id);
  await markVerified(app, person);
  await askAboutVouch(app, person);
  await connect(app, { manager: await app.signUp(), member: person });
  await grantLegacy(app, { member: person, email: 'former@example.com' });
  await addCustomer(app, person);
  await app.database.asOwner((db) =>
    db.query('insert into former_mailboxes (user_id, mailbox) values ($1, $2)', [
      ...[person.userId, 'former@example.com'],
    ]),
  );
  const [token] = await mailedTokens(app, sink, email, 'verify');
  await person.call('POST /api/auth/verify', { body: { token } });
  const { json } = await person.call<{ rows: { id: string }[] }>('GET /api/user_emails');
  const params = { id: json.rows[1]!.id };
  await person.call('POST /api/user_emails/:id/primary', { params, body: { password } });
  await person.call('POST /api/auth/refresh');
  await credentialText(person, await confirmedVouch(app, person));
  await addRecord(person);
  await addSecondFactors(app, person);
  await addIdentity(app, person);
  await addConnectedApp(app, person);
  return person;
}

it('account deletion asks for the password when the sign-in is older than an hour (R-A12)', async () => {
  const person = await app.signUp();
  await hourLater(person);
  expect((await deleteAccount(person)).json.code).toBe('password_needed');
  expect((await deleteAccount(person, {})).status).toBe(403);
  expect((await deleteAccount(person, { password: 'not this one' })).json.code).toBe('wrong_password');
  expect(await isSignedIn(person)).toBe(true);
  expect((await deleteAccount(person, { password })).json).toEqual({ deleted: true });
});

it('account deletion accepts a bearer token or the cookie, which it clears, and needs no password after a fresh sign-in', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()];
  const anonymous = app.anonymous();
  const bearer = { authorization: `Bearer ${person.cookies['logbook-access']}` };
  const path = 'POST /api/functions/v1/delete-account';
  expect((await anonymous.call(path, { headers: bearer })).status).toBe(200);
  expect((await deleteAccount(other)).status).toBe(200);
  expect(other.cookies).toEqual({});
  expect((await deleteAccount(person)).status).toBe(401);
  expect((await app.anonymous().call(path)).status).toBe(401);
});

it('account deletion leaves nothing of the user in any table or bucket, and keeps all data of others', async () => {
  const [person, other] = [await userWithData(), await userWithData()];
  const before = await tablesWith(person);
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ name: string }>(
      `select distinct 'public.' || conrelid::regclass as name from pg_constraint
       where contype = 'f' and confrelid = 'users'::regclass order by 1`,
    ),
  );
  // Every table that references a user has rows to delete.
  expect(before).toEqual(expect.arrayContaining(rows.map((row) => row.name)));
  expect(bytesOf(person).length).toBeGreaterThan(0);
  const othersBefore = await tablesWith(other);

  expect((await deleteAccount(person)).status).toBe(200);
  await work(app);
  // Attempt counters stay for a day, so deleting an account and signing up again does not reset a limit.
  await expect.poll(() => tablesWith(person)).toEqual(['public.limit_hits']);
  expect(bytesOf(person)).toEqual([]);
  expect(await tablesWith(other)).toEqual(othersBefore);
  expect(bytesOf(other).length).toBeGreaterThan(0);
});

it('account deletion keeps the unsubscribe of an address', async () => {
  const person = await app.signUp();
  const link = new URL(new StopLinks(app.config.appUrl, appSecret).linkFor(person.email));
  await app.anonymous().call(`POST ${link.pathname}${link.search}`);
  await deleteAccount(person);
  await work(app);
  await expect.poll(() => tablesWith(person)).toEqual(['public.limit_hits', 'public.mail_suppressions']);
});

it('account deletion keeps emails of other users to an address that the account never verified', async () => {
  const claimer = await app.signUp();
  const friend = await app.signUp();
  await markVerified(app, friend);
  await post(app, friend, claimer.email);
  await deleteAccount(claimer);
  expect((await mails(app, claimer.email)).map((mail) => mail.kind)).toEqual(['note']);
});

it('account deletion frees the address for a new account, which starts empty', async () => {
  const person = await userWithData();
  const { json } = await person.call<{ email: string }>('GET /api/profiles');
  await deleteAccount(person);
  const again = app.anonymous();
  const body = { full_name: 'Ada Again', email: json.email, password };
  expect((await again.call('POST /api/auth/sign-up', { body })).status).toBe(200);
  expect((await again.call<{ rows: unknown[] }>('GET /api/check_ins')).json.rows).toEqual([]);
  expect((await again.call<{ rows: unknown[] }>('GET /api/user_emails')).json.rows).toHaveLength(1);
});

describe('account deletion, within a second', () => {
  it('closes sockets, invalidates signed URLs and ends all sessions', async () => {
    const person = await app.signUp();
    const entry = await writeEntry(person);
    const { json } = await attach(person, { entry: entry.id, content: 'A note of mine' });
    const link = await signed(person, json.id, 'download');
    const second = app.anonymous();
    await second.call('POST /api/auth/sign-in', { body: { email: person.email, password } });
    const headers = { authorization: `Bearer ${person.cookies['logbook-access']}` };
    const sockets = [headers, { authorization: `Bearer ${second.cookies['logbook-access']}` }].map((own) =>
      listen(`${address.replace(/^http/, 'ws')}/api/live`, own),
    );
    await Promise.all(sockets.map((socket) => socket.settled));
    expect((await app.anonymous().call(link)).status).toBe(200);
    await deleteAccount(second);
    for (const socket of sockets) await expect.poll(() => socket.closed, withinOneSecond).toBe(4401);
    expect((await app.anonymous().call(link)).status).toBe(404);
    expect([await isSignedIn(person), await isSignedIn(second)]).toEqual([false, false]);
  });
});

describe('account deletion during other requests', () => {
  it('makes a pending upload fail with 401 and deletes its bytes', async () => {
    const person = await app.signUp();
    const entry = await writeEntry(person);
    const encoded = new Response(formOf({ entry: entry.id, content: 'x'.repeat(200_000) }));
    const bytes = Buffer.from(await encoded.arrayBuffer());
    const upload = request(`${address}/api/storage/log-files`, {
      method: 'POST',
      headers: {
        'content-type': encoded.headers.get('content-type')!,
        'content-length': bytes.length,
        authorization: `Bearer ${person.cookies['logbook-access']}`,
      },
    });
    upload.write(bytes.subarray(0, 150_000));
    const staging = () => readdirSync(`${app.filesRoot}/.staging`);
    await expect.poll(() => staging().length, withinOneSecond).toBe(1);
    expect((await deleteAccount(person)).status).toBe(200);
    await work(app);
    const answered = once(upload, 'response') as Promise<[{ statusCode: number; resume(): void }]>;
    upload.end(bytes.subarray(150_000));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(401);
    await expect.poll(() => [bytesOf(person), staging()], withinOneSecond).toEqual([[], []]);
  });

  it('lets an email in flight finish, and sends no other', async () => {
    const person = await app.signUp();
    sink.behave = () => 'take late';
    const working = work(app);
    await expect
      .poll(async () => (await mails(app, person.email))[0]?.state, withinOneSecond)
      .toBe('sending');
    await deleteAccount(person);
    sink.behave = () => 'take';
    sink.releaseHeld();
    await working;
    await work(app);
    expect(await tablesWith(person)).toEqual(['public.limit_hits']);
    expect(sink.received.filter((one) => one.to.includes(person.email))).toHaveLength(1);
  });

  it('answers parallel requests of the user with 200, 401 or 404', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 12; round++) {
      const person = await app.signUp();
      const entry = await writeEntry(person);
      const twin = Object.assign(app.anonymous(), { cookies: { ...person.cookies } });
      const requests: (() => Promise<{ status: number }>)[] = [
        () => twin.call('POST /api/check_ins', { body: { id: newId(), content: 'More' } }),
        () =>
          twin.call('PATCH /api/check_ins/:id', {
            params: { id: entry.id },
            body: { content: 'Other', edited_at: null },
          }),
        () => attach(twin, { entry: entry.id, content: `Text ${round}` }),
        () => attach(twin, { entry: entry.id, content: `Others ${round}` }),
        () => twin.call('POST /api/feedback', { body: { id: newId(), message: 'Now' } }),
        () => twin.call('POST /api/user_emails', { body: { id: newId(), email: `r-${person.email}` } }),
        () => twin.call('PATCH /api/profiles', { body: { full_name: 'Other Name' } }),
        () => app.anonymous().call('POST /api/auth/recover', { body: { email: person.email } }),
      ];
      const rotated = [
        ...requests.slice(round % requests.length),
        ...requests.slice(0, round % requests.length),
      ];
      const half = rotated.slice(0, 4).map((send) => send());
      const deletion = deleteAccount(person);
      const answers = await Promise.all([...half, ...rotated.slice(4).map((send) => send())]);
      expect((await deletion).status).toBe(200);
      for (const { status } of answers) statuses.add(status);
      await work(app);
      // A job's row is deleted a moment after the job has run.
      await expect.poll(() => tablesWith(person)).toEqual(['public.limit_hits']);
      expect(bytesOf(person)).toEqual([]);
    }
    expect([...statuses].filter((status) => ![200, 401, 404].includes(status))).toEqual([]);
  });
});

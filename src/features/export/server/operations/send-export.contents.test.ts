// What the archive of a full log contains: every row, column and file.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { exported, type ArchiveRow as Row } from '#tests/support/archive.ts';
import type { Caller } from '#tests/support/caller.ts';
import { addSecondFactors } from '#tests/support/authenticator-apps.ts';
import { addConnectedApp } from '#tests/support/connected-apps.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import { addRecord } from '#tests/support/imported-records.ts';
import { addIdentity } from '#tests/support/identities.ts';
import { quarters } from '#tests/support/photos.ts';
import { addCustomer } from '#tests/support/billing.ts';
import { connect, grantLegacy } from '#tests/support/members.ts';
import { sendResume } from '#tests/support/resumes.ts';
import { addSuggestionWithFile } from '#tests/support/suggestions.ts';
import { inviteManager, newAddress } from '#tests/support/teams.ts';
import { askAboutVouch, askToVouch, attachToVouch } from '#tests/support/vouches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  app.database.asOwner(async (db) => (await db.query<R>(sql, values)).rows);

async function addAddress(caller: Caller, email: string): Promise<string> {
  const id = newId();
  await caller.call('POST /api/user_emails', { body: { id, email } });
  await ask('update user_emails set verified_at = now() where id = $1', [id]);
  return id;
}

/** Changes the sign-in address, which leaves an undo link for the first one, and removes another address. */
async function changeAddress(caller: Caller, email: string): Promise<void> {
  const former = await addAddress(caller, `former.${email}`);
  expect((await caller.call('DELETE /api/user_emails/:id', { params: { id: former } })).status).toBe(200);
  const id = await addAddress(caller, email);
  const body = { password: 'a good long passphrase' };
  expect((await caller.call('POST /api/user_emails/:id/primary', { params: { id }, body })).status).toBe(200);
}

/** Sends a shoutout and receives one at this address. */
async function exchangeShoutouts(caller: Caller, address: string): Promise<void> {
  const colleague = await app.signUp('A Colleague');
  const body = (recipient_email: string) => ({ body: { id: newId(), recipient_email, message: 'Thanks' } });
  expect((await caller.call('POST /api/shoutouts', body(colleague.email))).status).toBe(200);
  expect((await colleague.call('POST /api/shoutouts', body(address))).status).toBe(200);
}

/** Has a manager, invites another one, and has given the older kind of access. */
async function joinTeam(caller: Caller): Promise<void> {
  await connect(app, { manager: await app.signUp('A Manager'), member: caller });
  await grantLegacy(app, { member: caller, email: 'former@example.com' });
  expect((await inviteManager(caller, newAddress())).status).toBe(200);
}

/** Adds a published packet that was opened. */
async function addPacket(caller: Caller): Promise<void> {
  const id = newId();
  const draft = {
    title: 'My year',
    period: { from: '2026-01-01', to: '2026-12-31' },
    introduction: '',
    groups: [],
  };
  expect((await caller.call('POST /api/packets', { body: { id, draft } })).status).toBe(200);
  await ask(
    `with version as (
       insert into packet_versions (packet_id, user_id, number, packet_json, sha256, files, published_at)
       values ($1, $2, 1, '{}', '\\x01', array[$1::uuid], now())),
     link as (
       insert into packet_links (packet_id, user_id, seed, token_hash, expires_at)
       values ($1, $2, $1, sha256($1::text::bytea), now()))
     insert into packet_opens (packet_id, user_id, day, count) values ($1, $2, '2026-01-01', 7)`,
    [id, caller.userId],
  );
}

/** Changes the slug, which keeps the first one reserved for a while. */
async function changeSlug(caller: Caller, name = caller.userId.slice(-12)): Promise<void> {
  for (const slug of [`${name}-once`, `${name}-now`])
    expect((await caller.call('PATCH /api/profiles', { body: { slug } })).status).toBe(200);
}

/** Tables left out of the archive, and why. */
const leftOut: Record<string, string> = {
  spent_refresh_tokens: 'hashes of tokens',
  verification_tokens: 'hashes of emailed links',
  recovery_tokens: 'hashes of emailed links',
  spent_challenges: 'hashes of challenges that were answered',
  provider_sessions: 'names of sessions at the provider',
  vouch_tokens: 'hashes of emailed links',
  oauth_records: 'hashes, and encrypted codes and tokens of connected apps',
  credential_entries: 'indexes that name no one',
  credential_lists: 'public lists of the instance',
  cli_logins: 'sign-ins of the command line, for minutes',
  received_mails: 'hashes of emails that arrived, so that none is added twice',
  billing_events: 'ids of events that were applied',
  limit_hits: 'counters that are kept for a day',
  mails: 'encrypted emails to other people',
  mail_suppressions: 'addresses without an account',
  tips_signups: 'addresses without an account',
  tag_counts: 'counts of the tags in the entries',
  tag_changes: 'counts of the tags in the entries',
  entry_dates: 'dates of the entries',
  entry_date_changes: 'dates of the entries',
  logbook_migrations: 'no user data',
  signing_keys: 'keys of the instance',
  push_keys: 'keys of the instance',
  public_profiles: 'a view of the profiles',
};
const secrets = /_hash$|^password|^previous_/;
const leftOutColumns: Record<string, string[]> = {
  // In the folder `credentials`.
  credentials: ['credential_json', 'jwt'],
  // Of the source and its id, and exported as `sha256`.
  suggestions: ['hash'],
  settled_suggestions: ['hash'],
  sessions: ['refresh_expires_at', 'rotated_at'],
  // What proves a passkey, and the hash of a code.
  passkeys: ['credential_id', 'public_key', 'sign_count'],
  recovery_codes: ['hash'],
  authenticator_apps: ['sealed_secret', 'last_step'],
  remembered_devices: ['hash'],
  address_changes: ['hash'],
  // The hash of the token, what counts toward the limits of a minute, and what it belongs to.
  api_tokens: ['hash', 'counted_from', 'reads', 'writes', 'session_id', 'connection_id', 'audience'],
  connected_apps: ['session_id'],
  // The hash of the token, and what counts toward the limit of an hour.
  mail_addresses: ['hash', 'counted_from', 'messages'],
  // The id of an email, and since when its links work.
  reminders: ['mail_id', 'links_from'],
  // What gives access to the browser, and its session.
  push_devices: ['endpoint', 'key_id', 'session_id'],
  // A copy of the content for searching, the id of an email, and whether the columns of its teammate are set.
  check_ins: ['search_text', 'manager_mail_id', 'has_shoutout'],
  // `email` says what they mean for the user.
  shoutouts: ['held', 'mail_id', 'email_state', 'recipient_deleted', 'left_by'],
  // Of the email to the reference, and the id that the public page uses.
  vouches: ['mail_id', 'email_state', 'public_id'],
  vouch_files: ['public_id'],
  // The viewer, in every row.
  imported_records: ['user_id'],
  // It is shown as declined.
  team_relationships: ['has_ended'],
  // The sender, the type, the address and `closed_at` say the same; the email; and what the sender does not know.
  team_invitations: [
    'manager_id',
    'employee_id',
    'manager_email',
    'employee_email',
    'mail_id',
    'email_state',
    'sender_email',
    'is_void',
    'declined_at',
  ],
  // When the newest event happened.
  subscriptions: ['event_at', 'event_rank'],
};
/** The rows of a user with the id $1. Default: those with this `user_id`. */
const owned: Record<string, string> = {
  users: 'id = $1',
  team_relationships: '$1 in (manager_id, employee_id)',
  team_invitations: 'sender_id = $1',
  logbook_invitations: 'employee_id = $1',
  shoutouts: 'sender_id = $1 or recipient_email in (select email from users where id = $1)',
};
/** Columns of the archive that are computed, not stored. */
const computed = new Set([
  ...['exported_as', 'entry_created_at', 'suggested_at', 'direction', 'email', 'sha256'],
  ...['teammate_email', 'teammate_message', 'teammate_email_state', 'sender_name'],
]);

/** File names that collide on some disks, escape their folder, or are invalid. */
const hardNames = [
  'plan.txt',
  'PLAN.txt',
  'plan.txt',
  '../../etc/passwd',
  'con.txt',
  'a:b?*<c>|".md',
  '報'.repeat(190),
];

async function chooseReminders(caller: Caller) {
  await caller.call('POST /api/push_devices', { body: { endpoint: `https://push.example.com/${newId()}` } });
  const nudge = { state: 'on', days: [1], hour: 9, by_email: true };
  const body = { time_zone: 'UTC', question: { state: 'off', day: 5, hour: 16 }, nudge };
  expect((await caller.call('PUT /api/reminders', { body })).status).toBe(200);
}

/** Some of everything: 12 entries (the first deleted, the second edited), files with hard names, goals, a photo. */
async function fillLog(caller: Caller) {
  const entries: CheckIn[] = [];
  for (let n = 0; n < 12; n++)
    entries.push(await writeEntry(caller, n === 3 ? [{ id: newId(), name: 'lost.txt', size: 1 }] : []));
  const sent = new Map<string, Buffer>();
  for (const [n, name] of hardNames.entries()) {
    const content = Buffer.from(`file ${n} ${'x'.repeat(n * 1000)}`);
    const { json, status } = await attach(caller, { entry: entries[n % 3]!.id, name, content });
    expect(status).toBe(200);
    sent.set(json.id, content);
  }
  await caller.call('DELETE /api/check_ins/:id', { params: { id: entries[0]!.id } });
  await caller.call('PATCH /api/check_ins/:id', {
    params: { id: entries[1]!.id },
    body: { content: 'Said better', edited_at: null },
  });
  const teammate = { id: newId(), email: 'bo@example.net', message: 'Thanks' };
  const shared = { id: newId(), content: 'Shared', manager_email: 'boss@example.net', teammate };
  expect((await caller.call('POST /api/check_ins', { body: shared })).status).toBe(200);
  await caller.call('POST /api/feedback', { body: { id: newId(), message: 'Thank you' } });
  for (const text of ['Read a book', 'Write one', 'Sell it']) {
    const goal = { id: newId(), text, cadence: 'weekly', period_start: '2026-11-16' };
    await caller.call('POST /api/goals', { body: goal });
    if (text === 'Write one') {
      const done = { params: { id: goal.id }, body: { check_in_id: newId() } };
      await caller.call('POST /api/goals/:id/complete', done);
    }
    if (text === 'Sell it') await caller.call('DELETE /api/goals/:id', { params: { id: goal.id } });
  }
  await changeAddress(caller, 'ada.second@example.com');
  await exchangeShoutouts(caller, 'ada.second@example.com');
  await changeSlug(caller);
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(await quarters(50).png().toBuffer())]), 'me.png');
  await caller.call('POST /api/storage/profile-photos', { form });
  expect((await sendResume(caller, pdf(), hardNames[3])).status).toBe(200);
  const { json: vouch } = await askToVouch(caller);
  expect((await attachToVouch(caller, vouch.id, pdf(), hardNames[4])).status).toBe(200);
  await askAboutVouch(app, caller);
  await addCustomer(app, caller);
  await joinTeam(caller);
  await addPacket(caller);
  await ask(`insert into mail_addresses (user_id, id, hash) values ($1, $1, '\\x01')`, [caller.userId]);
  await createApiToken(caller);
  await chooseReminders(caller);
  await addRecord(caller);
  await addSecondFactors(app, caller);
  await addIdentity(app, caller);
  await addConnectedApp(app, caller);
  await addSuggestionWithFile(app, caller, hardNames[0]);
  return { deleted: entries[0]!.id, sent };
}

describe('the archive of a full log', () => {
  let ada: Caller;
  let log: Awaited<ReturnType<typeof fillLog>>;
  let archive: Awaited<ReturnType<typeof exported>>;
  beforeAll(async () => {
    ada = await app.signUp('Ada Example');
    log = await fillLog(ada);
    archive = await exported(ada);
  });

  it('contains every row as stored in the database', async () => {
    const tables = Object.entries(archive.json).filter((entry): entry is [string, Row[]] =>
      Array.isArray(entry[1]),
    );
    for (const [table, found] of tables) {
      const condition = owned[table] ?? 'user_id = $1';
      const rows = await ask<Row>(`select * from ${table} where ${condition}`, [ada.userId]);
      const plain = rows.map((row): Row =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            ...[name, value instanceof Buffer ? value.toString('hex') : value],
          ]),
        ),
      );
      const key = (row: Row) => JSON.stringify(row['id'] ?? [row['user_id'], row['kind']]);
      const byKey = (list: Row[]) => list.toSorted((a, b) => key(a).localeCompare(key(b)));
      expect([table, found.length]).toEqual([table, rows.length]);
      expect([table, rows.length]).not.toEqual([table, 0]);
      const taken = byKey(found).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name in plain[0]! || !computed.has(name))),
      );
      for (const [at, row] of byKey(plain).entries()) expect(row).toMatchObject(taken[at]!);
    }
  });

  it('names the manager and the teammate of an entry', () => {
    expect(archive.json['check_ins']!.find((row) => row['content'] === 'Shared')).toMatchObject({
      ...{ shared_with_manager: true, manager_email: 'boss@example.net', manager_email_state: null },
      ...{ teammate_email: 'bo@example.net', teammate_message: 'Thanks', teammate_email_state: null },
    });
  });

  it('contains every file, byte for byte, under a name that is valid on any disk', () => {
    const { files, json } = archive;
    const paths = json['log_files']!.map((row) => row.exported_as!);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(hardNames.length);
    for (const row of json['log_files']!) {
      const bytes = files.get(row.exported_as!)!;
      expect(sha256(bytes)).toBe(sha256(log.sent.get(row['id'] as string)!));
      expect(sha256(bytes)).toBe(row['sha256']);
    }
    for (const path of files.keys()) {
      expect(path).toMatch(
        /^(logbook\.(json|md)|credentials\/[\w-]+\.(json|jwt)|files\/\d{4}-\d\d-\d\d [^<>:"/\\|?*\u0000-\u001f]+[^. ])$/,
      );
      expect(Buffer.byteLength(path.split('/').at(-1)!)).toBeLessThanOrEqual(200);
    }
    const photo = [...files].find(([path]) => path.endsWith('Profile photo.jpg'));
    expect(photo?.[1].subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    const resume = files.get(json['resumes']![0]!.exported_as!)!;
    expect([resume.equals(pdf()), sha256(resume)]).toEqual([true, json['resumes']![0]!['sha256']]);
    const proof = files.get(json['vouch_files']![0]!.exported_as!)!;
    expect([proof.equals(pdf()), sha256(proof)]).toEqual([true, json['vouch_files']![0]!['sha256']]);
    const suggested = files.get(json['suggestion_files']![0]!.exported_as!)!;
    expect(sha256(suggested)).toBe(json['suggestion_files']![0]!['sha256']);
    // With a credential in two forms, the keys and a status list.
    expect(files.size).toBe(2 + hardNames.length + 4 + 4);
  });

  it('contains the timeline as Markdown, with links to the files', () => {
    const { json, markdown } = archive;
    expect(markdown).toContain('# Logbook of Ada Example');
    expect(markdown.match(/With files/g)).toHaveLength(10);
    expect(markdown).toContain('Said better');
    for (const row of json['log_files']!.filter(({ check_in_id }) => check_in_id !== log.deleted))
      expect(markdown).toContain(`(<${row.exported_as}>)`);
  });

  it('contains no data of other users', async () => {
    const eve = await app.signUp('Eve Kanari');
    const hers = await writeEntry(eve);
    await attach(eve, { entry: hers.id, name: 'kanari.txt', content: 'a text by kanari' });
    await eve.call('POST /api/goals', { body: { id: newId(), text: 'kanari wants' } });
    await eve.call('POST /api/feedback', { body: { id: newId(), message: 'kanari says' } });
    await changeAddress(eve, 'eve.kanari@example.com');
    await changeSlug(eve, 'kanari');
    for (const [path, bytes] of (await exported(ada)).files) {
      for (const foreign of ['kanari', 'Kanari', eve.userId, eve.email, hers.id]) {
        expect([path, foreign, bytes.includes(foreign)]).toEqual([path, foreign, false]);
      }
    }
  });
});

it('the archive contains every table and column except the listed ones', async () => {
  const { json } = await exported(await app.signUp('Col Umns'));
  const columns = await ask<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
  );
  const byTable = Map.groupBy(columns, (column) => column.table_name);
  expect([...byTable.keys()].filter((table) => !(table in json)).sort()).toEqual(Object.keys(leftOut).sort());

  const full = await app.signUp('Fu Ll');
  const entry = await writeEntry(full);
  await attach(full, { entry: entry.id, content: 'x' });
  await sendResume(full);
  await attachToVouch(full, (await askToVouch(full)).json.id);
  await askAboutVouch(app, full);
  await addCustomer(app, full);
  await joinTeam(full);
  await addPacket(full);
  await createApiToken(full);
  await chooseReminders(full);
  await addRecord(full);
  await addSecondFactors(app, full);
  await addIdentity(app, full);
  await addConnectedApp(app, full);
  await ask(`insert into mail_addresses (user_id, id, hash) values ($1, $1, '\\x02')`, [full.userId]);
  await addSuggestionWithFile(app, full);
  await full.call('POST /api/feedback', { body: { id: newId(), message: 'x' } });
  await full.call('POST /api/goals', { body: { id: newId(), text: 'x' } });
  await changeAddress(full, 'full.second@example.com');
  await exchangeShoutouts(full, 'full.second@example.com');
  await changeSlug(full);
  const { json: all } = await exported(full);
  const missing = [...byTable].flatMap(([table, list]) =>
    list
      .filter(
        ({ column_name: name }) =>
          all[table] && !secrets.test(name) && !leftOutColumns[table]?.includes(name),
      )
      .filter(({ column_name: name }) => !(name in all[table]![0]!))
      .map(({ column_name: name }) => `${table}.${name}`),
  );
  expect(missing).toEqual([]);
  const text = JSON.stringify(all);
  for (const secret of ['$argon2', 'hash']) expect(text.includes(secret)).toBe(false);
});

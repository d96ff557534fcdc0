// The access matrix by SQL, as the roles that the application logs in with: who the viewers are, what a statement
// without a condition reaches, and what it should reach. Separate from its test, because mutations.test.ts also uses
// it.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Table } from '#platform/database/sql-access.ts';
import { apiCredential } from '#platform/secrets/api-token.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '../support/app.ts';
import { addIdentity } from '../support/identities.ts';
import { spareApiToken, startSession, type Person, type World } from './world.ts';
import { connectedAppFor, insertConnectedApps } from './connected-apps.ts';

export const actions = ['select', 'update', 'delete'] as const;
type Action = (typeof actions)[number];

type Role = 'app' | 'jobs';
/** How a transaction identifies its viewer, and the person that the database should accept (null: none). */
export type Viewer = {
  name: string;
  role: Role;
  person: Person | null;
  begin: (client: pg.PoolClient) => Promise<unknown>;
  /** Came with an API token. */
  byToken?: true;
};

export const permissionDenied = '42501';

/** Adds the rows that makeWorld leaves out, so that each table has rows within reach and out of reach. */
export async function addRows(app: TestApp, { owner, stranger, unverified }: World): Promise<void> {
  const ids = [owner.userId, stranger.userId];
  for (const person of [owner, stranger]) await addIdentity(app, person);
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into limit_hits (kind, key, at) values ('a', 'b', now()), ('a', 'b', now() - interval '2 days')`,
    );
    await db.query(
      `insert into spent_refresh_tokens (hash, session_id, spent_at)
       select ('\\x0' || n)::bytea, s.id, now() - make_interval(days => n * 61 - 61)
       from (select id from sessions limit 1) s, generate_series(1, 2) n`,
    );
    // The stranger may add one; one is due for the purge.
    await db.query('delete from resumes where user_id = $1', [stranger.userId]);
    for (const table of ['resumes', 'vouches', 'vouch_files'])
      await db.query(`update ${table} set deleted_at = '2020-01-01' where user_id = $1`, [unverified.userId]);
    // No photo of ours: out of reach of the jobs.
    await db.query('update profiles set avatar_url = null where user_id = $1', [stranger.userId]);
    await db.query(`update sessions set refresh_expires_at = now() - interval '1 s' where id = $1`, [
      (await startSession(app, stranger)).session,
    ]);
    const addEntry = `insert into check_ins (id, user_id, content, search_text, deleted_at)
      values (gen_random_uuid(), $1, 'One more', '', $2)`;
    await db.query(addEntry, [stranger.userId, null]);
    await db.query(addEntry, [stranger.userId, '2020-01-01']);
    for (const table of ['tag_counts', 'tag_changes'])
      await db.query(
        `insert into ${table} (user_id, tag, entries)
         select u, 'tag-of-' || u, 1 from unnest($1::uuid[]) u on conflict do nothing`,
        [ids],
      );
    await db.query('select app.keep_dates(u) from unnest($1::uuid[]) u', [ids]);
    await db.query(
      `insert into entry_date_changes (user_id, at, entries)
       select u, case when u = $1 then '2001-01-01' else '2002-01-01' end::timestamptz, 1
       from unnest(array[$1, $2]::uuid[]) u`,
      [owner.userId, stranger.userId],
    );
    for (const person of [owner, stranger])
      await db.query(
        `with settled as (
           insert into settled_suggestions (user_id, hash) values ($1, sha256(uuid_send($1)))),
         file as (
           insert into suggestion_files (id, user_id, suggestion_id, file_name, file_path, file_type, file_size, mime_type,
             preview, sha256)
           values ($1, $1, $2, 'a.txt', $1::text || '/suggested', 'text', 1, 'text/plain', 'none', '\\x00'))
         insert into suggestions (id, user_id, source, source_id, hash, at, content, created_at)
         select gen_random_uuid(), $1, 'csv', at::text, sha256(at::text::bytea), at, 'Old', at
         from unnest(array[now(), '2020-01-01']) at`,
        [person.userId, person.suggestionId],
      );
    const addGoal = `insert into goals (id, user_id, text, position, deleted_at) values (gen_random_uuid(), $1, 'One', 9, $2)`;
    await db.query(addGoal, [stranger.userId, null]);
    await db.query(addGoal, [stranger.userId, '2020-01-01']);
    // Held, and received by an account that was deleted: only the sender sees them.
    const addShoutout = `insert into shoutouts (id, sender_id, recipient_email, message)
      values ($1, $2, $3, 'Thanks')`;
    const [held, left] = [randomUUID(), randomUUID()];
    for (const id of [held, left]) await db.query(addShoutout, [id, stranger.userId, owner.email]);
    await db.query('update shoutouts set held = true where id = $1', [held]);
    await db.query('update shoutouts set recipient_deleted = true where id = $1', [left]);
    // From a driver other than the instance's, so that no one has the plan because of them.
    await db.query(
      `insert into subscriptions (id, driver, user_id, status, subscription_end, ends, event_at, event_rank)
       select 'sub_' || u, 'stripe', u, 'active', now() + interval '1 day', false, now(), 0 from unnest($1::uuid[]) u`,
      [ids],
    );
    await db.query(
      `insert into stripe_customers (user_id, customer_id) select u, 'cus_' || u from unnest($1::uuid[]) u`,
      [ids],
    );
    await db.query(
      `insert into billing_events (id, received_at) values ('evt_1', now()), ('evt_2', now() - interval '91 days')`,
    );
    await db.query(`insert into mail_suppressions (address) values ('a@example.com')`);
    await db.query(
      `insert into tips_signups (id, address, mailbox, token_hash)
       values (gen_random_uuid(), 'b@example.com', 'b@example.com', '\\x01')`,
    );
    await db.query(
      `insert into earlier_slugs (slug, user_id, ends_at)
       values ('was-mine', $1, now() + interval '1 day'), ('was-mine-once', $1, now() - interval '1 day')`,
      [owner.userId],
    );
    await db.query(
      `insert into former_mailboxes (user_id, mailbox, left_at)
       values ($1, 'a@example.com', now()), ($1, 'b@example.com', now() - interval '91 days')`,
      [owner.userId],
    );
    await db.query(
      `insert into verification_tokens (hash, user_id, address, expires_at)
       values ('\\x01', $1, 'a', now()), ('\\x02', $1, 'a', now() - interval '2 days')`,
      [owner.userId],
    );
    for (const [table, column] of [
      ['recovery_tokens', 'address'],
      ['address_changes', 'old_address'],
    ] as const)
      await db.query(
        `insert into ${table} (hash, user_id, ${column}, expires_at)
         values ('\\x01', $1, 'a', now()), ('\\x02', $1, 'a', now() - interval '2 days')`,
        [owner.userId],
      );
    // Of each pair and state, one row that each party asked for. The stranger's are due for the purge.
    await db.query(
      `insert into team_relationships
         (id, manager_id, employee_id, status, requested_by, accepted_at, declined_at, has_ended)
       select gen_random_uuid(), p.manager, p.employee, p.status, p.requester,
         case p.status when 'accepted' then now() end, case p.status when 'declined' then p.at end, p.ended
       from (values
         ($1::uuid, $2::uuid, 'accepted', $1::uuid, null::timestamptz, false),
         ($2, $1, 'pending', $1, null, false),
         ($3, $1, 'pending', $3, null, false),
         ($1, $3, 'declined', $1, now(), false),
         ($3, $2, 'declined', $3, '2020-01-01', false),
         ($2, $3, 'declined', $3, now(), true)) p (manager, employee, status, requester, at, ended)`,
      [owner.userId, stranger.userId, unverified.userId],
    );
    await db.query(
      `insert into team_invitations (id, manager_id, employee_email, status, closed_at)
       select gen_random_uuid(), u, i.status || '-' || u || '@example.com', i.status, i.at
       from unnest($1::uuid[]) u, (values
         ('pending', null::timestamptz), ('withdrawn', now()), ('expired', '2020-01-01'), ('accepted', '2020-01-01')) i (status, at)`,
      [ids],
    );
    await db.query(
      `insert into logbook_invitations (id, employee_id, manager_email)
       select gen_random_uuid(), u, 'legacy@example.com' from unnest($1::uuid[]) u`,
      [ids],
    );
    for (const person of [owner, stranger])
      await db.query(
        `with version as (
           insert into packet_versions (packet_id, user_id, number, packet_json, sha256, files, published_at)
           values ($1, $2, 1, '{}', '\\x00', '{}', now())),
         link as (
           insert into packet_links (packet_id, user_id, seed, token_hash, expires_at)
           values ($1, $2, $1, $3, now() + interval '1 day'))
         insert into packet_opens (packet_id, user_id, day, count) values ($1, $2, $4, 1)`,
        [
          person.packetId,
          person.userId,
          hashToken(person.mark),
          person === owner ? '2026-01-01' : '2026-01-02',
        ],
      );
    await db.query(
      `insert into cli_logins (id, device_hash, code_hash, name, ip, expires_at, user_id)
       select u, uuid_send(u), uuid_send(u), 'A laptop', '192.0.2.7', now() + interval '1 day', u
       from unnest($1::uuid[]) u`,
      [ids],
    );
    await db.query(
      `insert into api_tokens (id, user_id, name, hash, scopes)
       select u, u, 'A script', uuid_send(u), '{log:read}' from unnest($1::uuid[]) u`,
      [ids],
    );
    await insertConnectedApps(db, [owner.userId, stranger.userId]);
    await db.query(
      `insert into passkeys
         (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up)
       select u, u, uuid_send(u), '', 0, '{}', 'localhost', 'Phone', false, false from unnest($1::uuid[]) u`,
      [ids],
    );
    for (const rows of [
      'recovery_codes (user_id, hash) select u, uuid_send(u)',
      'authenticator_apps (id, user_id, sealed_secret, last_step) select u, u, uuid_send(u), 0',
      // One has expired.
      `packets (id, user_id, draft) select u, u, '{}'`,
      `remembered_devices (id, user_id, hash, expires_at)
       select u, u, uuid_send(u), now() + case when u = ($1::uuid[])[1] then 1 else -1 end * interval '1 hour'`,
    ])
      await db.query(`insert into ${rows} from unnest($1::uuid[]) u`, [ids]);
    await db.query(
      `insert into spent_challenges values ('\\x00', now() + interval '1 hour'), ('\\x01', now() - interval '1 hour')`,
    );
    await db.query(`insert into push_keys values ('a', '\\x00', '\\x00')`);
    await db.query(
      `insert into push_devices (id, user_id, session_id, key_id, endpoint)
       select s.user_id, s.user_id, min(s.id::text)::uuid, 'a', 'https://push.example.com/' || s.user_id from sessions s
       where s.user_id = any ($1) group by s.user_id`,
      [ids],
    );
    await db.query(
      `insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email)
       select u, 'nudge', 'off', '{5}', 16, 'UTC', 'en', true from unnest($1::uuid[]) u`,
      [ids],
    );
    await db.query(
      `insert into received_mails (user_id, digest, became) select u, uuid_send(u), 'entry' from unnest($1::uuid[]) u`,
      [ids],
    );
    // A user has one, so that only the stranger can add theirs.
    await db.query(`insert into mail_addresses (user_id, id, hash) values ($1, $1, uuid_send($1))`, [
      owner.userId,
    ]);
    await db.query(`insert into signing_keys (id, public_key) values ('a', '\\x00')`);
    await db.query(`insert into credential_lists (id, origin) values ($1, 'https://log.example')`, [
      owner.userId,
    ]);
    await db.query(
      `with entries as (insert into credential_entries (list_id, index) values ($1, 1), ($1, 2), ($1, 3), ($1, 4)),
       verified as (
         insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
           reference_email, reference_position, status, verified_at, content_sha256, expires_at)
         select v.id, v.person, 'A', 'A', 'A', 'A', 'a@example.net', 'A', 'verified', now(), '\\x00', now()
         from unnest($2::uuid[] || $3::uuid[], $2::uuid[] || $2::uuid[]) v (id, person))
       insert into credentials (id, vouch_id, user_id, list_id, index, credential_json, issued_at)
       values ($2[1], $2[1], $2[1], $1, 1, null, null), ($2[2], $2[2], $2[2], $1, 2, null, null)`,
      [
        owner.userId,
        [owner.userId, stranger.userId],
        // Without a credential.
        [owner.vouchFileId, stranger.vouchFileId],
      ],
    );
    await db.query(
      `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state)
       select gen_random_uuid(), u, 'a@example.com', 'test', true, 'A', 'A', u, 'sent' from unnest($1::uuid[]) u`,
      [ids],
    );
  });
}

/** All viewers, honest or forged. */
export async function viewersOf(app: TestApp, { owner, stranger, ended }: World): Promise<Viewer[]> {
  const sessions = new Map<Person, Buffer>();
  for (const person of [owner, stranger])
    sessions.set(person, hashToken((await startSession(app, person)).access));
  const { token } = await spareApiToken(app, owner);
  const enterByToken = (client: pg.PoolClient, scope: string) =>
    client.query('select app.enter($1)', [apiCredential(token, scope)]);
  const enter = (client: pg.PoolClient, person: Person) =>
    client.query('select app.enter($1)', [sessions.get(person)]);
  const claim = (client: pg.PoolClient, value: string, local = true) =>
    client.query(`select set_config('app.viewer', $1, $2)`, [value, local]);
  const proof = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ claim: string }>(`select current_setting('app.viewer') as claim`);
    return rows[0]!.claim;
  };
  const forged = (name: string, begin: Viewer['begin']): Viewer => ({
    name,
    role: 'app',
    person: null,
    begin,
  });
  return [
    forged('anonymous', () => Promise.resolve()),
    forged('no live session', (client) =>
      client.query('select app.enter($1)', [hashToken(ended.expired.access)]),
    ),
    forged('the bare id', (client) => claim(client, owner.userId)),
    forged('the bare id, for the whole connection', (client) => claim(client, owner.userId, false)),
    forged('a made-up proof', (client) => claim(client, owner.userId + '0'.repeat(64))),
    forged("a stranger's proof", async (client) => {
      await enter(client, stranger);
      await claim(client, owner.userId + (await proof(client)).slice(36));
    }),
    forged('the proof of an earlier transaction', async (client) => {
      await enter(client, owner);
      const earlier = await proof(client);
      await client.query('rollback');
      await client.query('begin');
      await claim(client, earlier);
    }),
    forged('a token, for a scope that it lacks', (client) => enterByToken(client, 'goals:write')),
    forged('the hash of a token alone', (client) => client.query('select app.enter($1)', [hashToken(token)])),
    forged('the claim of a token without the token', async (client) => {
      await enterByToken(client, 'log:read');
      await claim(client, (await proof(client)).slice(0, 100));
    }),
    { name: 'the owner', role: 'app', person: owner, begin: (client) => enter(client, owner) },
    {
      name: "the owner's token",
      ...{ role: 'app', person: owner },
      begin: (client) => enterByToken(client, 'log:read'),
      byToken: true,
    },
    { name: 'a stranger', role: 'app', person: stranger, begin: (client) => enter(client, stranger) },
    { name: 'a job', role: 'jobs', person: null, begin: () => Promise.resolve() },
  ];
}

/** Runs work as a viewer in a transaction that is rolled back. Returns the result, or the code of the error. */
export async function runAsViewer<T>(
  app: TestApp,
  viewer: Viewer,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | string> {
  const client = await app.database[viewer.role].connect();
  try {
    await client.query('begin');
    await viewer.begin(client);
    return await work(client);
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error);
  } finally {
    await client.query('rollback');
    // Some viewers claim an identity for the whole connection.
    await client.query('reset all');
    client.release();
  }
}

/** Runs a query as the owner of the schema. */
export async function queryAsOwner<Row extends object>(
  app: TestApp,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return app.database.asOwner(async (db) => (await db.query<Row>(text, values)).rows);
}

function rightsOf(table: Table, role: Role, action: Action): { rows: string } | undefined {
  const rights: Table['app'] = table[role];
  return rights?.[action];
}

/**
 * What one statement without any condition reaches: the keys that it reads, or how many rows it changes. A change reads
 * and returns no column, so that only its own policy applies and not also the policy for reading.
 */
export async function reach(client: pg.PoolClient, name: string, table: Table, role: Role, action: Action) {
  const rights: Table['app'] = table[role];
  const text = {
    select: `select ${table.key}::text as key from ${name}`,
    update: `update ${name} set ${rights?.update?.columns[0] ?? table.key} = default`,
    delete: `delete from ${name}`,
  };
  const { rows, rowCount } = await client.query<{ key: string }>(text[action]);
  return action === 'select' ? rows.map((row) => row.key).sort() : rowCount;
}

/** What the statement should reach. */
export async function expectedReach(
  app: TestApp,
  name: string,
  table: Table,
  viewer: Viewer,
  action: Action,
) {
  const rights = rightsOf(table, viewer.role, action);
  if (!rights) return permissionDenied;
  const reachesNone = viewer.byToken && viewer.role === 'app' && table.sessionsOnly;
  if (reachesNone) return action === 'select' ? [] : 0;
  const rows = await queryAsOwner<{ key: string }>(
    app,
    `select ${table.key}::text as key from ${name}, (select $1::uuid) as viewer where ${rights.rows}`,
    [viewer.person?.userId ?? null],
  );
  return action === 'select' ? rows.map((row) => row.key).sort() : rows.length;
}

type NewRow = { what: string; text: string; values: unknown[]; allowed: boolean };

const checkInFor = (person: Person) => ({
  what: 'check_ins',
  text: `insert into check_ins (id, user_id, content, search_text) values ($1, $2, 'New', '')`,
  values: [randomUUID(), person.userId],
});

const fileFor = (person: Person, checkInId: string) => ({
  what: 'log_files',
  text: `insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
         values ($1, $2, $3, 'a', $4, 'text', 1, 'text/plain', 'none', '\\x00')`,
  values: [randomUUID(), person.userId, checkInId, `${person.userId}/${randomUUID()}`],
});

const resumeFor = (person: Person) => ({
  what: 'resumes',
  text: `insert into resumes (id, user_id, file_name, file_path, file_size, mime_type, sha256)
         values ($1, $2, 'a', $3, 1, 'application/pdf', '\\x00')`,
  values: [randomUUID(), person.userId, `${person.userId}/${randomUUID()}`],
});

const vouchFor = (person: Person) => ({
  what: 'vouches',
  text: `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
           reference_email, reference_position)
         values ($1, $2, 'New', 'New', 'New', 'New', 'new@example.com', 'New')`,
  values: [randomUUID(), person.userId],
});

const vouchFileFor = (person: Person, vouchOwner: Person) => ({
  what: 'vouch_files',
  text: `insert into vouch_files (id, user_id, vouch_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
         values ($1, $2, $3, 'a', $4, 'image', 1, 'image/png', 'none', '\\x00')`,
  values: [randomUUID(), person.userId, vouchOwner.vouchId, `${person.userId}/${randomUUID()}`],
});

const feedbackFor = (person: Person) => ({
  what: 'feedback',
  text: `insert into feedback (id, user_id, message, user_email, user_name) values ($1, $2, 'New', 'a', 'A')`,
  values: [randomUUID(), person.userId],
});

const apiTokenFor = (person: Person) => ({
  what: 'api_tokens',
  text: `insert into api_tokens (id, user_id, name, hash, scopes) values ($1, $2, 'New', '\\x00', '{log:read}')`,
  values: [randomUUID(), person.userId],
});

const reminderFor = (person: Person) => ({
  what: 'reminders',
  text: `insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email)
         values ($1, 'question', 'off', '{5}', 16, 'UTC', 'en', true)`,
  values: [person.userId],
});

const mailAddressFor = (person: Person) => ({
  what: 'mail_addresses',
  text: `insert into mail_addresses (user_id, id, hash) values ($1, $1, uuid_send($1))`,
  values: [person.userId],
});

const receivedMailFor = (person: Person) => ({
  what: 'received_mails',
  text: `insert into received_mails (user_id, digest, became) values ($2, uuid_send($1::uuid), 'entry')`,
  values: [randomUUID(), person.userId],
});

const goalFor = (person: Person) => ({
  what: 'goals',
  text: `insert into goals (id, user_id, text, position) values ($1, $2, 'New', 1)`,
  values: [randomUUID(), person.userId],
});

const goalDoneIn = (person: Person, entryOwner: Person) => ({
  what: 'goals, added as done',
  text: `insert into goals (id, user_id, text, position, completed_at, check_in_id)
         values ($1, $2, 'New', 1, now(), $3)`,
  values: [randomUUID(), person.userId, entryOwner.checkInId],
});

const goalToDoneIn = (person: Person, entryOwner: Person) => ({
  what: 'goals, changed to done',
  text: 'update goals set completed_at = now(), check_in_id = $2 where id = $1',
  values: [person.goalId, entryOwner.checkInId],
});

const suggestionFor = (person: Person) => ({
  what: 'suggestions',
  text: `insert into suggestions (id, user_id, source, source_id, hash, at, content)
         values ($1::uuid, $2, 'git', $1::text, sha256(uuid_send($1)), now(), 'New')`,
  values: [randomUUID(), person.userId],
});

const settledFor = (person: Person) => ({
  what: 'settled_suggestions',
  text: 'insert into settled_suggestions (user_id, hash) values ($2, sha256(uuid_send($1::uuid)))',
  values: [randomUUID(), person.userId],
});

const suggestionFileFor = (person: Person, suggestionOwner: Person) => ({
  what: 'suggestion_files',
  text: `insert into suggestion_files (id, user_id, suggestion_id, file_name, file_path, file_type, file_size, mime_type,
           preview, sha256)
         values ($1, $2, $3, 'a', $4, 'text', 1, 'text/plain', 'none', '\\x00')`,
  values: [randomUUID(), person.userId, suggestionOwner.suggestionId, `${person.userId}/${randomUUID()}`],
});

const recordFor = (person: Person) => ({
  what: 'imported_records',
  text: `insert into imported_records (id, user_id, kind, origin, original_id, at, record)
         values ($1, $2, 'vouch', '', $1, now(), '{}')`,
  values: [randomUUID(), person.userId],
});

const packetFor = (person: Person) => ({
  what: 'packets',
  text: `insert into packets (id, user_id, draft) values ($1, $2, '{}')`,
  values: [randomUUID(), person.userId],
});

const versionFor = (person: Person, packetOwner: Person) => ({
  what: 'packet_versions',
  text: `insert into packet_versions (packet_id, user_id, number, packet_json, sha256, files, published_at)
         values ($1, $2, 2, '{}', '\\x00', '{}', now())`,
  values: [packetOwner.packetId, person.userId],
});

const packetLinkFor = (person: Person, packetOwner: Person) => ({
  what: 'packet_links',
  text: `insert into packet_links (packet_id, user_id, seed, token_hash, expires_at) values ($1, $2, $1, '\\x01', now())`,
  values: [packetOwner.userId, person.userId],
});

const credentialFor = (person: Person, vouchOwner: Person, list: Person) => ({
  what: 'credentials',
  text: `insert into credentials (id, vouch_id, user_id, list_id, index) values ($1, $2, $3, $4, 3)`,
  values: [randomUUID(), vouchOwner.vouchFileId, person.userId, list.userId],
});

const shoutoutOf = (person: Person, entryOwner?: Person) => ({
  what: entryOwner ? 'shoutouts, about an entry' : 'shoutouts',
  text: `insert into shoutouts (id, sender_id, recipient_email, message, check_in_id)
         values ($1, $2, 'new@example.com', 'New', $3)`,
  values: [randomUUID(), person.userId, entryOwner?.checkInId ?? null],
});

const keptIn = (person: Person, entryOwner: Person) => ({
  what: 'shoutouts, kept',
  text: 'update shoutouts set kept_check_in_id = $2 where id = $1',
  values: [person.receivedShoutoutId, entryOwner.checkInId],
});

/** New rows that belong to the viewer or by another user, under their own entries, other users' and binned ones. */
function newRowsOf({ owner, stranger }: World, viewer: Viewer): NewRow[] {
  return [owner, stranger].flatMap((rowOwner) => {
    const allowed = viewer.person === rowOwner;
    const other = rowOwner === owner ? stranger : owner;
    return [
      { ...checkInFor(rowOwner), allowed },
      { ...feedbackFor(rowOwner), allowed },
      { ...apiTokenFor(rowOwner), allowed: allowed && !viewer.byToken },
      { ...connectedAppFor(rowOwner), allowed: allowed && !viewer.byToken },
      { ...reminderFor(rowOwner), allowed: allowed && !viewer.byToken },
      { ...receivedMailFor(rowOwner), allowed },
      ...(rowOwner === stranger
        ? [{ ...mailAddressFor(rowOwner), allowed: allowed && !viewer.byToken }]
        : []),
      { ...goalFor(rowOwner), allowed },
      { ...goalDoneIn(rowOwner, rowOwner), allowed },
      { ...goalDoneIn(rowOwner, other), allowed: false },
      { ...shoutoutOf(rowOwner), allowed },
      { ...shoutoutOf(rowOwner, rowOwner), allowed },
      { ...shoutoutOf(rowOwner, other), allowed: false },
      { ...fileFor(rowOwner, rowOwner.checkInId), allowed },
      { ...fileFor(rowOwner, other.checkInId), allowed: false },
      { ...fileFor(rowOwner, rowOwner.binned.checkInId), allowed: false },
      { ...suggestionFor(rowOwner), allowed },
      { ...settledFor(rowOwner), allowed },
      { ...suggestionFileFor(rowOwner, rowOwner), allowed },
      { ...recordFor(rowOwner), allowed },
      { ...packetFor(rowOwner), allowed },
      { ...versionFor(rowOwner, rowOwner), allowed },
      { ...packetLinkFor(rowOwner, rowOwner), allowed: allowed && !viewer.byToken },
      { ...vouchFor(rowOwner), allowed },
      { ...vouchFileFor(rowOwner, rowOwner), allowed },
      { ...vouchFileFor(rowOwner, other), allowed: false },
      { ...credentialFor(rowOwner, rowOwner, owner), allowed },
      { ...credentialFor(rowOwner, other, owner), allowed: false },
      // The owner has one already.
      ...(rowOwner === stranger ? [{ ...resumeFor(rowOwner), allowed }] : []),
      ...(allowed ? [{ ...goalToDoneIn(rowOwner, rowOwner), allowed }] : []),
      ...(allowed ? [{ ...goalToDoneIn(rowOwner, other), allowed: false }] : []),
      ...(allowed ? [{ ...keptIn(rowOwner, rowOwner), allowed }] : []),
      ...(allowed ? [{ ...keptIn(rowOwner, other), allowed: false }] : []),
    ];
  });
}

/** New rows with an unexpected outcome. `cells` is how many were tested. */
export async function newRowProblems(app: TestApp, world: World, viewers: readonly Viewer[]) {
  const problems: unknown[] = [];
  let cells = 0;
  for (const viewer of viewers) {
    for (const { what, text, values, allowed } of newRowsOf(world, viewer)) {
      cells += 1;
      const answer = await runAsViewer(
        app,
        viewer,
        async (client) => (await client.query(text, values)).rowCount,
      );
      if (answer !== (allowed ? 1 : permissionDenied))
        problems.push({ viewer: viewer.name, what, values, answer });
    }
  }
  return { problems, cells };
}

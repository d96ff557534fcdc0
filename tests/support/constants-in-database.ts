// Observes what the database does with a constant of the contract, and with another value in its place.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { callSignature } from '#platform/database/call-signatures.ts';
import { rolesOf } from '#platform/database/roles.ts';
import { readFunctions, withRoles } from '#platform/database/sql-files.ts';
import { query } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { schemaFiles, sqlValues } from '../../src/app/server/schema.ts';

let app: TestApp;
/** Who the observations are about. */
export const people = {} as { ada: Caller; bo: Caller };

/** A transaction of the owner in which Ada is the viewer. */
export type Seen = {
  tx: Tx;
  /** The first column of the first row. */
  value(text: string, values?: unknown[]): Promise<unknown>;
  run(text: string, values?: unknown[]): Promise<void>;
};

/** Runs work with the functions as they are with the current constants, and rolls everything back. */
export function observed(work: (seen: Seen) => Promise<unknown>): Promise<unknown> {
  return app.database.asOwner(async (owner) => {
    await owner.query('begin');
    try {
      await applyChanged(owner);
      await owner.query('select from app.enter($1)', [hashToken(accessTokenOf(people.ada))]);
      const rows = async (text: string, values: unknown[] = []) =>
        (await owner.query<unknown[]>({ text, values, rowMode: 'array' })).rows;
      const tx: Tx = {
        // Without its name: the connection forgets prepared statements after each use.
        query: (statement, values = []) => query(owner, { ...statement, name: undefined }, values),
        sign: (...parts) => callSignature(app.database.app, parts),
        enqueue: () => Promise.reject(new Error('Not part of these observations.')),
      };
      return await work({
        tx,
        value: async (text, values) => (await rows(text, values))[0]?.[0],
        run: async (text, values) => void (await rows(text, values)),
      });
    } finally {
      await owner.query('rollback');
    }
  });
}

async function applyChanged(owner: pg.ClientBase): Promise<void> {
  const applied = new Map(readFunctions(schemaFiles).map(({ name, checksum }) => [name, checksum]));
  for (const file of readFunctions({ ...schemaFiles, values: sqlValues() })) {
    if (applied.get(file.name) !== file.checksum)
      await owner.query(withRoles(file.text, rolesOf('logbook', null)));
  }
}

const accessTokenOf = ({ cookies }: Caller) =>
  Object.entries(cookies).find(([name]) => name.endsWith('access'))![1];

export const bytes = (text: string) => Buffer.from(text);

export async function addMail(
  { run }: Seen,
  mail: { id: string; state: string; kind?: string; to?: string },
) {
  const { id, state, kind = 'test', to = 'reference@example.com' } = mail;
  await run(
    `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state, created_at)
     values ($1::uuid, app.viewer(), $2, $3, false, 'Subject', 'Ada', ($1::uuid)::text, $4, now() - interval '30 hours')`,
    [id, to, kind, state],
  );
}

export async function addVouch({ run }: Seen, columns: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row = { id, user_id: people.ada.userId, ...vouch, ...columns };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await run(`insert into vouches (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row));
  return id;
}
const vouch = {
  project_name: 'Project',
  project_context: 'Context',
  individual_contribution: 'Contribution',
  reference_name: 'Reference',
  reference_email: 'reference@example.com',
  reference_position: 'Lead',
};

export async function addInvitationTo(
  { run }: Seen,
  columns: { address: string; status?: string; closedAgo?: string; mail?: string },
): Promise<string> {
  const { address, status = 'pending', closedAgo = null, mail = null } = columns;
  const id = newId();
  await run(
    `insert into team_invitations (id, employee_id, manager_email, status, closed_at, declined_at, mail_id, email_state)
     values ($1, app.viewer(), $2, $3, now() - $4::interval,
       case when $3 = 'declined' then now() - $4::interval end, $5, case when $5::uuid is not null then 'waiting' end)`,
    [id, address, status, closedAgo, mail],
  );
  return id;
}

export async function addRelationship({ run }: Seen, columns: { status: string; lookedAgo?: string }) {
  await run(
    `insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at, looked_at)
     values (gen_random_uuid(), app.viewer(), $1, $2, $1, case when $2 = 'accepted' then now() end, now() - $3::interval)`,
    [people.bo.userId, columns.status, columns.lookedAgo ?? null],
  );
}

const strangers =
  "insert into limit_hits (kind, key) select 'mail to a stranger', $1 from generate_series(1, 2)";
export const roomOf = async ({ run, value }: Seen, key: string) => {
  await run(strangers, [key]);
  return value(`select app.has_mail_room('test', app.viewer(), 'stranger@example.com')`);
};
export const linkDays = (table: string) =>
  `select round(extract(epoch from expires_at - sent_at) / 86400) from ${table}`;
export const isKept = (since: string, ago: string) => (seen: Seen) =>
  seen.value(`select now() - $1::interval >= app.${since}()`, [ago]);

export type Observation = [
  constants: object,
  key: string,
  other: number,
  what: string,
  see: (seen: Seen) => unknown,
];

/** Changes each constant, and sees what the database does then. */
export function testConstants(observations: readonly Observation[]): void {
  beforeAll(async () => {
    app = await startApp();
    people.ada = await app.signUp('Ada Example');
    people.bo = await app.signUp('Bo Example');
  });
  afterAll(() => app.close());

  test.each(observations)(
    '$1 with $2 instead changes whether or how $3',
    async (constants, key, other, _what, see) => {
      const before = await observed(async (seen) => see(seen));
      const current = Object.getOwnPropertyDescriptor(constants, key)!;
      try {
        Object.assign(constants, { [key]: other });
        expect(await observed(async (seen) => see(seen))).not.toEqual(before);
      } finally {
        Object.defineProperty(constants, key, current);
      }
    },
  );
}

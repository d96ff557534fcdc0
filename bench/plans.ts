// The query plans of the hot statements, taken like a request: as the app's role, with a viewer, under row-level security;
// both the custom plan for the given values and the generic plan that a prepared statement may switch to.
import pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { transact, type Entrance, type Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import {
  changedSince,
  checkInById,
  dayCounts,
  deletedPage,
  insertCheckIn,
} from '#features/check-ins/server/store.ts';
import { checkInPage, enterAndReadPage } from '#features/check-ins/server/page-store.ts';
import { monthCounts } from '#features/check-ins/server/month-store.ts';
import { fileById, filesOf } from '#features/check-ins/server/file-store.ts';
import { existingKinds, searchedPage, tagCounts } from '#features/check-ins/server/search-store.ts';
import type { Instance, Person } from './instance.ts';
import { newId } from '#platform/clock/id.ts';

export type Plan = {
  statement: string;
  kind: 'custom' | 'generic';
  ms: number;
  buffers: number;
  scans: string[];
};

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
};

type Found = { Plan: Node; 'Execution Time': number };

const large = new Set(['check_ins', 'log_files', 'tag_counts', 'entry_dates']);

/** Statements by name, each run by a function of a store. */
export type Statements = Record<string, (tx: Tx) => Promise<unknown>>;

/** The plans of each statement that a user's own log reads. */
export async function takePlans(instance: Instance, person: Person): Promise<Plan[]> {
  const { id, file } = await instance.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string; file: string }>(
      'select check_in_id as id, id as file from log_files where user_id = $1 limit 1',
      [person.id],
    );
    return rows[0]!;
  });
  const now = new Date().toISOString();
  const page = { before: null, from: null, to: null, limit: 51 };
  const wanted = {
    ...page,
    terms: [' zeppelin'],
    emoji: null,
    kind: null,
    withFiles: false,
    shared: false,
  };
  const entry = {
    kind: 'entry' as const,
    content: 'Planned',
    emoji: null,
    createdAt: null,
    missingFiles: [],
    source: null,
    sourceName: null,
  };
  const entering = (tx: Tx): Entrance => ({
    enterAndQuery: (one, values) => tx.query(one, [...values, hashToken(person.accessToken)]),
  });
  return plansOf(instance, person, {
    'timeline, with the session': (tx) => enterAndReadPage(entering(tx), page),
    'timeline, first page': (tx) => checkInPage(tx, page),
    'timeline, a later page': (tx) => checkInPage(tx, { ...page, before: { at: now, id } }),
    'timeline, one month': (tx) => checkInPage(tx, { ...page, from: '2026-01-01T00:00:00Z', to: now }),
    'search, first page': (tx) => searchedPage(tx, wanted, 1001),
    'search, a later page': (tx) => searchedPage(tx, { ...wanted, before: { at: now, id } }, 0),
    tags: (tx) => tagCounts(tx, 100),
    'kinds of entries': (tx) => existingKinds(tx),
    'the bin': (tx) => deletedPage(tx, person.id, null, 51),
    months: (tx) => monthCounts(tx, 'Europe/Berlin'),
    'days of a year': (tx) =>
      dayCounts(tx, {
        timeZone: 'Europe/Berlin',
        from: '2026-01-01T00:00:00Z',
        to: '2027-01-01T00:00:00Z',
      }),
    changes: (tx) => changedSince(tx, now, 201),
    'one entry': (tx) => checkInById(tx, id),
    'insert an entry': (tx) => insertCheckIn(tx, { ...entry, id: newId() }),
    'files of an entry': (tx) => filesOf(tx, id),
    'one file': (tx) => fileById(tx, file),
  });
}

/** The plans of these statements for a user. */
export async function plansOf(instance: Instance, person: Person, statements: Statements): Promise<Plan[]> {
  const pool = new pg.Pool({ ...(await instance.owner()), user: 'logbook_app', max: 1 });
  const plans: Plan[] = [];
  try {
    for (const [statement, run] of Object.entries(statements)) {
      for (const kind of ['custom', 'generic'] as const) {
        plans.push({ statement, kind, ...(await explain(pool, hashToken(person.accessToken), kind, run)) });
      }
    }
    return plans;
  } finally {
    await pool.end();
  }
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  return Array.isArray(value)
    ? `array[${value.map(literalOf).join()}]::text[]`
    : pg.escapeLiteral(String(value));
}

async function explain(
  pool: pg.Pool,
  tokenHash: Buffer,
  kind: Plan['kind'],
  run: (tx: Tx) => Promise<unknown>,
): Promise<Omit<Plan, 'statement' | 'kind'>> {
  let found: Found | undefined;
  await transact(pool, tokenHash, async (tx, viewer) => {
    if (!viewer) throw new Error('The plans need a viewer, but the token has no session.');
    const perform = (text: string) =>
      tx.query(statement({ text, row: { 'QUERY PLAN': t.jsonb<Found[]>() } }));
    await perform(`set local plan_cache_mode = force_${kind}_plan`);
    const explaining: Tx = {
      ...tx,
      async query({ text }, values = []) {
        await perform(`prepare hot as ${text}`);
        const literals = values.map(literalOf);
        const execute = `execute hot${literals.length > 0 ? `(${literals.join(', ')})` : ''}`;
        const [row] = await perform(`explain (analyze, buffers, format json) ${execute}`);
        await perform('deallocate hot');
        found = row?.['QUERY PLAN'][0];
        return [];
      },
    };
    try {
      await run(explaining);
    } catch (error) {
      // Functions that expect a row get none.
      if (!found) throw error;
    }
  });
  if (!found) throw new Error('A statement was not executed.');
  const { Plan: root } = found;
  const scans = nodesOf(root)
    .filter((node) => large.has(node['Relation Name'] ?? '') || node['Index Name'])
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
  const buffers = root['Shared Hit Blocks'] + root['Shared Read Blocks'];
  return { ms: found['Execution Time'], buffers, scans };
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

// The plan of every declared statement in a large table. Planned for unknown values, as a prepared statement may be, as
// the role that runs it, and not executed: only statements with their own benchmark are measured.
import { globSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { createServer } from 'vite';
import type { Statement } from '#platform/database/statement.ts';
import type { Instance } from '../instance.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Plan Rows': number;
  Plans?: Node[];
};

export type Planned = { statement: string; role: string; problems: string[] };

/** A table with more rows must never be read as a whole. */
const largeRows = 50_000;
/** Estimated rows. More than the planner assumes for a few calls of functions, which are 1,000 each. */
const mostSorted = 10_000;

/** In the order in which they are tried. The owner only migrates. */
const roles = ['logbook_app', 'logbook_jobs', 'owner'] as const;

export async function planAll(instance: Instance, userId: string): Promise<Planned[]> {
  const statements = await allStatements();
  return instance.asOwner(async (owner) => {
    const large = await largeTables(owner);
    const planned: Planned[] = [];
    for (const one of statements) planned.push(await planOne(owner, one, userId, large));
    return planned;
  });
}

/** The page that shows all emails exists only in try-it mode. */
const tryItModule = 'src/app/server/mailbox.ts';

/** Loads every module that declares statements. Through Vite, because some of them import components. */
async function allStatements(): Promise<readonly Statement[]> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    for (const path of globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', tryItModule] }))
      if (/\bstatement\(\{/.test(readFileSync(path, 'utf8'))) await vite.ssrLoadModule(`/${path}`);
    const { declaredStatements } = await vite.ssrLoadModule('/src/platform/database/statement.ts');
    return declaredStatements as readonly Statement[];
  } finally {
    await vite.close();
  }
}

async function largeTables(owner: pg.Client): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > $1 and relnamespace = 'public'::regnamespace`,
    [largeRows],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Throws if no role may run it. */
async function planOne(
  owner: pg.Client,
  { name, text }: Statement,
  userId: string,
  large: Set<string>,
): Promise<Planned> {
  const statement = name ?? text.replace(/\s+/g, ' ').slice(0, 70);
  let lastError: unknown;
  for (const role of roles) {
    await owner.query('begin');
    try {
      await owner.query(
        `select set_config('app.viewer', $1::text || app.viewer_proof(value, $1::text::uuid), true) from app.viewer_secret`,
        [userId],
      );
      if (role !== 'owner') await owner.query(`set local role ${role}`);
      const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (generic_plan, format json) ${text}`,
      );
      return { statement, role, problems: problemsOf(rows[0]!['QUERY PLAN'][0]!.Plan, large) };
    } catch (error) {
      lastError = error;
    } finally {
      await owner.query('rollback');
    }
  }
  throw lastError;
}

/** `isLimited`: under a LIMIT that ends the scan early, because nothing between them needs all rows. */
function problemsOf(node: Node, large: Set<string>, isLimited = false): string[] {
  const type = node['Node Type'];
  const table = node['Relation Name'] ?? '';
  const below = type === 'Limit' || (isLimited && !/^(Sort|Hash|Aggregate|Materialize)/.test(type));
  const problems = (node.Plans ?? []).flatMap((child) => problemsOf(child, large, below));
  if (type === 'Seq Scan' && large.has(table)) problems.push(`reads all of ${table}`);
  if (type === 'Sort' && node['Plan Rows'] > mostSorted) problems.push(`sorts ${node['Plan Rows']} rows`);
  const isWhole =
    type.startsWith('Index') && !node['Index Cond'] && (!isLimited || node.Filter !== undefined);
  if (isWhole && large.has(table)) problems.push(`reads all of ${node['Index Name']}`);
  return problems;
}

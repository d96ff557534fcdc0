// Mutation tests of the SQL access matrix: each policy is opened and closed in turn, and the matrix must report it. A
// policy that can change without a problem is not tested.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { tables } from './all-sql-access.ts';
import {
  actions,
  addRows,
  runAsViewer,
  newRowProblems,
  queryAsOwner,
  reach,
  viewersOf,
  expectedReach,
  type Viewer,
} from './sql-matrix.ts';
import { makeWorld, type World } from './world.ts';

type Clause = 'using' | 'with check';
type Mutation = {
  policy: string;
  table: string;
  clause: Clause;
  from: string;
  to: string;
  role: 'app' | 'jobs';
};

let app: TestApp;
let world: World;
let viewers: Viewer[];
beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app);
  await addRows(app, world);
  // One of each kind. Forged sessions are left out: app.enter guards against them, not a policy.
  const kinds = ['anonymous', 'the owner', 'a stranger', 'a job'];
  viewers = (await viewersOf(app, world)).filter(({ name }) => kinds.includes(name));
});
afterAll(() => app.close());

async function mutations(): Promise<Mutation[]> {
  const policies = await queryAsOwner<{
    policy: string;
    table: string;
    role: string;
    using: string | null;
    check: string | null;
  }>(
    app,
    `select policyname as policy, schemaname || '.' || tablename as table, array_to_string(roles, ',') as role,
            qual as using, with_check as check
     from pg_policies where schemaname in ('public', 'app') order by 2, 1`,
  );
  return policies.flatMap(({ policy, table, role, using, check }) => {
    const about = { policy, table, role: role.endsWith('_jobs') ? 'jobs' : 'app' } as const;
    const clauses: [Clause, string | null][] = [
      ['using', using],
      // If a check repeats the condition, none of its columns can be changed, so there is nothing to test.
      ['with check', check === using ? null : check],
    ];
    return clauses.flatMap(([clause, from]) =>
      from === null
        ? []
        : ['true', 'false'].filter((to) => to !== from).map((to) => ({ ...about, clause, from, to })),
    );
  });
}

const alter = ({ policy, table, clause }: Mutation, condition: string) =>
  app.database.asOwner((owner) => owner.query(`alter policy ${policy} on ${table} ${clause} (${condition})`));

/** The first problem of the matrix in the table and role of the policy. */
async function firstProblem({ table: name, role, clause }: Mutation): Promise<unknown> {
  const table = tables[name]!;
  for (const viewer of viewers.filter((candidate) => candidate.role === role)) {
    for (const action of actions) {
      const actual = await runAsViewer(app, viewer, (client) => reach(client, name, table, role, action));
      const expected = await expectedReach(app, name, table, viewer, action);
      if (JSON.stringify(actual) !== JSON.stringify(expected))
        return { viewer: viewer.name, action, actual, expected };
    }
  }
  return clause === 'using' ? undefined : (await newRowProblems(app, world, viewers)).problems[0];
}

it('the SQL access matrix reports every policy that is opened or closed, and none that is unchanged', async () => {
  const all = await mutations();
  const missed: string[] = [];
  for (const mutation of all) {
    const { policy, table, clause, from, to } = mutation;
    await alter(mutation, to);
    try {
      if (!(await firstProblem(mutation))) missed.push(`${policy} on ${table}: ${clause} (${to})`);
    } finally {
      await alter(mutation, from);
    }
  }
  const kinds = new Map(
    all.map((mutation) => [`${mutation.table} ${mutation.role} ${mutation.clause}`, mutation]),
  );
  const problems: unknown[] = [];
  for (const mutation of kinds.values()) problems.push(await firstProblem(mutation));
  console.log(`policy mutations: ${all.length} tested, ${all.length - missed.length} detected`);
  expect(missed).toEqual([]);
  expect(problems.filter(Boolean)).toEqual([]);
  // Makes sure that the test covers the existing policies.
  expect(new Set(all.map(({ policy, table }) => `${policy} ${table}`)).size).toBeGreaterThan(25);
}, 120_000);

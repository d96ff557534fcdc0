// What guards the guard: each policy is opened and closed in turn, and the matrix by SQL must see it. A policy that can be
// changed without a fault is one that nothing holds.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { tables } from './sql-expected.ts';
import {
  acts,
  addRows,
  as,
  newRowFaults,
  owned,
  reach,
  viewersOf,
  withinReach,
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
  // One of each kind: whoever forges a session is the concern of app.enter, not of a policy.
  const kinds = ['nobody', 'the owner', 'a stranger', 'a job'];
  viewers = (await viewersOf(app, world)).filter(({ name }) => kinds.includes(name));
});
afterAll(() => app.close());

async function mutations(): Promise<Mutation[]> {
  const policies = await owned<{
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
      // Where a check repeats the condition, no column that it speaks of can be changed: it adds nothing to hold.
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

/** The first fault of the matrix in what the policy speaks of. */
async function firstFault({ table: name, role, clause }: Mutation): Promise<unknown> {
  const table = tables[name]!;
  for (const viewer of viewers.filter((one) => one.role === role)) {
    for (const act of acts) {
      const reached = await as(app, viewer, (client) => reach(client, name, table, role, act));
      const wanted = await withinReach(app, name, table, viewer, act);
      if (JSON.stringify(reached) !== JSON.stringify(wanted))
        return { viewer: viewer.name, act, reached, wanted };
    }
  }
  return clause === 'using' ? undefined : (await newRowFaults(app, world, viewers)).faults[0];
}

it('each policy that is opened or closed is a fault of the matrix, and none is one as it stands', async () => {
  const all = await mutations();
  const unseen: string[] = [];
  for (const mutation of all) {
    const { policy, table, clause, from, to } = mutation;
    await alter(mutation, to);
    try {
      if (!(await firstFault(mutation))) unseen.push(`${policy} on ${table}: ${clause} (${to})`);
    } finally {
      await alter(mutation, from);
    }
  }
  const kinds = new Map(all.map((one) => [`${one.table} ${one.role} ${one.clause}`, one]));
  const faults: unknown[] = [];
  for (const one of kinds.values()) faults.push(await firstFault(one));
  console.log(`mutations of policies: ${all.length} tried, ${all.length - unseen.length} seen`);
  expect(unseen).toEqual([]);
  expect(faults.filter(Boolean)).toEqual([]);
  // Otherwise the test would not be about the policies that there are.
  expect(new Set(all.map(({ policy, table }) => `${policy} ${table}`)).size).toBeGreaterThan(25);
}, 120_000);

// How much slower one user's calls get with a hundred times as many entries in the table, and the query plans behind that.
import { calls } from './api.ts';
import type { Filled } from './filled.ts';
import { rate } from './format.ts';
import { takePlans, type Plan } from './plans.ts';
import { atMost, type Row } from './report.ts';
import { takeTeamPlans } from './team-plans.ts';
import { ratioOf, type Length, type Loader, type Result } from './rounds.ts';

const bounds = { aim: 1.1, floor: 1.3 };
const callers = 4;

/**
 * A scan inside a function is visible only in the blocks that it reads. The table of entries has more than 50,000
 * blocks of 8 kB.
 */
const mostBlocks = 10_000;

export async function growthRows(
  loader: Loader,
  length: Length,
  small: Filled,
  large: Filled,
): Promise<Row[]> {
  const [few, many] = [calls(small), calls(large)];
  const rows: Row[] = [];
  for (const name of ['timeline', 'months', 'changes', 'insert'] as const) {
    const cases = [few[name], many[name]].map((call) => ({ ...call, callers }));
    const [first, second] = (await loader.compare(cases, length)) as [Result, Result];
    const ratio = ratioOf(first, second);
    rows.push({
      name: `${name}, ${large.entries.toLocaleString('en')} against ${small.entries.toLocaleString('en')} entries`,
      ours: rate(second),
      reference: rate(first),
      ratio,
      aim: `${bounds.aim}`,
      floor: `${bounds.floor}`,
      verdict: atMost(ratio, bounds),
      details: { many: second, few: first },
    });
  }
  return rows;
}

export async function planRows(large: Filled): Promise<Row[]> {
  return rowsOfPlans([
    ...(await takePlans(large.instance, large.reader)),
    ...(await takeTeamPlans(large.instance, large.reader)),
  ]);
}

/** One row per statement, with its custom and its generic plan. */
export function rowsOfPlans(plans: Plan[]): Row[] {
  const byStatement = Map.groupBy(plans, (plan) => plan.statement);
  return [...byStatement].map(([statement, kinds]) => {
    const scans = kinds.flatMap((plan) => plan.scans);
    const isWhole = scans.some((scan) => scan.startsWith('Seq Scan'));
    const isLarge = kinds.some((plan) => plan.buffers > mostBlocks);
    return {
      name: `plan: ${statement}`,
      ours: kinds.map((plan) => `${plan.ms.toFixed(2)} ms`).join(' / '),
      reference: kinds.map((plan) => `${plan.buffers} blocks`).join(' / '),
      ratio: null,
      aim: 'index',
      floor: 'index',
      verdict: isWhole || isLarge ? 'missed' : 'aim',
      details: kinds,
    };
  });
}

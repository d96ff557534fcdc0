// What all parts of one import share: whose it is, how far it is, and how the server is asked.
import { client } from '#platform/http/client.ts';
import { importLimits, type operations } from '../contract.ts';
import { addLeft, addRedated, withMore, type Held, type Left } from './import-store.ts';
import { patiently } from './patience.ts';

export const call = client<typeof operations>();

export type Progress = { done: Held; total: Held; waiting: boolean };

export type Run = {
  userId: string;
  tell: (progress: Progress) => void;
  progress: Progress;
  /** Entries that the server has, by id, with the change that was sent. */
  sent: Map<string, string>;
  /** What stays in the browser. */
  left: Set<string>;
  /** What is sent again without its date, which was not possible. */
  redated: Set<string>;
};

function advance(run: Run, change: Partial<Progress>): void {
  run.progress = { ...run.progress, ...change };
  run.tell(run.progress);
}

export function advanceBy(run: Run, more: Partial<Held>): void {
  const { done, total } = run.progress;
  const sum = withMore(done, more);
  const most = Object.keys(sum) as (keyof Held)[];
  for (const what of most) sum[what] = Math.min(total[what], sum[what]);
  advance(run, { done: sum });
}

/** Asks until there is an answer; a refusal is thrown. */
export const ask = <Answer>(run: Run, attempt: () => Promise<Answer>): Promise<Answer> =>
  patiently(attempt, (waiting) => advance(run, { waiting }));

export async function leave(run: Run, left: Left): Promise<void> {
  run.left.add(left.id);
  await addLeft(left);
}

/** Whether something goes once more without its date. */
export async function redate(run: Run, id: string): Promise<boolean> {
  if (run.redated.has(id)) return false;
  run.redated.add(id);
  await addRedated();
  return true;
}

/** As many as fit into one call, at least one, and the rest. */
export function fitting<Item>(items: readonly Item[], sent: (item: Item) => object): [Item[], Item[]] {
  let bytes = 0;
  let count = 0;
  for (const item of items.slice(0, importLimits.items)) {
    bytes += new TextEncoder().encode(JSON.stringify(sent(item))).length;
    if (count > 0 && bytes > importLimits.bytes) break;
    count++;
  }
  return [items.slice(0, count), items.slice(count)];
}

// State and helpers shared by all parts of an import run.
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';
import { addCounts, addLeft, addRedated, type Counts, type Leftover } from './import-store.ts';
import { retryWithBackoff } from './retry-with-backoff.ts';

export const call = client<typeof operations>();

export type Progress = { done: Counts; total: Counts; waiting: boolean };

export type Run = {
  userId: string;
  onProgress: (progress: Progress) => void;
  progress: Progress;
  /** Entries that the server has: id to the `changed_at` that was sent. */
  sent: Map<string, string>;
  /** Ids of items that stay in the browser. */
  left: Set<string>;
  /** Ids of items to resend without their invalid date. */
  redated: Set<string>;
};

function advance(run: Run, change: Partial<Progress>): void {
  run.progress = { ...run.progress, ...change };
  run.onProgress(run.progress);
}

export function advanceBy(run: Run, more: Partial<Counts>): void {
  const { done, total } = run.progress;
  const sum = addCounts(done, more);
  const kinds = Object.keys(sum) as (keyof Counts)[];
  for (const kind of kinds) sum[kind] = Math.min(total[kind], sum[kind]);
  advance(run, { done: sum });
}

/** Calls the server, with retries while it is unavailable. Throws refusals. */
export const callWithRetry = <Result>(run: Run, attempt: () => Promise<Result>): Promise<Result> =>
  retryWithBackoff(attempt, (waiting) => advance(run, { waiting }));

/** Records an item that could not be imported. It stays in the browser. */
export async function markLeft(run: Run, left: Leftover): Promise<void> {
  run.left.add(left.id);
  await addLeft(left);
}

/** Marks an item to be resent without its date. Returns false if it already was. */
export async function redate(run: Run, id: string): Promise<boolean> {
  if (run.redated.has(id)) return false;
  run.redated.add(id);
  await addRedated();
  return true;
}

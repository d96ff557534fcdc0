// Runs work in one tab of the browser at a time. Web Locks need a secure context, so plain http in a local network
// falls back to a lease in localStorage.
import { newId } from '#platform/clock/id.ts';

/** Maximum time that a tab may hold the lease, in milliseconds. */
const leaseMs = 20_000;
/** Time for tabs that took the lease concurrently to overwrite each other, in milliseconds. */
const settleMs = 60;

/** Runs `work` unless another tab is running it. */
export async function runInOneTab(name: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    });
    return;
  }
  if (!hasStorage()) return work();
  const key = `${name}-lease`;
  const until = Number(localStorage.getItem(key)?.split(' ')[1] ?? 0);
  if (until > Date.now()) return;
  const ownLease = `${newId()} ${Date.now() + leaseMs}`;
  localStorage.setItem(key, ownLease);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  if (localStorage.getItem(key) !== ownLease) return;
  try {
    await work();
  } finally {
    if (localStorage.getItem(key) === ownLease) localStorage.removeItem(key);
  }
}

/**
 * Runs `work` under an exclusive lock across tabs. `waited`: another tab held the lock first. Without Web Locks, runs
 * immediately.
 */
export async function withTabLock<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  if (!navigator.locks) return work(false);
  const first = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  );
  return first ? first.result : navigator.locks.request(name, () => work(true));
}

/** The browser may deny storage. Then every tab runs the work. */
function hasStorage(): boolean {
  try {
    return typeof localStorage.length === 'number';
  } catch {
    return false;
  }
}

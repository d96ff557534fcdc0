// One window of the browser does a piece of work, the others leave it to that one. Web Locks need a secure context, so
// plain http in a local network falls back to a lease in local storage.
import { newId } from '#platform/clock/id.ts';

/** Longest time that a window may hold the lease, in milliseconds. */
const leaseFor = 20_000;
/** Time in which two windows that took the lease at once overwrite each other, in milliseconds. */
const settleFor = 60;

/** Runs `work` unless another window is at it. */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
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
  const mine = `${newId()} ${Date.now() + leaseFor}`;
  localStorage.setItem(key, mine);
  await new Promise((settled) => setTimeout(settled, settleFor));
  if (localStorage.getItem(key) !== mine) return;
  try {
    await work();
  } finally {
    if (localStorage.getItem(key) === mine) localStorage.removeItem(key);
  }
}

/**
 * Runs `work` when no window is at such work; `waited` says that another one was. Without Web Locks nothing waits.
 */
export async function inTurn<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  if (!navigator.locks) return work(false);
  const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : null,
  );
  return free ? free.result : navigator.locks.request(name, () => work(true));
}

/** Storage may be closed to the page; then each window works for itself. */
function hasStorage(): boolean {
  try {
    return typeof localStorage.length === 'number';
  } catch {
    return false;
  }
}

// A lock shared by the tabs of one browser. Web Locks need a secure context, so plain HTTP on a local network falls back
// to a lease in localStorage. If storage is blocked as well, every tab runs its work, which must be idempotent.
import { newId } from '../clock/id.ts';

/** Milliseconds without renewal after which another tab takes over the lease, such as after a crash. */
const leaseMs = 12_000;
/** The same for a hidden tab, whose timers browsers may run only once a minute. */
const hiddenLeaseMs = 75_000;
const renewMs = 3000;
/** Milliseconds in which tabs that took the lease simultaneously overwrite each other: the last write wins. */
const settleMs = 60;
const pollMs = 500;

type Work<T> = (waited: boolean) => Promise<T>;

/**
 * Runs `work` while it holds the lock. If the lock is taken, by another tab or by this one, `skip` resolves with
 * undefined and `wait` runs `work` once the lock is free, with `waited` true.
 */
export function withTabLock<T>(name: string, mode: 'wait', work: Work<T>): Promise<T>;
export function withTabLock<T>(name: string, mode: 'skip', work: Work<T>): Promise<T | undefined>;
export async function withTabLock<T>(
  name: string,
  mode: 'skip' | 'wait',
  work: Work<T>,
): Promise<T | undefined> {
  const lock = `logbook-${name}`;
  const first = await runIfFree(lock, () => work(false));
  if (first || mode === 'skip') return first?.result;
  if (navigator.locks) return navigator.locks.request(lock, () => work(true));
  for (;;) {
    await pause(pollMs);
    const later = await runIfFree(lock, () => work(true));
    if (later) return later.result;
  }
}

async function runIfFree<T>(lock: string, work: () => Promise<T>): Promise<{ result: T } | undefined> {
  if (navigator.locks) {
    return navigator.locks.request(lock, { ifAvailable: true }, async (held) =>
      held ? { result: await work() } : undefined,
    );
  }
  const release = await takeLease(`${lock}-lease`);
  if (!release) return undefined;
  try {
    return { result: await work() };
  } finally {
    release();
  }
}

/** Returns the function that releases the lease, or undefined if it is taken. */
async function takeLease(key: string): Promise<(() => void) | undefined> {
  const holder = newId();
  const isOwn = () => localStorage.getItem(key)?.startsWith(holder) ?? false;
  const write = () => {
    const ms = document.visibilityState === 'hidden' ? hiddenLeaseMs : leaseMs;
    localStorage.setItem(key, `${holder} ${Date.now() + ms}`);
  };
  try {
    const until = Number(localStorage.getItem(key)?.split(' ')[1] ?? 0);
    if (until > Date.now()) return undefined;
    write();
    await pause(settleMs);
    if (!isOwn()) return undefined;
  } catch {
    // Storage is blocked.
    return () => undefined;
  }
  const renew = () => isOwn() && write();
  const renewing = setInterval(renew, renewMs);
  // The first throttled renewal of a tab that gets hidden could be too late.
  document.addEventListener('visibilitychange', renew);
  function release() {
    clearInterval(renewing);
    document.removeEventListener('visibilitychange', renew);
    removeEventListener('pagehide', release);
    if (isOwn()) localStorage.removeItem(key);
  }
  // As with Web Locks, a page that is left does not keep the lock.
  addEventListener('pagehide', release);
  return release;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

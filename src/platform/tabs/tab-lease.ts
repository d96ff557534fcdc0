// A lock in localStorage that ends unless it is renewed. If storage is blocked, every tab gets it, so what it protects must be
// safe to do twice.
import { newId } from '../clock/id.ts';

/** Milliseconds without renewal after which another tab takes over the lease, such as after a crash. */
const leaseMs = 12_000;
/** The same for a hidden tab, whose timers browsers may run only once a minute. */
const hiddenLeaseMs = 75_000;
const renewMs = 3000;
/** Milliseconds in which tabs that took the lease simultaneously overwrite each other: the last write wins. */
const settleMs = 60;

/** Returns the function that releases the lease, or undefined if it is taken. */
export async function takeLease(key: string): Promise<(() => void) | undefined> {
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

// Only one tab imports at a time; the others wait and take over when it closes. Web Locks need a secure context, so
// plain http on a local network falls back to a lease in localStorage.
import { newId } from '#platform/clock/id.ts';

const name = 'logbook-guest-import';
/** Milliseconds without renewal after which another tab takes over. */
const leaseMs = 12_000;
const renewMs = 3000;
const settleMs = 60;

/** Runs `work` while no other tab does. */
export async function withImportLock(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(name, work);
    return;
  }
  const tabId = newId();
  while (!(await takeLease(tabId))) await pause(renewMs);
  const renewing = setInterval(() => writeLease(tabId), renewMs);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    localStorage.removeItem(name);
  }
}

const readLease = () => (localStorage.getItem(name) ?? '').split(' ');
const writeLease = (tabId: string) => localStorage.setItem(name, `${tabId} ${Date.now() + leaseMs}`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function takeLease(tabId: string): Promise<boolean> {
  if (Number(readLease()[1] ?? 0) > Date.now()) return false;
  writeLease(tabId);
  // Two tabs that take it simultaneously overwrite each other: the last write wins.
  await pause(settleMs);
  return readLease()[0] === tabId;
}

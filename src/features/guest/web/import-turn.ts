// One window of the browser imports; the others wait for their turn, and take over when it is closed. Web Locks need a
// secure context: plain http in a local network falls back to a lease in local storage.
import { newId } from '#platform/clock/id.ts';

const name = 'logbook-guest-import';
/** Milliseconds that a window may be silent before another takes over. */
const leaseMs = 12_000;
const renewMs = 3000;
const settleMs = 60;

/** Runs `work` when no other window is at it. */
export async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(name, work);
    return;
  }
  const me = newId();
  while (!(await takeLease(me))) await pause(renewMs);
  const renewing = setInterval(() => writeLease(me), renewMs);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    localStorage.removeItem(name);
  }
}

const readLease = () => (localStorage.getItem(name) ?? '').split(' ');
const writeLease = (me: string) => localStorage.setItem(name, `${me} ${Date.now() + leaseMs}`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function takeLease(me: string): Promise<boolean> {
  if (Number(readLease()[1] ?? 0) > Date.now()) return false;
  writeLease(me);
  // Two windows that took it at once overwrite each other: the last one has it.
  await pause(settleMs);
  return readLease()[0] === me;
}

// A lock shared by the tabs of one browser. Web Locks need a secure context, so plain HTTP on a local network falls back
// to a lease, whose code only such a page loads.

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
  const release = await import('./tab-lease.ts').then(
    ({ takeLease }) => takeLease(`${lock}-lease`),
    // Its code could not be loaded: as with blocked storage, the work must not wait for it.
    () => () => undefined,
  );
  if (!release) return undefined;
  try {
    return { result: await work() };
  } finally {
    release();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

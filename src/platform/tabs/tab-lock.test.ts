import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTabLock } from './tab-lock.ts';

const leaseKey = 'logbook-send-lease';

/** A browser without Web Locks, as on plain HTTP. Returns what localStorage holds. */
function stubPlainHttp(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.useFakeTimers();
  return stored;
}

// Loading it takes real time, of which the tests have none.
beforeAll(() => import('./tab-lease.ts'));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs work that holds the lock until `end` is called. */
async function hold(result = 'first') {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const held = withTabLock('send', 'skip', async () => {
    started.resolve();
    await promise;
    return result;
  });
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(100);
  await started.promise;
  return { held, end: resolve };
}

const waitedOf = (waited: boolean) => Promise.resolve(waited);

describe.each([
  ['with Web Locks', () => undefined],
  ['without Web Locks', () => void stubPlainHttp()],
])('a tab lock %s', (_, stub) => {
  beforeEach(stub);
  const passTime = async () => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1000);
  };

  it('is not waited for in the mode `skip`', async () => {
    const { held, end } = await hold();
    expect(await withTabLock('send', 'skip', waitedOf)).toBeUndefined();
    end();
    expect(await held).toBe('first');
  });

  it('is waited for in the mode `wait`', async () => {
    const { held, end } = await hold();
    let waited: boolean | undefined;
    const second = withTabLock('send', 'wait', waitedOf).then((value) => (waited = value));
    await passTime();
    expect(waited).toBeUndefined();
    end();
    await held;
    await passTime();
    await second;
    expect(waited).toBe(true);
  });

  it('is free for another name, and after its work has failed', async () => {
    const { held, end } = await hold();
    const other = withTabLock('import', 'skip', waitedOf);
    await passTime();
    expect(await other).toBe(false);
    end();
    await held;
    const failed = withTabLock('send', 'wait', () => Promise.reject(new Error('lost'))).catch(String);
    await passTime();
    expect(await failed).toBe('Error: lost');
    const next = withTabLock('send', 'wait', waitedOf);
    await passTime();
    expect(await next).toBe(false);
  });
});

describe('the lease of a browser without Web Locks', () => {
  it('is renewed as long as the work runs', async () => {
    stubPlainHttp();
    const { held, end } = await hold();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await withTabLock('send', 'skip', waitedOf)).toBeUndefined();
    end();
    await held;
  });

  it('of a hidden tab lasts longer than a minute, in which browsers may run its timers only once', async () => {
    const stored = stubPlainHttp();
    const { held, end } = await hold();
    const show = (visibilityState: string) => {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
      return Number(stored.get(leaseKey)?.split(' ')[1]) - Date.now();
    };
    expect(show('hidden')).toBeGreaterThan(60_000);
    expect(show('visible')).toBeLessThan(15_000);
    end();
    await held;
    expect(show('hidden')).toBeNaN();
  });

  it('is taken over when a crashed tab no longer renews it', async () => {
    const stored = stubPlainHttp();
    stored.set(leaseKey, `crashed ${Date.now() + 5000}`);
    const waiting = withTabLock('send', 'wait', waitedOf);
    await vi.advanceTimersByTimeAsync(4000);
    expect(stored.get(leaseKey)).toMatch(/^crashed /);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await waiting).toBe(true);
    expect(stored.size).toBe(0);
  });

  it('is released when its page is left', async () => {
    const stored = stubPlainHttp();
    const { held, end } = await hold();
    dispatchEvent(new Event('pagehide'));
    expect(stored.size).toBe(0);
    end();
    await held;
  });

  it('belongs to the last of two tabs that take it simultaneously', async () => {
    const stored = stubPlainHttp();
    const first = withTabLock('send', 'skip', waitedOf);
    stored.set(leaseKey, `other ${Date.now() + 12_000}`);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBeUndefined();
  });

  it('is not needed if storage is blocked', async () => {
    stubPlainHttp();
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    expect(await withTabLock('send', 'skip', waitedOf)).toBe(false);
  });

  it('is not needed if its code cannot be loaded', async () => {
    stubPlainHttp();
    vi.doMock('./tab-lease.ts', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(import('./tab-lease.ts')).rejects.toThrow('mocking a module');
    expect(await withTabLock('send', 'wait', waitedOf)).toBe(false);
    vi.doUnmock('./tab-lease.ts');
  });
});

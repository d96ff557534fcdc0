import { describe, expect, it } from 'vitest';
import { Busy, FairQueue, type QueueCaller } from './fair-queue.ts';

const limits = { running: 2, runningStrangers: 1, places: 8, placesPerKey: 4 };
const stranger = (key: string): QueueCaller => ({ key, isKnown: false });
const known = (key: string): QueueCaller => ({ key, isKnown: true });

/** A queue whose jobs end when the test ends them. */
function makeQueue() {
  const queue = new FairQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  let maxRunning = 0;
  const enter = (caller: QueueCaller, name = caller.key) =>
    queue
      .enter(caller, (turn) =>
        turn(async () => {
          started.push(name);
          const end = Promise.withResolvers<void>();
          ends.push(end.resolve);
          maxRunning = Math.max(maxRunning, ends.length);
          await end.promise;
          return 'done';
        }),
      )
      .catch((error: unknown) => (error instanceof Busy ? 'busy' : Promise.reject(error as Error)));
  const settled = () => new Promise(setImmediate);
  return {
    started,
    enter,
    settled,
    maxConcurrent: () => maxRunning,
    async endOne() {
      ends.shift()!();
      await settled();
    },
    async endAll() {
      await settled();
      while (ends.length > 0) await this.endOne();
    },
  };
}

describe('a fair queue', () => {
  it('runs two jobs concurrently and never three', async () => {
    const queue = makeQueue();
    const all = Promise.all(['a', 'b', 'c', 'd'].map((key) => queue.enter(known(key))));
    await queue.settled();
    expect(queue.started).toEqual(['a', 'b']);
    await queue.endAll();
    expect(await all).toEqual(Array(4).fill('done'));
    expect(queue.maxConcurrent()).toBe(2);
  });

  it('runs one job of strangers at a time, even when idle, and a known caller next to it', async () => {
    const queue = makeQueue();
    const all = ['a', 'b', 'c'].map((key) => queue.enter(stranger(key)));
    await queue.settled();
    expect(queue.started).toEqual(['a']);
    all.push(queue.enter(known('own device')));
    await queue.settled();
    expect(queue.started).toEqual(['a', 'own device']);
    await queue.endAll();
    expect(await Promise.all(all)).toEqual(Array(4).fill('done'));
    expect(queue.maxConcurrent()).toBe(2);
  });

  it('gives one key four places and refuses the fifth immediately', async () => {
    const queue = makeQueue();
    const flood = Array.from({ length: 5 }, () => queue.enter(stranger('flood')));
    expect(await flood[4]).toBe('busy');
    await queue.endAll();
    expect(await Promise.all(flood)).toEqual([...Array(4).fill('done'), 'busy']);
  });

  it('serves a key with one request before a key with many', async () => {
    const queue = makeQueue();
    const all = [1, 2, 3, 4].map((n) => queue.enter(stranger('flood'), `flood ${n}`));
    all.push(queue.enter(stranger('quiet')));
    await queue.settled();
    await queue.endAll();
    expect(queue.started).toEqual(['flood 1', 'quiet', 'flood 2', 'flood 3', 'flood 4']);
    await Promise.all(all);
  });

  it('treats a known caller with constant requests as a stranger', async () => {
    const queue = makeQueue();
    for (let i = 0; i < 45; i++) {
      const once = queue.enter(known('busy device'));
      await queue.endAll();
      await once;
    }
    queue.started.length = 0;
    const all = ['a', 'b', 'c'].map((key) => queue.enter(stranger(key)));
    all.push(queue.enter(known('busy device')));
    await queue.endAll();
    expect(queue.started).toEqual(['a', 'b', 'c', 'busy device']);
    await Promise.all(all);
  });

  it('when full, gives a place of the heaviest user to a newcomer and refuses their next request', async () => {
    const queue = makeQueue();
    const flood = ['x', 'y'].flatMap((key) =>
      Array.from({ length: 4 }, (_, n) => queue.enter(stranger(key), `${key}${n}`)),
    );
    const newcomer = queue.enter(stranger('new'));
    expect(await flood[7]).toBe('busy');
    expect(await queue.enter(stranger('x'))).toBe('busy');
    await queue.endAll();
    expect(await newcomer).toBe('done');
    expect((await Promise.all(flood)).filter((outcome) => outcome === 'busy')).toHaveLength(1);
  });

  it('frees the place of failed work', async () => {
    const queue = new FairQueue({ running: 1, runningStrangers: 1, places: 1, placesPerKey: 1 });
    const fail = () => Promise.reject(new Error('no'));
    for (let i = 0; i < 3; i++)
      await expect(queue.enter(stranger('a'), (turn) => turn(fail))).rejects.toThrow('no');
    expect(await queue.enter(stranger('a'), (turn) => turn(() => Promise.resolve(1)))).toBe(1);
  });
});

it('runs at most as many jobs of one key as it may, and those of other keys next to them', async () => {
  const queue = new FairQueue({ running: 4, runningPerKey: 2, places: 20, placesPerKey: 10 });
  const admitted: string[] = [];
  const ends: (() => void)[] = [];
  const admit = async (key: string) => {
    ends.push(await queue.admit(stranger(key)));
    admitted.push(key);
  };
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'c'].map(admit);
  await new Promise(setImmediate);
  expect(admitted).toEqual(['a', 'a', 'b', 'c']);
  ends.shift()!();
  await new Promise(setImmediate);
  expect(admitted.slice(4)).toEqual(['c']);
  while (queue.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(admitted).toHaveLength(7);
});

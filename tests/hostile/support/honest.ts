// Controls the honest user (honest-worker.ts) from the attacking thread.
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';

export const actions = ['sign-in', 'read', 'write', 'upload'] as const;
export type Action = (typeof actions)[number];

/** The duration in ms of each action per round, in order, and the failures. */
export type Rounds = { ms: Record<Action, number[]>; failures: string[] };

/** Milliseconds below which an action counts as fast, no matter how long it takes idle. */
export type Floors = Record<Action, { median: number; p99: number }>;

export const honestEmail = 'honest@example.com';

export type HonestData = { url: string; from: string; email: string; photo: Uint8Array };
export type Order = { rounds: number } | { until: 'halt' } | 'halt';

export type Honest = {
  /** Measures this many rounds. */
  rounds(count: number): Promise<Rounds>;
  /** Measures rounds until `halt`, which resolves with them. `done` is the number of completed rounds. */
  keepGoing(): { readonly done: number; halt(): Promise<Rounds> };
  close(): Promise<void>;
};

/** Of samples that are not sorted. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Message = { done: number } | { rounds: Rounds };

/** Signs up an honest user on a running server, from the address `from`. */
export async function startHonest(url: string, from: string): Promise<Honest> {
  const worker = new Worker(new URL('./honest-worker.ts', import.meta.url), {
    workerData: { url, from, email: honestEmail, photo: await honestPhoto() } satisfies HonestData,
  });
  let done = 0;
  let onMessage: (message: Message) => void = () => undefined;
  let onError: (error: Error) => void = () => undefined;
  worker.on('message', (message: Message) => {
    if ('done' in message) done = message.done;
    onMessage(message);
  });
  worker.on('error', (error) => onError(error as Error));
  const next = <T>(pick: (message: Message) => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      onError = reject;
      onMessage = (message) => {
        const picked = pick(message);
        if (picked !== undefined) resolve(picked);
      };
    });
  const order = (message: Order) => worker.postMessage(message);
  const nextRounds = () => next((message) => ('rounds' in message ? message.rounds : undefined));

  await next((message) => ('done' in message ? true : undefined));
  return {
    rounds(count) {
      order({ rounds: count });
      return nextRounds();
    },
    keepGoing() {
      done = 0;
      order({ until: 'halt' });
      const result = nextRounds();
      // A failure is reported by `halt`.
      result.catch(() => undefined);
      return {
        get done() {
          return done;
        },
        halt() {
          order('halt');
          return result;
        },
      };
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** 800 × 600 pixels of noise, so that the file is not tiny. */
export function honestPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const create = { width: 800, height: 600, channels: 3, background: '#808080', noise } as const;
  return sharp({ create }).jpeg({ quality: 70 }).toBuffer();
}

// Measures cases in turn, in short rounds: A, B, A, B. What else the machine does then hits all of them alike, and the
// median of the rounds' ratios says how they compare.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processorMs } from './costs.ts';
import type { Load, Measured } from './load.ts';

export type Case = Omit<Load, 'seconds'> & {
  /** The process that answers, and the database's, if it has a part in it. */
  server: number;
  database?: number;
};

export type Result = {
  /** Answers a second: the median of the rounds. */
  rate: number;
  rates: number[];
  /** Milliseconds, the median of the rounds. */
  p50: number;
  p99: number;
  /** Microseconds of processor time an answer cost, in the server and in the database; null where unknown. */
  serverUs: number | null;
  databaseUs: number | null;
  /** The same for the load generator, which shares the machine. */
  loaderUs: number | null;
};

export type Length = { rounds: number; seconds: number };

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? 0;
  return (low + (sorted[Math.floor(middle)] ?? low)) / 2;
}

/** How the first compares with the second: the median of their rounds' ratios. */
export function ratioOf(first: Result, second: Result): number {
  return median(first.rates.map((rate, round) => rate / (second.rates[round] ?? rate)));
}

export class Loader {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'));

  async #measure(load: Load): Promise<Measured> {
    this.#child.send(load);
    const [measured] = (await once(this.#child, 'message')) as [Measured];
    if (measured.fault !== null || measured.requests === 0)
      throw new Error(`${load.method} ${load.path} did not go well:\n${measured.fault}`);
    return measured;
  }

  /** One result for each case. Every case has a short round first, which is not counted. */
  async compare(cases: Case[], { rounds, seconds }: Length): Promise<Result[]> {
    for (const one of cases) await this.#measure({ ...loadOf(one), seconds: Math.min(1, seconds) });
    const taken = cases.map(() => [] as Awaited<ReturnType<Loader['charged']>>[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, one] of cases.entries()) taken[index]!.push(await this.charged(one, seconds));
    }
    return taken.map((runs) => ({
      rate: median(runs.map((run) => run.rate)),
      rates: runs.map((run) => run.rate),
      p50: median(runs.map((run) => run.p50)),
      p99: median(runs.map((run) => run.p99)),
      serverUs: medianOrNull(runs.map((run) => run.serverUs)),
      databaseUs: medianOrNull(runs.map((run) => run.databaseUs)),
      loaderUs: medianOrNull(runs.map((run) => run.loaderUs)),
    }));
  }

  private async charged(one: Case, seconds: number) {
    const used = () =>
      [
        processorMs(one.server, one.database),
        one.database ? processorMs(one.database) : null,
        processorMs(this.#child.pid ?? 0),
      ] as const;
    const before = used();
    const { requests, seconds: took, p50, p99 } = await this.#measure({ ...loadOf(one), seconds });
    const after = used();
    const each = (index: 0 | 1 | 2) => {
      const [from, to] = [before[index], after[index]];
      return from === null || to === null ? null : ((to - from) * 1000) / requests;
    };
    return { rate: requests / took, p50, p99, serverUs: each(0), databaseUs: each(1), loaderUs: each(2) };
  }

  stop(): void {
    this.#child.kill();
  }
}

function loadOf({ server: _server, database: _database, ...load }: Case): Omit<Load, 'seconds'> {
  return load;
}

function medianOrNull(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? median(known) : null;
}

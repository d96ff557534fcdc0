// Measures cases alternately, in short rounds: A, B, A, B. Other load on the machine then affects all of them equally, and
// the median of the rounds' ratios compares them.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processorMs } from './costs.ts';
import type { Load, LoadRequest, Measured } from './load.ts';

export type Case = Pick<Load, 'port' | 'callers'> &
  LoadRequest & {
    /** Process ids of the server and, if it is involved, of the database. */
    server: number;
    database?: number;
  };

export type Result = {
  /** Responses per second: the median of the rounds. */
  rate: number;
  rates: number[];
  /** Milliseconds, the median of the rounds. */
  p50: number;
  p99: number;
  /** Microseconds of processor time per response, in the server and in the database; null if unknown. */
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

  /** Runs one load. */
  async run(load: Load): Promise<Measured> {
    this.#child.send(load);
    const [measured] = (await once(this.#child, 'message')) as [Measured];
    return measured;
  }

  async #measure(measuredCase: Case, seconds: number): Promise<Measured> {
    const { port, callers, server: _server, database: _database, ...request } = measuredCase;
    const measured = await this.run({ port, callers, seconds, requests: [request] });
    if (measured.problem !== null || measured.requests === 0)
      throw new Error(`${request.method} ${request.path} failed:\n${measured.problem}`);
    return measured;
  }

  /** Resolves to one result per case. Every case first runs a short warm-up round that is not counted. */
  async compare(cases: Case[], { rounds, seconds }: Length): Promise<Result[]> {
    for (const each of cases) await this.#measure(each, Math.min(1, seconds));
    const results = cases.map(() => [] as Awaited<ReturnType<Loader['measureWithCosts']>>[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, each] of cases.entries())
        results[index]!.push(await this.measureWithCosts(each, seconds));
    }
    return results.map((runs) => ({
      rate: median(runs.map((run) => run.rate)),
      rates: runs.map((run) => run.rate),
      p50: median(runs.map((run) => run.p50)),
      p99: median(runs.map((run) => run.p99)),
      serverUs: medianOrNull(runs.map((run) => run.serverUs)),
      databaseUs: medianOrNull(runs.map((run) => run.databaseUs)),
      loaderUs: medianOrNull(runs.map((run) => run.loaderUs)),
    }));
  }

  private async measureWithCosts(measuredCase: Case, seconds: number) {
    const used = () =>
      [
        processorMs(measuredCase.server, measuredCase.database),
        measuredCase.database ? processorMs(measuredCase.database) : null,
        processorMs(this.#child.pid ?? 0),
      ] as const;
    const before = used();
    const { requests, seconds: took, p50, p99 } = await this.#measure(measuredCase, seconds);
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

function medianOrNull(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? median(known) : null;
}

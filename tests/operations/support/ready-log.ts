// Polls the readiness of several servers, and remembers when each last changed.
import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 50;

type State = { ready: boolean | undefined; since: number };

export class ReadyLog {
  readonly #states: State[];
  readonly #polling: Promise<unknown>;
  #isStopped = false;
  /** The slowest response to the check, in milliseconds. */
  slowestMs = 0;

  constructor(urls: string[]) {
    this.#states = urls.map(() => ({ ready: undefined, since: 0 }));
    this.#polling = Promise.all(urls.map((url, at) => this.#poll(url, this.#states[at]!)));
  }

  /** Whether every server has become unready after `time`, as in `performance.now()`, and stayed so. */
  allFalseSince(time: number): boolean {
    return this.#states.every(({ ready, since }) => ready === false && since >= time);
  }

  allTrueSince(time: number): boolean {
    return this.#states.every(({ ready, since }) => ready === true && since >= time);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#polling;
  }

  async #poll(url: string, state: State): Promise<void> {
    while (!this.#isStopped) {
      const started = performance.now();
      // A new connection each time, so that all workers behind a port are asked.
      const response = await fetch(`${url}/api/health/ready`, { headers: { connection: 'close' } }).catch(
        () => undefined,
      );
      this.slowestMs = Math.max(this.slowestMs, performance.now() - started);
      const ready = response?.ok === true;
      if (ready !== state.ready) Object.assign(state, { ready, since: performance.now() });
      await pause(pollMs);
    }
  }
}

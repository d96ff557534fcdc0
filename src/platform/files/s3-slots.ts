import { StorageUnavailable } from './store.ts';

/** Limits parallel requests to the object store. A request that gets no slot in time fails. */
export class Slots {
  #free: number;
  readonly #waitMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /** Resolves with the function that gives the slot back. It may be called repeatedly. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#giveBack();
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.take();
    return work().finally(release);
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(new StorageUnavailable('Too many requests to the object store are in progress.'));
      }, this.#waitMs);
      this.#waiting.add(enter);
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

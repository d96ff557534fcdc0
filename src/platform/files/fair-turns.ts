// Shares a few slots for expensive work between users. Each user has at most one slot, and waiting users are served in
// rotation: a user with a hundred jobs delays another user's single job by at most one job.

type Job = () => void;

export class FairTurns {
  readonly #slots: number;
  readonly #active = new Set<string>();
  /** Waiting jobs by user. The user at the front is served next; map order is service order. */
  readonly #waiting = new Map<string, Job[]>();

  /** `slots`: how many jobs run concurrently. */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Runs `work` when this user's turn comes. Jobs of one user run sequentially, in order. */
  async run<T>(user: string, work: () => Promise<T>): Promise<T> {
    if (this.#active.size >= this.#slots || this.#active.has(user)) await this.#wait(user);
    else this.#active.add(user);
    try {
      return await work();
    } finally {
      this.#release(user);
    }
  }

  #wait(user: string): Promise<void> {
    return new Promise((start) => {
      const jobs = this.#waiting.get(user);
      if (jobs) jobs.push(start);
      else this.#waiting.set(user, [start]);
    });
  }

  #release(user: string): void {
    this.#active.delete(user);
    // The rest of this user's jobs are queued behind everyone else's.
    const rest = this.#waiting.get(user);
    if (rest) {
      this.#waiting.delete(user);
      this.#waiting.set(user, rest);
    }
    for (const [next, jobs] of this.#waiting) {
      if (this.#active.size >= this.#slots) return;
      if (this.#active.has(next)) continue;
      this.#active.add(next);
      const start = jobs.shift()!;
      if (jobs.length === 0) this.#waiting.delete(next);
      start();
    }
  }
}

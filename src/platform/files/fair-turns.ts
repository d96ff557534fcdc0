// Shares a few places for costly work between people: each person has one place at most, and whoever waits is served in
// rotation, so that a person with a hundred jobs delays another person's single job by one job at most.

type Job = () => void;

export class FairTurns {
  readonly #places: number;
  readonly #active = new Set<string>();
  /** Waiting jobs by person. The person at the front is served next; map order is the order of service. */
  readonly #waiting = new Map<string, Job[]>();

  /** `places`: how many jobs run at the same time. */
  constructor(places: number) {
    this.#places = places;
  }

  /** Runs `work` when this person's turn comes. Jobs of one person run one after another, in order. */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    if (this.#active.size >= this.#places || this.#active.has(person)) await this.#wait(person);
    else this.#active.add(person);
    try {
      return await work();
    } finally {
      this.#leave(person);
    }
  }

  #wait(person: string): Promise<void> {
    return new Promise((go) => {
      const jobs = this.#waiting.get(person);
      if (jobs) jobs.push(go);
      else this.#waiting.set(person, [go]);
    });
  }

  #leave(person: string): void {
    this.#active.delete(person);
    // The rest of this person's jobs go behind everyone who waits.
    const rest = this.#waiting.get(person);
    if (rest) {
      this.#waiting.delete(person);
      this.#waiting.set(person, rest);
    }
    for (const [next, jobs] of this.#waiting) {
      if (this.#active.size >= this.#places) return;
      if (this.#active.has(next)) continue;
      this.#active.add(next);
      const go = jobs.shift()!;
      if (jobs.length === 0) this.#waiting.delete(next);
      go();
    }
  }
}

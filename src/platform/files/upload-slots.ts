// How many uploads of one person are under way. What they hold is room on this process's disk and in its memory, so each
// process counts its own, and a process that dies leaves nothing to clear away.

/** As many as an entry has files. */
const uploadsAtOnce = 10;

/** Seconds after which another try makes sense. */
export const uploadPause = 2;

export class UploadSlots {
  readonly #taken = new Map<string, number>();

  /** Takes a place for an upload of this person; answers how to leave it, or undefined when all are taken. */
  take(person: string): (() => void) | undefined {
    const taken = this.#taken.get(person) ?? 0;
    if (taken >= uploadsAtOnce) return undefined;
    this.#taken.set(person, taken + 1);
    return () => {
      const left = this.#taken.get(person)! - 1;
      if (left > 0) this.#taken.set(person, left);
      else this.#taken.delete(person);
    };
  }
}

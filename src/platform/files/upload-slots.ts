// Limits each user's concurrent uploads. They take this process's disk space and memory, so each process counts its
// own, and a crash leaves nothing to clean up.

/** The number of files that an entry may have. */
const maxUploads = 10;

/** Seconds to wait before retrying. */
export const retryAfter = 2;

export class UploadSlots {
  readonly #taken = new Map<string, number>();

  /** Takes a slot for an upload of this user. Returns its release function, or undefined when all are taken. */
  take(user: string): (() => void) | undefined {
    const taken = this.#taken.get(user) ?? 0;
    if (taken >= maxUploads) return undefined;
    this.#taken.set(user, taken + 1);
    return () => {
      const left = this.#taken.get(user)! - 1;
      if (left > 0) this.#taken.set(user, left);
      else this.#taken.delete(user);
    };
  }
}

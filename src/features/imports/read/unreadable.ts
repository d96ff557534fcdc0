import type { SkipReason } from '../constants.ts';

/** Thrown when a file cannot be read further. Whatever was found before stays. */
export class Unreadable extends Error {
  readonly why: SkipReason;

  constructor(why: SkipReason) {
    super(why);
    this.why = why;
  }
}

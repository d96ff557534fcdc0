import { limits, type SkipReason } from '../constants.ts';
import { oneLine } from '../rules.ts';
import type { Skipped } from './found.ts';

/** What was skipped and why: counts, and the first lines. */
export class SkipReport {
  readonly skipped: Skipped[] = [];
  readonly counts: Partial<Record<SkipReason, number>> = {};

  skip(where: string, why: SkipReason): void {
    this.leaveOut(why, 1);
    if (this.skipped.length < limits.skipped) this.skipped.push({ where: oneLine(where, 300), why });
  }

  /** Counts without lines. */
  leaveOut(why: SkipReason, more: number): void {
    this.counts[why] = (this.counts[why] ?? 0) + more;
  }
}

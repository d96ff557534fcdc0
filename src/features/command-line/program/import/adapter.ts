// What each kind of import provides. An adapter only reads: sending, counting and remembering are the same for all of them.
import type { SkipReason } from '#features/imports/constants.ts';
import { skipTexts } from '#features/imports/texts.ts';
import { importTexts } from '../../import-texts.ts';

/** What is suggested. `at` in milliseconds. The texts may have any length and content. */
export type Found = {
  /** Identifies it within its source, on every machine (R-O2). At most `limits.sourceId` characters. */
  sourceId: string;
  at: number;
  text: string;
  group: string;
  reason: string;
  url?: string | undefined;
};

/** Why something was left out. Other programs read these in the JSON. */
export type LeftOut = SkipReason | 'merge' | 'bot' | 'other_author' | 'not_planned';

export const leftOutTexts: Record<LeftOut, string> = {
  ...skipTexts,
  ...importTexts.leftOutBecause,
};

/** Instants in milliseconds. */
export type Period = {
  /** What changed before is not read again. */
  from: number;
  /** Nothing dated before is suggested. Earlier than `from` if an earlier run has read that part. */
  first: number;
  to: number;
};

export type Reader = {
  leaveOut(why: LeftOut, count?: number): void;
  /** Tells the user what the numbers do not. */
  note(text: string): void;
};

/** One repository, calendar or account. */
export type Origin = {
  /** Identifies it among the origins of its adapter. */
  id: string;
  /** What the user calls it. Not a secret. */
  label: string;
  /** The words that open it again. */
  words: string[];
  read(period: Period, reader: Reader): AsyncIterable<Found>;
};

export type Adapter = {
  name: 'git' | 'ics' | 'github' | 'gitlab';
  source: 'git' | 'calendar' | 'github' | 'gitlab';
  /** Whether it takes words, such as folders. */
  takesWords: boolean;
  /** Throws a `CommandError`. `addresses`: those of the user, in lower case. */
  open(words: readonly string[], addresses: readonly string[], reader: Reader): Promise<Origin[]>;
};

// What the formats report while they read.
import type { FormatId, SkipReason } from '../constants.ts';

/** A file of a suggestion. It is read when the suggestion is added. */
export type FoundFile = { name: string; size: number; read: () => Promise<Blob> };

/** What may become a suggestion. `at` is an ISO instant. */
export type Found = {
  source: FormatId;
  /** Identifies it within its source, in every import. */
  sourceId: string;
  at: string;
  text: string;
  group?: string;
  reason?: string;
  files?: FoundFile[];
};

/** `where`: a file, or a line, row or item of it. */
export type Skipped = { where: string; why: SkipReason };

/** Someone's recommendation, which the user may ask them to confirm as a vouch. */
export type Recommendation = { name: string; position: string; company: string; text: string };

export type Options = {
  timeZone: string;
  /** ISO instants: from, inclusive, to, exclusive. */
  from: string;
  to: string;
  /** The user's addresses in a calendar, in lower case: their answers count. */
  addresses: string[];
  /** Of a table: what each column is. Guessed if undefined. */
  columns?: Columns | undefined;
};

/** Numbers of the columns that have these roles, and the order of days and months in dates that have both orders. */
export type Columns = {
  date: number | null;
  text: number[];
  id: number | null;
  group: number | null;
  tags: number | null;
  dayFirst: boolean;
};

/** Where a format reports to. */
export type Sink = {
  found(item: FoundInput, where: string): void;
  skip(where: string, why: SkipReason): void;
  recommend(recommendation: Recommendation): void;
  options: Options;
  now: number;
};

/** What a format knows. The sink adds the source, cleans the texts and decides. `at` in milliseconds. */
export type FoundInput = Omit<Found, 'source' | 'at'> & { at: number };

// Records what the writers sent and what was acknowledged. The audit compares the product against it.

export type SentFile = {
  id: string;
  name: string;
  bytes: Buffer;
  sha256: string;
  acknowledged: boolean;
};

export type SentEntry = {
  id: string;
  content: string;
  emoji: string | null;
  createdAt: string;
  files: SentFile[];
  acknowledged: boolean;
  /** Whether an audit has compared its files. */
  audited: boolean;
};

/** One writer's account. Entries are keyed by id, in the order sent. `tokenIssuedAt` is in ms. */
export type Ledger = { email: string; token: string; tokenIssuedAt: number; entries: Map<string, SentEntry> };

export type Tally = {
  entries: number;
  files: number;
  /** Addresses of acknowledged sign-ups. Each must receive an email. */
  emailed: string[];
  /** Requests without a response or with a 503. */
  failed: number;
  /** The slowest request, in ms. */
  slowestMs: number;
  /** Unexpected statuses and timeouts. */
  problems: string[];
};

export const emptyTally = (): Tally => ({
  entries: 0,
  files: 0,
  emailed: [],
  failed: 0,
  slowestMs: 0,
  problems: [],
});

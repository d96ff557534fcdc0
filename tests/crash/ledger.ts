// What the writers sent, and what of it was acknowledged: the truth that the product is held against.

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
  /** Its files were compared once. */
  audited: boolean;
};

/** One writer's account: entries by id, in the order sent. `since` is when the token was had, in ms. */
export type Ledger = { email: string; token: string; since: number; entries: Map<string, SentEntry> };

export type Tally = {
  entries: number;
  files: number;
  /** Addresses that signed up, each of which is owed a mail. */
  mailed: string[];
  /** Requests that got no answer or a 503. */
  unanswered: number;
  /** Of any request, in ms. */
  slowest: number;
  /** What must not happen: other statuses, hanging requests. */
  faults: string[];
};

export const emptyTally = (): Tally => ({
  entries: 0,
  files: 0,
  mailed: [],
  unanswered: 0,
  slowest: 0,
  faults: [],
});

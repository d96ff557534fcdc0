// What the parent and its worker processes send to each other.

/** The setup is everything that a worker needs to serve, as plain data. */
export type ToWorker =
  | { setup: object }
  /** Every worker answers it (see gather.ts). */
  | { kind: 'question'; id: number }
  | { kind: 'answers'; question: number; answers: unknown[] };

export type FromWorker =
  | { kind: 'ready' }
  /** The worker cannot start for a reason that the operator can fix (see StartupError). */
  | { kind: 'refused'; what: string; why: string; fix: string }
  | { kind: 'failed'; stack: string }
  | { kind: 'ask'; question: number }
  | { kind: 'answer'; id: number; answer: unknown };

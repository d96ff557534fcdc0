// The shape of the access matrix over HTTP, and what the rows of several features share. rows.ts lists all rows.
import type { TestApp } from '../support/app.ts';
import type { Kind } from './callers.ts';
import type { Person } from './world.ts';

/** The expected status of a request, by kind of caller. */
export type Cell = {
  /** With a valid session. */
  live: number;
  /** Without one. */
  noSession: number;
  /** With Logbook cookies, valid or not, if that makes a difference. */
  cookies?: number;
  /** Kinds of caller with a different status, by name. */
  except?: Record<Kind['name'], number>;
};

export type Sent = {
  url: string;
  body?: object | string;
  form?: FormData;
  headers?: Record<string, string>;
  /** The caller signed in two hours ago. */
  hasOldSignIn?: boolean;
  /** Whose data the response may contain, because the request proves the right to it: a password, a signed URL. */
  reveals?: Person | 'everyone';
};

/** `own` is the caller's person (any, if the caller has none), `others` another one, `deleted` one without account. */
export type At = { app: TestApp; own: Person; others: Person; deleted: Person };

export type Make = (at: At) => Sent | Promise<Sent>;

/** One row per route. A GET row also covers HEAD. Both parts have the same variants. */
export type Rows = Record<string, { expected: Record<string, Cell>; requests: Record<string, Make> }>;

export const user = (live: number): Cell => ({ live, noSession: 401 });
export const anyone = (status: number): Cell => ({ live: status, noSession: status });
/**
 * The schemas are public: a request that does not match them is refused before any lookup, but not before a session
 * operation has seen something like a token.
 */
export const malformed = anyone(400);

export const unusedId = '0190a3c0-0000-7000-8000-000000000000';
export const malformedId = 'not-an-id';

export const plain = (url: string): Record<string, Make> => ({ plain: () => ({ url }) });

/** Variants of one URL, by whose id it contains. */
export function byId(pick: (person: Person) => string, make: (id: string) => Sent): Record<string, Make> {
  return {
    own: ({ own }) => make(pick(own)),
    others: ({ others }) => make(pick(others)),
    none: () => make(unusedId),
    malformed: () => make(malformedId),
  };
}

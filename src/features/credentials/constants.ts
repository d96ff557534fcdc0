// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** Where status lists are, followed by the id of the list. */
export const statusPath = '/credentials/status';
/** Entries of a status list: the smallest number that the standard permits, so that an entry says nothing about its holder. */
export const listLength = 131_072;

/** Passes the code of a suite from its script to the page that checks credentials. */
export const rdfSuiteEvent = 'logbook-rdf-suite';

export const limits = {
  /** Entries of a list that are used before the next list begins. So a random one is unused more often than not. */
  usedEntries: 65_536,
  /** Downloads of a user in an hour. */
  downloadsPerHour: 120,
  /** Hours after which a list is signed again although nothing has changed: its age tells readers how fresh it is. */
  listHours: 12,
  /** Seconds for which readers keep a list. */
  listSeconds: 30,
} as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = { vouch_not_verified: 409, too_many_tries: 429 } as const;

// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** What another instance recorded. */
export const recordKinds = ['shoutout', 'vouch'] as const;
export type RecordKind = (typeof recordKinds)[number];

export const limits = {
  /** Records of one user. */
  perUser: 5000,
  /** Records in one request. */
  perRequest: 50,
  /** Characters of a record: a vouch with the longest texts, and with a credential. */
  record: 40_000,
  /** Characters of the origin of an instance. */
  origin: 300,
  page: 20,
  pageMax: 100,
} as const;

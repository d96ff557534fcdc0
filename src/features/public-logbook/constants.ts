// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  /** Verified vouches on one page. */
  vouches: 50,
  /** Of the query `page`. */
  pages: 1000,
  /** Requests for unknown links that one network may send in a minute. */
  unknownPerMinute: 60,
} as const;

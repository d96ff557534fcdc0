// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const importLimits = {
  /** Maximum of entries, and of goals, per call. */
  items: 50,
  /** Maximum bytes of JSON that the browser puts into one call, well below the server's body limit. */
  bytes: 80_000,
} as const;

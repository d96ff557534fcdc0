// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** Entries of a status list: the smallest number that the standard permits, so that an entry says nothing about its holder. */
export const listLength = 131_072;

// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** Entries of a status list: the smallest number that the standard permits, so that an entry says nothing about its holder. */
export const listLength = 131_072;

/** Passes the code of a suite from its script to the page that checks credentials. */
export const rdfSuiteEvent = 'logbook-rdf-suite';

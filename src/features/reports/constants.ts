// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  /** Entries of a week that the report shows. Its figures count all of them. */
  entries: 500,
  /** Characters of an entry that the report shows. */
  entryText: 1200,
  /** Completed goals, and shoutouts in each direction, that the report shows. */
  goals: 100,
  shoutouts: 100,
  tags: 12,
  /** The newest shoutouts on a board. */
  board: 300,
  /** Shoutouts of a board are counted up to this number. */
  counted: 10_000,
  /** Reports that a user can email in an hour. */
  emailsPerHour: 30,
} as const;

/** The value of `reportType` that selects the board. */
export const boardType = 'Shoutout Board';

/** Periods that a board can be limited to, in days until now. */
export const periods = { month: 30, quarter: 91, year: 365 } as const;

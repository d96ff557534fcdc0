// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const memberLimits = {
  /** Members on one page of the team. */
  members: 200,
  /** Counts are exact up to this number. */
  counted: 99,
  /** Minutes within which the note that the manager looked stays as it is (R-E8). */
  minutesBetweenLooks: 1,
  page: 50,
  pageMax: 100,
} as const;

/** Kinds of live events to a manager: something of a member changed. The id is the member's user id, or `many`. */
export const memberLiveKinds = ['team'] as const;

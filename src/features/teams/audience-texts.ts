/**
 * Names who can see a shared entry, after the badge Manager on the timeline (R-E8). An entry that is shared with a
 * manager who sees it is not emailed, not even after the plan or the relationship ends, so nothing here mentions an
 * email.
 */
export const audienceTexts = {
  sees: (manager: string) => `${manager} can see this`,
  /** The manager is currently not on the Team plan. */
  notNow: (manager: string) => `${manager} can't currently see this in Logbook`,
  recordedBefore: (manager: string) => `${manager} connected after this entry was recorded`,
  /** Also while the managers are not known. */
  sharedWith: (email: string) => email,
  notConnected: (email: string) => `${email}, not connected`,
} as const;

/** What this process has counted for /metrics. Plain numbers, because hot paths count whether or not anyone asks. */
export const counts = {
  /** Responses that were complete before the request (platform/http/prepared.ts). */
  preparedResponses: 0,
  pageCacheHits: 0,
  pageCacheMisses: 0,
  uploadedBytes: 0,
  /** Open now. */
  liveSockets: 0,
  /** Wrong passwords and unknown addresses. */
  failedSignIns: 0,
  /** Reminders that were due (R-N5): sent, left out because of an entry, or too late. */
  remindersSent: 0,
  remindersSpared: 0,
  remindersLate: 0,
  /** Push messages that their service accepted or did not, and devices that it no longer knows. */
  pushesAccepted: 0,
  pushesFailed: 0,
  pushesEnded: 0,
  /** Inbound emails by outcome, with the reason after a space. */
  mailsIn: {} as Record<string, number>,
  /** Ways through the provider of single sign-on, by how they ended. */
  providerReturns: {} as Record<string, number>,
  /** Refused requests of apps that connect (OAuth): what was requested, and the error code after a space. */
  appRefusals: {} as Record<string, number>,
};

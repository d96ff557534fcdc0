// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  /** Addresses in one submission of the invite dialog. */
  addresses: 50,
  /** Pending invitations of one user. */
  pending: 50,
  /** Invitations of one user in a day, and to the same mailbox. */
  perDay: 20,
  perDayToMailbox: 3,
  /** Days that the link in the email is valid, from when the email is sent (R-A11). */
  linkDays: 14,
  /** The function does not send the email again within this time, unless it is asked to. */
  minutesOfOneRequest: 10,
  /** How often the email of one invitation can be sent again. */
  resends: 3,
  /** Days after a decline in which the address cannot be invited, and sharing an entry asks for no new relationship (R-B6). */
  declinedDays: 7,
  /** Days that a closed invitation or declined relationship is kept. */
  daysKept: 30,
  /** Relationships in the list, and requests that are pending or declined, of each kind. */
  relationships: 500,
  requests: 100,
  page: 50,
  pageMax: 100,
} as const;

/**
 * Kinds of live events. Both parties receive `team_relationships`; the user who invited receives `team_invitations`; and the
 * employee receives `logbook_invitations`.
 */
export const liveKinds = ['team_relationships', 'team_invitations', 'logbook_invitations'] as const;

// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  message: 2000,
  /** Characters of the linked entry in the excerpt, before the ellipsis. */
  excerpt: 100,
  page: 30,
  pageMax: 100,
  /** Users in one lookup of names. */
  senders: 100,
  /** The badge shows "9+" above this number. */
  badge: 9,
  /** Shoutouts that one user can send in an hour. */
  perHour: 200,
} as const;

/** Kinds of live events. The sender and the recipient receive them. */
export const liveKinds = ['shoutouts'] as const;

/** Whether the viewer sent or received a shoutout. */
export const directions = ['received', 'sent'] as const;

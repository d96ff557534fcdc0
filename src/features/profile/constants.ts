// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  fullName: 80,
  phoneMin: 3,
  phone: 40,
  avatarUrl: 2000,
  slugMin: 3,
  slug: 40,
  /** Days that a replaced slug leads to the current one, and how many replaced ones a user may have (R-F6). */
  earlierSlugDays: 90,
  earlierSlugs: 10,
  /** Exclusive limit of a photo's size. */
  photoBytes: 5 * 1024 * 1024,
  /** Maximum side of a stored photo, in pixels. */
  photoSide: 512,
} as const;

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['profiles'] as const;

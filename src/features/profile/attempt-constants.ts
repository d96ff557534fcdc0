// The fixed values of R-A8 that only the server needs, apart from `constants.ts`, which pages load.

/** How many attempts a user has within how many minutes. */
export const attempts = {
  /** Slugs to try. Refused ones count, because a refusal reveals that a private page may have the slug. */
  slug: { max: 20, minutes: 60 },
  /** Photos to set, uploaded or copied. */
  photo: { max: 60, minutes: 60 },
};

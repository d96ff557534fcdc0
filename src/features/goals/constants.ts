// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  text: 1000,
  /** Open goals of one user. */
  open: 200,
  /** Days until a deleted goal is purged. */
  daysKept: 30,
} as const;

/** The periods a goal can have (R-C1). */
export const cadences = ['weekly', 'monthly', 'quarterly'] as const;

/** Emoji of the entry that a completed goal creates (R-C3). */
export const goalEmoji = '🎯' as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  text_required: 400,
  text_too_long: 400,
  invalid_period: 400,
  invalid_date: 400,
  too_many_goals: 409,
  id_taken: 409,
  goal_off_list: 409,
} as const;

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['goals'] as const;

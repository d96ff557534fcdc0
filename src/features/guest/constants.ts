// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** The `user_id` of entries and goals written without an account. */
export const guestId = 'guest';

/** The page where a guest signs up. */
export const signUpPath = '/auth?mode=signup';

/** Whose the entries of a browser are while nobody is signed in. */
export const guestId = 'guest';

/** Where a guest makes an account. */
export const signUpPath = '/auth?mode=signup';

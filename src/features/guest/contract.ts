/** Whose the entries of a browser are while nobody is signed in. */
export const guestId = 'guest';

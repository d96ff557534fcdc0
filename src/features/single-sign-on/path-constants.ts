// What the sign-in page and the server call each other by, apart from the other constants, which that page does not need.

/** Where the browser begins, and where the provider sends it back to. */
export const startPath = '/api/auth/provider';
export const callbackPath = `${startPath}/callback`;
/** Where the provider itself reports the end of a session. */
export const logoutPath = `${startPath}/logout`;

/** In the address of the sign-in page: how a way through the provider ended (`outcomes`). */
export const returnKey = 'provider';

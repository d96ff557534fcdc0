/** The name of an account whose provider sends none. */
export const newUserName = 'New user';

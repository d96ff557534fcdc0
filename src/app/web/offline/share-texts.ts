/** The file that a shared text becomes if it is too long for an entry. */
export const sharedTextName = 'Shared text.txt';

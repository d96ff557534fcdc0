// Paths, apart from the other constants, because every page loads the list of the app's paths.

/** Where the page is on which the user allows a program to connect. */
export const allowAppPath = '/app/allow';

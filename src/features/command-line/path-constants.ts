// Paths, apart from the other constants, because every page loads the list of the app's paths.

/** Where the page is on which the user approves a sign-in of the command line. */
export const connectPath = '/connect';
/** Where the program is served. */
export const programPath = '/cli';

// Alone in its file: pages link there, and load nothing else of it.

/** The page that checks packets and credentials. `#/p/<token>` makes it check the packet of that link. */
export const verifyPath = '/verify';

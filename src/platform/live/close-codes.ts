/** Close codes for a client that may not listen: without a valid session, or on a page of another origin. */
export const refusalCodes = { noSession: 4401, wrongOrigin: 4403 } as const;

/** The process stops, and another one accepts the next connection (RFC 6455: service restart). */
export const restartCode = 1012;

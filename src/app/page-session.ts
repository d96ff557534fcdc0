import type { SignedIn } from '#features/accounts/contract.ts';

/**
 * The session that a page without a user's data is served with: none (null), unknown to the server, so that the page has
 * to request it, or `offline` in the page that the service worker shows without a connection.
 */
export type SharedSession = null | 'unknown' | 'offline';

/** The session that a document is served with. */
export type PageSession = SignedIn | SharedSession;

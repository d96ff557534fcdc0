// Pure rules of public pages.
import { limits } from './constants.ts';

/** The page of vouches that a query asks for, from 1. Anything else is the first. */
export function readPage(query: unknown): number {
  const page = typeof query === 'string' && /^[1-9]\d{0,3}$/.test(query) ? Number(query) : 1;
  return page <= limits.pages ? page : 1;
}

/** How many pages the vouches of a logbook fill: at least one. */
export const pagesOf = (vouches: number): number => Math.max(1, Math.ceil(vouches / limits.vouches));

/** The address of a page of vouches. */
export const pagePath = (slug: string, page: number): string =>
  page === 1 ? `/${slug}` : `/${slug}?page=${page}`;

/**
 * The address of a photo for public pages. A stored photo gets one that names the link instead of its user's id (R-F8).
 * An address on another host, which an earlier version may have stored, is never loaded: that host would learn who visits.
 */
export function publicPhoto({
  slug,
  avatar_url,
}: {
  slug: string;
  avatar_url: string | null;
}): string | null {
  if (!avatar_url?.startsWith('/')) return null;
  return `/api/public_profiles/${slug}/photo/${avatar_url.slice(avatar_url.lastIndexOf('/') + 1)}`;
}

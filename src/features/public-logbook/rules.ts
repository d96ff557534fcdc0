// Pure rules of public links (R-F5, R-F6).
import { slugFault } from '#features/profile/rules.ts';
import { limits } from './contract.ts';

/** What the single segment of a path asks for. `move`: the same at another address. */
export type PublicPath =
  | { kind: 'page' | 'json'; slug: string }
  | { kind: 'move'; path: string }
  /** No public link can have this address. */
  | { kind: 'none' };

/** Reads a path segment, decoded. Links are typed by hand, too: capitals lead to the same page. */
export function readPublicPath(segment: string): PublicPath {
  const [slug, kind] = segment.endsWith('.json')
    ? [segment.slice(0, -'.json'.length), 'json' as const]
    : [segment, 'page' as const];
  const lower = slug.toLowerCase();
  if (slugFault(lower)) return { kind: 'none' };
  return lower === slug
    ? { kind, slug }
    : { kind: 'move', path: `/${lower}${kind === 'json' ? '.json' : ''}` };
}

/** The page of vouches that a query asks for, from 1. Anything else is the first. */
export function readPage(query: unknown): number {
  const page = typeof query === 'string' && /^[1-9]\d{0,3}$/.test(query) ? Number(query) : 1;
  return page <= limits.pages ? page : 1;
}

/**
 * The address of a photo for public pages. A stored photo gets one that names the link instead of its user's id (R-F8).
 * An address on another host stays as it is.
 */
export function publicPhoto({
  slug,
  avatar_url,
}: {
  slug: string;
  avatar_url: string | null;
}): string | null {
  if (avatar_url === null || !avatar_url.startsWith('/')) return avatar_url;
  return `/api/public_profiles/${slug}/photo/${avatar_url.slice(avatar_url.lastIndexOf('/') + 1)}`;
}

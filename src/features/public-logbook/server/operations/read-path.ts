import { slugProblem } from '#features/profile/rules.ts';

/** What the single segment of a path asks for. `move`: the same at another address. */
export type PublicPath =
  | { kind: 'page' | 'json'; slug: string }
  | { kind: 'move'; path: string }
  /** No public link can have this address. */
  | { kind: 'none' };

/** Reads a decoded path segment. Links are also typed by hand, so capitals lead to the same page. */
export function readPublicPath(segment: string): PublicPath {
  const [slug, kind] = segment.endsWith('.json')
    ? [segment.slice(0, -'.json'.length), 'json' as const]
    : [segment, 'page' as const];
  const lower = slug.toLowerCase();
  if (slugProblem(lower)) return { kind: 'none' };
  return lower === slug
    ? { kind, slug }
    : { kind: 'move', path: `/${lower}${kind === 'json' ? '.json' : ''}` };
}

// Where to go after signing in: a page that needs a session leaves its own address here. Paths of this site only (R-A10).
import { forget, remember, remembered } from '#ui/tab-memory.ts';

const key = 'redirectAfterAuth';

/** The path if it stays on this origin, else `fallback`. */
export function samePath(path: string | null, origin: string, fallback = '/'): string {
  if (!path?.startsWith('/')) return fallback;
  try {
    const target = new URL(path, origin);
    const read = target.pathname + target.search + target.hash;
    // "/.//host" is a path here, but what is left of it would name a host.
    return target.origin === origin && !read.startsWith('//') ? read : fallback;
  } catch {
    return fallback;
  }
}

/** Leaves the address of this page behind, on the way to the sign-in page. */
export function keepPlace(): void {
  remember(key, location.pathname + location.search + location.hash);
}

/** Reads the stored path and forgets it; the home page without one. */
export function takeRedirect(): string {
  const stored = remembered(key);
  forget(key);
  return samePath(stored, location.origin);
}

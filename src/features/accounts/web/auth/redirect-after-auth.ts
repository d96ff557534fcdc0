// Where to go after signing in: a page that needs a session stores its own address. Same-origin paths only (R-A10).
import { forget, remember, remembered } from '#ui/tab-memory.ts';

const key = 'redirectAfterAuth';

/** What the toast of a finished sign-in or sign-up is about, so that the page it leads to can replace it. */
export const aboutSignedIn = 'signed in';

/** The path if it stays on this origin, otherwise `fallback`. */
export function samePath(path: string | null, origin: string, fallback = '/'): string {
  if (!path?.startsWith('/')) return fallback;
  try {
    const target = new URL(path, origin);
    const normalized = target.pathname + target.search + target.hash;
    // "/.//host" is a path on this origin, but it normalizes to "//host", which would name a host.
    return target.origin === origin && !normalized.startsWith('//') ? normalized : fallback;
  } catch {
    return fallback;
  }
}

/** Stores where to go after signing in, before going to the sign-in page. Default: the address of this page. */
export function saveRedirect(path = location.pathname + location.search + location.hash): void {
  remember(key, path);
}

/** Returns the stored path and deletes it. Without one, returns the home page. */
export function takeRedirect(): string {
  const stored = remembered(key);
  forget(key);
  return samePath(stored, location.origin);
}

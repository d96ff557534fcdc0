// The token of a mailed link. It leaves the address bar at once (R-A11) and waits in this tab until a session of its account
// is there, for it counts with that alone (R-A4).
import { onServer } from '#ui/on-server.ts';
import { forget, remember, remembered } from '#ui/tab-memory.ts';

const key = 'verify-link';

/** The token of this page's address, or the one that this tab still holds. */
export function takeVerifyToken(): string | undefined {
  if (onServer) return undefined;
  const query = new URLSearchParams(location.search);
  const token = query.get('verify');
  if (token !== null) {
    remember(key, token.slice(0, 200));
    query.delete('verify');
    const rest = query.toString();
    history.replaceState(null, '', location.pathname + (rest && `?${rest}`));
  }
  return remembered(key) ?? undefined;
}

export function forgetVerifyToken(): void {
  forget(key);
}

// The token of a verification link. It is removed from the address bar immediately (R-A11) and kept in this tab until
// its account is signed in, because it works only with that session (R-A4).
import { onServer } from '#ui/on-server.ts';
import { forget, remember, remembered } from '#ui/tab-memory.ts';

const key = 'verify-link';

/** Takes the token from the page's address, or returns the one that this tab still holds. */
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

// The token of an emailed link. It is removed from the address bar immediately (R-A11) and kept in the tab's history
// entry: a reload keeps it, and any navigation drops it.
import { limits } from '../../constants.ts';
import { onServer } from '#ui/on-server.ts';

/** The name of the token in the query. `token` is an invitation's. */
type Kind = 'recover' | 'undo' | 'proof' | 'token';

/** Takes the token from the page's address, or returns the one in the history entry. */
export function takeMailedToken(kind: Kind): string | undefined {
  // A page with a token in its address is not rendered on the server.
  if (onServer) return undefined;
  const query = new URLSearchParams(location.search);
  const token = query.get(kind);
  if (token !== null) {
    query.delete(kind);
    const rest = query.toString();
    history.replaceState(
      { [kind]: token.slice(0, limits.addressProof) },
      '',
      location.pathname + (rest && `?${rest}`),
    );
  }
  const kept = (history.state as Partial<Record<Kind, unknown>> | null)?.[kind];
  return typeof kept === 'string' ? kept : undefined;
}

/** Stores a token that did not come from the address, replacing any stored one. */
export function storeMailedToken(kind: Kind, token: string): void {
  history.replaceState({ [kind]: token }, '', location.href);
}

export function forgetMailedTokens(): void {
  history.replaceState(null, '', location.href);
}

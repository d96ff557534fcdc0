// The token of a mailed link. It leaves the address bar at once (R-A11) and stays with this entry of the tab's history, so
// that a reload keeps it and every way to another page drops it.
import { onServer } from '#ui/on-server.ts';

type Kind = 'recover' | 'undo';

/** The token of this page's address, or the one that this entry of the history holds. */
export function takeMailedToken(kind: Kind): string | undefined {
  // A page with a token in its address is not drawn on the server.
  if (onServer) return undefined;
  const query = new URLSearchParams(location.search);
  const token = query.get(kind);
  if (token !== null) {
    query.delete(kind);
    const rest = query.toString();
    history.replaceState({ [kind]: token.slice(0, 200) }, '', location.pathname + (rest && `?${rest}`));
  }
  const kept = (history.state as Partial<Record<Kind, unknown>> | null)?.[kind];
  return typeof kept === 'string' ? kept : undefined;
}

/** Keeps a token that came by another way than the address, in place of what was kept. */
export function keepMailedToken(kind: Kind, token: string): void {
  history.replaceState({ [kind]: token }, '', location.href);
}

export function forgetMailedTokens(): void {
  history.replaceState(null, '', location.href);
}

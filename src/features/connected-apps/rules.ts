import { scopes as allScopes } from '#features/api-tokens/constants.ts';
import type { Scope } from '#features/api-tokens/contract.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { Audience } from './contract.ts';

/** What an app calls itself, in one line, as it is shown and stored. It is text of a stranger. */
export function shownName(name: unknown, fallback: string): string {
  const text = typeof name === 'string' ? normalizeText(name).replace(/\s+/g, ' ') : '';
  const letters = [...(text || fallback)];
  const isCut = letters.length > limits.name;
  const shown = letters
    .slice(0, limits.name - Number(isCut))
    .join('')
    .trim();
  return isCut ? `${shown}…` : shown || '?';
}

/** The host whose document describes the app; null for an app that has registered itself: nothing proves whose it is. */
export function provenHost(clientId: string): string | null {
  const url = URL.parse(clientId);
  return url?.protocol === 'https:' ? url.host : null;
}

/** Where the browser goes after the decision. Null: to a program on the same device. */
export function returnHost(redirectUri: string): string | null {
  const { protocol, hostname, host } = new URL(redirectUri);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === 'https:' && !isLoopback ? host : null;
}

/** The scopes of an authorization request that exist, in our order. */
export function askedScopes(scope: unknown): Scope[] {
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  return allScopes.filter((known) => asked.includes(known));
}
/** What a token can be for, by its address (RFC 8707). */
export function resources(appUrl: string): Record<Audience, string> {
  return { mcp: `${appUrl}/mcp`, api: `${appUrl}/api` };
}

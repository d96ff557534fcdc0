import { claimed } from '#platform/text/claimed.ts';

/** `did:web:log.example` is the site log.example. Anything else may be a sentence that would pass as one of ours. */
export function issuerName(id: string): string {
  const host = /^did:web:([A-Za-z0-9.-]+(?:%3A\d+)?)$/i.exec(id)?.[1]?.replace(/%3a/i, ':');
  return host ?? claimed(id);
}

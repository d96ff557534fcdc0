// The JSON-LD contexts that say what the members of a credential mean. One that is not listed is refused, never fetched: its server
// could change what a signature means.

/** The first context of each credential. */
export const baseContext = 'https://www.w3.org/ns/credentials/v2';

/** Their contents are loaded with the suite that needs them (`rdf-suite.ts`). */
export const knownContexts: ReadonlySet<unknown> = new Set([
  baseContext,
  'https://purl.imsglobal.org/spec/ob/v3p0/context.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]);

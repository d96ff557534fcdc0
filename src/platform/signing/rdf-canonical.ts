// The canonical form of a JSON-LD document for `eddsa-rdfc-2022`: the sorted statements that it makes. Also loaded by browsers
// that check signatures.
import jsonld from 'jsonld';
import { loadPinned, pinnedContexts, type Contexts } from './pinned-contexts.ts';

/** Bounds the work for documents that are made to be expensive. Ours need none of it. */
const maxWorkFactor = 1;

/** N-Quads (RDFC-1.0). Rejects for a context that is not pinned, and for a member that the contexts do not define. */
export function canonicalRdf(document: object, contexts: Contexts = pinnedContexts): Promise<string> {
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    documentLoader: (url) => loadPinned(url, contexts),
    safe: true,
    maxWorkFactor,
  });
}

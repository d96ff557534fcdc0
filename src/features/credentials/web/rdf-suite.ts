// The part of /verify that checks `eddsa-rdfc-2022`. The page runs it when a credential has such a proof, and takes it from this
// event.
import { canonicalRdf } from '#platform/signing/rdf-canonical.ts';
import { rdfSuiteEvent } from '../constants.ts';

document.dispatchEvent(
  new CustomEvent(rdfSuiteEvent, { detail: (value: object): Promise<string> => canonicalRdf(value) }),
);

// Loads what checks `eddsa-rdfc-2022`, once and only for a credential with such a proof. The policy of the page allows this
// script, and no other, by its hash. A saved page contains it.
import { rdfSuiteEvent } from '#features/credentials/constants.ts';
import type { CanonicalRdf } from '#features/credentials/verify/check-proof.ts';
import { rdfSuitePath } from '../../constants.ts';

const timeoutMs = 20_000;
let loading: Promise<CanonicalRdf> | undefined;

export function loadRdf(): Promise<CanonicalRdf> {
  loading ??= load().catch((error: unknown) => {
    // The next check may have a connection.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<CanonicalRdf> {
  const code = document.querySelector('[data-rdf-suite]')?.textContent ?? (await fetchCode());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The script did not run.')), timeoutMs);
    const take = (event: Event) => {
      clearTimeout(timer);
      resolve((event as CustomEvent<CanonicalRdf>).detail);
    };
    document.addEventListener(rdfSuiteEvent, take, { once: true });
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = code;
    document.head.append(script);
  });
}

async function fetchCode(): Promise<string> {
  const response = await fetch(rdfSuitePath, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The script was not sent: ${response.status}.`);
  return response.text();
}

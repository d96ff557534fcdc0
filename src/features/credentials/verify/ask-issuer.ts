// Asks the issuer of a credential for its keys and its status lists, when the reader wants to (R-P4): directly, without cookies,
// and without saying from which page.
import { mostCharacters } from './open-credential.ts';

const timeoutMs = 15_000;

/** What the issuer sent, by address. Those that could not be read are not there. */
export async function askIssuer(
  addresses: readonly string[],
  site: string | undefined,
): Promise<Map<string, string>> {
  const answers = await Promise.all(
    addresses.map(async (address) => [address, await fetchText(reachable(address, site))] as const),
  );
  return new Map(answers.flatMap(([address, text]) => (text === undefined ? [] : [[address, text]])));
}

/** `site`: the origin of this page, which may be without TLS, as on the owner's own machine. Undefined if it may not be asked. */
function reachable(address: string, site: string | undefined): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, search } = new URL(address);
  if (site !== undefined && host === new URL(site).host) return site + pathname + search;
  return protocol === 'https:' ? address : undefined;
}

async function fetchText(address: string | undefined): Promise<string | undefined> {
  if (address === undefined) return undefined;
  try {
    const response = await fetch(address, {
      ...{ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', cache: 'no-cache' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok || !response.body) return undefined;
    const parts: string[] = [];
    let length = 0;
    for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return parts.join('');
      length += value.length;
      if (length > mostCharacters) {
        await reader.cancel();
        return undefined;
      }
      parts.push(value);
    }
  } catch {
    return undefined;
  }
}

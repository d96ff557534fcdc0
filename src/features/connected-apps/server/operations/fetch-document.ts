// Fetches the document that describes an app (client id metadata document). Strangers choose its address: https only, public
// addresses only, checked before the connection, no redirects, 5 kB, 5 seconds.
import { askPublic, type Network } from '#platform/http/fetch-public.ts';
import { limits } from '../../constants.ts';

/** Throws if it cannot be fetched. The reason is not for the caller: it would tell about other machines. */
export async function fetchDocument(network: Network, address: string): Promise<Response> {
  const signal = AbortSignal.timeout(limits.documentMs);
  const headersSent = { accept: 'application/json' };
  const response = await askPublic(network, new URL(address), { headers: headersSent, signal });
  signal.addEventListener('abort', () => response.destroy(new Error('The document is slow.')));
  const { statusCode = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (statusCode !== 200) throw new Error(`The response has status ${statusCode}.`);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.document) throw new Error('The document is too large.');
      chunks.push(chunk);
    }
  } finally {
    response.destroy();
  }
  const kept = ['cache-control', 'expires'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Response(Buffer.concat(chunks), { status: 200, headers: kept });
}

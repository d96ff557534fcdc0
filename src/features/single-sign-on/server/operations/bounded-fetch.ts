// Requests to the provider. The operator has chosen it, so its address may be private, but it may be slow, broken or taken over:
// each request has a time, its response a size, and none is redirected.
import { ProviderAway } from './provider-errors.ts';

const withinMs = 5000;
const maxBytes = 256 * 1024;

type Init = { method?: string; headers?: HeadersInit; body?: unknown };

/** Like `fetch`. Throws ProviderAway if there is no response in time, it is too large, or an error of the server. */
export async function boundedFetch(
  address: string | URL,
  { method, headers, body }: Init,
): Promise<Response> {
  try {
    const response = await fetch(address, {
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && body !== null && { body: body as string | URLSearchParams }),
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    });
    const bytes = await firstBytes(response);
    if (response.status >= 500 || response.status === 429)
      throw new ProviderAway(`It responds with status ${response.status}.`);
    const { status } = response;
    return new Response(bytes.length === 0 ? null : bytes, { status, headers: response.headers });
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new ProviderAway(isLate ? 'It does not respond in time.' : reasonOf(error), error);
  }
}

async function firstBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderAway(`Its response has more than ${maxBytes / 1024} kB.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return `It cannot be reached (${cause?.code ?? cause?.message ?? (error as Error).message}).`;
}

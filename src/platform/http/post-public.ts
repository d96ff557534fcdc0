// Sends an empty POST to an address that a user's browser has given, such as that of its push service. The rules are those
// of fetching a file: https, a public address, checked before the connection. Redirects are not followed.
import { askPublic, internet, type Network } from './fetch-public.ts';

const withinMs = 10_000;

export type PostResponse = {
  status: number;
  /** Seconds that the service asks to wait; null if it does not say. */
  retryAfter: number | null;
};

/** Throws `CannotFetch`. */
export type PostPublic = (address: string, headers: Record<string, string>) => Promise<PostResponse>;

export function postPublicWith(network: Network = internet): PostPublic {
  return async (address, headers) => {
    const response = await askPublic(network, new URL(address), {
      method: 'POST',
      headers: { ...headers, 'content-length': '0' },
      signal: AbortSignal.timeout(withinMs),
    });
    // Nothing of the body is read.
    response.destroy();
    const seconds = Number(response.headers['retry-after']);
    return {
      status: response.statusCode ?? 0,
      retryAfter: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
    };
  };
}

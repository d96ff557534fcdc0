// Fetches a file from an address that a user has entered. No one may use the server to reach private addresses. The
// name is resolved here, each of its addresses is checked, and the connection goes to the checked address, so it does
// not matter if the name resolves differently next time. The same applies to each redirect.
import { lookup } from 'node:dns/promises';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

const withinMs = 10_000;
const maxRedirects = 3;

/** The file cannot be fetched. The reason is for logs: it would tell the user about other machines. */
export class CannotFetch extends Error {
  /** The address is not one of a public website, and will not become one. */
  readonly isForbidden: boolean;

  constructor(why: string, { isForbidden = false } = {}) {
    super(why);
    this.name = 'CannotFetch';
    this.isForbidden = isForbidden;
  }
}

/** Resolves to the bytes. They end with an error if they take too long. Throws `CannotFetch`. */
export type FetchPublic = (address: string) => Promise<AsyncIterable<Buffer>>;

/** How names are resolved and requests are sent. */
export type Network = {
  resolve: (host: string) => Promise<string[]>;
  request: (
    url: URL,
    options: RequestOptions,
    onResponse: (response: IncomingMessage) => void,
  ) => {
    on(event: 'error', listener: (error: Error) => void): unknown;
    end(): unknown;
  };
};

export const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  request: requestByHttps,
};

export function fetchPublicWith(network: Network = internet): FetchPublic {
  return async (address) => {
    const signal = AbortSignal.timeout(withinMs);
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await askPublic(network, url, { headers: { accept: 'image/*' }, signal });
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return response;
      response.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode) || !URL.canParse(headers.location ?? '', url.href))
        throw new CannotFetch(`The response has status ${statusCode}.`);
      url = new URL(headers.location!, url);
    }
    throw new CannotFetch('Too many redirects.');
  };
}

type Request = { method?: 'GET' | 'POST'; headers: Record<string, string>; signal: AbortSignal };

/** Sends one request, without a body, to the checked address of a public host. Throws `CannotFetch`. */
export async function askPublic(
  { resolve, request }: Network,
  url: URL,
  { method = 'GET', headers, signal }: Request,
): Promise<IncomingMessage> {
  // Another port could be another service.
  if (url.protocol !== 'https:' || url.port !== '')
    throw new CannotFetch('Not an address of a website.', { isForbidden: true });
  const pinned = await publicAddressOf(resolve, url.hostname.replace(/^\[|\]$/g, ''));
  const toPinned: LookupFunction = (_host, options, done) => {
    const family = isIP(pinned);
    if (options.all) done(null, [{ address: pinned, family }]);
    else done(null, pinned, family);
  };
  return new Promise((resolveWith, reject) => {
    const fail = (error: Error) => reject(new CannotFetch(error.message));
    const sent = request(
      url,
      {
        ...{ method, agent: false, lookup: toPinned, signal },
        headers: { 'user-agent': 'Logbook', ...headers },
      },
      resolveWith,
    );
    sent.on('error', fail);
    sent.end();
  });
}

async function publicAddressOf(resolve: Network['resolve'], host: string): Promise<string> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    throw new CannotFetch('The host has no public address, or also has others.', {
      isForbidden: addresses.length > 0,
    });
  return addresses[0]!;
}

// The authorization server behind our routes. Loaded with the first request that needs it.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Context } from 'oidc-provider';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { transact } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import type { Network } from '#platform/http/fetch-public.ts';
import { counts } from '#platform/metrics/counts.ts';
import { endTurns } from '#platform/http/request-turns.ts';
import { privateHeaders, type RenderStill } from '#platform/http/still-page.ts';
import { attempts } from '../../attempt-constants.ts';
import { ErrorPage } from '../documents/error-page.tsx';
import { pageTexts } from '../../page-texts.ts';
import { allowApp, readRequest, refuseApp } from './decide.ts';
import { makeProvider } from './provider.ts';

export type ServerParts = {
  config: Config;
  pool: pg.Pool;
  appSecret: string;
  network: Network;
  renderStill: RenderStill;
};

/** The seconds to wait, if the network of a request has done this too often. */
export async function waitFor(
  pool: pg.Pool,
  kind: keyof typeof attempts,
  ip: string,
): Promise<number | undefined> {
  const limit = { kind: `oauth ${kind}`, key: addressBlock(ip), ...attempts[kind] };
  const refused = await transact(pool, null, (tx) => consumeAttempts(tx, [limit]));
  return refused && (refused.retryAfter ?? 60);
}

export function authorizationServer(parts: ServerParts) {
  const { config, pool, appSecret, network, renderStill } = parts;
  const requests = new WeakMap<object, FastifyRequest>();
  const provider = makeProvider(
    {
      ...{ pool, appSecret, network, appUrl: config.appUrl, isSecure: config.https },
      async mayFetch({ req }: Context) {
        return (await waitFor(pool, 'fetch', requests.get(req)!.ip)) === undefined;
      },
      errorPage(description) {
        const main = ErrorPage({ description });
        const page = renderStill({ status: 400, title: pageTexts.failed, main });
        return { headers: { ...page.headers, ...privateHeaders }, plain: () => page.plain() };
      },
    },
    errors,
  );
  for (const event of ['authorization.error', 'grant.error', 'registration_create.error', 'revocation.error'])
    provider.on(event, ({ req }, error) => {
      // The name of the error only: the rest may contain what a stranger has sent.
      const refused = error.message.slice(0, 60);
      const name = `${event.split('.')[0]!} ${refused}`;
      counts.appRefusals[name] = (counts.appRefusals[name] ?? 0) + 1;
      requests.get(req)?.log.info({ event, refused }, 'oauth request refused');
    });
  provider.on('server_error', ({ req }, error) => requests.get(req)?.log.error({ err: error }, 'oauth'));
  const callback = provider.callback();
  const { host, protocol } = new URL(config.appUrl);

  return {
    provider,
    readRequest,
    refuseApp,
    allowApp,
    /** Lets the provider respond. Its addresses follow APP_URL, never a header (R-A11). */
    async handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { raw } = request;
      raw.headers.host = host;
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      delete raw.headers['x-forwarded-host'];
      requests.set(raw, request);
      if (request.body instanceof Buffer) readAgain(raw, request.body);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.setHeader('cache-control', 'no-store');
      await callback(raw, reply.raw);
      endTurns(request);
    },
  };
}

/** Lets the provider read a body that has been read, within its limit. */
function readAgain(raw: IncomingMessage, body: Buffer): void {
  Object.defineProperties(raw, {
    readable: { value: true },
    iterator: { value: () => Readable.from([body]) },
  });
}

export type AuthorizationServer = ReturnType<typeof authorizationServer>;

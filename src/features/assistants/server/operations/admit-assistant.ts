// Who may send a message, decided before its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { scopes } from '#features/api-tokens/constants.ts';
import { metadataPath } from '#features/connected-apps/oauth-constants.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Config } from '#platform/config/config.ts';
import { isFromOwnOrigin } from '#platform/http/own-origin.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { apiTokenOf } from '#platform/http/tokens.ts';
import { isApiToken } from '#platform/secrets/api-token.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { isOwnHost } from '../../rules.ts';
import { toolErrors } from '../../texts.ts';
import { countMessage } from '../store.ts';
import { detailTexts } from '#platform/http/problem-texts.ts';

/** The caller of one message. */
export type Assistant = {
  token: string;
  scopes: readonly string[];
  timeZone: string;
  userAgent: string | undefined;
  ip: string;
};

type Parts = { pool: pg.Pool; config: Pick<Config, 'appUrl' | 'mode'> };

/** Returns the caller, or sends the refusal. */
export async function admitAssistant(
  { pool, config }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Assistant | undefined> {
  if (!isOwnHost(request.headers.host, config.appUrl)) {
    const detail = toolErrors.wrongHost(new URL('/mcp', config.appUrl).href);
    await sendCommon(reply, 'wrong_origin', { detail });
    return undefined;
  }
  if (!mayBeAssistant(request, config)) {
    await sendCommon(reply, 'wrong_origin', { detail: toolErrors.foreignPage });
    return undefined;
  }
  const token = apiTokenOf(request);
  if (token === undefined) {
    await sendCommon(reply.header('www-authenticate', challenge(config)), 'no_session');
    return undefined;
  }
  const userAgent = request.headers['user-agent']?.slice(0, 300);
  const { scopes, time_zone, wait } = isApiToken(token)
    ? await countMessage(pool, { hash: hashToken(token), userAgent: userAgent ?? null, ip: request.ip })
    : { scopes: null, time_zone: null, wait: null };
  if (scopes === null) {
    await sendCommon(
      reply.header('www-authenticate', challenge(config, 'error="invalid_token"')),
      'no_session',
      {
        detail: detailTexts.unknownToken,
      },
    );
    return undefined;
  }
  if (wait !== null) {
    await sendCommon(reply, 'too_many_requests', { retryAfter: wait });
    return undefined;
  }
  return { token, scopes, timeZone: knownTimeZone(time_zone) ?? 'UTC', userAgent, ip: request.ip };
}

/** Tells a client without a token that works where to ask for one (RFC 9728). */
function challenge({ appUrl }: Parts['config'], ...more: string[]): string {
  const metadata = `resource_metadata="${appUrl}${metadataPath}/mcp"`;
  return `Bearer ${[...more, metadata, `scope="${scopes.join(' ')}"`].join(', ')}`;
}

/** Programs name no origin. A page may only be our own. */
function mayBeAssistant(request: FastifyRequest, config: Parts['config']): boolean {
  const site = request.headers['sec-fetch-site'];
  const namesNone = request.headers.origin === undefined && (site === undefined || site === 'none');
  return namesNone || isFromOwnOrigin(request, config);
}

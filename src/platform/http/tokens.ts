// How a session is transmitted: to browsers in HttpOnly, SameSite=Lax cookies (Secure and `__Host-` on https), to other
// clients in the Authorization header (R-A6).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiCredential, claimsApiToken, isApiToken } from '../secrets/api-token.ts';
import { hashToken, isToken } from '../secrets/secrets.ts';
import type { Documented, Tag } from './openapi-document.ts';
import type { Operation } from './operation.ts';
import { isViaMcp } from './via.ts';

export type CookieNames = {
  access: string;
  refresh: string;
  device: string;
  provider: string;
  secure: boolean;
};

export function cookieNames(https: boolean): CookieNames {
  const prefix = https ? '__Host-' : '';
  return {
    access: `${prefix}logbook-access`,
    refresh: `${prefix}logbook-refresh`,
    device: `${prefix}logbook-device`,
    provider: `${prefix}logbook-provider`,
    secure: https,
  };
}

/**
 * The hash of the caller's access token, from the bearer header or else the cookie. For an API token, what the database
 * looks up instead, if the operation names a scope. Null without a token, and for one that this server cannot have issued.
 */
export function accessTokenHash(request: FastifyRequest): Buffer | null {
  const apiToken = apiTokenOf(request);
  if (apiToken !== undefined) {
    const scope = request.routeOptions.config.contract?.scope;
    if (scope === undefined || !isApiToken(apiToken)) return null;
    return apiCredential(apiToken, scope, isViaMcp(request) ? 'mcp' : undefined);
  }
  const token = bearerOf(request) ?? request.cookies[request.server.cookieNames.access];
  return token !== undefined && isToken(token) ? hashToken(token) : null;
}

/** What the bearer header has as an API token, valid or not. */
export function apiTokenOf(request: FastifyRequest): string | undefined {
  const bearer = bearerOf(request);
  return bearer !== undefined && claimsApiToken(bearer) ? bearer : undefined;
}

export function refreshTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[request.server.cookieNames.refresh];
}

/** Whether the request has a session cookie, valid or not. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  const { access, refresh } = request.server.cookieNames;
  return request.cookies[access] !== undefined || request.cookies[refresh] !== undefined;
}

/** A fast version of `hasSessionCookie` for a raw cookie header. It may return true without a session cookie. */
export function mayHaveSessionCookie(cookie: string | undefined): boolean {
  return cookie !== undefined && (cookie.includes('logbook-access') || cookie.includes('logbook-refresh'));
}

/** The token of an Authorization header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  // The scheme name is case-insensitive (RFC 9110), and the Session calls it "bearer".
  return /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Sets the session cookies. Lifetimes in seconds. */
export function setSessionCookies(
  reply: FastifyReply,
  tokens: { access: string; accessLife: number; refresh: string; refreshLife: number },
): void {
  const { access, refresh, secure } = reply.server.cookieNames;
  const shared = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  reply.setCookie(access, tokens.access, { ...shared, maxAge: tokens.accessLife });
  reply.setCookie(refresh, tokens.refresh, { ...shared, maxAge: tokens.refreshLife });
}

export function clearSessionCookies(reply: FastifyReply): void {
  const { access, refresh, secure } = reply.server.cookieNames;
  const shared = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  reply.clearCookie(access, shared);
  reply.clearCookie(refresh, shared);
}

declare module 'fastify' {
  interface FastifyInstance {
    cookieNames: CookieNames;
  }
  interface FastifyContextConfig {
    operation?: string;
    access?: 'anyone' | 'session';
    /** The body is a form with files, which may take a long time, or may be one (`streamed.ts`). */
    upload?: boolean | 'also';
    contract?: Operation;
    tag?: Tag;
    /** The refusals that only this operation may return, by code. */
    refusals?: Record<string, Documented>;
  }
}

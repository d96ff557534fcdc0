// The authorization server (OAuth 2.1): oidc-provider with everything switched off that apps do not need. It has no users,
// no sessions and no identity tokens of its own.
import { createHash, createPrivateKey } from 'node:crypto';
import { interactionPolicy, Provider, type ClientOfApp, type Context, type Payload } from 'oidc-provider';
import type pg from 'pg';
import { scopes } from '#features/api-tokens/constants.ts';
import type { Network } from '#platform/http/fetch-public.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { audiences, limits } from '../../constants.ts';
import { oauthPaths } from '../../oauth-constants.ts';
import { allowAppPath } from '../../path-constants.ts';
import { askedScopes, provenHost, resources, returnHost, shownName } from '../../rules.ts';
import { adapterOf } from './record-adapter.ts';
import { fetchDocument } from './fetch-document.ts';

export type ProviderParts = {
  pool: pg.Pool;
  appSecret: string;
  appUrl: string;
  network: Network;
  /** Whether this request may have a document fetched. */
  mayFetch: (ctx: Context) => Promise<boolean>;
  /** The page that says why a request cannot go back to its app. */
  errorPage: (description: string) => { headers: Record<string, string>; plain(): Buffer };
  isSecure: boolean;
};

const cookiePrefix = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}logbook-app-request-`;
/** Requests that a browser can have open: a page of another site can open more, but not fill the cookies of this one. */
const openRequests = 5;

/**
 * The name of the cookie by which a browser proves that a request was made in it. `__Host-`, so that no other site of the
 * domain can set it.
 */
export const requestCookie = (id: string, isSecure: boolean) => cookiePrefix(isSecure) + id;

function rememberRequest(ctx: Context, id: string, isSecure: boolean): void {
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    signed: false,
    path: '/',
    overwrite: false,
  };
  // Browsers send the oldest first.
  const names = ctx
    .get('cookie')
    .split(';')
    .map((cookie) => cookie.split('=')[0]!.trim())
    .filter((name) => name.startsWith(cookiePrefix(isSecure)));
  for (const name of names.slice(0, 1 - openRequests)) ctx.cookies.set(name, null, options);
  ctx.cookies.set(requestCookie(id, isSecure), '1', { ...options, maxAge: limits.requestMinutes * 60_000 });
}

export function makeProvider(parts: ProviderParts, errors: { InvalidTarget: new () => Error }): Provider {
  const { pool, appSecret, appUrl, network, mayFetch, errorPage, isSecure } = parts;
  const addresses = resources(appUrl);
  const audienceOf = (resource: string) => audiences.find((name) => addresses[name] === resource);
  const secondsLeft = (ctx: Context) => {
    const end = ctx.oidc.entities.Grant?.exp ?? 0;
    return Math.max(1, end - Math.floor(Date.now() / 1000));
  };
  const { Prompt, Check } = interactionPolicy;
  const policy = interactionPolicy.base();
  policy.clear();
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      (ctx: Context) => {
        const { client, params } = ctx.oidc;
        const returnsTo = returnHost(params['redirect_uri']!);
        const host = provenHost(client!.clientId);
        // Of several, each may exist: a token is for one.
        const audience = audienceOf(params['resource']!);
        if (audience === undefined) throw new errors.InvalidTarget();
        return {
          name: shownName(client!.clientName, host ?? returnsTo ?? '?'),
          ...{ host, returns_to: returnsTo, scopes: askedScopes(params['scope']) },
          audience,
        };
      },
      // Every time: the user decides on each connection.
      new Check(
        'not_asked',
        'the user has to decide',
        'consent_required',
        (ctx) => !ctx.oidc.result?.consent,
      ),
    ),
  );
  const off = { enabled: false };
  const provider = new Provider(appUrl, {
    adapter: adapterOf(pool, appSecret),
    scopes: [...scopes],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    // For any loopback port (RFC 8252). Addresses of websites are compared as they are.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      // Nothing is signed for an app. The default would be refused, because there is no such key.
      id_token_signed_response_alg: 'EdDSA',
    },
    claims: {},
    pkce: { required: () => true },
    routes: oauthPaths,
    jwks: { keys: [signingKey(appSecret)] },
    cookies: {
      keys: [deriveKey(appSecret, 'cookies of connected apps').toString('hex')],
      names: {
        ...{ session: 'logbook-app-session', interaction: 'logbook-app-asked' },
        resume: 'logbook-app-resume',
      },
      short: { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true },
      long: { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true },
    },
    features: {
      ...{ devInteractions: off, userinfo: off, rpInitiatedLogout: off, backchannelLogout: off },
      ...{ dPoP: off, pushedAuthorizationRequests: off, introspection: off, clientCredentials: off },
      ...{ claimsParameter: off, requestObjects: off, deviceFlow: off },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx: Context, client: ClientOfApp, token: { clientId: string }) =>
          token.clientId === client.clientId,
      },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      registrationManagement: off,
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: mayFetch,
        cacheDuration: limits.documentKept,
      },
      resourceIndicators: {
        enabled: true,
        // `asked`: the values of a request that names more than one. Equal ones are one.
        defaultResource: (_ctx: Context, _client: ClientOfApp, asked: readonly string[] = []) =>
          new Set(asked).size === 1 ? asked[0] : addresses.mcp,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx: Context, resource: string) {
          if (audienceOf(resource) === undefined) throw new errors.InvalidTarget();
          return {
            ...{ scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' },
            accessTokenTTL: limits.tokenSeconds,
          };
        },
      },
    },
    ttl: {
      AccessToken: (ctx: Context) => Math.min(limits.tokenSeconds, secondsLeft(ctx)),
      AuthorizationCode: limits.codeSeconds,
      Grant: limits.maxDays * 86_400,
      Interaction: limits.requestMinutes * 60,
      RefreshToken: secondsLeft,
      Session: limits.requestMinutes * 60,
    },
    interactions: {
      policy,
      url(ctx: Context, { uid }: { uid: string }) {
        rememberRequest(ctx, uid, isSecure);
        return `${appUrl}${allowAppPath}?request=${uid}`;
      },
    },
    loadExistingGrant: (ctx: Context) => {
      const id = ctx.oidc.result?.consent?.grantId;
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    findAccount: (_ctx: Context, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: (_ctx: Context, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    // The provider asks this before it uses up the token, and looks at the resource only after: a request for another one, or
    // for several, would otherwise end the connection.
    rotateRefreshToken({ oidc: { params, entities } }: Context) {
      const [asked, ...others] = new Set([params['resource'] ?? []].flat());
      const isOther = asked !== undefined && !entities.RefreshToken?.resourceIndicators.has(asked);
      if (isOther || others.length > 0) throw new errors.InvalidTarget();
      return true;
    },
    expiresWithSession: () => false,
    fetch: (url: URL | string) => fetchDocument(network, String(url)),
    renderError(ctx: Context, { error_description = '' }: Payload) {
      const page = errorPage(String(error_description));
      for (const [name, value] of Object.entries(page.headers)) ctx.set(name, value);
      ctx.body = page.plain();
    },
  });
  provider.proxy = true;
  // All clients are public.
  provider.Client.needsSecret = () => false;
  // An access token is an API token, with its form and its checksum.
  provider.AccessToken.prototype.generateTokenId = function generateTokenId() {
    this.format = 'opaque';
    return newApiToken();
  };
  return provider;
}

/** Nothing is signed with it, but the provider needs one. It follows from the secret, so all processes have the same. */
function signingKey(appSecret: string): object {
  const seed = createHash('sha256').update(deriveKey(appSecret, 'oauth signing key')).digest();
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return {
    ...createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }),
    use: 'sig',
  };
}

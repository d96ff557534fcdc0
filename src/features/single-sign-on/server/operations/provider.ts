// The provider of OpenID Connect: what it publishes, where it asks people, and what its tokens say.
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { Config } from '#platform/config/config.ts';
import type { SingleSignOn } from '#platform/config/single-sign-on.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { callbackPath } from '../../path-constants.ts';
import { clockTolerance, type Claims } from '../../rules.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Flow } from './flows.ts';
import { AnswerRefused, awayIn, ProviderAway } from './provider-errors.ts';

/**
 * How long what the provider publishes is used, how long it counts as responding, and how soon it is asked again after a
 * failure. Milliseconds.
 */
const knownForMs = 60 * 60_000;
const aliveForMs = 1000;
const retryAfterMs = 2000;
/** Keys are renewed for a token with an unknown one, but not more often than this. */
const keysCooldownMs = 1000;
const keysForMs = 10 * 60_000;
/** How old a token may be. Seconds. */
const maxTokenAge = 10 * 60;
/** Signed with a private key: neither `none` nor those that use the client's secret. */
export const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/**
 * Asked for by any sign-in, so long that no one has to sign in again for it. Only to someone who asks for an age must a provider
 * say when it last asked who it is (OpenID Connect Core 1.0, 3.1.2.1). Seconds.
 */
const anyAge = 365 * 86_400;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

type Known = {
  client: oidc.Configuration;
  issuer: string;
  keys: JWTVerifyGetKey;
  keysAt: string;
  at: number;
};

/** A session that the provider has ended: `sid`, or all of the person's. */
export type Logout = {
  issuer: string;
  subject: string | null;
  sid: string | null;
  spent: { hash: Buffer; endsAt: Date };
};

export class Provider {
  readonly settings: SingleSignOn;
  /** Where it sends people back to. */
  readonly callback: string;
  #known: Known | undefined;
  #asking: Promise<Known> | undefined;
  #failed: { at: number; error: ProviderAway } | undefined;

  constructor(settings: SingleSignOn, { appUrl }: Pick<Config, 'appUrl'>) {
    this.settings = settings;
    this.callback = appUrl + callbackPath;
  }

  /**
   * The address at which the provider asks who it is. `again`: even if it knows already. Throws ProviderAway: the browser would
   * get no answer there, either.
   */
  async askingUrl({ state, nonce, verifier }: Flow, { again }: { again: boolean }): Promise<string> {
    const { client } = await this.#ready(aliveForMs);
    return oidc.buildAuthorizationUrl(client, {
      redirect_uri: this.callback,
      scope: this.settings.scopes,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(anyAge) }),
    }).href;
  }

  /**
   * What the provider says of the person who comes back, checked: issuer, audience, signature, nonce, times. `search`: the query
   * of the return. `wanted`: claims that the token may lack and the provider then tells on request. Throws ProviderAway and
   * AnswerRefused.
   */
  async claimsOf(
    { state, nonce, verifier }: Flow,
    search: string,
    wanted: readonly string[],
  ): Promise<Claims> {
    const { client, issuer, keys } = await this.#last();
    try {
      const tokens = await oidc.authorizationCodeGrant(client, new URL(this.callback + search), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const { clientId: audience } = this.settings;
      const { payload } = await jwtVerify(tokens.id_token!, keys, {
        ...{ issuer, audience, algorithms, clockTolerance, maxTokenAge },
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
      const lacks = wanted.some((name) => payload[name] === undefined);
      if (!lacks || client.serverMetadata().userinfo_endpoint === undefined) return payload;
      const more = await oidc.fetchUserInfo(client, tokens.access_token, payload.sub!);
      // What is signed counts first. Whether an address is verified is said of that address only.
      const { email, email_verified, ...signed } = payload;
      const address =
        email === undefined
          ? { email: more.email, email_verified: more.email_verified }
          : {
              email,
              email_verified: email_verified ?? (more.email === email ? more.email_verified : undefined),
            };
      return { ...more, ...signed, ...address };
    } catch (error) {
      throw awayIn(error) ?? new AnswerRefused(reasonOf(error), error);
    }
  }

  /** The session that a logout token ends. Throws ProviderAway and AnswerRefused. */
  async logoutOf(token: string): Promise<Logout> {
    const { issuer, keys } = await this.#last();
    try {
      const { payload } = await jwtVerify(token, keys, {
        ...{ issuer, audience: this.settings.clientId, algorithms, clockTolerance, maxTokenAge },
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { sub, sid, jti, events, iat } = payload;
      const event = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
      const named = [sub, sid].every((name) => name === undefined || typeof name === 'string');
      if (!event || 'nonce' in payload || !named || (sub === undefined && sid === undefined))
        throw new AnswerRefused('It is not a logout token.');
      const endsAt = new Date((iat! + maxTokenAge + 2 * clockTolerance) * 1000);
      return {
        ...{
          issuer: this.settings.issuerKey,
          subject: sub ?? null,
          sid: (sid as string | undefined) ?? null,
        },
        spent: { hash: hashToken(`${issuer} ${jti}`), endsAt },
      };
    } catch (error) {
      throw awayIn(error) ?? new AnswerRefused(reasonOf(error), error);
    }
  }

  /** What the provider publishes, asked for once at a time if it is older than this. Throws ProviderAway. */
  async #ready(maxAgeMs: number): Promise<Known> {
    const now = Date.now();
    if (this.#known && now - this.#known.at < maxAgeMs) return this.#known;
    if (this.#failed && now - this.#failed.at < retryAfterMs) throw this.#failed.error;
    this.#asking ??= this.#discover().finally(() => (this.#asking = undefined));
    try {
      return await this.#asking;
    } catch (error) {
      const away = awayIn(error) ?? new ProviderAway(reasonOf(error), error);
      this.#failed = { at: Date.now(), error: away };
      throw away;
    }
  }

  /** The same, for answers that are here already: an earlier one serves while the provider does not respond. */
  async #last(): Promise<Known> {
    try {
      return await this.#ready(knownForMs);
    } catch (error) {
      if (this.#known) return this.#known;
      throw error;
    }
  }

  async #discover(): Promise<Known> {
    const client = await discover(this.settings);
    const { issuer, jwks_uri: address } = client.serverMetadata();
    if (address === undefined) throw new ProviderAway('It publishes no keys (jwks_uri).');
    // What signatures are checked with must come by a connection that is as safe as the one to the issuer.
    if (issuer.startsWith('https:') && !address.startsWith('https:'))
      throw new ProviderAway('It publishes its keys (jwks_uri) without https.');
    const keys = this.#known?.keysAt === address ? this.#known.keys : keysOf(address);
    this.#failed = undefined;
    this.#known = { client, issuer, keys, keysAt: address, at: Date.now() };
    return this.#known;
  }
}

/** The keys at an address, kept and renewed. */
const keysOf = (address: string) =>
  createRemoteJWKSet(new URL(address), {
    cooldownDuration: keysCooldownMs,
    cacheMaxAge: keysForMs,
    [customFetch]: (url, init) => boundedFetch(url, init),
  });

/** Reads what the provider publishes. Throws if it is away, or names another issuer. */
export async function discover(settings: SingleSignOn): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const insecure = issuer.startsWith('http:');
  const options = {
    [oidc.customFetch]: (url: string, init: oidc.CustomFetchOptions) => boundedFetch(url, init),
    timeout: 10,
    // Only on this machine, as the configuration checks.
    ...(insecure && { execute: [oidc.allowInsecureRequests] }),
  };
  const first = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options);
  if (clientSecret === undefined) return first;
  const ways = first.serverMetadata().token_endpoint_auth_methods_supported;
  // Without a list, the standard says so.
  const basic = ways === undefined || ways.includes('client_secret_basic');
  const secret = basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
  const client = new oidc.Configuration(first.serverMetadata(), clientId, undefined, secret);
  client[oidc.customFetch] = options[oidc.customFetch];
  client.timeout = options.timeout;
  if (insecure) oidc.allowInsecureRequests(client);
  return client;
}

/** The words of the library, and its cause: they name what is wrong, not with which value. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string };
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  return `${code ?? 'error'}: ${message}${why}`.slice(0, 300);
}

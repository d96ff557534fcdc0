// Every kind of caller, and how each one identifies itself.
import { newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '../support/app.ts';
import { spareApiToken, startSession, type Person, type Tokens, type World } from './world.ts';

export type Headers = Record<string, string>;

export type Kind = {
  name: string;
  /** The person whose data counts as the caller's own; undefined for callers that never had an account. */
  person: Person | undefined;
  /** Has a valid session. */
  live: boolean;
  /** Has a valid refresh cookie but no live session, so it may only open the app's pages (R-A6). */
  opensPages?: boolean;
  /** A browser on a page of another origin, or one that does not name its origin. */
  foreignPage: boolean;
  /** Sends an access token of the form that the server issues, valid or not. */
  token: boolean;
  /** The scope of the API token that it sends, valid or not. */
  scope?: string;
  /** Sends Logbook cookies, valid or not. */
  cookies: boolean;
  /** New for each request, since some requests end the session that they use. */
  headers(): Promise<Headers>;
};

/** `scopes`: those that open any operation. */
export function callers(app: TestApp, world: World, scopes: readonly string[] = []): Kind[] {
  const origin = app.config.appUrl;
  const cookies = ({ access, refresh }: Pick<Tokens, 'access' | 'refresh'>): Headers => ({
    cookie: `logbook-access=${access}; logbook-refresh=${refresh}`,
    origin,
  });
  const bearer = ({ access }: Pick<Tokens, 'access'>): Headers => ({ authorization: `Bearer ${access}` });

  const anonymous = (name: string, headers: () => Headers, token = false): Kind => ({
    name,
    person: undefined,
    live: false,
    foreignPage: false,
    token,
    cookies: 'cookie' in headers(),
    headers: () => Promise.resolve(headers()),
  });
  const ended = (name: 'expired' | 'signedOut' | 'deleted'): Kind[] =>
    [bearer, cookies].map((send) => ({
      ...anonymous(`${name} session, ${send.name}`, () => send(world.ended[name]), true),
      // Signing out uses up a valid refresh cookie, so each request gets its own.
      ...(name === 'expired' && {
        headers: async () => send(await startSession(app, world[name], -1)),
        opensPages: send === cookies,
      }),
      person: world[name],
    }));
  const withSession = (
    name: string,
    person: Person,
    headers: (tokens: Tokens) => Headers,
    more = {},
  ): Kind => ({
    name,
    person,
    live: true,
    foreignPage: false,
    token: true,
    cookies: 'cookie' in headers({ session: '', access: '', refresh: '' }),
    headers: async () => headers(await startSession(app, person)),
    ...more,
  });
  const signedIn = (person: Person): Kind[] => [
    withSession(`${person.name}, bearer`, person, bearer),
    withSession(`${person.name}, cookies`, person, cookies),
  ];

  const withApiToken = (name: string, person: Person, scope: string, life = 3600): Kind => ({
    ...anonymous(`${name}, token ${scope}`, () => ({}), true),
    person,
    live: life > 0,
    scope,
    headers: async () => bearer({ access: (await spareApiToken(app, person, scope, life)).token }),
  });

  const { owner, stranger, unverified } = world;
  return [
    anonymous('anonymous', () => ({})),
    anonymous('malformed bearer', () => bearer({ access: 'no token at all' })),
    anonymous('malformed cookies', () => cookies({ access: `'; select 1 --`, refresh: '%00' })),
    anonymous('unknown bearer', () => bearer({ access: newToken() }), true),
    anonymous('unknown cookies', () => cookies({ access: newToken(), refresh: newToken() }), true),
    anonymous('another scheme', () => ({
      authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}`,
    })),
    ...ended('expired'),
    ...ended('signedOut'),
    ...ended('deleted'),
    withSession('refresh token as bearer', owner, ({ refresh }) => bearer({ access: refresh }), {
      live: false,
    }),
    withSession(
      'bad bearer with valid cookies',
      owner,
      (tokens) => ({ ...cookies(tokens), ...bearer({ access: 'bad' }) }),
      { live: false, token: false },
    ),
    withSession(
      'owner, cookies, another origin',
      owner,
      (tokens) => ({ ...cookies(tokens), origin: 'https://evil.example' }),
      { foreignPage: true },
    ),
    withSession(
      'owner, cookies, same site only',
      owner,
      (tokens) => ({ cookie: cookies(tokens)['cookie']!, 'sec-fetch-site': 'same-site' }),
      { foreignPage: true },
    ),
    ...signedIn(unverified),
    ...signedIn(owner),
    ...signedIn(stranger),
    ...scopes.map((scope) => withApiToken('owner', owner, scope)),
    ...scopes.map((scope) => withApiToken('expired', owner, scope, -1)),
  ];
}

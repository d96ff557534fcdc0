// Every kind of caller that exists by now, and how each shows who it is.
import { newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '../support/app.ts';
import { startSession, type Person, type Tokens, type World } from './world.ts';

export type Headers = Record<string, string>;

export type Kind = {
  name: string;
  /** Whose things are its own; nobody's for those who never had an account. */
  person: Person | undefined;
  /** Holds a session that counts. */
  live: boolean;
  /** A browser on a page that is not ours, or that does not say. */
  foreignPage: boolean;
  /** Sends cookies of ours, good or not. */
  cookies: boolean;
  /** Made anew for each request, since some requests end the session that they use. */
  headers(): Promise<Headers>;
};

/** All of them. */
export function callers(app: TestApp, world: World): Kind[] {
  const origin = app.config.appUrl;
  const cookies = ({ access, refresh }: Pick<Tokens, 'access' | 'refresh'>): Headers => ({
    cookie: `logbook-access=${access}; logbook-refresh=${refresh}`,
    origin,
  });
  const bearer = ({ access }: Pick<Tokens, 'access'>): Headers => ({ authorization: `Bearer ${access}` });

  const nobody = (name: string, headers: () => Headers): Kind => ({
    name,
    person: undefined,
    live: false,
    foreignPage: false,
    cookies: 'cookie' in headers(),
    headers: () => Promise.resolve(headers()),
  });
  const ended = (name: 'expired' | 'signedOut' | 'deleted'): Kind[] =>
    [bearer, cookies].map((show) => ({
      ...nobody(`${name} session, ${show.name}`, () => show(world.ended[name])),
      // A refresh cookie that still counts is used up by signing out: each request brings one of its own.
      ...(name === 'expired' && { headers: async () => show(await startSession(app, world[name], -1)) }),
      person: world[name],
    }));
  const some = (name: string, person: Person, headers: (tokens: Tokens) => Headers, more = {}): Kind => ({
    name,
    person,
    live: true,
    foreignPage: false,
    cookies: 'cookie' in headers({ session: '', access: '', refresh: '' }),
    headers: async () => headers(await startSession(app, person)),
    ...more,
  });
  const signedIn = (person: Person): Kind[] => [
    some(`${person.name}, bearer`, person, bearer),
    some(`${person.name}, cookies`, person, cookies),
  ];

  const { owner, stranger, unverified } = world;
  return [
    nobody('anonymous', () => ({})),
    nobody('malformed bearer', () => bearer({ access: 'no token at all' })),
    nobody('malformed cookies', () => cookies({ access: `'; select 1 --`, refresh: '%00' })),
    nobody('bearer of nobody', () => bearer({ access: newToken() })),
    nobody('cookies of nobody', () => cookies({ access: newToken(), refresh: newToken() })),
    nobody('another scheme', () => ({
      authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}`,
    })),
    ...ended('expired'),
    ...ended('signedOut'),
    ...ended('deleted'),
    some('refresh token as bearer', owner, ({ refresh }) => bearer({ access: refresh }), { live: false }),
    some(
      'bad bearer beside good cookies',
      owner,
      (tokens) => ({ ...cookies(tokens), ...bearer({ access: 'bad' }) }),
      { live: false },
    ),
    some(
      'owner, cookies, another origin',
      owner,
      (tokens) => ({ ...cookies(tokens), origin: 'https://evil.example' }),
      { foreignPage: true },
    ),
    some(
      'owner, cookies, same site only',
      owner,
      (tokens) => ({ cookie: cookies(tokens)['cookie']!, 'sec-fetch-site': 'same-site' }),
      { foreignPage: true },
    ),
    ...signedIn(unverified),
    ...signedIn(owner),
    ...signedIn(stranger),
  ];
}

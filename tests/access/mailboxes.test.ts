// Every operation that takes an address and causes an email counts by mailbox, whatever the spelling of the address. The
// fields come from the schemas of all operations, the requests from the access matrix.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { markVerified, startMailingApp, work } from '../support/mail.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { vouchBody } from '../support/vouches.ts';
import { callers, type Kind } from './callers.ts';
import type { Make } from './row.ts';
import { rows, statusFor } from './rows.ts';
import { makeWorld, type World } from './world.ts';

/** Emails a day from one network to one mailbox: the highest of the limits. */
const mostPerMailbox = 5;
/** Just more than that, so that an operation without a limit is noticed: each of these emails is sent. */
const tries = 8;

let app: TestApp;
let sink: SmtpSink;
let world: World;
let owner: Kind;
let routes: { route: string; path: string[] }[];

beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  world = await makeWorld(app);
  await markVerified(app, world.owner);
  owner = callers(app, world).find(({ name }) => name === 'owner, cookies')!;
  const document = (await app.server.inject('/api/openapi.json')).json<Document>();
  routes = Object.keys(rows).flatMap((route) => {
    const [method = '', url = ''] = route.split(' ');
    const described = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const schema = described?.requestBody?.content?.['application/json']?.schema;
    return schema ? addressesIn(document, schema).map((path) => ({ route, path })) : [];
  });
});
afterAll(() => app.close());

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Described = { requestBody?: { content?: Record<string, { schema?: Schema }> } };
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas?: Record<string, Schema> };
};

/** The paths of the fields that are named after an address. */
function addressesIn(document: Document, schema: Schema, path: string[] = []): string[][] {
  const shared = schema.$ref && document.components.schemas?.[schema.$ref.split('/').at(-1)!];
  if (shared) return addressesIn(document, shared, path);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.flatMap((variant) => addressesIn(document, variant, path));
  if (schema.items) return addressesIn(document, schema.items, [...path, '0']);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, field]) =>
      addressesIn(document, field, [...path, name]),
    );
  return /email$/i.test(path.at(-1) ?? '') ? [path] : [];
}

/** Those of the matrix belong to a stored row, or to no new address. */
const toNewAddress: Record<string, Make> = {
  'POST /api/vouches': () => ({ url: '/api/vouches', body: vouchBody() }),
  'POST /api/functions/v1/send-team-invitation': () => ({
    url: '/api/functions/v1/send-team-invitation',
    body: { type: 'manager' },
  }),
};

function goodRequest(route: string): Make | undefined {
  if (toNewAddress[route]) return toNewAddress[route];
  const variant = Object.keys(rows[route]!.requests).find((name) => statusFor(route, name, owner) === 200);
  return variant === undefined ? undefined : rows[route]!.requests[variant];
}

/** Puts the address into a body, with the objects around it. */
function withAddress(body: object, path: string[], address: string): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const last = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => {
    at[key] ??= {};
    return at[key] as Record<string, unknown>;
  }, copy);
  last[path.at(-1)!] = address;
  return copy;
}

/** Sends the request once for each address. Returns how many emails leave. */
async function emailsTo(route: string, make: Make, path: string[], addresses: string[]): Promise<number> {
  // There is also a limit of pending invitations, which sharing with a manager creates as well.
  const forget = 'delete from limit_hits; delete from mails; delete from team_invitations';
  await app.database.asOwner((db) => db.query(forget));
  sink.received = [];
  for (const address of addresses) {
    // There is also a limit of addresses.
    await app.database.asOwner((db) => db.query('delete from user_emails'));
    const own = world.owner;
    const { url, body, headers } = await make({ app, own, others: world.stranger, deleted: world.deleted });
    if (typeof body !== 'object') return 0;
    await app.server.inject({
      method: route.split(' ')[0] as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...(await owner.headers()), ...headers },
      payload: withAddress(body, path, address),
    });
  }
  await work(app);
  const wanted = new Set(addresses.map((address) => address.toLowerCase()));
  return sink.received.filter(({ to }) => wanted.has(to[0]!)).length;
}

/** Every one delivers to the same mailbox. */
const spellings = (name: string) =>
  Array.from({ length: tries }, (_, n) => {
    const at = 1 + (n % (name.length - 1));
    const dotted = n % 2 === 0 ? `${name.slice(0, at)}.${name.slice(at)}` : name;
    const host = n % 3 === 0 ? 'GoogleMail.com' : 'gmail.com';
    return `${n % 4 === 0 ? dotted.toUpperCase() : dotted}+${n}@${host}`;
  });

it(
  'a mailbox gets at most as many emails as its limit, however its address is spelled',
  { timeout: 300_000 },
  async () => {
    const emailing: string[] = [];
    const problems: string[] = [];
    for (const [at, { route, path }] of routes.entries()) {
      const make = goodRequest(route);
      if (!make) continue;
      const others = Array.from({ length: tries }, (_, n) => `mailbox${at}other${n}@example.com`);
      const control = await emailsTo(route, make, path, others);
      if (control < 2) continue;
      const reached = await emailsTo(route, make, path, spellings(`mailbox${'x'.repeat(at)}`));
      const name = `${route} ${path.join('.')}`;
      emailing.push(name);
      if (reached > mostPerMailbox) problems.push(`${name}: ${reached} of ${tries} emails to one mailbox`);
      console.log(`${name}: ${reached} to one mailbox, ${control} to ${tries}`);
    }
    expect(problems).toEqual([]);
    expect(emailing).toEqual(
      expect.arrayContaining([
        'POST /api/auth/sign-up email',
        'POST /api/user_emails email',
        'POST /api/check_ins manager_email',
        'POST /api/check_ins teammate.email',
        'POST /api/shoutouts recipient_email',
        'POST /api/functions/v1/email-week-review email',
        'POST /api/functions/v1/email-signup email',
        'POST /api/vouches reference_email',
        'POST /api/team_invitations email',
        'POST /api/functions/v1/send-team-invitation email',
      ]),
    );
  },
);

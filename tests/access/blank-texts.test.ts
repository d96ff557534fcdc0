// No operation stores a text that shows nothing on the screen. The fields come from the schemas of all operations, the
// requests from the access matrix, so a new operation is covered as soon as it has its row.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isBlank } from '#platform/text/plain-text.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { blankTexts } from '../support/blank-texts.ts';
import { vouchBody } from '../support/vouches.ts';
import { callers, type Kind } from './callers.ts';
import type { Make } from './row.ts';
import { rows, statusFor } from './rows.ts';
import { makeWorld, type World } from './world.ts';

/** Their required texts are not user text, or they respond with something other than a refusal. */
const exceptions: Record<string, string> = {
  'POST /api/guest_import': 'refuses single entries and goals in its response',
  'POST /api/suggestions': 'refuses single suggestions in its response',
  'POST /api/imported_records': 'refuses single records in its response',
  'POST /api/suggestions/import': 'refuses single entries in its response',
  'POST /api/functions/v1/email-signup': 'answers everyone alike',
  'POST /api/packets': 'a draft may lack texts, and is stored without them',
  'PUT /api/packets/:id': 'a draft may lack texts, and is stored without them',
  'POST /api/packets/:id/duplicate': 'a draft may lack a title, and is stored without it',
};

/** A password may be anything, and is stored as a hash. The others are looked up, or compared. */
const notTexts = new Set(['password', 'current_password', 'token', 'content_hash', 'timezone']);

/** One of each way to be blank: the unit test of `isBlank` has all of them. */
const sentTexts = ['\u200b', '\u3164', '\u2800', blankTexts.join('')];

let app: TestApp;
let world: World;
let owner: Kind;

beforeAll(async () => {
  app = await startApp();
  document = (await app.server.inject('/api/openapi.json')).json<Document>();
  world = await makeWorld(app);
  owner = callers(app, world).find(({ name }) => name === 'owner, cookies')!;
});
afterAll(() => app.close());

type Schema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
};
type Text = { path: string[]; required: boolean };

type Described = { requestBody?: { content?: Record<string, { schema?: Schema }> } };
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas?: Record<string, Schema> };
};

let document: Document;

/** The string fields of a body that may contain any text. */
function textsIn(schema: Schema, path: string[] = [], required = true): Text[] {
  const shared = schema.$ref && document.components.schemas?.[schema.$ref.split('/').at(-1)!];
  if (shared) return textsIn(shared, path, required);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const isNullable = variants.some(({ type }) => type === 'null');
    return variants.flatMap((variant) => textsIn(variant, path, required && !isNullable));
  }
  if (schema.items) return textsIn(schema.items, [...path, '0'], required);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, field]) =>
      textsIn(field, [...path, name], required && (schema.required ?? []).includes(name)),
    );
  const isFixed = [schema.format, schema.pattern, schema.enum, schema.const].some((one) => one !== undefined);
  return schema.type === 'string' && !isFixed ? [{ path, required }] : [];
}

/** Sets a nested field of a body that already has the objects around it. */
function withText(body: object, path: string[], text: string): boolean {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key] ?? {}, body);
  const isReachable = path.length === 1 || Object.keys(holder as object).length > 0;
  (holder as Record<string, unknown>)[path.at(-1)!] = text;
  return isReachable;
}

function bodyOf(route: string): Schema | undefined {
  const [method = '', url = ''] = route.split(' ');
  const described = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return described?.requestBody?.content?.['application/json']?.schema;
}

/** A request of the matrix that succeeds. */
function goodRequest(route: string): Make | undefined {
  // The matrix sends only bodies that are refused.
  if (route === 'POST /api/vouches') return () => ({ url: '/api/vouches', body: vouchBody() });
  const variant = Object.keys(rows[route]!.requests).find((name) => statusFor(route, name, owner) === 200);
  return variant === undefined ? undefined : rows[route]!.requests[variant];
}

let calls = 0;

async function statusWith(
  route: string,
  make: Make,
  { path }: Text,
  text: string,
): Promise<number | undefined> {
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
  const own = world.owner;
  const { url, body, headers } = await make({ app, own, others: world.stranger, deleted: world.deleted });
  if (typeof body !== 'object') return undefined;
  const payload = structuredClone(body);
  if (!withText(payload, path, text)) return undefined;
  calls += 1;
  const { statusCode } = await app.server.inject({
    method: route.split(' ')[0] as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...(await owner.headers()), ...headers },
    payload,
  });
  return statusCode;
}

/** Texts in the database that are not empty and show nothing. */
async function storedBlanks(): Promise<string[]> {
  return app.database.asOwner(async (db) => {
    const { rows: columns } = await db.query<{ table_name: string; column_name: string }>(
      `select c.table_name, c.column_name from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'`,
    );
    const found: string[] = [];
    for (const { table_name: table, column_name: column } of columns) {
      const { rows: values } = await db.query<{ value: string }>(
        `select distinct "${column}" as value from "${table}" where "${column}" <> ''`,
      );
      if (values.some(({ value }) => isBlank(value))) found.push(`${table}.${column}`);
    }
    return found;
  });
}

it(
  'blank texts are refused wherever a text is required, and never stored',
  { timeout: 300_000 },
  async () => {
    const problems: string[] = [];
    const tested = new Set<string>();
    for (const route of Object.keys(rows)) {
      const schema = bodyOf(route);
      const make = goodRequest(route);
      if (!schema || !make) continue;
      for (const field of textsIn(schema)) {
        const name = `${route} ${field.path.join('.')}`;
        if (notTexts.has(field.path.at(-1)!)) continue;
        for (const text of sentTexts) {
          const status = await statusWith(route, make, field, text);
          if (status === undefined) continue;
          tested.add(name);
          const isAccepted = status < 300 && field.required && !(route in exceptions);
          if (isAccepted || status === 429 || status >= 500)
            problems.push(`${name} ${JSON.stringify(text)}: ${status}`);
        }
      }
      problems.push(...(await storedBlanks()).map((column) => `${route} stored ${column}`));
    }
    console.log(`blank texts: ${tested.size} fields, ${sentTexts.length} texts, ${calls} requests`);
    expect(problems).toEqual([]);
    expect([...tested]).toEqual(
      expect.arrayContaining([
        'POST /api/check_ins content',
        'POST /api/guest_import check_ins.0.content',
        'POST /api/goals text',
        'POST /api/shoutouts message',
        'POST /api/vouches project_name',
        'POST /api/feedback message',
        'POST /api/auth/sign-up full_name',
      ]),
    );
  },
);

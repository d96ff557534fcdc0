// The OpenAPI 3.1 document, derived from the operations as they are bound: schemas, access, limits, refusals.
import { toJSONSchema, type $ZodType } from 'zod/v4/core';
import { defaultBodyLimit } from './json-body.ts';
import type { Operation } from './operation.ts';
import { common, type CommonCode } from './problem.ts';

/** What a feature's operations have in common, for readers of the document. */
export type Tag = { name: string; description: string };
/** A refusal as the document shows it. */
export type Documented = { status: number; title: string };
/** An operation with its feature's tag, and the refusals that only it may return, by code. */
export type BoundOperation = {
  key: string;
  contract: Operation;
  tag: Tag;
  refusals: Readonly<Record<string, Documented>>;
};
type About = { title: string; version: string; url: string; cookie: string };
type Json = Record<string, unknown>;

const problem = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string', description: 'A sentence for the user.' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable: for programs.' },
    detail: { type: 'string' },
    fields: {
      type: 'array',
      description: 'What is wrong with the input, by path.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retry_after: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
    request_id: { type: 'string', description: 'Names the request in the log of the server.' },
  },
};

const intro = `A dated logbook of your work. All texts are JSON in UTF-8, instants are ISO 8601, ids are UUIDs.

Get a session from \`POST /api/auth/token\` with email and password, and send its access token as
\`Authorization: Bearer\`. It lives an hour; the refresh token gets the next session from the same operation.

Scripts and devices use an API token instead, which you create in your settings. It reaches the operations that name one of
its scopes, 60 changes and 600 reads a minute.

Errors are problem documents: \`code\` is for programs, \`title\` for people. With 429 and 503, wait for \`Retry-After\`.
Clients that create the id of a new row can repeat a request whose response was lost.`;

/** The whole document, for the operations of all features. */
export function openApiDocument(operations: readonly BoundOperation[], about: About) {
  const paths: Record<string, Json> = {};
  for (const bound of operations) {
    const [method, path] = bound.key.split(' ') as [string, string];
    const url = path.replace(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [method.toLowerCase()]: described(bound) };
  }
  const tags = new Map(operations.map(({ tag }) => [tag.name, tag]));
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      description: intro,
      contact: { name: about.title, url: about.url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.url, description: 'This instance' }],
    tags: [...tags.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token with the scope in `x-token-scope`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: about.cookie,
          description: 'For pages of the instance: changes also need its own origin.',
        },
      },
    },
  };
}

/** Such as `postCheckInsByIdRestore`. Functions and procedures keep their own names (docs/compatibility.md). */
function operationIdOf(key: string): string {
  const [method, path] = key.split(' ') as [string, string];
  const named = /^\/api\/(?:functions\/v1|rpc)\/([\w-]+)$/.exec(path)?.[1];
  const words = named ?? `${method.toLowerCase()} ${path.replace('/api/', '').replaceAll('/:', ' by ')}`;
  return words.replace(/[^a-zA-Z0-9]+(.)/g, (_, first: string) => first.toUpperCase());
}

function described({ key, contract, tag, refusals }: BoundOperation): Json {
  const { summary, description, access, scope, params, query } = contract;
  const [short = summary] = summary.split(/[;:.] /);
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(contract.idempotent ? [idempotencyKey] : []),
  ];
  const body = bodyOf(contract);
  return {
    operationId: operationIdOf(key),
    tags: [tag.name],
    summary: short,
    description: [sentence(summary), description, limitsOf(contract)].filter(Boolean).join('\n\n'),
    security: [
      ...(access === 'session' ? [{ bearer: [] }, { session: [] }] : []),
      ...(scope === undefined ? [] : [{ token: [] }]),
    ],
    // Linters know scopes of OAuth only.
    ...(scope !== undefined && { 'x-token-scope': scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(key, contract, refusals),
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text that is new for each write. Repeating a request with the same key writes nothing again.',
  schema: { type: 'string', maxLength: 200 },
};

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function limitsOf(operation: Operation): string {
  const { access, scope, body, upload, readsOnly, bodyLimit = defaultBodyLimit } = operation;
  const orToken = scope === undefined ? '' : `, or an API token with the scope \`${scope}\``;
  const who = access === 'session' ? `Needs a session${orToken}.` : 'Needs no session.';
  const size = ` The body has at most ${bodyLimit / 1024} kB${discarded(operation)}.`;
  const reads = readsOnly ? ' Changes nothing.' : '';
  const form = upload
    ? ` The fields come before the ${upload === true ? 'file, which is' : 'files, which are'} streamed.`
    : '';
  return `${who}${reads}${body ? size : ''}${form}`;
}

const discarded = ({ discards }: Operation) =>
  discards === undefined ? '' : `, without \`${discards}\`, which is ignored`;

/** A JSON Schema without what repeats a format or a type. */
function schemaOf(schema: $ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return made;
}

function parametersOf(place: 'path' | 'query', schema: $ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function bodyOf(operation: Operation): Json | undefined {
  const { body, upload } = operation;
  if (upload === true) return { required: true, content: formOf(operation) };
  if (!body) return undefined;
  const json = { 'application/json': { schema: schemaOf(body, 'input') } };
  if (upload === 'also') {
    const text = { 'text/plain': { schema: { type: 'string' } } };
    return { required: true, content: { ...text, ...json, ...formOf(operation) } };
  }
  const isOptional = body._zod.optin === 'optional';
  return { required: !isOptional, content: json };
}

function formOf({ form, upload }: Operation): Json {
  const { properties, required = [] } = (form ? schemaOf(form, 'input') : {}) as {
    properties?: Json;
    required?: string[];
  };
  const bytes = { type: 'string', format: 'binary' };
  const file =
    upload === 'also'
      ? { type: 'array', items: bytes, description: 'The last parts of the form.' }
      : { ...bytes, description: 'The last part of the form.' };
  const schema = {
    type: 'object',
    required: upload === 'also' ? required : [...required, 'file'],
    properties: { ...properties, file },
  };
  return { 'multipart/form-data': { schema } };
}

function responsesOf(key: string, contract: Operation, refusals: BoundOperation['refusals']): Json {
  const { response } = contract;
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const content = response ? { 'application/json': { schema: schemaOf(response, 'output') } } : bytes;
  const byStatus = new Map<number, [string, string][]>();
  const all = { ...pick(commonOf(key, contract)), ...refusals };
  for (const [code, { status, title }] of Object.entries(all))
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, title]]);
  const problems = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map(([code, title]) => `\`${code}\`: ${title}`).join('\n\n'),
      ...((status === 429 || status === 503) && {
        headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
      }),
      content: {
        'application/problem+json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Problem' },
              { type: 'object', properties: { code: { enum: codes.map(([code]) => code) } } },
            ],
          },
        },
      },
    },
  ]);
  const location = { Location: { schema: { type: 'string' } } };
  const redirect = { 303: { description: 'Where it leads.', headers: location } };
  const success = { 200: { description: 'The result.', content }, ...(contract.redirects && redirect) };
  return { ...success, ...Object.fromEntries(problems) };
}

const pick = (codes: readonly CommonCode[]) => Object.fromEntries(codes.map((code) => [code, common[code]]));

/** The common codes that an operation may return, from what it declares. */
function commonOf(key: string, { access, params, query, body, upload, readsOnly }: Operation): CommonCode[] {
  const isWrite = !key.startsWith('GET ') && !readsOnly;
  const hasBody = body !== undefined || upload !== undefined;
  const hasInput = hasBody || params !== undefined || query !== undefined;
  return [
    ...(hasInput ? (['invalid_input'] as const) : []),
    ...(access === 'session' ? (['no_session', 'beyond_token'] as const) : []),
    ...(key.startsWith('GET ') ? [] : (['wrong_origin', 'too_large', 'wrong_media_type'] as const)),
    ...(access === 'session' && body ? (['another_user'] as const) : []),
    ...(hasInput ? (['not_found'] as const) : []),
    ...(['too_many_requests', 'internal', 'busy', 'took_too_long', 'unavailable'] as const),
    ...(isWrite ? (['disk_full'] as const) : []),
  ];
}

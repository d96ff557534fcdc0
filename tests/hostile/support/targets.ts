// What a flood can be sent to: every route of the router, with requests that are made from the schemas of the OpenAPI
// document. A new operation or page is covered without being named here.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { livePath } from '#platform/http/live-path.ts';
import { readerCookie } from '#platform/reader/reader.ts';
import { rawRequest } from './flooder.ts';
import { formOf } from './form.ts';
import type { Route } from './probe.ts';
import type { Addresses, Asked } from './stored-files.ts';
import { valueOf, type JsonSchema, type Known } from './valid-input.ts';

export type Document = { paths: Record<string, Record<string, Described>> };
type Described = {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  security?: unknown[];
};

/** A route such as `GET /api/goals`, with requests to send in turn. */
export type Target = { key: string; isHeavy: boolean; requests(): Buffer[] };

export type Attacker = {
  headers: Record<string, string>;
  /** What parameters and fields of this name are, for the operation with this path. */
  known: (path: string) => Known;
  /** Of routes whose addresses cannot be made from their schemas. */
  addresses: Addresses;
  photo: Buffer;
};

const variants = 12;

/** Of built files, only a few: they are all sent by the same code. */
const filesOf = { pattern: /^GET \/(?:assets|fonts|icons|images)\//, most: 3 };

/** Every route, with input that it accepts, or nearly. */
export function routeTargets(routes: readonly Route[], document: Document, attacker: Attacker): Target[] {
  const files = routes.filter(({ key }) => filesOf.pattern.test(key)).slice(0, filesOf.most);
  return routes
    .filter((route) => !/^(?:HEAD|OPTIONS) | \*$/.test(route.key))
    .filter((route) => !filesOf.pattern.test(route.key) || files.includes(route))
    .map(({ key, isHeavy }) => {
      const [method, url] = key.split(' ') as [string, string];
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      const described = document.paths[path]?.[method.toLowerCase()];
      const addresses = attacker.addresses[key];
      const make = () => {
        if (addresses) return addressRequest(addresses, attacker);
        return described
          ? validRequest(method, path, described, attacker)
          : pageRequest(method, path, attacker);
      };
      return { key, isHeavy, requests: () => Array.from({ length: variants }, make) };
    });
}

/** Long, wide and deeply nested bodies for every operation that reads JSON. */
export function bodyTargets(document: Document, attacker: Attacker): Target[] {
  const reading = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => described.requestBody)
      .map(([method]) => ({ path, method: method.toUpperCase() })),
  );
  const headers = { ...attacker.headers, 'content-type': 'application/json' };
  const bodies = { wide: wideBody(), nested: nestedBody(), long: longBody() };
  return Object.entries(bodies).map(([name, body]) => ({
    key: `${name} bodies for ${reading.length} operations`,
    isHeavy: false,
    requests: () =>
      reading.map(({ method, path }) =>
        rawRequest({ method, path: filled(path, attacker.known(path)), headers, body }),
      ),
  }));
}

function addressRequest(addresses: Addresses[string], { headers }: Attacker): Buffer {
  const picked = addresses[randomInt(addresses.length)]!;
  const { isOfProgram, ...asked }: Asked = typeof picked === 'string' ? { path: picked } : picked;
  const { authorization, ...others } = headers;
  const own = isOfProgram ? others : { ...others, authorization: authorization! };
  return rawRequest({ method: 'GET', ...asked, headers: { ...own, ...asked.headers } });
}

/** What opens a WebSocket. The next request on its connection is not a frame, so the server closes it. */
const handshake = () => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': randomBytes(16).toString('base64'),
});

/** Pages ignore most queries, which must not make them more expensive. */
function pageRequest(method: string, path: string, attacker: Attacker): Buffer {
  const query = randomInt(2) === 0 ? '' : `?utm_source=${randomUUID()}&page=${randomInt(4)}`;
  const url = filled(path, attacker.known(path)) + query;
  const socket = path === livePath && handshake();
  if (method === 'GET') {
    const headers = { cookie: `${readerCookie}=${anyReader()}`, ...attacker.headers, ...socket };
    return rawRequest({ method, path: url, headers });
  }
  const headers = { ...attacker.headers, 'content-type': 'application/json' };
  return rawRequest({ method, path: url, headers, body: Buffer.from(`{"token":"${randomUUID()}"}`) });
}

/** Of a cookie: a reader whose language exists, in a region that may not. */
function anyReader(): string {
  const letter = () => String.fromCharCode(65 + randomInt(26));
  const zones = Intl.supportedValuesOf('timeZone');
  return encodeURIComponent(`${zones[randomInt(zones.length)]}|de-${letter()}${letter()}|mouse`);
}

function filled(path: string, known: Known): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(known(name) ?? randomUUID())),
  );
}

function validRequest(method: string, path: string, described: Described, attacker: Attacker): Buffer {
  const known = attacker.known(path);
  const query = (described.parameters ?? [])
    .filter((one) => one.in === 'query' && (one.required || randomInt(3) === 0))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(valueOf(schema, name, known)))}`);
  const url = filled(path, known) + (query.length > 0 ? `?${query.join('&')}` : '');
  const json = described.requestBody?.content['application/json']?.schema;
  if (json) {
    const body = Buffer.from(JSON.stringify(valueOf(json, '', known)));
    const headers = { ...attacker.headers, 'content-type': 'application/json' };
    return rawRequest({ method, path: url, headers, body });
  }
  if (method === 'POST' && /^\/api\/storage\/[\w-]+$/.test(path)) {
    const fields = { check_in_id: String(known('check_in_id')), id: randomUUID() };
    const form = formOf(fields, { name: 'photo.jpg', bytes: attacker.photo });
    const headers = { ...attacker.headers, ...form.headers };
    return rawRequest({ method, path: url, headers, body: form.body });
  }
  return rawRequest({ method, path: url, headers: attacker.headers });
}

/** Just below the smallest limit of a body. */
const bodyBytes = 15_000;

function wideBody(): Buffer {
  const fields = Array.from({ length: 1_500 }, (_, index) => `"k${index}":1`);
  return Buffer.from(`{${fields.join(',')}}`.slice(0, bodyBytes));
}

function nestedBody(): Buffer {
  const depth = bodyBytes / 6;
  return Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
}

function longBody(): Buffer {
  return Buffer.from(JSON.stringify({ content: 'x'.repeat(bodyBytes) }));
}

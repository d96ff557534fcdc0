import { lintFromString, createConfig } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopes } from '#features/api-tokens/constants.ts';
import type { Operation } from '#platform/http/operation.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { withRoutes } from './routes.ts';
import { rows } from './rows.ts';

type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  'x-token-scope'?: string;
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object> } }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
};
type Document = { servers: { url: string }[]; paths: Record<string, Record<string, Described>> };

let app: TestApp;
let text: string;
let document: Document;
let contracts: [string, Operation][];
beforeAll(async () => {
  const found = await withRoutes(() => startApp({ APP_URL: 'https://logbook.example' }));
  app = found.started;
  contracts = found.operations;
  text = (await app.anonymous().call('GET /api/openapi.json')).text;
  document = JSON.parse(text) as Document;
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  );
const codesOf = ({ responses }: Described, status: number) =>
  JSON.stringify(responses[String(status)]?.content['application/problem+json']?.schema ?? '');

it('every operation has a unique id, one tag, a description, and its errors', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(110);
  for (const { key, operation } of operations()) {
    expect([key, operation.tags.length, operation.operationId]).toEqual([
      key,
      1,
      expect.stringMatching(/^[a-z][A-Za-z0-9]+$/),
    ]);
    expect([key, operation.description.length > 30]).toEqual([key, true]);
    for (const status of [429, 500, 503]) expect([key, operation.responses]).toHaveProperty(`1.${status}`);
    const needsSession = operation.security.length > 0;
    const canLackSession = codesOf(operation, 401).includes('no_session');
    expect([key, canLackSession || !needsSession]).toEqual([key, true]);
  }
});

it('the statuses that the access matrix expects are documented', () => {
  const problems = operations().flatMap(({ key, operation }) => {
    const cells = Object.values(rows[key]?.expected ?? {});
    const statuses = new Set(
      cells.flatMap(({ live, noSession, except }) => [live, noSession, ...Object.values(except ?? {})]),
    );
    return [...statuses]
      .filter((status) => !(status in operation.responses))
      .map((status) => `${key}: ${status}`);
  });
  expect(problems).toEqual([]);
});

it('whatever can have a body documents that it may be too large, and a JSON body how large it may be', () => {
  for (const { key, operation } of operations()) {
    expect([key, codesOf(operation, 413).includes('too_large')]).toEqual([key, !key.startsWith('GET ')]);
    const hasJson = operation.requestBody?.content['application/json'] !== undefined;
    expect([key, /The body has at most \d+ kB/.test(operation.description)]).toEqual([key, hasJson]);
  }
});

it('exactly the operations that API tokens reach name the scope that they need (R-N1)', () => {
  const documented = operations().flatMap(({ key, operation }) =>
    operation['x-token-scope'] === undefined ? [] : [[key, operation['x-token-scope']]],
  );
  const declared = contracts.flatMap(([key, { scope }]) => (scope === undefined ? [] : [[key, scope]]));
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared));
  for (const [, scope] of declared) expect(scopes).toContain(scope);
  for (const { key, operation } of operations()) {
    const scope = operation['x-token-scope'];
    expect([key, operation.security.some((way) => 'token' in way)]).toEqual([key, scope !== undefined]);
    expect([key, operation.description.includes('API token with the scope')]).toEqual([
      key,
      scope !== undefined,
    ]);
  }
});

it('an upload documents its form', () => {
  const uploads = operations().filter(
    ({ operation }) => operation.requestBody?.content['multipart/form-data'],
  );
  const fields = uploads.map(({ key, operation }) => [
    key,
    Object.keys(operation.requestBody!.content['multipart/form-data']!.schema.properties),
  ]);
  expect(Object.fromEntries(fields)).toEqual({
    'POST /api/capture': ['text', 'emoji', 'date', 'file'],
    'POST /api/storage/log-files': ['check_in_id', 'id', 'position', 'file'],
    'POST /api/storage/vouch-files': ['vouch_id', 'id', 'file'],
    'POST /api/storage/resumes': ['file'],
    'POST /api/storage/profile-photos': ['file'],
  });
});

it('the operations that redirect say so', () => {
  const redirects = operations().filter(({ operation }) => '303' in operation.responses);
  expect(redirects.map(({ key }) => key)).toEqual([
    'GET /api/auth/provider',
    'GET /api/auth/provider/callback',
    'GET /api/public_profiles/:slug/files/:key',
  ]);
});

it('passes the recommended rules of Redocly, without an error and without a request', async () => {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  const found = problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${message} ${location[0]?.pointer}`,
  );
  expect(found).toEqual([]);
});

// Later versions of these packages depend on one that reports each installation to its authors.
it('passes the recommended rules of Spectral, without an error or a warning', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const found = async (source: string) =>
    (await linter.run(source)).map(({ code, message, path }) => `${code} ${message} ${path.join('/')}`);
  expect(await found(text)).toEqual([]);
  const { contact: _, ...info } = (JSON.parse(text) as { info: { contact: object } }).info;
  expect(await found(JSON.stringify({ ...document, info }))).toEqual([
    expect.stringContaining('info-contact'),
  ]);
});

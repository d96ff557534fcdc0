import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openApiDocument, type BoundOperation } from './openapi-document.ts';
import type { Operation } from './operation.ts';

type Described = {
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { description: string; headers?: object; content?: Record<string, object> }>;
};

const about = {
  title: 'Our log',
  version: '1.2.3',
  url: 'https://logbook.example',
  cookie: 'logbook-access',
};
const tag = { name: 'Goals', description: 'What to reach.' };

function describeOne(key: string, contract: Partial<Operation>, refusals: BoundOperation['refusals'] = {}) {
  const whole: Operation = { summary: 'Does it', access: 'anyone', ...contract };
  const { paths } = openApiDocument([{ key, contract: whole, tag, refusals }], about);
  const [[path, methods]] = Object.entries(paths) as [[string, Record<string, Described>]];
  const [[method, described]] = Object.entries(methods) as [[string, Described]];
  return { path, method, ...described };
}
/** The codes in the description of a response. */
const codesOf = ({ responses }: Described, status: number) =>
  [...(responses[status]?.description ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code);

describe('the OpenAPI document', () => {
  it('lists the operations of a path together, and the tags by name', () => {
    const bound = (key: string, name: string): BoundOperation => ({
      ...{ key, refusals: {}, tag: { ...tag, name } },
      contract: { summary: 'Does it', access: 'anyone' },
    });
    const document = openApiDocument(
      [bound('GET /api/a', 'B'), bound('POST /api/a', 'A'), bound('GET /api/b', 'B')],
      about,
    );
    expect(Object.keys(document.paths['/api/a']!)).toEqual(['get', 'post']);
    expect(document.tags.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(document.components.securitySchemes.session.name).toBe('logbook-access');
  });

  it.each([
    ['POST /api/goals/:id/restore', '/api/goals/{id}/restore', 'postGoalsByIdRestore'],
    ['GET /api/check_ins', '/api/check_ins', 'getCheckIns'],
    ['POST /api/functions/v1/delete-account', '/api/functions/v1/delete-account', 'deleteAccount'],
    ['POST /api/rpc/count_all', '/api/rpc/count_all', 'countAll'],
  ])('names %s %s %s', (key, path, operationId) => {
    expect(describeOne(key, {})).toMatchObject({ path, operationId });
  });

  it('says who may call an operation', () => {
    const own = describeOne('GET /api/a', { access: 'session' });
    expect(own.security).toEqual([{ bearer: [] }, { session: [] }]);
    expect(own.description).toContain('Needs a session.');
    expect(codesOf(own, 401)).toEqual(['no_session']);
    const open = describeOne('GET /api/a', {});
    expect(open.security).toEqual([]);
    expect(open.description).toContain('Needs no session.');
    expect(open.responses).not.toHaveProperty('401');
  });

  it('describes an operation by its summary, and titles it by the beginning', () => {
    const described = describeOne('GET /api/a', {
      summary: 'Reads it; newest first',
      description: 'Slowly.',
    });
    expect(described.summary).toBe('Reads it');
    expect(described.description).toBe('Reads it; newest first.\n\nSlowly.\n\nNeeds no session.');
  });

  it('describes parameters, and which of them are required', () => {
    const query = z.object({ limit: z.optional(z.int()), q: z.string() });
    const params = z.object({ id: z.uuid() });
    expect(describeOne('GET /api/a/:id', { params, query }).parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'limit', in: 'query', required: false },
      { name: 'q', in: 'query', required: true },
    ]);
    expect(describeOne('GET /api/a', {}).parameters).toBeUndefined();
  });

  it('describes a body with its limit', () => {
    const body = z.object({ text: z.string() });
    const plain = describeOne('POST /api/a', { body });
    expect(plain.requestBody).toMatchObject({ required: true });
    expect(plain.description).toContain('The body has at most 16 kB.');
    const large = describeOne('POST /api/a', { body: z.optional(body), bodyLimit: 32_768, discards: 'html' });
    expect(large.requestBody).toMatchObject({ required: false });
    expect(large.description).toContain('at most 32 kB, without `html`, which is ignored.');
    const none = describeOne('POST /api/a', {});
    expect(none.requestBody).toBeUndefined();
    expect(none.description).not.toContain('The body');
  });

  it('describes an upload as a form that ends with the file', () => {
    const form = z.object({ id: z.uuid() });
    const upload = describeOne('POST /api/a', { upload: true, form });
    const { schema } = upload.requestBody!.content['multipart/form-data']!;
    expect(schema).toMatchObject({
      required: ['id', 'file'],
      properties: { id: {}, file: { format: 'binary' } },
    });
    expect(upload.description).toContain('The fields come before the file');
    const { schema: bare } = describeOne('POST /api/a', { upload: true }).requestBody!.content[
      'multipart/form-data'
    ]!;
    expect(bare['required']).toEqual(['file']);
  });

  it.each<[string, Partial<Operation>, Record<number, string[]>]>([
    ['GET /api/a', {}, { 400: [], 403: [], 404: [], 507: [] }],
    ['GET /api/a', { query: z.object({}) }, { 400: ['invalid_input'], 403: [], 404: ['not_found'] }],
    ['POST /api/a', {}, { 400: [], 403: ['wrong_origin'], 413: ['too_large'], 507: ['disk_full'] }],
    ['POST /api/a', { readsOnly: true }, { 403: ['wrong_origin'], 507: [] }],
    ['POST /api/a', { body: z.object({}) }, { 400: ['invalid_input'], 403: ['wrong_origin'] }],
    [
      'POST /api/a',
      { body: z.object({}), access: 'session' },
      { 400: ['invalid_input'], 403: ['beyond_token', 'wrong_origin', 'another_user'] },
    ],
    ['GET /api/a', { access: 'session' }, { 401: ['no_session'], 403: ['beyond_token'] }],
    ['POST /api/a', { upload: true }, { 400: ['invalid_input'], 415: ['wrong_media_type'] }],
  ])('%s with %o may be refused in general', (key, contract, expected) => {
    const described = describeOne(key, contract);
    for (const [status, codes] of Object.entries(expected))
      expect([status, codesOf(described, Number(status))]).toEqual([status, codes]);
    expect(codesOf(described, 429)).toEqual(['too_many_requests']);
  });

  it('lists the refusals of an operation, and when they can be repeated', () => {
    const refusals = {
      too_many_tries: { status: 429, title: 'Wait.' },
      id_taken: { status: 409, title: 'Taken.' },
    };
    const { responses } = describeOne('GET /api/a', {}, refusals);
    expect(responses[409]!.description).toBe('`id_taken`: Taken.');
    expect(responses[429]!.description).toContain('`too_many_tries`: Wait.');
    const retried = Object.keys(responses).filter((status) => responses[status]!.headers !== undefined);
    expect(retried).toEqual(['429', '503']);
  });

  it('describes the result: JSON, bytes, or a redirect to them', () => {
    const json = describeOne('GET /api/a', { response: z.object({ n: z.int() }) });
    expect(json.responses[200]!.content).toMatchObject({
      'application/json': { schema: { type: 'object' } },
    });
    expect(JSON.stringify(json.responses)).not.toMatch(/maximum|minimum|\$schema/);
    const bytes = describeOne('GET /api/a', {});
    expect(Object.keys(bytes.responses[200]!.content!)).toEqual(['application/octet-stream']);
    expect(bytes.responses).not.toHaveProperty('303');
    expect(describeOne('GET /api/a', { redirects: true }).responses).toHaveProperty('303');
  });
});

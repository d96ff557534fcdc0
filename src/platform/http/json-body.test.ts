import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { acceptJson, defaultBodyLimit, isModest, maxDepth, maxValues } from './json-body.ts';

describe('JSON', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const deep = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

  it.each([
    [nested(maxDepth), true],
    [nested(maxDepth + 1), false],
    [deep(maxDepth), true],
    [deep(maxDepth + 1), false],
    // Brackets that end before others begin, and those in texts, are no nesting.
    [`[${Array.from({ length: 30 }, () => '[]').join()}]`, true],
    [`["${'['.repeat(50)}"]`, true],
    [String.raw`["\"${'['.repeat(50)}"]`, true],
    [String.raw`["\\",${nested(maxDepth)}]`, false],
  ])('%s stays within the nesting: %s', (text, is) => {
    expect(isModest(Buffer.from(text), 1000)).toBe(is);
  });

  it.each([
    ['[1,2,3]', 3],
    ['{"a":1,"b":2}', 4],
    ['[",",":,"]', 2],
    ['1', 0],
  ])('%s counts as %d values', (text, values) => {
    expect(isModest(Buffer.from(text), values)).toBe(true);
    expect(isModest(Buffer.from(text), values - 1)).toBe(false);
  });
});

test('a larger body may have more values, and each at least a thousand', () => {
  expect([maxValues(16 * 1024), maxValues(64_000), maxValues(256 * 1024)]).toEqual([1000, 1000, 4096]);
});

describe('a JSON body', () => {
  let server: FastifyInstance;
  beforeAll(() => {
    server = fastify({ bodyLimit: defaultBodyLimit });
    acceptJson(server);
    const answer = (request: { body: unknown }) => ({ got: request.body });
    server.post('/', answer);
    server.post('/discards', { config: { contract: { discards: 'image' } as never } }, answer);
  });
  afterAll(() => server.close());

  const send = async (payload: string, url = '/', headers: Record<string, string> = {}) => {
    const answer = await server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
    return [answer.statusCode, answer.json<{ got?: unknown }>().got];
  };
  /** A JSON text of this many bytes. */
  const sized = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

  it('is parsed', async () => {
    expect(await send('{"a":[1,"ü"]}')).toEqual([200, { a: [1, 'ü'] }]);
  });

  it.each([
    ['of the limit', sized(defaultBodyLimit), 200],
    ['above the limit', sized(defaultBodyLimit + 1), 413],
    ['that is nested too deeply', `${'['.repeat(maxDepth + 1)}${']'.repeat(maxDepth + 1)}`, 400],
    ['with too many values', `[${Array(1001).fill(1).join()}]`, 400],
    ['that is not JSON', '{"a":', 400],
    ['with a prototype', '{"__proto__":{"a":1}}', 400],
  ])('%s gets its status', async (_which, text, status) => {
    expect((await send(text))[0]).toBe(status);
  });

  it('above the limit without a length is refused while it arrives', async () => {
    const { Readable } = await import('node:stream');
    const answer = await server.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload: Readable.from([Buffer.from(sized(defaultBodyLimit)), Buffer.from(' ')]),
    });
    expect(answer.statusCode).toBe(413);
  });

  it('of an operation that discards a field may be as large as that field', async () => {
    const text = JSON.stringify({ image: 'x'.repeat(3 * defaultBodyLimit), note: 'kept' });
    const [status, got] = await send(text, '/discards');
    expect([status, got]).toEqual([200, expect.objectContaining({ note: 'kept' })]);
    expect((await send(text))[0]).toBe(413);
  });
});

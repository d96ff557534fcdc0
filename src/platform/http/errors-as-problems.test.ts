import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TooManyTransactions } from '../database/user-limit.ts';
import { Busy } from '../hashing/fair-queue.ts';
import { sendErrorAsProblem } from './errors-as-problems.ts';
import { Unavailable } from './unavailable.ts';

let server: FastifyInstance;
let problem: Error;
const hasRoom = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
beforeAll(() => {
  server = fastify();
  server.get('/', () => Promise.reject(problem));
  server.setErrorHandler((error: Error, request, reply) =>
    sendErrorAsProblem(error as never, request, reply, hasRoom),
  );
});
afterAll(() => server.close());

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const withStatus = (statusCode: number) => Object.assign(new Error('why'), { statusCode });

async function answerTo(error: Error) {
  problem = error;
  const { statusCode, headers, json } = await server.inject('/');
  return {
    status: statusCode,
    retryAfter: headers['retry-after'],
    ...json<{ code: string; detail?: string }>(),
  };
}

test.each<[string, Error, number, string, string | undefined]>([
  ['a body that is too large', withStatus(413), 413, 'too_large', undefined],
  ['a content type that is not supported', withStatus(415), 415, 'wrong_media_type', undefined],
  ['a type that is not acceptable', withStatus(406), 415, 'wrong_media_type', undefined],
  ['too many requests', withStatus(429), 429, 'too_many_requests', undefined],
  ['too many transactions', new TooManyTransactions(), 429, 'too_many_requests', '2'],
  ['a bad request', withStatus(400), 400, 'invalid_input', undefined],
  ['the last client error', withStatus(499), 499, 'invalid_input', undefined],
  ['a busy queue', new Busy(), 503, 'busy', '5'],
  ['a character that PostgreSQL cannot store', coded('22021'), 400, 'invalid_input', undefined],
  ['a lone surrogate', coded('22P05'), 400, 'invalid_input', undefined],
  ['a statement that took too long', coded('57014'), 503, 'took_too_long', '5'],
  ['work that took too long', new DOMException('late', 'TimeoutError'), 503, 'took_too_long', '5'],
  ['work that was aborted', new DOMException('gone', 'AbortError'), 500, 'internal', undefined],
  ['an unavailable server', new Unavailable('down', 'The bucket is away.'), 503, 'unavailable', '5'],
  ['a full disk', coded('53100'), 507, 'disk_full', undefined],
  ['a refused connection', coded('ECONNREFUSED'), 503, 'unavailable', '5'],
  ['a database that shuts down', coded('57P01'), 503, 'unavailable', '5'],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 503, 'unavailable', '5'],
  ['a violated constraint', coded('23505'), 500, 'internal', undefined],
  ['any other error', new Error('secret'), 500, 'internal', undefined],
])('%s is reported with its own status and code', async (_what, error, status, code, retryAfter) => {
  const answer = await answerTo(error);
  expect(answer).toMatchObject({ status, code });
  expect(answer.retryAfter).toBe(retryAfter);
  expect(JSON.stringify(answer)).not.toContain('secret');
});

test('only problems of the caller say why', async () => {
  expect((await answerTo(withStatus(400))).detail).toBe('why');
  expect((await answerTo(new Error('why'))).detail).toBeUndefined();
  expect(await answerTo(new Unavailable('reason', 'The bucket is away.'))).toMatchObject({
    title: 'The bucket is away.',
  });
});

test('an unreachable database on a full disk is reported as a full disk', async () => {
  hasRoom.mockResolvedValueOnce(false);
  expect(await answerTo(coded('ECONNREFUSED'))).toMatchObject({ status: 507, code: 'disk_full' });
  hasRoom.mockClear();
  await answerTo(new Error('other'));
  expect(hasRoom).not.toHaveBeenCalled();
});

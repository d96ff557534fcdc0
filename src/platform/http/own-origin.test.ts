import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isFromOwnOrigin } from './own-origin.ts';

const appUrl = 'https://logbook.example/';

test.each([
  [{ origin: 'https://logbook.example' }, true, true],
  [{ origin: 'https://evil.example' }, false, false],
  [{ origin: 'null' }, false, false],
  [{ origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, false, true],
  [{ origin: 'https://10.0.0.5:3000', host: '10.0.0.5:3000' }, false, false],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false, false],
  [{ 'sec-fetch-site': 'same-origin' }, true, true],
  [{ 'sec-fetch-site': 'same-site' }, false, false],
  [{}, false, false],
] as const)('a request with %j is from our pages: %s in production mode, %s in try-it mode', (...row) => {
  const [headers, inProduction, inTryIt] = row;
  const request = { headers } as unknown as FastifyRequest;
  expect(isFromOwnOrigin(request, { appUrl, mode: 'production' })).toBe(inProduction);
  expect(isFromOwnOrigin(request, { appUrl, mode: 'try' })).toBe(inTryIt);
});

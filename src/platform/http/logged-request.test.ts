import { expect, it } from 'vitest';
import { newToken } from '#platform/secrets/secrets.ts';
import { loggedRequest } from './logged-request.ts';

const token = newToken();

it.each([
  ['/manager-snapshot?s=secret', '/manager-snapshot'],
  [`/p/${token}`, '/p/[token]'],
  [`/p/${token}.json?secret`, '/p/[token].json'],
  [`/p/${token}/files/1`, '/p/[token]/files/1'],
  [
    '/api/check_ins/019382ab-7b1c-7000-8000-0123456789ab',
    '/api/check_ins/019382ab-7b1c-7000-8000-0123456789ab',
  ],
])('a request for %s is logged as %s', (url, path) => {
  expect(loggedRequest({ method: 'GET', url })).toEqual({ method: 'GET', path });
});

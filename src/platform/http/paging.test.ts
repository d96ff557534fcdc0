import { expect, test } from 'vitest';
import { decideCursor } from './paging.ts';

test('a page begins at the first row without a cursor, and a malformed cursor is refused', () => {
  const [at, id] = ['2026-11-20T10:00:00.000Z', '019a0000-0000-7000-8000-000000000001'];
  expect(decideCursor(undefined)).toBeNull();
  expect(decideCursor(`${at}~${id}`)).toEqual({ at, id });
  const malformed = ['', at, `${at}~1`, `2026-02-30T10:00:00.000Z~${id}`];
  expect(malformed.map(decideCursor)).toEqual(malformed.map(() => 'invalid'));
});

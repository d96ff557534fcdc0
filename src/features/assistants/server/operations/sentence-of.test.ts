import { expect, it } from 'vitest';
import { Problem } from '#platform/http/client.ts';
import { sentenceOf } from './sentence-of.ts';

it('a problem reads as sentences', () => {
  const problem = new Problem(400, {
    title: 'Something in the request is not as expected',
    fields: [{ path: 'query.from', message: 'Invalid year' }],
    retry_after: 42,
  });
  expect(sentenceOf(problem)).toBe(
    'Something in the request is not as expected. from: Invalid year. Try again in 42 seconds.',
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { safeParse } from 'zod/v4/core';
import { fitsOf } from './fits.ts';

const row = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['entry', 'goal']),
  emoji: z.nullable(z.string()),
  count: z.int(),
  share: z.optional(z.number()),
  done: z.boolean(),
  type: z.literal('bearer'),
  tags: z.array(z.string().check(z.maxLength(10))),
});
const fine = {
  id: '0193f2b4-7c1e-7000-8000-000000000000',
  kind: 'entry',
  emoji: null,
  count: 3,
  done: true,
  type: 'bearer',
  tags: ['a'],
};

describe('the fast check of a response', () => {
  const fits = fitsOf(z.strictObject({ rows: z.array(row), next: z.nullable(z.string()) }))!;
  const page = (...rows: object[]) => ({ rows, next: null });

  test('accepts a value that matches the schema', () => {
    expect(fits(page(fine, { ...fine, share: 0.5, emoji: '🎯' }))).toBe(true);
  });

  test.each([
    ['an unknown field', { ...fine, password_hash: 'x' }],
    ['a missing field', { ...fine, id: undefined }],
    ['null in a field that is not nullable', { ...fine, kind: null }],
    ['a value outside the enum', { ...fine, kind: 'other' }],
    ['a fraction for an integer', { ...fine, count: 1.5 }],
    ['NaN', { ...fine, share: Number.NaN }],
    ['an object for a string', { ...fine, emoji: new Date() }],
    ['an array for an object', [fine]],
  ])('refuses %s', (_name, wrong) => {
    expect(fits(page(fine, wrong))).toBe(false);
  });

  test('agrees with zod on the shape of random values', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.object(),
    );
    const changes = fc.dictionary(fc.constantFrom(...Object.keys(fine), 'share', 'more'), value);
    const shape = z.strictObject({ ...row.shape, id: z.string(), tags: z.array(z.string()) });
    const quick = fitsOf(shape)!;
    fc.assert(
      fc.property(changes, (changed) => {
        const candidate = { ...fine, ...changed };
        expect(quick(candidate)).toBe(safeParse(shape, candidate).success);
      }),
    );
  });

  test.each([
    ['transforms its string', z.string().check(z.trim())],
    ['has a default', z._default(z.string(), 'x')],
    ['keeps unknown fields', z.looseObject({ a: z.string() })],
    ['strips unknown fields', z.object({ a: z.string() })],
    ['has a custom refinement', z.string().check(z.refine((text) => text !== 'x'))],
  ])('leaves it to zod to check a schema that %s', (_name, schema) => {
    expect(fitsOf(schema)).toBeUndefined();
    expect(fitsOf(z.strictObject({ inner: schema }))).toBeUndefined();
  });
});

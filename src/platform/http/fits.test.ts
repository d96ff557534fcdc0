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

describe('a quick look at an answer', () => {
  const fits = fitsOf(z.strictObject({ rows: z.array(row), next: z.nullable(z.string()) }))!;
  const page = (...rows: object[]) => ({ rows, next: null });

  test('lets through what has the shape', () => {
    expect(fits(page(fine, { ...fine, share: 0.5, emoji: '🎯' }))).toBe(true);
  });

  test.each([
    ['a field that the schema does not name', { ...fine, password_hash: 'x' }],
    ['a missing field', { ...fine, id: undefined }],
    ['null where none may be', { ...fine, kind: null }],
    ['a value outside the list', { ...fine, kind: 'other' }],
    ['half a count', { ...fine, count: 1.5 }],
    ['no number', { ...fine, share: Number.NaN }],
    ['an object for a text', { ...fine, emoji: new Date() }],
    ['an array for an object', [fine]],
  ])('refuses %s', (_name, wrong) => {
    expect(fits(page(fine, wrong))).toBe(false);
  });

  test('never lets through what zod refuses for its shape', () => {
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
    ['changes its text', z.string().check(z.trim())],
    ['has a default', z._default(z.string(), 'x')],
    ['keeps what it does not name', z.looseObject({ a: z.string() })],
    ['drops what it does not name', z.object({ a: z.string() })],
    ['has a rule of its own', z.string().check(z.refine((text) => text !== 'x'))],
  ])('leaves a schema to zod that %s', (_name, schema) => {
    expect(fitsOf(schema)).toBeUndefined();
    expect(fitsOf(z.strictObject({ inner: schema }))).toBeUndefined();
  });
});

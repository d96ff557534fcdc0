import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isModest, maxDepth } from './json-body.ts';
import { JsonSieve } from './json-sieve.ts';

/** Sends the text in pieces of these sizes, in turn. Returns what is kept. */
function sieve(text: string, sizes: readonly number[] = [Infinity]): string {
  const bytes = Buffer.from(text);
  const of = new JsonSieve('html');
  const kept: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    kept.push(of.take(bytes.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat(kept).toString();
}

test('the text of the field is dropped, whatever it contains and however it arrives', () => {
  const json = fc.record({ a: fc.jsonValue(), html: fc.string({ unit: 'binary' }), b: fc.jsonValue() });
  fc.assert(
    fc.property(
      json,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.nat(2),
      (value, sizes, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(JSON.parse(sieve(text, sizes))).toEqual(JSON.parse(JSON.stringify({ ...value, html: '' })));
      },
    ),
  );
});

test.each([
  ['{"a":{"html":"kept"},"b":["html","kept"]}'],
  ['{"a":"html","b":"kept"}'],
  ['{"htm":"kept","html5":"kept"}'],
  ['{"html":{"a":"kept"}}'],
  ['{"html":null,"a":"kept"}'],
  ['["html","kept"]'],
  ['"html":"kept"'],
  ['{"html" 1:"kept"'],
  ['{"a":"\\"html\\":","b":"kept"}'],
])('%s is kept as it is', (text) => {
  expect(sieve(text)).toBe(text);
  expect(sieve(text, [1])).toBe(text);
});

test('a dropped text of 8 MB takes less than 250 ms of processor time and no memory', () => {
  const piece = Buffer.alloc(64 * 1024, '<p>x\\"</p>');
  const of = new JsonSieve('html');
  const before = process.cpuUsage();
  let kept = of.take(Buffer.from('{"html":"')).length;
  for (let sent = 0; sent < 8 * 1024 * 1024; sent += piece.length) kept += of.take(piece).length;
  const { user, system } = process.cpuUsage(before);
  expect(kept).toBe(9);
  expect((user + system) / 1000).toBeLessThan(250);
});

test.each([
  ['[1,2]', true],
  ['['.repeat(maxDepth), true],
  ['['.repeat(maxDepth + 1), false],
  [`"${'['.repeat(100)}"`, true],
  [`"\\"${'{'.repeat(100)}"`, true],
  [`"\\\\"${'{'.repeat(100)}`, false],
  [`[${'0,'.repeat(98)}0]`, true],
  [`[${'0,'.repeat(100)}0]`, false],
  [`{${'"a":0,'.repeat(49)}"a":0}`, true],
  [`{${'"a":0,'.repeat(51)}"a":0}`, false],
])('whether %j is small enough to be parsed: %s', (text, isSmall) => {
  expect(isModest(Buffer.from(text), 100)).toBe(isSmall);
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOf, sha256 } from './hash-rules.ts';

const byNode = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

it('sha256 equals that of node:crypto for bytes of any length', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = new Uint8Array(length).fill(length);
    expect(sha256(bytes)).toBe(byNode(bytes));
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => sha256(bytes) === byNode(bytes)));
});

it('the key of a suggestion is the hash of its source and its id', () => {
  expect(keyOf({ source: 'git', source_id: 'é1' })).toBe(byNode('git\né1'));
});

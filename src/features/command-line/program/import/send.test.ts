import { describe, expect, it } from 'vitest';
import { operations } from '#features/suggestions/contract.ts';
import type { Found } from './adapter.ts';
import { suggestionOf } from './send.ts';

const found: Found = { sourceId: '1', at: 0, text: 'Text', group: 'acme/api', reason: 'Merged' };

describe('a suggestion of a service', () => {
  it.each<Partial<Found>>([
    ...[{ url: 'https:acme.example' }, { url: ' https://acme.example/ ' }, { url: 'https://' }],
    ...[{ url: `https://acme.example/${'\u00e9'.repeat(1900)}` }, { url: 'javascript:alert(1)' }],
    ...[{ sourceId: 'x'.repeat(300) }, { sourceId: 'lone \ud800' }, { group: '', reason: '' }],
    { group: 'g'.repeat(300), reason: 'r'.repeat(300), text: '\u{1f44d}'.repeat(20_000) },
  ])('is accepted by the server whatever it contains (%#)', (more) => {
    const suggestions = [suggestionOf('gitlab', { ...found, ...more })];
    expect(operations['POST /api/suggestions'].body.safeParse({ suggestions }).success).toBe(true);
  });
});

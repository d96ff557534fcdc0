import { expect, it } from 'vitest';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { documentFrom } from './did-document.ts';

const did = credentialVector('did.json');

it('a site speaks for itself, and for no other', () => {
  const at = (address: string, text = did) => documentFrom(address, text)?.id;
  expect(at('https://logbook.example.org/.well-known/did.json')).toBe('did:web:logbook.example.org');
  expect(at('https://evil.example/.well-known/did.json')).toBeUndefined();
  expect(at('https://logbook.example.org/~evil/did.json')).toBeUndefined();
  for (const text of ['', '{', '[]', '{"id": 1}', credentialVector('full.json')])
    expect(at('https://logbook.example.org/.well-known/did.json', text)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { claimsOf } from './claims.ts';

const words = (issuer: string) => {
  const document = JSON.parse(credentialVector('full.json')) as { endorsement: [{ issuer: { id: string } }] };
  document.endorsement[0].issuer.id = issuer;
  const facts = claimsOf(document);
  return facts.find(({ label }) => label === 'In their words')!.text;
};

it('the sentence of an endorsement names its issuer only if someone else issued it', () => {
  expect(words('did:web:logbook.example.org')).toBe('It was a pleasure.');
  expect(words('did:web:other.example')).toBe(
    'It was a pleasure.\n(Issued by other.example, as the credential says.)',
  );
});

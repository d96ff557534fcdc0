import { expect, test } from 'vitest';
import { decideAdmission, isProvedSince, personIn, provedAt } from './rules.ts';

const provider = { issuerKey: 'https://id.example', groupsClaim: 'groups' };
const read = (claims: Record<string, unknown>) => personIn({ sub: 'a', ...claims }, provider);

test('an address counts as verified only if the provider says exactly that', () => {
  for (const said of ['true', 1, 'yes', null, undefined, {}])
    expect(read({ email: 'a@example.org', email_verified: said }).emailVerified).toBe(false);
  expect(read({ email: ' A@Example.org ', email_verified: true })).toMatchObject({
    email: 'a@example.org',
    emailVerified: true,
  });
  // Not one mailbox.
  for (const email of [
    'a@example.org,b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    7,
    '',
    'a@\u212aey.example',
    '\u212a@b.example',
    'e@a.com@b.com',
  ])
    expect(read({ email, email_verified: true })).toMatchObject({ email: null, emailVerified: false });
});

test('the label of an identity is one line, without directions, and never empty', () => {
  expect(read({ name: 'Ada\n\u202eevil' }).label).toBe('Ada evil');
  expect(read({ name: ' ' }).label).toBe('a');
  expect(read({ preferred_username: 'x'.repeat(500) }).label).toHaveLength(254);
});

test('groups are a list, one name, or the keys of an object, and nothing else', () => {
  expect(read({ groups: ['a', 7, 'b'] }).groups).toEqual(['a', 'b']);
  expect(read({ groups: 'a' }).groups).toEqual(['a']);
  expect(read({ groups: { a: {} } }).groups).toEqual(['a']);
  for (const groups of [null, 7, true, undefined]) expect(read({ groups }).groups).toEqual([]);
});

test('without named groups and domains, everyone is admitted; with either, one of them is needed', () => {
  const person = { email: 'a@example.org', emailVerified: true, groups: ['staff'] };
  expect(decideAdmission(person, { allowedGroups: [], allowedDomains: [] })).toBe('everyone');
  expect(decideAdmission(person, { allowedGroups: ['staff'], allowedDomains: [] })).toBe('named');
  expect(decideAdmission(person, { allowedGroups: ['x'], allowedDomains: ['example.org'] })).toBe('named');
  expect(decideAdmission(person, { allowedGroups: ['x'], allowedDomains: ['ample.org'] })).toBe('no');
  const unverified = { ...person, emailVerified: false };
  expect(decideAdmission(unverified, { allowedGroups: [], allowedDomains: ['example.org'] })).toBe('no');
});

test('a proof is as new as the provider says, within the tolerance of clocks', () => {
  expect(provedAt({ auth_time: 1000 })).toBe(1_000_000);
  expect(provedAt({ auth_time: 0 })).toBe(0);
  for (const said of ['1000', -1, Infinity, undefined]) expect(provedAt({ auth_time: said })).toBeNull();
  expect(isProvedSince({ auth_time: 940 }, 1_000_000)).toBe(true);
  expect(isProvedSince({ auth_time: 939 }, 1_000_000)).toBe(false);
  expect(isProvedSince({}, 1_000_000)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { normalAvatar, normalPhone, normalSlug, slugProblem } from './rules.ts';

describe('a slug (R-F6)', () => {
  it.each([
    ['Jane Doe', 'jane-doe'],
    ['  Zoë  Müller-Łoś ', 'zoe-muller-los'],
    ['---a__b---', 'a-b'],
    ['ÀÉÎ', 'aei'],
    ['Straße Øre', 'strasse-ore'],
    ['ﬁne', 'fine'],
    ['日本', ''],
    ['a/../b', 'a-b'],
  ])('%j is normalized to %j', (input, slug) => {
    expect(normalSlug(input)).toBe(slug);
    expect(normalSlug(slug)).toBe(slug);
  });

  it.each([
    ['', 'slug_required'],
    ['ab', 'slug_invalid'],
    ['x'.repeat(41), 'slug_invalid'],
    ['Jane', 'slug_invalid'],
    ['a--b', 'slug_invalid'],
    ['-abc', 'slug_invalid'],
    ['profile', 'slug_reserved'],
    ['verify-vouch', 'slug_reserved'],
    ['abc', null],
    ['x'.repeat(40), null],
    ['profile-2', null],
  ])('%j gives the problem %s', (slug, problem) => {
    expect(slugProblem(slug)).toBe(problem);
  });
});

describe('a phone number', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['+43 660  1234567', '+43 660 1234567'],
    ['(0660) 123-45.67 / 8', '(0660) 123-45.67 / 8'],
    ['555 1234 ext. 12', '555 1234 ext. 12'],
    ['12', undefined],
    ['call me', undefined],
    ['+43 1 234\nBcc: x', undefined],
    ['1'.repeat(41), undefined],
    ['<b>123456</b>', undefined],
  ])('%j is stored as %j', (input, stored) => {
    expect(normalPhone(input)).toBe(stored);
  });
});

describe('the address of a photo', () => {
  const me = '0190a3c0-0000-7000-8000-000000000001';
  const other = '0190a3c0-0000-7000-8000-000000000002';
  const own = `/api/storage/public/profile-photos/${me}/0190-abc.jpg`;
  it.each([
    ['', null],
    [' https://example.com/me.png ', 'https://example.com/me.png'],
    ['HTTPS://EXAMPLE.com/a b', 'https://example.com/a%20b'],
    [own, own],
    [own.replace(me, other), undefined],
    [`${own}?x=1`, undefined],
    [`/api/storage/public/profile-photos/${me}/../${other}/a.jpg`, undefined],
    ['http://example.com/me.png', undefined],
    ['//example.com/me.png', undefined],
    ['javascript:alert(1)', undefined],
    ['data:image/png;base64,AA', undefined],
    ['https://', undefined],
    ['https://user:secret@example.com/a', undefined],
    ['https://user@example.com/a', undefined],
    ['https://:secret@example.com/a', undefined],
    [`https://example.com/${'x'.repeat(2000)}`, undefined],
    ['/etc/passwd', undefined],
    ['https://example.com:8443/me.png', 'https://example.com:8443/me.png'],
    ['https://[2001:DB8::1]:8443/me.png', 'https://[2001:db8::1]:8443/me.png'],
    ['https://bücher.example/me.png', 'https://xn--bcher-kva.example/me.png'],
    ['https://a.example;script-src/me.png', undefined],
    ["https://a.example'/me.png", undefined],
    ['https://a.example,b.example/me.png', undefined],
    ['https://*.example/me.png', undefined],
    ['https://%2a.example/me.png', undefined],
    ['https://a_b.example/me.png', undefined],
  ])('%j is stored as %j', (input, stored) => {
    expect(normalAvatar(input, me)).toBe(stored);
  });
});

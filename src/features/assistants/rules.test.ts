import { describe, expect, it } from 'vitest';
import { excerpt, isOwnHost, zonedInstant } from './rules.ts';

describe('an excerpt', () => {
  it('is the whole text if it fits', () => {
    expect(excerpt('👏👏👏', 3)).toEqual({ text: '👏👏👏' });
  });
  it('is cut between characters, and names the length of the whole', () => {
    expect(excerpt('👏👏👏👏', 3)).toEqual({ text: '👏👏👏…', full_length: 4 });
  });
});

it.each([
  ['2026-11-26T08:30:00Z', '2026-11-26T09:30:00Z', '2026-11-26T09:30:00+01:00'],
  ['2026-11-26T02:30:00Z', '2026-11-25T21:30:00Z', '2026-11-25T21:30:00-05:00'],
  ['2026-11-26T08:30:00Z', '2026-11-26T14:15:00Z', '2026-11-26T14:15:00+05:45'],
  ['2026-11-26T08:30:00Z', '2026-11-26T08:30:00Z', '2026-11-26T08:30:00+00:00'],
  ['2026-11-26T08:30:00.700Z', '2026-11-26T05:00:00Z', '2026-11-26T05:00:00-03:30'],
])('the instant %s at the local time %s is shown as %s', (at, wall, shown) => {
  expect(zonedInstant(Date.parse(at), Date.parse(wall))).toBe(shown);
});

describe('the Host of a request', () => {
  const url = 'https://log.example.org';
  it.each(['log.example.org', 'LOG.example.org:443', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'may be %s',
    (host) => {
      expect(isOwnHost(host, url)).toBe(true);
    },
  );
  it.each([
    undefined,
    '',
    'evil.example',
    'log.example.org.evil.example',
    'log.example.org@evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:3000',
    'a b',
  ])('may not be %s', (host) => {
    expect(isOwnHost(host, url)).toBe(false);
  });
});

import { expect, test } from 'vitest';
import { samePath } from './redirect-after-auth.ts';

const origin = 'https://log.example';

test.each(['/', '/profile', '/accept-invitation?token=a%20b#top', '/?tab=team'])('%s is kept', (path) => {
  expect(samePath(path, origin)).toBe(path);
});

test.each([
  null,
  '',
  'profile',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'https://log.example.evil.example/',
])('%s goes home (R-A10)', (path) => {
  expect(samePath(path, origin)).toBe('/');
});

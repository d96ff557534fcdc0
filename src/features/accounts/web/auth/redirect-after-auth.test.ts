import { expect, test } from 'vitest';
import { samePath } from './redirect-after-auth.ts';

const origin = 'https://log.example';

test.each([
  '/',
  '/profile',
  '/accept-invitation?token=a%20b#top',
  '/?tab=team',
  '/team-member/0199f2a4-7c1e-7a2b-8c3d-4e5f60718293',
  '/verify-vouch?token=a.b-c_d',
  '/a//b',
  '/?next=https://evil.example/',
  '/#//evil.example',
  '/@evil.example',
])('the redirect path %s is kept', (path) => {
  expect(samePath(path, origin)).toBe(path);
});

const refused = [
  // Empty, or not an absolute path.
  null,
  '',
  ' ',
  'profile',
  './profile',
  '../profile',
  '?tab=team',
  '#top',
  ' /profile',
  '\t/profile',
  '\n/profile',
  '\u0000/profile',
  '\ufeff/profile',
  '\\profile',
  // Another host, port or scheme.
  'https://evil.example',
  'https://evil.example/',
  'HTTPS://EVIL.EXAMPLE/',
  'http://log.example/',
  'https://log.example:8443/',
  'https://log.example.evil.example/',
  'https://log.example@evil.example/',
  'https://evil.example#https://log.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'ftp://log.example/',
  'ws://log.example/',
  'file:///etc/passwd',
  'blob:https://evil.example/0199f2a4',
  'about:blank',
  'view-source:https://log.example/',
  'intent://evil.example#Intent;scheme=https;end',
  // Another host in place of a path.
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/profile',
  '//evil.example\\@log.example',
  '//log.example@evil.example',
  '//log.example.evil.example',
  '//user:pass@evil.example/',
  '//[::1]/',
  '//127.0.0.1/',
  '//2130706433/',
  '//evil%2eexample',
  '//evil.example%2f@log.example',
  '//\u0435vil.example',
  '//evil。example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\/\\/evil.example',
  '\\\\evil.example',
  '//\\evil.example',
  // Browsers remove whitespace and line breaks from an address.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\t\\evil.example',
  '/\r\\evil.example',
  '/\t/\tevil.example',
  // Code.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://log.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
];

test.each(refused)('the redirect target %j is replaced by the home page (R-A10)', (path) => {
  expect(samePath(path, origin)).toBe('/');
});

test.each([
  '/.//evil.example',
  '/..//evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/./\\evil.example',
])('the redirect target %j never leaves the origin (R-A10)', (path) => {
  // The way `location.replace` resolves it.
  expect(new URL(samePath(path, origin), origin).origin).toBe(origin);
});

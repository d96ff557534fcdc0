import { expect, test } from 'vitest';
import { isEmail, normalEmail } from './address.ts';

test.each([
  'ada@example.com',
  'ada.lovelace+log@sub.example.co.uk',
  "o'brien@example.ie",
  'a@b.io',
  `${'x'.repeat(64)}@example.com`,
  'ada@xn--bcher-kva.example',
])('isEmail accepts %s', (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example..com',
  'ada@-example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@example.com,bob@example.com',
  'ada@example.com;bob@example.com',
  'ada@example.com bob@example.com',
  'Ada <ada@example.com>',
  '"ada"@example.com',
  'ada(comment)@example.com',
  'team:ada@example.com;',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@example.com\nBcc: bob@example.com',
  'ada\r@example.com',
  'ada\0@example.com',
  'ada@example.com\u2028',
  'ada\u0085@example.com',
  'ada＠example.com',
  'adá@example.com',
  `${'x'.repeat(65)}@example.com`,
  `ada@${'x'.repeat(64)}.com`,
  `ada@${'abcdefgh.'.repeat(30)}com`,
])('isEmail refuses %j (R-J4)', (address) => {
  expect(isEmail(address)).toBe(false);
});

test('normalEmail trims and lowercases an address', () => {
  expect(normalEmail(' Ada@Example.COM\n')).toBe('ada@example.com');
});

import { expect, test } from 'vitest';
import { passwordFaultsIn } from './new-password.ts';

const good = 'a good long passphrase';

test.each([
  ['', '', '', ['current_password', 'password']],
  ['', good, good, ['current_password']],
  ['x', 'short', 'short', ['password']],
  ['x', 'a'.repeat(129), 'a'.repeat(129), ['password']],
  ['x', good, '', ['confirmation']],
  ['x', good, `${good} `, ['confirmation']],
  ['x', good, good, []],
])('"%s", then "%s" and "%s": %j', (current_password, password, confirmation, faults) => {
  expect(Object.keys(passwordFaultsIn({ current_password, password, confirmation }, true))).toEqual(faults);
});

test('a mailed link stands for the current password', () => {
  const typed = { current_password: '', password: good, confirmation: good };
  expect(passwordFaultsIn(typed, false)).toEqual({});
});

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
])(
  'the current password "%s", new "%s" and confirmation "%s" give faults in %j',
  (current_password, password, confirmation, faults) => {
    expect(Object.keys(passwordFaultsIn({ current_password, password, confirmation }, true))).toEqual(faults);
  },
);

test('an emailed link replaces the current password', () => {
  const input = { current_password: '', password: good, confirmation: good };
  expect(passwordFaultsIn(input, false)).toEqual({});
});

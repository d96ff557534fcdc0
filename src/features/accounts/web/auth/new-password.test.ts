import { expect, test } from 'vitest';
import { passwordProblemsIn } from './new-password.ts';

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
  'the current password "%s", new "%s" and confirmation "%s" give problems in %j',
  (current_password, password, confirmation, problems) => {
    expect(Object.keys(passwordProblemsIn({ current_password, password, confirmation }, true))).toEqual(
      problems,
    );
  },
);

test('an emailed link replaces the current password', () => {
  const input = { current_password: '', password: good, confirmation: good };
  expect(passwordProblemsIn(input, false)).toEqual({});
});

import { expect, test } from 'vitest';
import { normalName, passwordProblem } from './rules.ts';

test.each([
  [' Ada   Lovelace ', 'Ada Lovelace'],
  ['李雷', '李雷'],
  // A joiner between letters, as Persian names have.
  ['مهدی\u200cزاده', 'مهدی\u200cزاده'],
  ['n'.repeat(80), 'n'.repeat(80)],
])('the name %j is stored as %j', (text, name) => {
  expect(normalName(text)).toBe(name);
});

test.each([
  '',
  ' ',
  '\u3164',
  '\u200b\u00ad',
  '\ufe0f \u2800',
  'n'.repeat(81),
  'Ada\nLovelace',
  'Ada\u202eecalevol',
  'Your bank: https://evil.example',
])('normalName refuses %j', (text) => {
  expect(normalName(text)).toBeNull();
});

test.each([
  ['1234567', 'password_too_short'],
  ['12345678', null],
  ['🔑'.repeat(8), null],
  ['🔑'.repeat(7), 'password_too_short'],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'password_too_long'],
])('the length of the password %j gives %s (R-A5)', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});

import { expect, test } from 'vitest';
import { offlineProblem, Problem } from '#platform/http/client.ts';
import { formRefusalTexts } from '../../auth-texts.ts';
import { refusalTexts } from '../../texts.ts';
import { refusalOf } from '../refusals.ts';
import { authRefusals, problemsIn } from './auth-problems.ts';

const problemOf = (error: unknown) => refusalOf(error, authRefusals);

const filled = { full_name: 'Ada', email: 'ada@example.com', password: 'a long password' };

test('sign-up requires name, email and password; sign-in requires email and password', () => {
  const empty = { full_name: '', email: '', password: '' };
  expect(Object.keys(problemsIn(empty, 'sign-up'))).toEqual(['full_name', 'email', 'password']);
  expect(Object.keys(problemsIn(empty, 'sign-in'))).toEqual(['email', 'password']);
  expect(problemsIn(filled, 'sign-up')).toEqual({});
});

test('sign-up validates the fields; sign-in leaves that to the server', () => {
  const invalid = { full_name: 'a'.repeat(81), email: 'ada@', password: 'short' };
  expect(problemsIn(invalid, 'sign-up')).toEqual({
    full_name: 'Enter your name, up to 80 characters.',
    email: 'Enter an email address such as ada@example.com.',
    password: 'Use at least 8 characters.',
  });
  expect(problemsIn(invalid, 'sign-in')).toEqual({});
});

test('a taken address shows the specified message and marks the field', () => {
  const problem = problemOf(new Problem(409, { code: 'email_taken', ...refusalTexts.email_taken }));
  expect(problem.message?.title).toBe('An account with this email already exists. Please sign in instead.');
  expect(problem.problems).toEqual({ email: '' });
});

test('a weak password is reported next to its field, without a toast', () => {
  const problem = problemOf(
    new Problem(400, { code: 'password_common', ...formRefusalTexts.password_common }),
  );
  expect(problem.problems.password).toMatch(/another one/);
  expect(problem.message).toBeUndefined();
});

test('too many attempts show how long to wait (R-A8)', () => {
  const problem = problemOf(
    new Problem(429, { code: 'too_many_tries', ...refusalTexts.too_many_tries, retry_after: 900 }),
  );
  expect(problem.message).toEqual({ title: 'Too many tries', description: 'Try again in 15 minutes.' });
});

test('any other problem shows its own title, and an unreadable one the general message', () => {
  expect(
    problemOf(new Problem(503, { code: 'unavailable', title: 'Back in a minute.' })).message?.title,
  ).toBe('Back in a minute.');
  expect(problemOf(offlineProblem()).message?.title).toBe('No connection to the server.');
  expect(problemOf(new Problem(502, {})).message?.title).toBe('An error occurred during authentication.');
  expect(problemOf(new TypeError('boom')).message?.title).toBe('An error occurred during authentication.');
});

import { expect, test } from 'vitest';
import { requestLimits } from './request-constants.ts';
import { verificationRequestProblem, verificationRequestOf } from './request-rules.ts';

const request = { requester_name: 'Vera', requester_email: 'vera@example.com', message: 'Is it true?' };

test.each([
  [{}, true, undefined],
  [{}, false, 'invalid_email'],
  [{ requester_name: '' }, true, 'all_fields_required'],
  [{ requester_email: ' ' }, true, 'all_fields_required'],
  [{ message: '' }, false, 'all_fields_required'],
  [{ requester_name: 'é'.repeat(requestLimits.name) }, true, undefined],
  [{ requester_name: 'é'.repeat(requestLimits.name + 1) }, true, 'text_too_long'],
  [{ message: '🎉'.repeat(requestLimits.message) }, true, undefined],
  [{ message: '🎉'.repeat(requestLimits.message + 1) }, true, 'text_too_long'],
])('a request with %o and a valid address (%s) has the problem %s (R-F4)', (change, isAddress, problem) => {
  expect(verificationRequestProblem({ ...request, ...change }, isAddress)).toBe(problem);
});

test('a request is stored with one line for the name, and its text normalized', () => {
  const raw = { requester_name: ' Vera \n V. ', requester_email: 'Vera@Example.com', message: ' Yes?\r\n' };
  expect(verificationRequestOf(raw, 'vera@example.com')).toEqual({
    requester_name: 'Vera V.',
    requester_email: 'vera@example.com',
    message: 'Yes?',
  });
});

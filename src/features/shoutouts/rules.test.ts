import { describe, expect, it } from 'vitest';
import { limits } from './constants.ts';
import { excerptOf, inputProblem, isSameShoutout } from './rules.ts';

describe('inputProblem', () => {
  const problem = (more: object) =>
    inputProblem({ recipient: 'bo@example.com', isAddress: true, message: 'Thanks', ...more });

  it('requires a recipient that is an address, and a message of up to 2,000 characters', () => {
    expect(problem({})).toBeUndefined();
    expect(problem({ recipient: '', isAddress: false })).toBe('recipient_required');
    expect(problem({ recipient: 'bo', isAddress: false })).toBe('invalid_email');
    expect(problem({ message: '' })).toBe('message_required');
    expect(problem({ message: '👏'.repeat(limits.message) })).toBeUndefined();
    expect(problem({ message: '👏'.repeat(limits.message + 1) })).toBe('message_too_long');
  });
});

describe('excerptOf', () => {
  it('keeps 100 characters and adds an ellipsis only to longer entries (R-D2)', () => {
    expect(excerptOf('a'.repeat(100))).toBe('a'.repeat(100));
    expect(excerptOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
  });

  it('never cuts a character in two', () => {
    expect(excerptOf('👏'.repeat(101))).toBe(`${'👏'.repeat(100)}…`);
  });
});

describe('isSameShoutout', () => {
  it('compares recipient, message and entry', () => {
    const sent = { recipient_email: 'bo@example.com', message: 'Thanks', check_in_id: null };
    expect(isSameShoutout(sent, { ...sent })).toBe(true);
    for (const more of [
      { recipient_email: 'al@example.com' },
      { message: 'Thank you' },
      { check_in_id: 'a' },
    ])
      expect(isSameShoutout(sent, { ...sent, ...more })).toBe(false);
  });
});

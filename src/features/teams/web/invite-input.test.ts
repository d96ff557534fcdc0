import { describe, expect, test } from 'vitest';
import { inviteTexts as texts } from '../invite-texts.ts';
import { addressesIn, inputProblem, withoutAddresses } from './invite-input.ts';

describe('the addresses of the invite dialog (R-E6)', () => {
  test.each([
    ['commas', 'a@example.com,b@example.com', ['a@example.com', 'b@example.com']],
    ['line breaks', 'a@example.com\r\nb@example.com\n', ['a@example.com', 'b@example.com']],
    [
      'both, with spaces and capitals',
      ' A@Example.com ,\n\n b@example.com,',
      ['a@example.com', 'b@example.com'],
    ],
    ['an address twice', 'a@example.com, A@EXAMPLE.COM', ['a@example.com']],
    ['invalid ones between valid ones', 'a@, a@example.com, Ada <b@example.com>', ['a@example.com']],
    ['spaces, which do not separate', 'a@example.com b@example.com', []],
  ])('are read from %s', (_, text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });

  test.each([
    ['nothing', '', texts.empty],
    ['only separators', ' ,\n , ', texts.empty],
    ['no valid address', 'ada, example.com', texts.invalid],
    ['one valid and one invalid address', 'ada, a@example.com', undefined],
    ['50 addresses', fifty().join(','), undefined],
    ['51 addresses', [...fifty(), 'more@example.com'].join('\n'), texts.tooMany],
    ['51 parts with one address twice', [...fifty(), 'A0@example.com'].join(','), undefined],
  ])('are checked: %s', (_, text, problem) => {
    expect(inputProblem(text)).toBe(problem);
  });

  test.each([
    ['the sent ones', 'a@example.com, b@example.com', ['a@example.com'], 'b@example.com'],
    ['all of them', 'A@example.com,\nb@example.com', ['a@example.com', 'b@example.com'], ''],
    ['none', 'a@example.com , B@', [], 'a@example.com , B@'],
    [
      'a line',
      'a@example.com\nb@example.com\nc@example.com',
      ['b@example.com'],
      'a@example.com\nc@example.com',
    ],
  ])('leave the input once they are sent: %s', (_, text, sent, left) => {
    expect(withoutAddresses(text, sent)).toBe(left);
  });
});

function fifty(): string[] {
  return Array.from({ length: 50 }, (_, index) => `a${index}@example.com`);
}

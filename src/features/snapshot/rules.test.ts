import { expect, it } from 'vitest';
import { countCharacters } from '#platform/text/plain-text.ts';
import { readLinkText } from './rules.ts';

const read = (query: Record<string, string>) =>
  readLinkText(new URLSearchParams({ employee: 'Ada Example', content: 'Shipped it', ...query }));

it('a link with a name, a text and an emoji is read as it is', () => {
  expect(read({ emoji: '🚀' })).toEqual({
    employee: 'Ada Example',
    content: 'Shipped it',
    isShortened: false,
    emoji: '🚀',
  });
});

it.each([
  ['no employee', 'content=a'],
  ['no content', 'employee=a'],
  ['an empty employee', 'employee=&content=a'],
  ['an empty content', 'employee=a&content='],
  ['only spaces', 'employee=%20%20&content=a'],
  ['only control characters', 'employee=a&content=%00%0A%1F'],
  ['only direction marks', 'employee=%E2%80%AE&content=a'],
  ['arrays', 'employee[]=a&content[]=a'],
  ['nothing', ''],
])('a link with %s shows nothing', (_what, query) => {
  expect(readLinkText(new URLSearchParams(query))).toBeNull();
});

it('a text in a link is shown up to 2,000 characters, and an emoji counts as one', () => {
  const text = '🙂'.repeat(2000);
  expect(read({ content: text })).toMatchObject({ content: text, isShortened: false });
  const longer = read({ content: `${text}.` })!;
  expect(longer).toMatchObject({ content: `${text}…`, isShortened: true });
  expect(countCharacters(longer.content)).toBe(2001);
});

it('a name in a link is one line of at most 80 characters', () => {
  expect(read({ employee: ' Ada\r\n\tExample ' })?.employee).toBe('Ada Example');
  expect(read({ employee: 'a'.repeat(81) })?.employee).toBe(`${'a'.repeat(80)}…`);
});

it('a text in a link keeps its line breaks and loses control characters and direction marks', () => {
  expect(read({ content: 'a\r\nb\u0000\u0007\u202ec\u2066\u200f' })?.content).toBe('a\nbc');
});

it('if a parameter occurs twice, the first is read', () => {
  const query = new URLSearchParams('employee=a&employee=b&content=c&content=d');
  expect(readLinkText(query)).toMatchObject({ employee: 'a', content: 'c' });
});

it.each(['', 'text', '🚀🚀', '<b>', '1', '🚀 ', '\u202e'])('%j is not shown as the emoji', (emoji) => {
  expect(read({ emoji })?.emoji).toBeNull();
});
it.each(['🚀', '👍🏽', '👩‍💻', '🇫🇷', '⚡'])('%s is shown as the emoji', (emoji) => {
  expect(read({ emoji })?.emoji).toBe(emoji);
});

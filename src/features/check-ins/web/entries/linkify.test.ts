import { expect, test } from 'vitest';
import { linkify } from './linkify.ts';

const links = (text: string) => linkify(text).flatMap((part) => part.href ?? []);

test.each([
  ['see https://example.com.', ['https://example.com/']],
  ['(https://en.wikipedia.org/wiki/Rust_(language))', ['https://en.wikipedia.org/wiki/Rust_(language)']],
  [
    'http://a.example/x?y=1&z=2#t, and HTTPS://B.EXAMPLE',
    ['http://a.example/x?y=1&z=2#t', 'https://b.example/'],
  ],
  ['"https://quoted.example/a"', ['https://quoted.example/a']],
  ['javascript:alert(1) data:text/html,x ftp://x.example', []],
  ['xhttps://not.example', []],
  ['https://', []],
  ['https://[broken', []],
  ['plain text', []],
])('the links in %j are %j', (text, expected) => {
  expect(links(text)).toEqual(expected);
});

test.each([')', ']', '}', '.'])('a long tail of %s is cut without trying each length of it', (last) => {
  const text = `http://a.example/${last.repeat(9980)}`;
  for (let round = 0; round < 20; round++) expect(links(text)).toEqual(['http://a.example/']);
});

test.each([
  ['http://a.example/(b))]', 'http://a.example/(b)'],
  ['http://a.example/{[b]}}.)', 'http://a.example/{[b]}'],
  ['http://a.example/b(', 'http://a.example/b('],
])('closing brackets of %s without an opening one are not part of it', (text, expected) => {
  expect(linkify(text)[0]).toMatchObject({ text: expected });
});

test('the first 500 links and tags of a text can be clicked', () => {
  const parts = linkify('#tag http://a.example '.repeat(400));
  expect(parts.filter(({ href, tag }) => href ?? tag)).toHaveLength(500);
  expect(parts.at(-1)!.text).toBe(' ' + '#tag http://a.example '.repeat(150));
});

test('joining the parts of a text returns the text', () => {
  for (const text of [
    'a https://x.example/b. c https://y.example',
    'https://...',
    '',
    '<https://x.example>',
  ]) {
    expect(
      linkify(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});

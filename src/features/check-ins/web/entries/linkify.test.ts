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

import { expect, test } from 'vitest';
import { cleanText, inParts, oneLine, ticketIn, withTags } from './rules.ts';

test.each([
  ['<p>One</p><p>Two &amp; three</p>', 'One\n\nTwo & three'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['x<br>y', 'x\ny'],
  ['<a href="javascript:alert(1)" onclick="x">Link</a>', 'Link'],
  ['<script>alert(1)</script>kept<style>p{}</style>', 'kept'],
  ['<b>&#x1F600; &#128512; &#0; &bogus;</b>', '😀 😀 &bogus;'],
  ['a < b and Array<string> &amp; more', 'a < b and Array<string> &amp; more'],
  ['half \ud83d and \u0000 control', 'half � and  control'],
  [' \u200b ', ''],
])('%j becomes plain text', (text, expected) => expect(cleanText(text)).toBe(expected));

test('HTML that never closes ends quickly', () => {
  const start = performance.now();
  for (const text of [
    '<p '.repeat(50_000),
    '<script>'.repeat(200_000),
    `<b>x</b>${'<!--'.repeat(500_000)}`,
    '<a "'.repeat(50_000),
    '&#'.repeat(50_000),
  ])
    cleanText(text);
  expect(performance.now() - start).toBeLessThan(3000);
});

test('what HTML hides is removed, also where something else never ends', () => {
  expect(cleanText('<!-- a --><p>kept<svg><path/></svg></p><!-- b --><script>never ends')).toBe(
    'kept\nnever ends',
  );
});

test('tags are added where the text does not have them', () => {
  expect(withTags('Shipped #search', ['search', 'Night shift', '!', '2026', 'night shift'])).toBe(
    'Shipped #search #night-shift',
  );
  expect(withTags('Two\nlines', ['a'])).toBe('Two\nlines\n#a');
  expect(withTags('None', [])).toBe('None');
});

test('a long text is divided between paragraphs, and nothing is lost', () => {
  const text = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} with some words.`).join('\n\n');
  const parts = inParts(text, 300);
  expect(parts.every((part) => [...part].length <= 300)).toBe(true);
  expect(parts.join('\n\n')).toBe(text);
  expect(inParts('😀'.repeat(700), 300).map((part) => [...part].length)).toEqual([300, 300, 100]);
});

test('a text as large as a file can have is divided quickly', () => {
  const start = performance.now();
  expect(inParts('word '.repeat(1_600_000), 10_000)).toHaveLength(801);
  expect(performance.now() - start).toBeLessThan(3000);
});

test('a ticket is a key of a tracker, not the name of a standard', () => {
  expect(ticketIn('Closed OPS-12 and OPS-13')).toBe('OPS-12');
  expect(ticketIn('Read UTF-8 and ISO-8601 in Q3-2026')).toBeUndefined();
});

test('a group is one line', () => {
  expect(oneLine('a\n b  <b>c</b>', 200)).toBe('a b c');
  expect([...oneLine('x'.repeat(300), 200)]).toHaveLength(200);
});

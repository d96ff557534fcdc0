import { expect, test } from 'vitest';
import { markdownOf } from './rules.ts';

test.each([
  ['plain words', 'plain words'],
  ['one\ntwo', 'one  \ntwo'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['# no heading', '\\# no heading'],
  ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
  ['![x](https://evil.example/)', '\\!\\[x\\](https://evil.example/)'],
  ['a_b *c* `d`', 'a\\_b \\*c\\* \\`d\\`'],
  ['see https://example.com/a_b?c=*d now', 'see https://example.com/a_b?c=*d now'],
  ['- a list\n1. stays', '- a list  \n1. stays'],
  ['words\n-----', 'words  \n\\-----'],
  ['words\n===', 'words  \n\\==='],
  ['      far in', '   far in'],
  ['&lt;', '\\&lt;'],
])('the plain text %j becomes the Markdown %j', (text, markdown) => {
  expect(markdownOf(text)).toBe(markdown);
});

import { expect, test } from 'vitest';
import { plainFromMarkdown } from './markdown-text.ts';

test.each([
  ['**bold *and* more** __x__ ==y== ~~z~~', 'bold and more x y z'],
  ['[[Note]] [[Note|shown]] ![[photo.png]]', 'Note shown'],
  [
    '[label](https://example.com/a) [https://b.com](https://b.com)',
    'label (https://example.com/a) https://b.com',
  ],
  ['![alt](photo_(1).png) text', '.png) text'],
  ['[ ] [see [label](https://example.com)', '[ ] [see label (https://example.com)'],
  ['# Title\n\n  ## Part', 'Title\n\n  Part'],
  [String.raw`\*not emphasis\*`, '*not emphasis*'],
])('%j becomes plain text', (text, expected) => expect(plainFromMarkdown(text)).toBe(expected));

test('marks that never close end quickly', () => {
  const start = performance.now();
  for (const mark of ['[', '[[', '![[', '![a](', '[a](http:', '[[a|', '**a ', '__a ', '==a ', '~~a ', ' \n'])
    plainFromMarkdown(mark.repeat(50_000));
  expect(performance.now() - start).toBeLessThan(5000);
});

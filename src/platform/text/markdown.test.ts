import { describe, expect, it } from 'vitest';
import { escapeMarkdown, MarkdownFault, parseMarkdown, textOf, wordsIn } from './markdown.ts';

describe('Markdown', () => {
  it('is parsed into headings, paragraphs, lists, quotes and their inline parts', () => {
    const text = [
      '## A *heading*',
      'One **two** `three`\nfour  \nfive [six](/guide#a) [seven](https://example.org/x?y=1)',
      '- a\n- b\n  1. c\n',
      '3. d',
      '> quoted',
      '---',
    ].join('\n\n');
    expect(parseMarkdown(text)).toEqual([
      {
        kind: 'heading',
        level: 2,
        id: 'a-heading',
        content: ['A ', { kind: 'emphasis', content: ['heading'] }],
      },
      {
        kind: 'paragraph',
        content: [
          'One ',
          { kind: 'strong', content: ['two'] },
          ' ',
          { kind: 'code', text: 'three' },
          ' four',
          { kind: 'break' },
          'five ',
          { kind: 'link', href: '/guide#a', content: ['six'] },
          ' ',
          { kind: 'link', href: 'https://example.org/x?y=1', content: ['seven'] },
        ],
      },
      {
        kind: 'list',
        start: null,
        items: [
          [{ kind: 'paragraph', content: ['a'] }],
          [
            { kind: 'paragraph', content: ['b'] },
            { kind: 'list', start: 1, items: [[{ kind: 'paragraph', content: ['c'] }]] },
          ],
        ],
      },
      { kind: 'list', start: 3, items: [[{ kind: 'paragraph', content: ['d'] }]] },
      { kind: 'quote', content: [{ kind: 'paragraph', content: ['quoted'] }] },
      { kind: 'rule' },
    ]);
  });

  it('gives each heading an id of its own, other than those of the page', () => {
    const ids = parseMarkdown('## Évidence!\n\n### Evidence\n\n## main\n\n## 日本').map(
      (block) => block.kind === 'heading' && block.id,
    );
    expect(ids).toEqual(['evidence', 'evidence-2', 'main-2', 'section']);
  });

  it.each([
    ['<script>alert(1)</script>', 'html'],
    ['a <b>b</b>', 'html'],
    ['<!-- hidden -->', 'html'],
    ['![picture](/a.png)', 'image'],
    ['```\ncode\n```', 'code'],
    ['| a |\n| - |\n| b |', 'table'],
    ['~~gone~~', 'del'],
    ['# Too large', 'level 2 or 3'],
    ['## With a [link](/guide)', 'has a link'],
    ['A&nbsp;b', 'the character itself'],
    ['[a](javascript:alert(1))', 'javascript:'],
    ['[a](http://example.org)', 'http:'],
    ['[a](//example.org)', '//example.org'],
    ['[a](/\\example.org)', 'example.org'],
    ['[a](guide)', 'guide'],
  ])('refuses %j', (text, reason) => {
    expect(() => parseMarkdown(text)).toThrow(MarkdownFault);
    expect(() => parseMarkdown(text)).toThrow(reason);
  });

  it('is counted in words without its markup', () => {
    expect(wordsIn(parseMarkdown('## Two words\n\n- **one** [two](/x) - `three`\n\n> four\n\n---'))).toBe(6);
  });

  it('shows an escaped text as it is', () => {
    const name = 'A *b* _c_ [d](e) <f> `g` # {h} \\ & "i" |';
    const [block] = parseMarkdown(escapeMarkdown(name));
    expect(block?.kind === 'paragraph' && textOf(block.content)).toBe(name);
  });
});

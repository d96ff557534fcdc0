import { describe, expect, it } from 'vitest';
import { escapeMarkdown, MarkdownError, renderMarkdown } from './markdown.ts';

describe('Markdown', () => {
  it('is rendered as headings, paragraphs, lists, quotes and their inline parts', () => {
    const text = [
      '## A *heading*',
      'One **two** `three`\nfour  \nfive [six](/guide#a) [seven](https://example.org/x?y=1&z)',
      '- a\n- b\n  1. c\n',
      '3. d',
      '> quoted & "marked"',
      '---',
    ].join('\n\n');
    expect(renderMarkdown(text).html.replaceAll('\n', ' ').trim()).toBe(
      [
        '<h2 id="a-heading"><a href="#a-heading">A <em>heading</em></a></h2>',
        '<p>One <strong>two</strong> <code>three</code> four<br>five <a href="/guide#a">six</a>',
        '<a href="https://example.org/x?y=1&#38;z" rel="noopener">seven</a></p>',
        '<ul> <li>a</li> <li>b<ol> <li>c</li> </ol> </li> </ul>',
        '<ol start="3"> <li>d</li> </ol>',
        '<blockquote> <p>quoted &amp; &quot;marked&quot;</p> </blockquote> <hr>',
      ].join(' '),
    );
  });

  it('gives each heading its own id, distinct from those of the page', () => {
    const { html } = renderMarkdown('## Évidence!\n\n### Evidence\n\n## main\n\n## 日本');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['evidence', 'evidence-2', 'main-2', 'section']);
  });

  it('renders blocks of code where the text may have them', () => {
    const { html } = renderMarkdown('```\ncurl <address> \\\n  -d "a"\n```', { code: true });
    expect(html).toContain('<pre><code>curl &lt;address&gt; \\\n  -d &quot;a&quot;\n</code></pre>');
  });

  it.each([
    ['<script>alert(1)</script>', 'html'],
    ['a <b>b</b>', 'html'],
    ['<!-- hidden -->', 'html'],
    ['![picture](/a.png)', 'image'],
    ['```\ncode\n```', 'code'],
    ['| a |\n| - |\n| b |', 'table'],
    ['~~gone~~', 'del'],
    ['- [ ] open', 'checkbox'],
    ['a [b]\n\n[b]: /guide', 'def'],
    ['**a <i>b</i>**', 'html'],
    ['> - ![picture](/a.png)', 'image'],
    ['# Too large', 'level 2 or 3'],
    ['## With a [link](/guide)', 'has a link'],
    ['A&nbsp;b', 'the character itself'],
    ['[a](javascript:alert(1))', 'javascript:'],
    ['[a](http://example.org)', 'http:'],
    ['[a](//example.org)', '//example.org'],
    ['[a](/\\example.org)', 'example.org'],
    ['[a](guide)', 'guide'],
  ])('refuses %j', (text, reason) => {
    expect(() => renderMarkdown(text)).toThrow(MarkdownError);
    expect(() => renderMarkdown(text)).toThrow(reason);
  });

  it('is counted in words without its markup', () => {
    const { words } = renderMarkdown(
      '## Two words\n\n- **one** [two](/x) - `three` &\n  - four\n\n> five\n\n---',
    );
    expect(words).toBe(7);
  });

  it('shows an escaped text as it is', () => {
    const name = 'A *b* _c_ [d](e) <f> `g` # {h} \\ & "i" |';
    expect(renderMarkdown(escapeMarkdown(name)).html).toBe(
      '<p>A *b* _c_ [d](e) &lt;f&gt; `g` # {h} \\ &amp; &quot;i&quot; |</p>\n',
    );
  });
});

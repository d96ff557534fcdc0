import { expect, it, vi } from 'vitest';
import { toMarkdown, toPlainText } from './document-rules.ts';
import type { FrozenItem, PacketDocument } from './format-contract.ts';
import { fileLine, provenanceOf } from './provenance-rules.ts';

const hash = 'a'.repeat(64);
const at = '2026-03-12T23:30:00.000Z';
const entry = (more: object = {}): FrozenItem => ({
  ...{ kind: 'entry', text: 'Shipped it', textSha256: hash, at, recordedAt: at, edits: 0 },
  ...more,
});
const documentOf = (items: FrozenItem[], more: Partial<PacketDocument> = {}): PacketDocument => ({
  ...{ title: 'My year', author: 'Ada Example', language: 'en', timeZone: 'Europe/Vienna' },
  period: { from: '2026-01-01', to: '2026-06-30' },
  introduction: 'First this.\nThen that.',
  groups: [{ title: 'Work', line: 'A line', items }],
  ...more,
});

it.each<[string, FrozenItem, string[]]>([
  ['an entry of its day', entry(), ['Mar 13, 2026']],
  [
    'an entry that was written later, and edited',
    entry({ recordedAt: '2026-03-20T10:00:00.000Z', edits: 2, editedAt: '2026-04-02T10:00:00.000Z' }),
    ['Mar 13, 2026', 'written on Mar 20, 2026', 'edited twice, last on Apr 2, 2026'],
  ],
  [
    'an entry that was edited once',
    entry({ edits: 1, editedAt: at }),
    ['Mar 13, 2026', 'edited once, on Mar 13, 2026'],
  ],
  [
    'a goal',
    { kind: 'goal', text: 'a', textSha256: hash, setAt: '2026-01-01T12:00:00.000Z', completedAt: at },
    ['Goal completed on Mar 13, 2026', 'set on Jan 1, 2026'],
  ],
  [
    'a shoutout of an unknown sender',
    { kind: 'shoutout', text: 'a', textSha256: hash, at },
    ['Shoutout received', 'Mar 13, 2026'],
  ],
  [
    'a vouch',
    {
      ...{ kind: 'vouch', text: 'a', textSha256: hash, name: 'Grace', position: 'Admiral' },
      ...{ verifiedAt: at, vouchSha256: hash },
    },
    ['Confirmed by Grace, Admiral', 'on Mar 13, 2026'],
  ],
])('the provenance of %s', (_, item, expected) => {
  expect(provenanceOf(item, 'Europe/Vienna')).toEqual(expected);
});

it('a document in Markdown has headings, bullets, hashes of files, and notes', () => {
  const files = [
    { name: 'plan_v1.pdf', size: 12_345, type: 'application/pdf', sha256: hash, open: 1 as const },
  ];
  expect(toMarkdown(documentOf([entry({ text: 'One\nTwo', files, note: 'With Finance.' }), entry()]))).toBe(
    [
      '# My year',
      '',
      'By Ada Example  ',
      'Jan 1, 2026 – Jun 30, 2026',
      '',
      'First this.  ',
      'Then that.',
      '',
      '## Work',
      '',
      'A line',
      '',
      '- One  ',
      '  Two  ',
      '  *Mar 13, 2026*  ',
      String.raw`  *plan\_v1.pdf, 12.3 kB, SHA-256 ${hash}*  `,
      '  With Finance.',
      '- Shipped it  ',
      '  *Mar 13, 2026*',
      '',
    ].join('\n'),
  );
});

it('nothing that a user wrote becomes Markdown or HTML', () => {
  const text = '# Title\n- item\n1. one\n[a](javascript:b) <script> **bold** `code` | a\n> quote\n=== \\';
  const lines = toMarkdown(documentOf([entry({ text })])).split('\n');
  expect(lines.filter((line) => line.startsWith('- ') || /^ {2}\S/.test(line)).slice(0, 6)).toEqual([
    String.raw`- \# Title  `,
    String.raw`  \- item  `,
    String.raw`  1\. one  `,
    String.raw`  \[a\](javascript:b) \<script\> \*\*bold\*\* \`code\` \| a  `,
    String.raw`  \> quote  `,
    String.raw`  \=== \\  `,
  ]);
});

it('a document as plain text has bullets, and quotes what a reference wrote', () => {
  const vouch: FrozenItem = {
    ...{ kind: 'vouch', text: 'The export', textSha256: hash, name: 'Grace', statement: 'All true.' },
    ...{ verifiedAt: at, vouchSha256: hash },
  };
  expect(toPlainText(documentOf([vouch], { introduction: '' }))).toBe(
    [
      'My year',
      'By Ada Example',
      'Jan 1, 2026 – Jun 30, 2026',
      '',
      'Work',
      'A line',
      '• The export',
      '  “All true.”',
      '  (Confirmed by Grace, on Mar 13, 2026)',
      '',
    ].join('\n'),
  );
});

it('the sizes of files in one unit share a formatter', () => {
  const lineOf = (size: number) =>
    fileLine({ name: 'a.pdf', size, type: 'application/pdf', sha256: '', open: 0 });
  expect(lineOf(1200)).toBe('a.pdf, 1.2 kB');
  const create = vi.spyOn(Intl, 'NumberFormat');
  expect(lineOf(3400)).toBe('a.pdf, 3.4 kB');
  expect(create).not.toHaveBeenCalled();
});

import { describe, expect, it } from 'vitest';
import { contentProblem } from '#features/check-ins/rules.ts';
import { limits } from './constants.ts';
import { groupsOf, inOrder } from './grouping-rules.ts';
import { decideSuggestion, entryOf, type RequestedSuggestion } from './rules.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const decide = (more: Partial<RequestedSuggestion> = {}) =>
  decideSuggestion(
    { source: 'git', source_id: 'a', at: '2026-03-04T05:06:07+01:00', content: ' Text \r\n', ...more },
    now,
    contentProblem,
  );

describe('a suggestion', () => {
  it('is normalized as the entry that it may become', () => {
    expect(decide({ group: ' a \n b ', reason: '', emoji: '🚀' })).toMatchObject({
      ...{ content: 'Text', at: '2026-03-04T04:06:07.000Z', group: 'a b', reason: null, emoji: '🚀' },
    });
    expect(decide({ at: new Date(now + 30_000).toISOString() })).toMatchObject({
      at: new Date(now).toISOString(),
    });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'https://',
    'x'.repeat(limits.url + 1),
  ])('has no link to %s', (url) => {
    expect(decide({ url })).toMatchObject({ url: null });
  });

  it('keeps what fits of a file of another program', () => {
    const long = 'é😀'.repeat(300);
    expect(decide({ url: 'https://example.com/1', emoji: '🦊', group: long, reason: long })).toMatchObject({
      ...{ url: 'https://example.com/1', emoji: null },
      ...{ group: 'é😀'.repeat(limits.group / 2), reason: 'é😀'.repeat(limits.reason / 2) },
    });
    const [one, two] = [decide({ source_id: `${long}1` }), decide({ source_id: `${long}2` })];
    expect(one).toMatchObject({ source_id: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) as string });
    expect(one).not.toEqual(two);
    expect(decide({ source_id: `${long}1` })).toEqual(one);
  });

  it('may contain lone surrogates, which are replaced', () => {
    expect(decide({ content: 'a\ud800', source_id: 'b\udc00' })).toMatchObject({
      ...{ content: 'a\ufffd', source_id: 'b\ufffd' },
    });
  });
});

describe('the entry of suggestions', () => {
  const part = (content: string, more: object = {}) => ({
    ...{ source: 'git' as const, content, emoji: null, group: 'acme', at: '2026-03-04T00:00:00Z' },
    ...more,
  });

  it('has each text once, and the latest date', () => {
    const later = '2026-03-05T00:00:00Z';
    expect(entryOf([part('A'), part('B', { at: later }), part('A')])).toEqual({
      ...{ content: 'A\nB', emoji: null, created_at: later, source: 'git', source_name: '3 commits in acme' },
    });
  });

  it('says what it was at its source, as far as its parts agree', () => {
    const nameOf = (...parts: Parameters<typeof entryOf>[0]) => entryOf(parts).source_name;
    expect(nameOf(part('A', { group: null }))).toBe('1 commit');
    expect(nameOf(part('A', { source: 'memos', group: null }))).toBeNull();
    expect(nameOf(part('A', { source: 'memos' }))).toBe('acme');
    expect(nameOf(part('A'), part('B', { group: 'other' }))).toBe('2 commits');
    expect(nameOf(part('A'), part('B', { source: 'calendar' }))).toBe('2 items in acme');
    expect([...nameOf(part('A', { group: '😀'.repeat(200) }))!]).toHaveLength(60);
  });
});

describe('the groups of the inbox', () => {
  const item = (id: string, at: string, group: string | null = null) => ({
    suggestion: { id, at, group, source: 'git' as const },
  });
  const items = inOrder([
    item('a', '2026-03-04T10:00:00Z', 'x'),
    item('b', '2026-03-05T10:00:00.000Z'),
    item('c', '2026-03-04T23:30:00Z', 'x'),
    item('d', '2026-03-04T10:00:00Z'),
  ]);
  const groups = (by: Parameters<typeof groupsOf>[1], dayOf = (at: string) => at.slice(0, 10)) =>
    groupsOf(items, by, dayOf).map((group) => [
      group.key,
      group.items.map((found) => found.suggestion.id).join(''),
    ]);

  it('are in the order of their newest suggestion, and always the same', () => {
    expect(groups('none')).toEqual([['', 'bcda']]);
    expect(groups('day')).toEqual([
      ['2026-03-05', 'b'],
      ['2026-03-04', 'cda'],
    ]);
    expect(groups('project')).toEqual([
      ['', 'bd'],
      ['x', 'ca'],
    ]);
    expect(groups('source')).toEqual([['git', 'bcda']]);
  });
});

import { describe, expect, it } from 'vitest';
import { limits } from './constants.ts';
import type { PacketDraft } from './contract.ts';
import { cleanDraft, isPeriod, isSameDraft, itemsOf, problemOf } from './rules.ts';

const item = (id: string, note = '') => ({ kind: 'entry' as const, id, note, files: false });
const draft = (more: Partial<PacketDraft> = {}): PacketDraft => ({
  title: 'My year',
  period: { from: '2026-01-01', to: '2026-12-31' },
  introduction: '',
  groups: [{ title: 'Work', line: '', items: [item('a'), item('b')] }],
  ...more,
});

describe('a cleaned draft', () => {
  it('has one line in titles, several in other texts, and none in blank ones', () => {
    const groups = [{ title: ' a\n b ', line: '\u200b', items: [item('a', ' one\r\ntwo ')] }];
    expect(cleanDraft(draft({ title: '\u3164', introduction: 'x\ny', groups }))).toEqual(
      draft({
        title: '',
        introduction: 'x\ny',
        groups: [{ title: 'a b', line: '', items: [item('a', 'one\ntwo')] }],
      }),
    );
  });

  it('keeps the first of two equal items, but items of two kinds with one id', () => {
    const goal = { ...item('a'), kind: 'goal' as const };
    const groups = [
      { title: '', line: '', items: [item('a', 'first'), goal] },
      { title: '', line: '', items: [item('a', 'second')] },
    ];
    expect(itemsOf(cleanDraft(draft({ groups }))).map(({ kind, note }) => [kind, note])).toEqual([
      ['entry', 'first'],
      ['goal', ''],
    ]);
  });

  it('is the same draft when it is cleaned again, in any order of its fields', () => {
    const clean = cleanDraft(draft());
    expect(isSameDraft(clean, cleanDraft(clean))).toBe(true);
    const { groups, period, ...others } = clean;
    expect(isSameDraft(clean, { groups, period: { to: period.to, from: period.from }, ...others })).toBe(
      true,
    );
    expect(isSameDraft(clean, { ...clean, introduction: 'x' })).toBe(false);
  });
});

describe('a draft', () => {
  it.each([
    [limits.items, undefined],
    [limits.items + 1, 'packet_too_large'],
  ])('with %i items has the problem %s', (count, problem) => {
    const items = Array.from({ length: count }, (_, n) => item(String(n)));
    expect(problemOf(draft({ groups: [{ title: '', line: '', items }] }))).toBe(problem);
  });

  it('may not have more than 250 kB', () => {
    const items = Array.from({ length: 250 }, (_, n) => item(String(n), 'n'.repeat(limits.note)));
    expect(problemOf(draft({ groups: [{ title: '', line: '', items }] }))).toBe('packet_too_large');
  });
});

it.each([
  ['2026-01-01', '2026-01-01', true],
  ['2026-01-02', '2026-01-01', false],
  ['2016-01-01', '2026-01-01', true],
  ['2015-01-01', '2026-01-01', false],
])('from %s to %s is a period: %s', (from, to, valid) => {
  expect(isPeriod({ from, to })).toBe(valid);
});

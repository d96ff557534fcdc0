import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters } from '#platform/text/plain-text.ts';
import { limits, type SuggestionSource } from './constants.ts';
import { batchesOf, defaultGrouping, groupsOf, inOrder, mergesOf } from './grouping-rules.ts';
import { entryOf } from './rules.ts';

let count = 0;
const item = (more: object = {}, local: object | null = null) => ({
  local,
  suggestion: {
    ...{
      id: `id-${String(++count).padStart(4, '0')}`,
      at: '2026-03-04T10:00:00Z',
      group: null as string | null,
    },
    ...{ source: 'git' as SuggestionSource, content: `Line ${count}`, files: [] as unknown[], emoji: null },
    ...more,
  },
});
const dayOf = (at: string) => at.slice(0, 10);

describe('grouping suggestions by day and project', () => {
  it('makes a group of the commits of a day in one repository', () => {
    const items = inOrder([
      item({ group: 'acme/api', at: '2026-03-04T09:00:00Z' }),
      item({ group: 'acme/web', at: '2026-03-04T10:00:00Z' }),
      item({ group: 'acme/api', at: '2026-03-04T11:00:00Z' }),
      item({ group: 'acme/api', at: '2026-03-05T11:00:00Z' }),
      item({ at: '2026-03-05T12:00:00Z' }),
    ]);
    expect(groupsOf(items, 'day-project', dayOf).map(({ key, items: found }) => [key, found.length])).toEqual(
      [
        ['2026-03-05\n', 1],
        ['2026-03-05\nacme/api', 1],
        ['2026-03-04\nacme/api', 2],
        ['2026-03-04\nacme/web', 1],
      ],
    );
  });

  it('is the default if anything is from a repository', () => {
    expect(defaultGrouping([item({ source: 'calendar' }), item({ source: 'csv' })])).toBe('day');
    expect(defaultGrouping([item({ source: 'calendar' }), item({ source: 'github' })])).toBe('day-project');
    expect(defaultGrouping([])).toBe('day');
  });
});

describe('merging a group', () => {
  it('keeps the order of dates, and the suggestions of the browser apart', () => {
    const [one, two, three] = [item(), item({}, {}), item()];
    expect(mergesOf([three, two, one])).toEqual([[one, three], [two]]);
  });

  it('makes entries of at most 100 suggestions and 10 files', () => {
    const many = Array.from({ length: 250 }, () => item());
    expect(mergesOf(many).map(({ length }) => length)).toEqual([100, 100, 50]);
    const withFiles = Array.from({ length: 5 }, () => item({ files: [1, 2, 3, 4] }));
    expect(mergesOf(withFiles).map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  it('makes entries that keep every text and fit, whatever the texts are', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.content / 3 });
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.constant('Same')), { maxLength: 60, size: 'max' }), (texts) => {
        const items = texts.map((content) => item({ content }));
        const merges = mergesOf(items);
        expect(merges.flat()).toEqual(items.toReversed());
        for (const merge of merges) {
          const { content } = entryOf(merge.map(({ suggestion }) => suggestion));
          expect(merge.length === 1 || countCharacters(content) <= limits.content).toBe(true);
        }
        expect(mergesOf(items)).toEqual(merges);
      }),
      { numRuns: 30 },
    );
  });
});

it('batches are bounded by their count and by the sum of sizes, and keep items that are too large alone', () => {
  const limit = { count: 3, sum: 10, sizeOf: (size: number) => size };
  expect(batchesOf([1, 2, 3, 4, 5, 6, 20, 1, 1], limit)).toEqual([[1, 2, 3], [4, 5], [6], [20], [1, 1]]);
  expect(batchesOf([], limit)).toEqual([]);
});

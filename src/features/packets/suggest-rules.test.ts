import { describe, expect, it } from 'vitest';
import { limits } from './constants.ts';
import type { Material } from './contract.ts';
import { itemsOf } from './rules.ts';
import { groupsOf, suggest, type Titles } from './suggest-rules.ts';

const titles: Titles = {
  tag: (tag) => `#${tag}`,
  month: (month) => month,
  goal: 'Goals',
  shoutout: 'Shoutouts',
  vouch: 'Vouches',
};
const period = { from: '2026-01-01', to: '2026-12-31' };

function entry(number: number, more: Partial<Material['entries'][number]> = {}) {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString();
  return {
    id: `entry-${number}`,
    text: `Entry ${number}`,
    length: 9,
    emoji: null,
    tags: [],
    at,
    files: 0,
    ...more,
  };
}
const other = (kind: string) => (_: unknown, number: number) => ({
  id: `${kind}-${number}`,
  text: kind,
  name: 'Grace',
  at: entry(number).at,
});
const proof = { department: null, domain: null, files: 0, former_name: null };
const vouch = (_: unknown, number: number) => ({ ...other('vouch')(_, number), proof });
const many = <T>(count: number, make: (_: unknown, number: number) => T) =>
  Array.from({ length: count }, make);

const material = (more: Partial<Material>): Material => ({
  ...{ period, time_zone: 'UTC', entries: [], goals: [], shoutouts: [], vouches: [] },
  ...more,
});
const groups = (more: Partial<Material>) => groupsOf(material(more), titles, (at) => at.slice(0, 7));
const suggestion = (more: Partial<Material>) => suggest(material(more), groups(more), 'My year');

describe('groups of a material', () => {
  it('are the tags, the most used first, then the months, goals, shoutouts and vouches', () => {
    const entries = [
      entry(1, { tags: ['rare', 'launch'] }),
      entry(2, { tags: ['launch', 'team'] }),
      entry(3, { tags: ['team', 'launch'] }),
      entry(4, { tags: ['team'] }),
      entry(5, { tags: ['team'] }),
      entry(6, { tags: ['once'] }),
      entry(1000),
    ];
    const found = groups({
      entries,
      goals: many(1, other('goal')),
      shoutouts: many(1, other('shoutout')),
      vouches: many(1, vouch),
    });
    expect(found.map(({ title, choices }) => [title, choices.length])).toEqual([
      ['#team', 4],
      ['#launch', 1],
      ['2026-01', 1],
      ['2026-02', 1],
      ['Goals', 1],
      ['Shoutouts', 1],
      ['Vouches', 1],
    ]);
  });

  it('contain every entry exactly once', () => {
    const entries = many(500, (_, n) => entry(n, { tags: [`tag-${n % 23}`, `tag-${n % 7}`] }));
    const keys = groups({ entries }).flatMap(({ choices }) => choices.map(({ key }) => key));
    expect([keys.length, new Set(keys).size]).toEqual([500, 500]);
  });
});

describe('a suggestion', () => {
  it('contains everything if that is at most 30 items', () => {
    const { draft, leftOut } = suggestion({
      entries: many(20, (_, n) => entry(n)),
      goals: many(10, other('goal')),
    });
    expect([itemsOf(draft).length, leftOut]).toEqual([30, 0]);
    expect(draft).toMatchObject({ title: 'My year', period, introduction: '' });
  });

  it('of 3,000 entries has 30 items of all kinds and groups, and says how many it left out', () => {
    const { draft, leftOut } = suggestion({
      entries: many(3000, (_, n) => entry(n % 8000, { tags: n % 2 === 0 ? ['launch'] : [] })),
      goals: many(50, other('goal')),
      shoutouts: many(50, other('shoutout')),
      vouches: many(2, vouch),
    });
    expect(itemsOf(draft)).toHaveLength(limits.suggested);
    expect(leftOut).toBe(3102 - limits.suggested);
    const titlesShown = draft.groups.map(({ title }) => title);
    expect(titlesShown.slice(0, 2)).toEqual(['#launch', '2026-01']);
    expect(titlesShown.slice(-3)).toEqual(['Goals', 'Shoutouts', 'Vouches']);
    expect(draft.groups.slice(-3).map(({ items }) => items.length)).toEqual([5, 5, 2]);
  });

  it('prefers entries with files, then the newest, and lists the oldest first', () => {
    const entries = many(100, (_, n) => entry(n, { files: n === 3 ? 1 : 0 }));
    const ids = itemsOf(suggestion({ entries }).draft).map(({ id }) => id);
    expect([ids[0], ids[1], ids.at(-1)]).toEqual(['entry-3', 'entry-71', 'entry-99']);
  });

  it('of an empty period is an empty draft', () => {
    expect(suggestion({})).toMatchObject({ draft: { groups: [] }, leftOut: 0 });
  });
});

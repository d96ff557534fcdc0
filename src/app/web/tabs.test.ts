import { expect, it } from 'vitest';
import { knownTab, tabsOf } from './tabs.ts';

it('MY TEAM is the last tab of users on the Team plan, and others do not have it', () => {
  expect(tabsOf(true).map(({ label }) => label)).toEqual(['TIMELINE', 'SHOUTOUTS', 'GOALS', 'MY TEAM']);
  expect(tabsOf(false).map(({ label }) => label)).toEqual(['TIMELINE', 'SHOUTOUTS', 'GOALS']);
});

it('the counter of MY TEAM shows 99+ above 99 (R-E5)', () => {
  expect(tabsOf(true).find(({ id }) => id === 'team')?.counter).toMatchObject({ max: 99 });
});

it.each(['team', 'appreciation', 'timeline', 'goals'])('%s is a tab in the URL', (tab) => {
  expect(knownTab(tab)).toBe(tab);
});

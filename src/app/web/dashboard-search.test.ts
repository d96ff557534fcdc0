import { expect, test } from 'vitest';
import { saveWinsPath } from '#features/playbook/constants.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { parseSearch } from '#platform/navigation/navigation.ts';

test("the playbook's link asks the dashboard to save its wins, in any spelling of an empty value", () => {
  const query = (path: string) => dashboardSearch(parseSearch(new URL(path, 'http://localhost').search));
  expect(query(saveWinsPath)).toEqual({ 'save-wins': '' });
  expect(query('/?save-wins=&tab=goals')).toEqual({ 'save-wins': '', tab: 'goals' });
  expect(query('/?tab=goals')).toEqual({ tab: 'goals' });
});

import { readFilter, type Filter } from '#features/check-ins/web/search/filter.ts';
import { parseSearch, stringifySearch, useSearch } from '#platform/navigation/navigation.ts';
import { paths } from '../paths.ts';
import { knownTab, type TabId } from './tabs.ts';

export type DashboardSearch = {
  tab?: TabId;
  /** Asks to save the wins of the playbook (R-K1). Set, and empty, while the dialog is open. */
  'save-wins'?: '';
} & Filter;

/** Parses the dashboard's query. Unknown or invalid values are dropped. */
export function dashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const tab = knownTab(raw['tab']);
  return { ...(tab && { tab }), ...('save-wins' in raw && { 'save-wins': '' }), ...readFilter(raw) };
}

/** What the query of the dashboard's address selects. */
export const useDashboardSearch = (): DashboardSearch => dashboardSearch(parseSearch(useSearch()));

/** The address of the dashboard with this selection. */
export const dashboardHref = (search: DashboardSearch): string => paths.home + stringifySearch(search);

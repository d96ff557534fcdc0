import { readFilter, type Filter } from '#features/check-ins/web/search/filter.ts';
import { knownTab, type TabId } from './tabs.ts';

/** Parses the dashboard's query. Unknown or invalid values are dropped. */
export function dashboardSearch(raw: Record<string, unknown>): { tab?: TabId } & Filter {
  const tab = knownTab(raw['tab']);
  return { ...(tab && { tab }), ...readFilter(raw) };
}

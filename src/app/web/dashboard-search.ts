import { readFilter, type Filter } from '#features/check-ins/web/search/filter.ts';

const tabs = ['timeline', 'appreciation', 'goals'] as const;
export type DashboardTab = (typeof tabs)[number];

/** The dashboard's tabs in order. */
export const dashboardTabs: readonly DashboardTab[] = ['timeline', 'goals'];
/** A guest's tabs. A tab that needs an account says so in its panel. */
export const guestTabs: readonly DashboardTab[] = tabs;

export const tabLabels: Record<DashboardTab, string> = {
  timeline: 'TIMELINE',
  appreciation: 'SHOUTOUTS',
  goals: 'GOALS',
};

/** Parses the dashboard's query. Unknown or invalid values are dropped. */
export function dashboardSearch(raw: Record<string, unknown>): { tab?: DashboardTab } & Filter {
  const tab = tabs.find((known) => known === raw['tab']);
  return { ...(tab && { tab }), ...readFilter(raw) };
}

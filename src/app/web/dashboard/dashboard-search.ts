import { readFilter, type Filter } from '#features/check-ins/web/search/filter.ts';

const tabs = ['timeline', 'appreciation', 'goals'] as const;
export type DashboardTab = (typeof tabs)[number];

/** Tabs of the dashboard in their order; later features join here. */
export const dashboardTabs: readonly DashboardTab[] = ['timeline', 'goals'];
/** What a guest sees: what needs an account says so behind its tab. */
export const guestTabs: readonly DashboardTab[] = ['timeline', 'appreciation', 'goals'];

export const tabLabels: Record<DashboardTab, string> = {
  timeline: 'TIMELINE',
  appreciation: 'SHOUTOUTS',
  goals: 'GOALS',
};

/** Typed query of the dashboard; what is not understood is dropped. */
export function dashboardSearch(raw: Record<string, unknown>): { tab?: DashboardTab } & Filter {
  const tab = tabs.find((known) => known === raw['tab']);
  return { ...(tab && { tab }), ...readFilter(raw) };
}

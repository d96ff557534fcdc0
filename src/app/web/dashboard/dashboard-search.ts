/** Tabs of the dashboard in their order; later features join here. */
export const dashboardTabs = ['timeline'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** Typed query of the dashboard; what is not understood is dropped. */
export function dashboardSearch(raw: Record<string, unknown>): { tab?: DashboardTab } {
  const tab = dashboardTabs.find((known) => known === raw['tab']);
  return tab ? { tab } : {};
}

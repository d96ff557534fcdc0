// The dashboard's tabs, which features declare in `web/tab.ts`. Add a new tab to this list.
import type { ComponentType, ReactNode } from 'react';
import type { AccountNeeded } from '#features/guest/web/account-needed.ts';
import { goalsTab } from '#features/goals/web/tab.ts';
import { shoutoutsTab } from '#features/shoutouts/web/tab.ts';
import { teamTab } from '#features/teams/web/tab.ts';
import type { Scope } from '#platform/reader/scope.ts';
import type { CounterProps } from '#ui/counter.tsx';
import { dashboardTexts } from './dashboard-texts.ts';

type TabEntry = {
  /** The value of `tab` in the URL. */
  id: string;
  label: string;
  /** Only users on the Team plan have it. */
  needsPlan?: true;
  /** What guests see instead of the content. Default: they have the tab as well. */
  accountNeeded?: AccountNeeded;
  /**
   * The content, in its own chunk. Not set for the timeline, which is part of the page, nor for a tab that has only a
   * guest's refusal.
   */
  Panel?: ComponentType<{ scope: Scope }> & { preload: () => Promise<void> };
  /** Counts what is new in the tab, selected or not. `Count` renders its children with the current number. */
  counter?: Omit<CounterProps, 'value'> & {
    Count: ComponentType<{ scope: Scope; children: (count: number) => ReactNode }>;
  };
};

const tabs = [
  { id: 'timeline', label: dashboardTexts.timeline },
  shoutoutsTab,
  goalsTab,
  teamTab,
] as const satisfies readonly TabEntry[];

export type TabId = (typeof tabs)[number]['id'];
export type DashboardTab = TabEntry & { id: TabId };

/** The tabs of a user in display order. `hasPlan`: on the Team plan, which a guest is not. */
export function tabsOf(hasPlan: boolean): DashboardTab[] {
  const all: readonly DashboardTab[] = tabs;
  return all.filter(({ needsPlan }) => hasPlan || !needsPlan);
}

/** The tab with this id, whether or not a user has it. */
export const knownTab = (id: unknown): TabId | undefined => tabs.find((tab) => tab.id === id)?.id;

// The dashboard's tabs, composed from the features' panels. Add a new tab to this list.
import type { ComponentType, ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { limits } from '#features/shoutouts/constants.ts';
import { UnreadCount } from '#features/shoutouts/web/unread-count.tsx';
import { tabTexts } from '#features/shoutouts/tab-texts.ts';
import { memberLimits } from '#features/teams/member-constants.ts';
import { TeamCount } from '#features/teams/web/team-count.tsx';
import { tabTexts as teamTexts } from '#features/teams/tab-texts.ts';
import type { CounterProps } from '#ui/counter.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';

type TabEntry = {
  /** The value of `tab` in the URL. */
  id: string;
  label: string;
  /** Only users on the Team plan have it. */
  needsPlan?: true;
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
  { id: 'timeline', label: 'TIMELINE' },
  {
    id: 'appreciation',
    label: 'SHOUTOUTS',
    Panel: fetched<{ scope: Scope }>(
      async () => (await import('#features/shoutouts/web/shoutouts-panel.tsx')).ShoutoutsPanel,
      FailedPart,
    ),
    counter: {
      Count: UnreadCount,
      max: limits.badge,
      meaning: tabTexts.unread,
    },
  },
  {
    id: 'goals',
    label: 'GOALS',
    Panel: fetched<{ scope: Scope }>(
      async () => (await import('#features/goals/web/goals-panel.tsx')).GoalsPanel,
      FailedPart,
    ),
  },
  {
    id: 'team',
    label: 'MY TEAM',
    needsPlan: true,
    Panel: fetched<{ scope: Scope }>(
      async () => (await import('#features/teams/web/team-panel.tsx')).TeamPanel,
      FailedPart,
    ),
    counter: {
      Count: TeamCount,
      max: memberLimits.counted,
      meaning: teamTexts.shared,
      meaningOfOne: teamTexts.sharedOne,
    },
  },
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

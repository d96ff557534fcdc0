// The dashboard's tabs, composed from the features' panels. Add a new tab to this list.
import type { ComponentType } from 'react';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import type { SignedIn } from '#features/accounts/contract.ts';
import type { CounterProps } from '#ui/counter.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';

type TabEntry = {
  /** The value of `tab` in the URL. */
  id: string;
  label: string;
  /** Whether this user has the tab; null is a guest. Default: everyone has it. */
  isFor?: (signedIn: SignedIn | null) => boolean;
  /** The content, in its own chunk. Without one, it is part of the page: the timeline. */
  Panel?: ComponentType<{ scope: Scope }> & { preload: () => Promise<void> };
  /** A hook that counts what is new behind the tab. Runs while the tab is listed, selected or not. */
  useCounter?: (scope: Scope) => CounterProps;
};

const tabs = [
  { id: 'timeline', label: 'TIMELINE' },
  { id: 'appreciation', label: 'SHOUTOUTS', isFor: (signedIn) => signedIn === null },
  {
    id: 'goals',
    label: 'GOALS',
    Panel: fetched<{ scope: Scope }>(
      async () => (await import('#features/goals/web/goals-panel.tsx')).GoalsPanel,
      FailedPart,
    ),
  },
] as const satisfies readonly TabEntry[];

export type TabId = (typeof tabs)[number]['id'];
export type DashboardTab = TabEntry & { id: TabId };

/** The tabs of a user in display order; null is a guest. */
export function tabsOf(signedIn: SignedIn | null): DashboardTab[] {
  const all: readonly DashboardTab[] = tabs;
  return all.filter(({ isFor }) => isFor?.(signedIn) ?? true);
}

/** The tab with this id, whether or not a user has it. */
export const knownTab = (id: unknown): TabId | undefined => tabs.find((tab) => tab.id === id)?.id;

import { useEffect, type ComponentProps, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { FloatingAdd } from '#features/check-ins/web/compose/add-buttons.tsx';
import type { SaveWinsDialog } from '#features/playbook/web/saving/save-wins-dialog.tsx';
import { Counter } from '#ui/counter.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { fetchAhead } from '#ui/when-idle.ts';
import { contentPaths, paths } from '../../paths.ts';
import type { DashboardTab } from '../tabs.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { DashboardTimeline } from './dashboard-timeline.tsx';
import { dashboardHref, useDashboardSearch } from '../dashboard-search.ts';
import { dashboardTexts } from '../dashboard-texts.ts';

const SaveWins = fetched<ComponentProps<typeof SaveWinsDialog>>(
  async () => (await import('#features/playbook/web/saving/save-wins-dialog.tsx')).SaveWinsDialog,
  FailedOverlay,
);

type Props = {
  scope: Scope;
  /** The user's tabs. The timeline is shown unless the URL selects another one. */
  tabs: readonly DashboardTab[];
  /** Menu of the timeline. */
  menu?: ReactNode;
  /** Replaces a tab's content, if it returns any. */
  replace?: (tab: DashboardTab) => ReactNode;
};

type PartProps = { tab: DashboardTab; scope: Scope };

/** The dashboard's tabs. The URL holds the selected one. */
export function DashboardTabs({ scope, tabs, menu, replace }: Props) {
  const { tab: requested, 'save-wins': saveWins } = useDashboardSearch();
  const selected = tabs.find(({ id }) => id === requested) ?? tabs[0]!;
  usePreloadedPanels(tabs);
  return (
    <>
      <Tabs
        label={dashboardTexts.tabs}
        selected={selected.id}
        tabs={tabs.map((tab) => ({
          id: tab.id,
          label: tab.label,
          href: dashboardHref({ tab: tab.id }),
          badge: <TabCounter tab={tab} scope={scope} />,
        }))}
        onSelect={(id) => void navigate(dashboardHref({ tab: id }))}
      >
        {replace?.(selected) ?? <TabPanel tab={selected} scope={scope} menu={menu} />}
      </Tabs>
      {/* The timeline has its own button. */}
      {selected.id !== 'timeline' && <FloatingAdd />}
      {saveWins !== undefined && (
        <SaveWins
          scope={scope}
          signInHref={paths.auth}
          playbookHref={contentPaths.playbook}
          onClose={() => void navigate(paths.home, { replace: true, keepScroll: true })}
        />
      )}
    </>
  );
}

function TabCounter({ tab: { counter }, scope }: PartProps) {
  if (!counter) return null;
  const { Count, ...rest } = counter;
  return <Count scope={scope}>{(value) => <Counter value={value} {...rest} />}</Count>;
}

function TabPanel({ tab: { Panel }, scope, menu }: PartProps & Pick<Props, 'menu'>) {
  return Panel ? <Panel scope={scope} /> : <DashboardTimeline scope={scope} menu={menu} />;
}

/** Loads the code of the tabs after the page, so that it is available later, even offline. */
function usePreloadedPanels(tabs: readonly DashboardTab[]): void {
  useEffect(() => fetchAhead(() => tabs.forEach(({ Panel }) => void Panel?.preload())), [tabs]);
}

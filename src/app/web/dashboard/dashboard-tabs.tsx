import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FloatingAdd } from '#features/check-ins/web/compose/add-buttons.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { paths } from '../../paths.ts';
import { tabLabels, type DashboardTab } from '../dashboard-search.ts';

const route = getRouteApi(paths.home);

type Props = {
  /** The available tabs. The timeline is shown unless the URL selects another one. */
  tabs: readonly DashboardTab[];
  children: (tab: DashboardTab) => ReactNode;
};

/** The dashboard's tabs. The URL holds the selected one. */
export function DashboardTabs({ tabs, children }: Props) {
  const { tab: requested } = route.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const selected = tabs.find((tab) => tab === requested) ?? 'timeline';
  return (
    <>
      <Tabs
        label="Logbook"
        selected={selected}
        tabs={tabs.map((id) => ({
          id,
          label: tabLabels[id],
          href: router.buildLocation({ to: paths.home, search: { tab: id } }).href,
        }))}
        onSelect={(id) => void navigate({ to: paths.home, search: { tab: id } })}
      >
        {children(selected)}
      </Tabs>
      {/* The timeline has its own button. */}
      {selected !== 'timeline' && <FloatingAdd />}
    </>
  );
}

import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FloatingAdd } from '#features/check-ins/web/compose/add-buttons.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { paths } from '../../paths.ts';
import { tabLabels, type DashboardTab } from './dashboard-search.ts';

const route = getRouteApi(paths.home);

type Props = {
  /** Those that this reader has; the first is shown unless the address names another of them. */
  tabs: readonly DashboardTab[];
  children: (tab: DashboardTab) => ReactNode;
};

/** The tabs of the dashboard; which one is shown stands in the address. */
export function DashboardTabs({ tabs, children }: Props) {
  const { tab: wanted } = route.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const selected = tabs.find((tab) => tab === wanted) ?? 'timeline';
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
      {/* The timeline has its own. */}
      {selected !== 'timeline' && <FloatingAdd />}
    </>
  );
}

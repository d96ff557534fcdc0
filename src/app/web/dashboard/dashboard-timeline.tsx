import { useMemo, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { EntryPartsContext } from '#features/check-ins/web/entries/entry-parts.ts';
import { isFiltering, readFilter, type FilterPlace } from '#features/check-ins/web/search/filter.ts';
import { Timeline } from '#features/check-ins/web/timeline/timeline.tsx';
import { navigate } from '#platform/navigation/navigation.ts';
import { dashboardHref, useDashboardSearch } from '../dashboard-search.ts';
import { entryParts } from './entry-parts.ts';

/** The timeline, with its filter in the URL and a menu next to its add button. */
export function DashboardTimeline({ scope, menu }: { scope: Scope; menu: ReactNode }) {
  const serialized = JSON.stringify(readFilter(useDashboardSearch()));
  const place = useMemo((): FilterPlace => {
    const filter = JSON.parse(serialized) as FilterPlace['filter'];
    return {
      filter,
      // The first letter adds a history entry, so that "back" leads to the whole timeline. Further letters replace it.
      show: (search, how) =>
        void navigate(dashboardHref(search), {
          replace: how === 'type' && isFiltering(filter),
          keepScroll: how !== 'open',
        }),
      hrefOf: dashboardHref,
    };
  }, [serialized]);
  return (
    <EntryPartsContext value={entryParts}>
      <Timeline scope={scope} place={place} menu={menu} />
    </EntryPartsContext>
  );
}

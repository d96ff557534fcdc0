import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { isFiltering, readFilter, type FilterPlace } from '#features/check-ins/web/search/filter.ts';
import { Timeline } from '#features/check-ins/web/timeline/timeline.tsx';
import { paths } from '../../paths.ts';

const route = getRouteApi(paths.home);

/** The timeline with its filter in the address. */
export function DashboardTimeline({ scope }: { scope: Scope }) {
  // The router hands on what is not understood as well.
  const shown = JSON.stringify(readFilter(route.useSearch()));
  const router = useRouter();
  const navigate = useNavigate();
  const place = useMemo((): FilterPlace => {
    const now = JSON.parse(shown) as FilterPlace['filter'];
    return {
      filter: now,
      // The first letter makes a step, so that the way back leads to the whole timeline; each further one does not.
      show: (search, how) =>
        void navigate({
          to: paths.home,
          search,
          replace: how === 'type' && isFiltering(now),
          resetScroll: how === 'open',
        }),
      hrefOf: (search) => router.buildLocation({ to: paths.home, search }).href,
    };
  }, [shown, navigate, router]);
  return <Timeline scope={scope} place={place} />;
}

import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { isFiltering, readFilter, type FilterPlace } from '#features/check-ins/web/search/filter.ts';
import { Timeline } from '#features/check-ins/web/timeline/timeline.tsx';
import { paths } from '../../paths.ts';

const route = getRouteApi(paths.home);

/** The timeline, with its filter in the URL and a menu next to its add button. */
export function DashboardTimeline({ scope, menu }: { scope: Scope; menu: ReactNode }) {
  // The router also passes on unknown values.
  const serialized = JSON.stringify(readFilter(route.useSearch()));
  const router = useRouter();
  const navigate = useNavigate();
  const place = useMemo((): FilterPlace => {
    const filter = JSON.parse(serialized) as FilterPlace['filter'];
    return {
      filter,
      // The first letter adds a history entry, so that "back" leads to the whole timeline. Further letters replace it.
      show: (search, how) =>
        void navigate({
          to: paths.home,
          search,
          replace: how === 'type' && isFiltering(filter),
          resetScroll: how === 'open',
        }),
      hrefOf: (search) => router.buildLocation({ to: paths.home, search }).href,
    };
  }, [serialized, navigate, router]);
  return <Timeline scope={scope} place={place} menu={menu} />;
}

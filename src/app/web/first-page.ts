import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { monthRowsQuery, monthsQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import type { FirstPage } from '../first-page.ts';

/** Caches the document's data as responses to the timeline's first requests, if it is in this browser's time zone. */
export function takeFirstPage(queries: QueryClient, scope: Scope, page: FirstPage): void {
  if (page.timezone !== scope.timezone) return;
  queries.setQueryData(monthsQuery(scope).queryKey, page.months);
  queries.setQueryData(monthRowsQuery(scope, page.month).queryKey, {
    pages: [page.rows],
    pageParams: [undefined],
  });
}

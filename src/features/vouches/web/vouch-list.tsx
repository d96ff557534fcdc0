import { useQueryClient } from '@tanstack/react-query';
import { Elsewhere } from '#features/imported-records/web/elsewhere.tsx';
import type { Scope } from '#platform/reader/scope.ts';
import { MoreButton, type PagedQuery } from '#ui/more-button.tsx';
import type { Vouch } from '../contract.ts';
import { rowTexts as texts } from '../row-texts.ts';
import { reloadVouches } from './vouch-queries.ts';
import { VouchRow } from './vouch-row.tsx';

type Props = {
  scope: Scope;
  rows: Vouch[];
  query: PagedQuery;
  /** Other instances have recorded some. */
  hasElsewhere: boolean;
};

/** The loaded vouches, newest first, then those that other instances recorded. */
export function VouchList({ scope, rows, query, hasElsewhere }: Props) {
  const queries = useQueryClient();
  return (
    <>
      {rows.length > 0 && (
        <ul aria-label={texts.title} className="grid gap-4">
          {rows.map((vouch) => (
            <VouchRow key={vouch.id} vouch={vouch} scope={scope} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center pt-4">
          <MoreButton query={query}>{texts.showMore}</MoreButton>
        </div>
      )}
      {hasElsewhere && (
        <Elsewhere scope={scope} kind="vouch" onChange={() => void reloadVouches(queries, scope)} />
      )}
    </>
  );
}

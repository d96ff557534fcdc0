import type { Scope } from '#platform/reader/scope.ts';
import { MoreButton, type PagedQuery } from '#ui/more-button.tsx';
import type { Vouch } from '../contract.ts';
import { rowTexts as texts } from '../row-texts.ts';
import { VouchRow } from './vouch-row.tsx';

type Props = {
  scope: Scope;
  rows: Vouch[];
  query: PagedQuery;
};

/** The loaded vouches, newest first. */
export function VouchList({ scope, rows, query }: Props) {
  return (
    <>
      <ul aria-label={texts.title} className="grid gap-4">
        {rows.map((vouch) => (
          <VouchRow key={vouch.id} vouch={vouch} scope={scope} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="flex justify-center pt-4">
          <MoreButton query={query}>{texts.showMore}</MoreButton>
        </div>
      )}
    </>
  );
}

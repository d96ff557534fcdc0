import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { sentTexts as texts } from '../sent-texts.ts';
import { InvitationRow } from './invitation-row.tsx';
import { invitationsQuery } from './queries.ts';

/** The invitations to the user's team, below the members. Nothing while there are none. */
export function SentInvitations({ scope }: { scope: Scope }) {
  const title = useId();
  const query = useInfiniteQuery(invitationsQuery(scope));
  const { data, isError, isPaused, refetch, hasNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.rows).filter(({ type }) => type === 'employee') ?? [];
  const failed = !data && (isError || isPaused);
  if (!failed && rows.length === 0 && !hasNextPage) return null;
  return (
    <section aria-labelledby={title} className="mt-9">
      <h2 id={title} className="mb-1 text-month">
        {texts.title}
      </h2>
      {failed && (
        <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
          <p className="text-meta text-ink-2">{isPaused ? texts.offline : texts.unavailable}</p>
          <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul aria-labelledby={title} className="border-t border-rule">
          {rows.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} scope={scope} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="flex justify-center pt-4">
          <MoreButton query={query}>{texts.showMore}</MoreButton>
        </div>
      )}
    </section>
  );
}

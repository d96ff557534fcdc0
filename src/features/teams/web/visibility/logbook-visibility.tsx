import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { managersQuery } from './managers-query.ts';
import { Button } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { visibilityTexts as texts } from '../../visibility-texts.ts';
import { InvitationRow } from '../invitation-row.tsx';
import { invitationsQuery, useLiveInvitations } from '../queries.ts';
import { InviteManagerForm } from './invite-manager-form.tsx';
import { ManagerRow } from './manager-row.tsx';
import { useLiveManagers } from './use-live-managers.ts';

/** Who can see the user's shared entries, the requests that wait for a manager, and inviting one (R-E8). */
export function LogbookVisibility({ scope }: { scope: Scope }) {
  useLiveManagers(scope);
  useLiveInvitations(scope);
  return (
    <>
      <Managers scope={scope} />
      <Requests scope={scope} />
      <InviteManagerForm scope={scope} />
    </>
  );
}

const about = 'logbook viewers';

function Managers({ scope }: { scope: Scope }) {
  const list = useRef<HTMLDivElement>(null);
  const { data, isError, isPaused, refetch } = useQuery({
    ...managersQuery(scope),
    // When each manager last looked is not a live event.
    refetchOnMount: 'always',
  });
  const failed = !data && (isError || isPaused);
  useEffect(() => {
    if (!failed) return undefined;
    toast({ title: texts.loadFailed, tone: 'danger', about });
    return () => dismissToastsAbout(about);
  }, [failed]);
  if (failed) {
    return <Failed text={texts.loadFailed} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={texts.loading} className="grid gap-2">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-4.5 w-64 max-w-full" />
      </div>
    );
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <p className="text-button font-normal text-ink-2">{data.length === 0 ? texts.empty : texts.about}</p>
      {data.length > 0 && (
        <ul aria-label={texts.list} className="mt-2">
          {data.map((manager) => (
            <ManagerRow
              key={manager.id}
              manager={manager}
              scope={scope}
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The user's own invitations to managers, which they can send again or withdraw. */
function Requests({ scope }: { scope: Scope }) {
  const title = useId();
  const query = useInfiniteQuery(invitationsQuery(scope));
  const { data, isError, isPaused, refetch, hasNextPage } = query;
  if (!data) {
    return isError || isPaused ? (
      <Failed text={texts.requests.failed} onRetry={() => void refetch()} />
    ) : (
      <p role="status" className="sr-only">
        {texts.requests.loading}
      </p>
    );
  }
  const rows = data.pages.flatMap((page) => page.rows).filter(({ type }) => type === 'manager');
  if (rows.length === 0 && !hasNextPage) return null;
  return (
    <section aria-labelledby={title} className="mt-5">
      <h3 id={title} className="text-button">
        {texts.requests.title}
      </h3>
      <ul aria-labelledby={title}>
        {rows.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} scope={scope} />
        ))}
      </ul>
      <MoreButton query={query}>{texts.more}</MoreButton>
    </section>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 first:mt-0">
      <p className="text-button font-normal text-ink-2">{text}</p>
      <Button onClick={onRetry}>{texts.tryAgain}</Button>
    </div>
  );
}

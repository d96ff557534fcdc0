import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useStore } from '#ui/store.ts';
import type { TeamMember } from '../member-contract.ts';
import { inviteTexts } from '../invite-texts.ts';
import { teamTexts as texts } from '../team-texts.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { inviteDialog, inviteDraft, openInviteDialog } from './invite-draft.ts';
import { MemberCard } from './member-card.tsx';
import { teamQuery } from './queries.ts';
import { SentInvitations } from './sent-invitations.tsx';

/** The MY TEAM tab: the members with what is new, and the invitations. */
export function TeamPanel({ scope }: { scope: Scope }) {
  useState(() => inviteDraft.load(scope.userId));
  const inviting = useStore(inviteDialog, ({ open }) => open);
  const hasDraft = useStore(inviteDraft.store, ({ draft }) => !isBlank(draft.text));
  const [managing, setManaging] = useState(false);
  const query = useInfiniteQuery(teamQuery(scope));
  const members = query.data?.pages.flatMap((page) => page.members);
  const canManage = members !== undefined && members.length > 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-6 pb-5 print:hidden">
        <Button variant="primary" onClick={openInviteDialog}>
          {texts.invite}
        </Button>
        {hasDraft && <p className="text-meta text-ink-2">{inviteTexts.draftKept}</p>}
        {canManage && (
          <Button className="ms-auto" onClick={() => setManaging(!managing)}>
            {managing ? texts.done : texts.manage}
          </Button>
        )}
      </div>
      {members ? (
        <>
          <Members members={members} scope={scope} managing={managing && canManage} />
          {query.hasNextPage && (
            <div className="flex justify-center pt-5">
              <MoreButton query={query}>{texts.more}</MoreButton>
            </div>
          )}
        </>
      ) : (
        <NotLoaded failed={query.isError} offline={query.isPaused} onRetry={() => void query.refetch()} />
      )}
      <SentInvitations scope={scope} />
      {inviting && <InviteDialog scope={scope} />}
    </>
  );
}

type MembersProps = {
  members: TeamMember[];
  scope: Scope;
  managing: boolean;
};

function Members({ members, scope, managing }: MembersProps) {
  const today = useToday(scope.timezone);
  if (members.length === 0) return <EmptyState title={texts.empty.title}>{texts.empty.sentence}</EmptyState>;
  return (
    <ul aria-label={texts.list} className="overflow-clip rounded-sheet border border-rule bg-sheet">
      {members.map((member) => (
        <MemberCard key={member.user_id} member={member} scope={scope} today={today} managing={managing} />
      ))}
    </ul>
  );
}

type NotLoadedProps = { failed: boolean; offline: boolean; onRetry: () => void };

function NotLoaded({ failed, offline, onRetry }: NotLoadedProps) {
  if (failed || offline)
    return (
      <FailedPanel
        title={texts.failed.title}
        sentence={offline ? texts.failed.offline : texts.failed.sentence}
        again={texts.failed.tryAgain}
        onRetry={onRetry}
      />
    );
  return (
    <div role="status" aria-label={texts.loading}>
      <div aria-hidden="true" className="rounded-sheet border border-rule bg-sheet">
        {(['w-40', 'w-56', 'w-48'] as const).map((width) => (
          <div
            key={width}
            className="flex items-center gap-4 px-4 py-4 shadow-[0_1px_0_var(--rule)] last:shadow-none md:px-6"
          >
            <Skeleton className="size-8" />
            <Skeleton className={`h-4.5 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { mediumDay } from '#platform/reader/formats.ts';
import { Button } from '#ui/button.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import type { Relationship } from '../contract.ts';
import { managedTexts as texts } from '../managed-texts.ts';
import { leaveTexts } from '../panel-texts.ts';
import { teamTexts } from '../team-texts.ts';
import { EndDialog } from './end-dialog.tsx';
import { relationshipsQuery } from './queries.ts';
import { useEnd } from './relationship-changes.ts';

type Props = {
  scope: Scope;
  /** Renders the section around the list. */
  section: (content: ReactNode) => ReactNode;
};

/**
 * The people whose manager the user is. Without the Team plan, which MY TEAM needs, this is where a manager ends a
 * relationship (R-E1, R-E4). Nothing for a user without members.
 */
export function YourTeam({ scope, section }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [wasShown, setWasShown] = useState(false);
  const { data, isError, refetch } = useQuery(relationshipsQuery(scope));
  if (!data && isError)
    return section(
      <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />,
    );
  const members = (data?.rows ?? []).filter(
    ({ status, manager_id }) => status === 'accepted' && manager_id === scope.userId,
  );
  if (members.length > 0 && !wasShown) setWasShown(true);
  // The section stays after its last member was removed, and with it the focus.
  if (members.length === 0 && !wasShown) return null;
  return section(
    <div ref={place} tabIndex={-1} className="outline-none">
      <p className="text-button font-normal text-ink-2">{members.length > 0 ? texts.about : texts.empty}</p>
      {members.length > 0 && (
        <ul aria-label={texts.list} className="mt-2">
          {members.map((member) => (
            <MemberRow
              key={member.relationship_id}
              member={member}
              scope={scope}
              onRemoved={() => place.current?.focus()}
            />
          ))}
        </ul>
      )}
    </div>,
  );
}

type RowProps = { member: Relationship; scope: Scope; onRemoved: () => void };

function MemberRow({ member, scope, onRemoved }: RowProps) {
  const { relationship_id: id, accepted_at: since } = member;
  const name = member.employee_name.trim() || teamTexts.unnamed;
  const [asking, setAsking] = useState(false);
  const { mutateAsync: end, isPending } = useEnd(scope);

  async function remove() {
    try {
      await end({ relationship_id: id, as: 'manager', name });
      onRemoved();
    } catch {
      // A toast has said so.
      setAsking(false);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0">
      <div className="min-w-0 grow basis-48">
        <p className="text-ui wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {since !== null && (
          <p className="text-meta font-normal text-ink-3">{texts.since(mediumDay(since, scope.timezone))}</p>
        )}
      </div>
      <Button aria-label={teamTexts.removeFor(name)} onClick={() => setAsking(true)}>
        {teamTexts.remove}
      </Button>
      {asking && (
        <EndDialog
          title={leaveTexts.endTitle(name)}
          detail={leaveTexts.endDetail}
          cancel={leaveTexts.cancel}
          confirm={leaveTexts.endConfirm}
          busy={isPending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

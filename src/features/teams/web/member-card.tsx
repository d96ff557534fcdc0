import { useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { mediumDay, shortDay } from '#platform/reader/formats.ts';
import { dayOf } from '#platform/clock/days.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { isPlainClick } from '#ui/plain-click.ts';
import type { TeamMember } from '../member-contract.ts';
import { teamTexts as texts } from '../team-texts.ts';
import { EndDialog } from './end-dialog.tsx';
import { useEnd } from './relationship-changes.ts';

type Props = {
  member: TeamMember;
  scope: Scope;
  /** `YYYY-MM-DD` of today. */
  today: string;
  /** Manage mode: the card has a remove button instead of leading to the logbook. */
  managing: boolean;
};

/** One member, with what is new. The whole card leads to the member's logbook. */
export function MemberCard({ member, scope, today, managing }: Props) {
  const name = member.full_name.trim() || texts.unnamed;
  return (
    <li
      className={cx(
        'relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 shadow-[0_1px_0_var(--rule)] last:shadow-none md:px-6',
        !managing && 'transition-colors hover:bg-sunken',
      )}
    >
      <Avatar name={name} src={member.avatar_url} />
      <div className="min-w-0 grow basis-40">
        <h3 className="text-ui font-[740] wrap-anywhere">
          {managing ? <bdi>{name}</bdi> : <LogbookLink id={member.user_id} name={name} />}
        </h3>
        <Facts member={member} scope={scope} today={today} />
      </div>
      {managing ? (
        <Removal member={member} name={name} scope={scope} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:basis-full max-md:ps-12">
          {member.goals_due > 0 && <Badge tone="ochre">{texts.goalsDue(member.goals_due)}</Badge>}
          {member.new_entries > 0 && (
            <span className="figures rounded-counter bg-margin-text px-1.5 py-0.5 text-counter text-sheet">
              {texts.newEntries(member.new_entries)}
            </span>
          )}
        </div>
      )}
    </li>
  );
}

function LogbookLink({ id, name }: { id: string; name: string }) {
  const href = `/team-member/${id}`;
  return (
    <a
      href={href}
      className="text-ink no-underline after:absolute after:inset-0"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void navigate(href);
      }}
    >
      <bdi>{name}</bdi>
    </a>
  );
}

function Facts({ member, scope, today }: Omit<Props, 'managing'>) {
  const { last_entry_at: at, accepted_at: since, relationship_id: relationship } = member;
  const dayText = (instant: string) =>
    dayOf(instant, scope.timezone).slice(0, 4) === today.slice(0, 4)
      ? shortDay(instant, scope.timezone)
      : mediumDay(instant, scope.timezone);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-meta text-ink-2">
      <span>{at === null ? texts.noEntry : texts.lastEntry(dayText(at))}</span>
      <span className="text-ink-3">{texts.since(dayText(since))}</span>
      {relationship === null && <Badge dashed>{texts.legacy}</Badge>}
    </p>
  );
}

function Removal({ member, name, scope }: { member: TeamMember; name: string; scope: Scope }) {
  const [asking, setAsking] = useState(false);
  const { mutate: end, isPending } = useEnd(scope);
  const { relationship_id: id } = member;
  if (id === null) return <p className="text-meta text-ink-2">{texts.legacyHint(name)}</p>;
  return (
    <>
      <Button variant="danger" aria-label={texts.removeFor(name)} onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      {asking && (
        <EndDialog
          title={texts.removal.title(name)}
          detail={texts.removal.detail}
          cancel={texts.removal.cancel}
          confirm={texts.removal.confirm}
          busy={isPending}
          onConfirm={() =>
            end({ relationship_id: id, as: 'manager', name }, { onError: () => setAsking(false) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

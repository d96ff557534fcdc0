import { useState, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { fullTime, mediumDay } from '#platform/reader/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { Relationship } from '../contract.ts';
import { leaveTexts, panelTexts as texts } from '../panel-texts.ts';
import { EndDialog } from './end-dialog.tsx';
import { dismissAccepted, useAnswer, useEnd } from './relationship-changes.ts';

type Props = { relationship: Relationship; scope: Scope };

/** The user's role in the relationship, and the name of the other user. */
function sidesOf({ manager_id, manager_name, employee_name }: Relationship, { userId }: Scope) {
  const isManager = manager_id === userId;
  const name = (isManager ? employee_name : manager_name).trim() || texts.someone;
  return { isManager, name };
}

/** Someone wants the user to be their manager, or a member of their team. */
export function RequestRow({ relationship, scope }: Props) {
  const { relationship_id: id, relationship_created_at: at } = relationship;
  const { isManager, name } = sidesOf(relationship, scope);
  const { mutate: answer, isPending, variables } = useAnswer(scope);
  const isBusy = (status: 'accepted' | 'declined') => isPending && variables.status === status;
  return (
    <Row
      heading={isManager ? texts.wantsManager(name) : texts.wantsMember(name)}
      detail={isManager ? texts.ifManager(name) : texts.ifMember(name)}
      date={
        <time dateTime={at} title={fullTime(at, scope.timezone)}>
          {texts.askedOn(mediumDay(at, scope.timezone))}
        </time>
      }
    >
      <Button
        variant="primary"
        busy={isBusy('accepted')}
        aria-disabled={isPending}
        aria-label={texts.acceptFrom(name)}
        onClick={() => answer({ id, status: 'accepted' })}
      >
        {texts.accept}
      </Button>
      <Button
        busy={isBusy('declined')}
        aria-disabled={isPending}
        aria-label={texts.declineFrom(name)}
        onClick={() => answer({ id, status: 'declined' })}
      >
        {texts.decline}
      </Button>
    </Row>
  );
}

type JoinedProps = Props & {
  /** Offered to a manager, whom only the Team plan shows the team. Undefined if they are on it. */
  planHref: string | undefined;
};

/** Says what a relationship that the user just accepted makes visible, with a way out (R-E3). */
export function JoinedRow({ relationship, scope, planHref }: JoinedProps) {
  const { relationship_id: id, accepted_at } = relationship;
  const { isManager, name } = sidesOf(relationship, scope);
  const [asking, setAsking] = useState(false);
  const { mutate: end, isPending } = useEnd(scope);
  const since = mediumDay(accepted_at ?? relationship.relationship_created_at, scope.timezone);
  return (
    <Row
      passing
      heading={isManager ? texts.joined.manager(name) : texts.joined.member(name)}
      detail={isManager ? texts.joined.managerDetail(name, since) : texts.joined.memberDetail(name, since)}
    >
      <Button onClick={() => dismissAccepted(id)}>{texts.joined.dismiss}</Button>
      {isManager && planHref !== undefined && (
        <a href={planHref} className={buttonClass()}>
          {texts.joined.plan}
        </a>
      )}
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {isManager ? leaveTexts.end : leaveTexts.leave}
      </Button>
      {asking && (
        <EndDialog
          title={isManager ? leaveTexts.endTitle(name) : leaveTexts.title(name)}
          detail={isManager ? leaveTexts.endDetail : leaveTexts.detail(name)}
          cancel={leaveTexts.cancel}
          confirm={isManager ? leaveTexts.endConfirm : leaveTexts.confirm}
          busy={isPending}
          onConfirm={() =>
            end(
              { relationship_id: id, as: isManager ? 'manager' : 'employee', name },
              { onError: () => setAsking(false) },
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Row>
  );
}

type RowProps = {
  heading: string;
  detail: string;
  date?: ReactNode;
  /** The next visit does not show it. */
  passing?: true;
  children: ReactNode;
};

function Row({ heading, detail, date, passing, children }: RowProps) {
  return (
    <li
      data-passing={passing}
      className="flex animate-rise flex-wrap items-start gap-x-6 gap-y-3 py-4 shadow-[0_1px_0_var(--rule)] last:shadow-none"
    >
      <div className="min-w-0 grow basis-72">
        <h3 className="text-ui font-[740] wrap-anywhere">
          <bdi>{heading}</bdi>
        </h3>
        {date && <p className="text-meta text-ink-3">{date}</p>}
        <p className="mt-1 max-w-line text-button font-normal wrap-anywhere text-ink-2">{detail}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}

import type { ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { emailStateTexts } from '#platform/mail/state-texts.ts';
import { mediumDay } from '#platform/reader/formats.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useReached } from '#ui/use-reached.ts';
import type { Invitation } from '../contract.ts';
import { sentTexts as texts } from '../sent-texts.ts';
import { useInviteAgain, useSendAgain, useWithdraw } from './invitation-changes.ts';

type Props = {
  invitation: Invitation;
  scope: Scope;
  /** Shown before the date, such as the role of the invited user. */
  note?: ReactNode;
};

/** An invitation that the user sent. */
export function InvitationRow({ invitation, scope, note }: Props) {
  const { email, status, email_state: state, created_at: at, expires_at: until } = invitation;
  const isDue = useReached(invitation.resend_from);
  const resendFrom = isDue ? null : invitation.resend_from;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 shadow-[0_1px_0_var(--rule)] last:shadow-none">
      <div className="min-w-0 grow basis-52">
        <p className="text-button wrap-anywhere text-ink">
          <bdi>{email}</bdi>
        </p>
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-meta text-ink-3">
          <Badge dashed={status === 'pending'}>{texts.status[status]}</Badge>
          {status === 'pending' && state && <Badge dashed>{emailStateTexts[state]}</Badge>}
          {note && <span className="text-ink-2">{note}</span>}
          <span>
            {texts.sentOn(mediumDay(at, scope.timezone))}
            {status === 'pending' && state === null && until !== null && (
              <>, {texts.validUntil(mediumDay(until, scope.timezone))}</>
            )}
          </span>
          {resendFrom !== null && (
            <span>
              {(status === 'declined' ? texts.inviteAgainFrom : texts.sendAgainFrom)(
                mediumDay(resendFrom, scope.timezone),
              )}
            </span>
          )}
        </p>
      </div>
      <Actions invitation={invitation} scope={scope} isDue={isDue} />
    </li>
  );
}

type ActionsProps = { invitation: Invitation; scope: Scope; isDue: boolean };

function Actions({ invitation, scope, isDue }: ActionsProps) {
  const { email, status } = invitation;
  const { mutate: withdraw, isPending } = useWithdraw(scope);
  const isOpen = status === 'pending';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOpen ? (
        <SendAgain invitation={invitation} scope={scope} isDue={isDue} />
      ) : (
        <InviteAgain invitation={invitation} scope={scope} isDue={isDue} />
      )}
      <Button
        busy={isPending}
        aria-label={isOpen ? texts.withdrawFrom(email) : texts.removeOf(email)}
        onClick={() => withdraw(invitation)}
      >
        {isOpen ? texts.withdraw : texts.remove}
      </Button>
    </div>
  );
}

function SendAgain({ invitation, scope, isDue }: ActionsProps) {
  const { mutate: send, isPending } = useSendAgain(scope);
  if (invitation.resend_from === null) return null;
  return (
    <Button
      busy={isPending}
      aria-disabled={!isDue}
      aria-label={texts.sendAgainTo(invitation.email)}
      onClick={() => send(invitation)}
    >
      {texts.sendAgain}
    </Button>
  );
}

function InviteAgain({ invitation, scope, isDue }: ActionsProps) {
  const { mutate: invite, isPending } = useInviteAgain(scope);
  return (
    <Button
      busy={isPending}
      aria-disabled={invitation.status === 'declined' && !isDue}
      aria-label={texts.inviteAgainTo(invitation.email)}
      onClick={() => invite(invitation)}
    >
      {texts.inviteAgain}
    </Button>
  );
}

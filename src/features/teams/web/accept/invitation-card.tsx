import { useState, type ReactNode } from 'react';
import { AuthNotice } from '#features/accounts/web/auth/auth-notice.tsx';
import { fullTime } from '#platform/reader/formats.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { acceptTexts as texts } from '../../accept-texts.ts';
import { leaveTexts, panelTexts } from '../../panel-texts.ts';
import { EndDialog } from '../end-dialog.tsx';
import type { Accepted, InvitationState, LinkedInvitation } from './use-invitation.ts';

type Props = {
  state: InvitationState;
  homeHref: string;
  settingsHref: string;
  /** The Team Plan section of the settings. */
  planHref: string;
  timezone: string;
  onRetry: () => void;
  onLeave: (accepted: Accepted) => Promise<void>;
  /** Leads to signing in or up, and back here. */
  onSignIn: () => void;
  onSignUp: () => void;
  /** Signs out of this account first. */
  onSwitchAccount: () => void;
};

/** The one message of /accept-invitation, in each of its states. */
export function InvitationCard(props: Props) {
  const { state, homeHref, settingsHref, timezone, onRetry, onLeave } = props;
  const dashboard = (variant: 'primary' | 'outline') => (
    <a href={homeHref} className={buttonClass(variant)}>
      {texts.success.dashboard}
    </a>
  );
  switch (state.at) {
    case 'loading':
      return <Loading />;
    case 'invalid':
      return (
        <AuthNotice
          title={texts.invalid.title}
          description={texts.invalid.detail}
          actions={dashboard('primary')}
        />
      );
    case 'unavailable':
      return (
        <AuthNotice
          title={texts.unavailable.title}
          description={state.reason ?? texts.unavailable.detail}
          actions={
            <>
              <Button variant="primary" onClick={onRetry}>
                {texts.unavailable.tryAgain}
              </Button>
              {dashboard('outline')}
            </>
          }
        />
      );
    case 'needsAuth':
      return <NeedsAuth {...props} invitation={state.invitation} />;
    case 'another address':
      return (
        <AuthNotice
          title={texts.another.title}
          description={
            state.invitation
              ? texts.another.detail(state.invitation.masked_email, state.own)
              : texts.another.detailWithoutAddress
          }
          actions={
            <>
              <Button variant="primary" onClick={props.onSwitchAccount}>
                {texts.another.switchAccount}
              </Button>
              <a href={settingsHref} className={buttonClass('outline')}>
                {texts.another.settings}
              </a>
            </>
          }
        >
          <Paragraph>{texts.another.addAddress}</Paragraph>
        </AuthNotice>
      );
    case 'own':
      return (
        <AuthNotice
          title={texts.own.title}
          description={state.detail ?? texts.own.detail}
          actions={dashboard('primary')}
        >
          <Paragraph>{texts.own.again}</Paragraph>
        </AuthNotice>
      );
    case 'success':
      return (
        <Success
          accepted={state.accepted}
          timezone={timezone}
          dashboard={dashboard('primary')}
          planHref={props.planHref}
          onLeave={onLeave}
        />
      );
    case 'left': {
      const copy = state.accepted.type === 'employee' ? texts.left : texts.removed;
      return (
        <AuthNotice
          title={copy.title}
          description={copy.detail(state.accepted.manager_name.trim() || panelTexts.someone)}
          actions={dashboard('primary')}
        />
      );
    }
  }
}

function Loading() {
  return (
    <div role="status" aria-label={texts.loading} className="rounded-sheet border border-rule bg-sheet p-6">
      <Skeleton className="h-8.5 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 w-full" />
      <Skeleton className="mt-2 h-5 w-48" />
      <Skeleton className="mt-6 h-control w-40" />
    </div>
  );
}

function NeedsAuth({ invitation, onSignIn, onSignUp }: Props & { invitation: LinkedInvitation }) {
  const copy = texts.needsAuth;
  const name = invitation.manager_name.trim() || panelTexts.someone;
  const isMember = invitation.type === 'employee';
  return (
    <AuthNotice
      title={copy.title}
      description={isMember ? copy.member(name) : copy.manager(name)}
      actions={
        <>
          <Button variant="primary" onClick={onSignIn}>
            {copy.signIn}
          </Button>
          <Button onClick={onSignUp}>{copy.signUp}</Button>
        </>
      }
    >
      <Paragraph>{copy.address(invitation.masked_email)}</Paragraph>
      {isMember && <Paragraph>{copy.visible(name)}</Paragraph>}
    </AuthNotice>
  );
}

type SuccessProps = Pick<Props, 'timezone' | 'planHref' | 'onLeave'> & {
  accepted: Accepted;
  dashboard: ReactNode;
};

function Success({ accepted, timezone, dashboard, planHref, onLeave }: SuccessProps) {
  const copy = texts.success;
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const name = accepted.manager_name.trim();
  const shown = name || panelTexts.someone;
  const since = fullTime(accepted.accepted_at, timezone);
  const isMember = accepted.type === 'employee';

  async function leave() {
    setLeaving(true);
    await onLeave(accepted);
    setLeaving(false);
    setAsking(false);
  }

  return (
    <AuthNotice
      title={copy.title}
      description={isMember ? (name ? copy.member(name) : copy.memberOfTheTeam) : copy.manager(shown)}
      actions={
        <>
          {dashboard}
          {!isMember && (
            <a href={planHref} className={buttonClass()}>
              {copy.plan}
            </a>
          )}
          <Button onClick={() => setAsking(true)}>{isMember ? leaveTexts.leave : leaveTexts.end}</Button>
        </>
      }
    >
      <Paragraph>{isMember ? copy.memberSees(shown, since) : copy.managerSees(shown, since)}</Paragraph>
      {asking && (
        <EndDialog
          title={isMember ? leaveTexts.title(shown) : leaveTexts.endTitle(shown)}
          detail={isMember ? leaveTexts.detail(shown) : leaveTexts.endDetail}
          cancel={leaveTexts.cancel}
          confirm={isMember ? leaveTexts.confirm : leaveTexts.endConfirm}
          busy={leaving}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        />
      )}
    </AuthNotice>
  );
}

function Paragraph({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-button font-normal wrap-anywhere text-ink-2">{children}</p>;
}

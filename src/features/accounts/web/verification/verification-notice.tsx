import { Button, buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import { signOutTexts, verificationTexts as copy } from '../../session-texts.ts';
import { AuthNotice } from '../auth/auth-notice.tsx';
import { endSession } from '../session/session.ts';
import type { VerificationState } from './use-verification.ts';

type Props = {
  state: Extract<VerificationState, { at: 'working' | 'refused' }>;
  homeHref: string;
  onTryAgain: () => void;
  /** Called after signing out of the wrong account. */
  onSignedOut: () => void;
};

/** Shown on /auth while a verification link is being used, and when it fails. */
export function VerificationNotice({ state, homeHref, onTryAgain, onSignedOut }: Props) {
  const signOut = () =>
    endSession().then(onSignedOut, () => toast({ title: signOutTexts.signOutFailed, tone: 'danger' }));

  if (state.at !== 'refused') {
    return (
      <p role="status" className="flex items-center gap-2 py-15 text-ui text-ink-2">
        <Spinner />
        {copy.working}
      </p>
    );
  }
  return (
    <AuthNotice
      title={state.title}
      description={state.description}
      actions={
        <>
          {state.next === 'try again' && (
            <Button variant="primary" onClick={onTryAgain}>
              {copy.tryAgain}
            </Button>
          )}
          {state.next === 'change account' && (
            <Button onClick={() => void signOut()}>{copy.otherAccount}</Button>
          )}
          <a href={homeHref} className={buttonClass(state.next === 'go home' ? 'primary' : 'outline')}>
            {copy.toLogbook}
          </a>
        </>
      }
    />
  );
}

import { Button, buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import { texts } from '../../texts.ts';
import { AuthNotice } from '../auth/auth-notice.tsx';
import { endSession } from '../session/session.ts';
import type { VerificationState } from './use-verification.ts';

const words = texts.verification;

type Props = {
  state: Extract<VerificationState, { at: 'working' | 'refused' }>;
  homeHref: string;
  onTryAgain: () => void;
  /** Called when the session of the wrong account has ended. */
  onSignedOut: () => void;
};

/** What stands on /auth while a mailed link is used, and when it did not work. */
export function VerificationNotice({ state, homeHref, onTryAgain, onSignedOut }: Props) {
  const signOut = () =>
    endSession().then(onSignedOut, () => toast({ title: texts.signOutFailed, tone: 'danger' }));

  if (state.at !== 'refused') {
    return (
      <p role="status" className="flex items-center gap-2 py-15 text-ui text-ink-2">
        <Spinner />
        {words.working}
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
              {words.tryAgain}
            </Button>
          )}
          {state.next === 'change account' && (
            <Button onClick={() => void signOut()}>{words.otherAccount}</Button>
          )}
          <a href={homeHref} className={buttonClass(state.next === 'go home' ? 'primary' : 'outline')}>
            {words.toLogbook}
          </a>
        </>
      }
    />
  );
}

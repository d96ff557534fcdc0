import { Button, buttonClass } from '#ui/button.tsx';
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { linkTexts as copy } from '../../recovery-texts.ts';
import { AuthNotice } from '../auth/auth-notice.tsx';
import { endSession } from '../session/session.ts';

type Props = {
  error: unknown;
  homeHref: string;
  onTryAgain: () => void;
  /** Called after signing out of the wrong account. */
  onSignedOut: () => void;
};

/** Shown on /auth when a verification link fails. */
export function VerificationRefused({ error, homeHref, onTryAgain, onSignedOut }: Props) {
  const { title, description, next } = refusalOf(error);
  const signOut = () =>
    endSession().then(onSignedOut, () => toast({ title: copy.signOutFailed, tone: 'danger' }));

  return (
    <AuthNotice
      title={title}
      description={description}
      actions={
        <>
          {next === 'try again' && (
            <Button variant="primary" onClick={onTryAgain}>
              {copy.tryAgain}
            </Button>
          )}
          {next === 'change account' && <Button onClick={() => void signOut()}>{copy.otherAccount}</Button>}
          <a href={homeHref} className={buttonClass(next === 'go home' ? 'primary' : 'outline')}>
            {copy.toLogbook}
          </a>
        </>
      }
    />
  );
}

type Refusal = {
  title: string;
  description?: string | undefined;
  /** What the user is offered. */
  next: 'go home' | 'change account' | 'try again';
};

function refusalOf(error: unknown): Refusal {
  const problem = error instanceof Problem && error.code !== 'unknown' ? error : undefined;
  if (!problem || !/^(link_|address_taken)/.test(problem.code))
    return { title: problem?.title ?? copy.notVerified, next: 'try again' };
  const { title, detail: description, code } = problem;
  return { title, description, next: code === 'link_of_another' ? 'change account' : 'go home' };
}

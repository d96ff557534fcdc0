import { heldText, ifEmailLeaves, type EmailState } from '#platform/mail/email-state.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';

/** Reports a saved shoutout, and what happens to its email (R-A3, R-A8, R-J1). */
export function showShoutoutSent({ email, to }: { email: EmailState | null; to: string }): void {
  const { title, saved, held, waiting, emailFailed, emailFailedDetail } = texts.sent;
  if (email === null)
    toast(
      ifEmailLeaves(
        { title, description: texts.to(to) },
        { title: saved, description: heldText.description },
      ),
    );
  else if (email === 'held') toast({ title: saved, description: held, duration: 8000 });
  else if (email === 'waiting') toast({ title: saved, description: waiting(to), duration: 8000 });
  else toast({ title: emailFailed, description: emailFailedDetail(to), tone: 'danger' });
}

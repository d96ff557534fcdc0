import { useMutation, useQuery } from '@tanstack/react-query';
import MailCheck from 'lucide-react/icons/mail-check';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { SignedIn } from '../../contract.ts';
import { verificationTexts as copy } from '../../session-texts.ts';
import { showRefusal, toastWithReason } from '../refusals.ts';
import { sessionQuery } from '../session/session-query.ts';
import { call } from '../session/session.ts';

const about = 'verification';

/** Asks the user to verify the address, and shows how many messages and items wait for it (R-A2, R-A3). */
export function VerificationBanner({ signedIn }: { signedIn: SignedIn }) {
  // The link usually opens in another tab, so returning to this one refetches.
  const { data } = useQuery({
    ...sessionQuery,
    refetchOnWindowFocus: ({ state }) => (state.data?.user.email_verified === false ? 'always' : false),
  });
  const { user, waiting } = data ?? signedIn;
  const resend = useMutation({
    mutationKey: ['resend-verification'],
    mutationFn: () => call('POST /api/auth/resend-verification', {}),
    onSuccess: () => toast({ ...copy.resent(user.email), about }),
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(copy.resendFailed) }),
  });
  if (user.email_verified) return null;

  return (
    <section
      aria-label={copy.label}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sheet border border-rule border-s-3 border-s-margin bg-sheet px-4 py-3"
    >
      <MailCheck aria-hidden="true" size={20} className="shrink-0 text-ink-2" />
      <div className="min-w-48 flex-1 text-ui text-ink">
        <p className="wrap-anywhere">{copy.ask(user.email)}</p>
        {waiting.messages > 0 && <p className="text-meta text-ink-2">{copy.messages(waiting.messages)}</p>}
        {waiting.things > 0 && <p className="text-meta text-ink-2">{copy.items(waiting.things)}</p>}
      </div>
      <Button busy={resend.isPending} onClick={() => resend.mutate()}>
        {copy.resend}
      </Button>
    </section>
  );
}

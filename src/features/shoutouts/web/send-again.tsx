// "Send again" next to the mark of an email that failed (R-J1), of an entry or a shoutout.
import { isClientError, messageOf } from '#platform/http/client.ts';
import type { EmailState } from '#platform/mail/email-state.ts';
import { toast } from '#ui/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { sendAgainTexts as copy } from '../resend-texts.ts';

type ButtonProps = {
  /** Identifies the email, so that a new toast about it replaces the last one. */
  about: string;
  /** The recipient. */
  email: string;
  /** Posts the email again, and resolves with its state. */
  send: () => Promise<EmailState | null>;
};

export function SendAgainButton({ about, email, send }: ButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationKey: ['send-again', about],
    mutationFn: send,
    onSuccess(state) {
      toast({ ...copy.result[state ?? 'sent'](email), about, ...(state === 'failed' && { tone: 'danger' }) });
    },
    onError(error) {
      const reason = isClientError(error) && messageOf(error);
      toast({ title: copy.error, ...(reason && { description: reason }), tone: 'danger', about });
    },
  });
  return (
    <button
      type="button"
      aria-label={copy.actionFor(email)}
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate();
      }}
      className="min-h-6 rounded-counter text-meta font-semibold text-ink-2 underline underline-offset-3 hover:text-ink aria-disabled:opacity-60 pointer-coarse:-my-2 pointer-coarse:py-2 print:hidden"
    >
      {copy.action}
    </button>
  );
}

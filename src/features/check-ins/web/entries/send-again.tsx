// "Send again" next to the mark of an email that failed (R-J1), of an entry or a shoutout.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { isClientError, messageOf } from '#platform/http/client.ts';
import type { EmailState } from '#platform/mail/email-state.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { sendAgainTexts as copy } from '../../resend-texts.ts';
import { putOwnRow } from '../queries/check-in-changes.ts';
import { call } from '../queries/check-in-queries.ts';
import { withRetries } from '#platform/http/retries.ts';

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

type Props = { entry: CheckIn; scope: Scope; to: 'manager' | 'teammate' };

/** For the email about a shared entry. */
export function EntrySendAgain({ entry, scope, to }: Props) {
  const queries = useQueryClient();
  const { id } = entry;
  async function send() {
    const row = await withRetries(() =>
      call('POST /api/check_ins/:id/send_again', { params: { id }, body: { to } }),
    );
    putOwnRow(queries, scope, row);
    return row[`${to}_email_state`];
  }
  return <SendAgainButton about={`again ${to} ${id}`} email={entry[`${to}_email`] ?? ''} send={send} />;
}

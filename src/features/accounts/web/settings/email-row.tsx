import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { UserEmail } from '../../contract.ts';
import { settingsRefusalTexts, settingsTexts } from '../../settings-texts.ts';
import { verificationTexts } from '../../session-texts.ts';
import { PrimaryForm } from './primary-form.tsx';
import { call } from '../session/session.ts';
import { emailsAbout, emailsMutation, emailsQuery, showEmailsError } from './user-emails.ts';

const copy = settingsTexts.emails;

/** One address of the user, with its actions. */
export function EmailRow({ address, asksPassword }: { address: UserEmail; asksPassword: boolean }) {
  const queries = useQueryClient();
  const row = useRef<HTMLLIElement>(null);
  const [choosing, setChoosing] = useState(false);
  const reason = useId();
  const { id, email } = address;
  // Takes the focus when the pressed button disappears.
  const headingHere = () => row.current?.closest('dialog')?.querySelector('h2');

  const remove = useMutation({
    ...emailsMutation,
    mutationFn: () => call('DELETE /api/user_emails/:id', { params: { id } }),
    // The live event can remove the row before the response is here.
    onMutate: headingHere,
    onSuccess(response, _, heading) {
      heading?.focus();
      queries.setQueryData(emailsQuery.queryKey, response);
      const description = address.verified ? copy.removedVerified(email) : email;
      toast({ title: copy.removed, description, about: emailsAbout });
    },
    onError: (error) => showEmailsError(error),
  });

  const resend = useMutation({
    ...emailsMutation,
    mutationFn: () =>
      address.is_primary
        ? call('POST /api/auth/resend-verification', {})
        : call('POST /api/user_emails/:id/resend', { params: { id } }),
    async onSuccess({ sent }) {
      const message = sent ? verificationTexts.resent(email) : copy.alreadyVerified(email);
      toast({ ...message, about: emailsAbout });
      if (!sent) await queries.invalidateQueries({ queryKey: emailsQuery.queryKey });
    },
    onError: (error) => showEmailsError(error),
  });

  return (
    <li ref={row} className="border-t border-rule py-3">
      <p className="text-ui wrap-anywhere">{email}</p>
      <p className="mt-0.5 flex flex-wrap gap-x-4">
        {address.is_primary && <Badge tone="sky">{copy.primary}</Badge>}
        {address.verified ? (
          <Badge tone="primary">{copy.verified}</Badge>
        ) : (
          <Badge dashed>{copy.unverified}</Badge>
        )}
      </p>
      {choosing ? (
        <PrimaryForm
          address={address}
          asksPassword={asksPassword}
          onDone={() => {
            headingHere()?.focus();
            setChoosing(false);
          }}
          onCancel={() => setChoosing(false)}
        />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          {!address.verified && (
            <Button
              busy={resend.isPending}
              aria-label={copy.resendOne(email)}
              onClick={() => resend.mutate()}
            >
              {copy.resend}
            </Button>
          )}
          {address.verified && !address.is_primary && (
            <Button aria-label={copy.makeOnePrimary(email)} onClick={() => setChoosing(true)}>
              {copy.makePrimary}
            </Button>
          )}
          <Button
            busy={remove.isPending}
            aria-disabled={address.is_primary}
            aria-label={copy.removeOne(email)}
            aria-describedby={address.is_primary ? reason : undefined}
            onClick={() => remove.mutate()}
          >
            {copy.remove}
          </Button>
          {address.is_primary && (
            <p id={reason} className="self-center text-meta font-normal text-ink-2">
              {settingsRefusalTexts.primary_email.detail}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { UserEmail } from '../../contract.ts';
import { settingsTexts, texts } from '../../texts.ts';
import { emailsQuery } from './emails-query.ts';
import { PrimaryForm } from './primary-form.tsx';
import { call } from '../session/session.ts';
import { showError } from '../show-error.ts';

const copy = settingsTexts.emails;

/** One address of the user, with its actions. */
export function EmailRow({ address }: { address: UserEmail }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'resend' | 'remove'>();
  const [choosing, setChoosing] = useState(false);
  const { id, email } = address;

  async function remove(button: HTMLElement) {
    setBusy('remove');
    const heading = button.closest('dialog')?.querySelector('h2');
    try {
      const response = await call('DELETE /api/user_emails/:id', { params: { id } });
      heading?.focus();
      queries.setQueryData(emailsQuery.queryKey, response);
      toast({ title: copy.removed, description: email, about: 'emails' });
    } catch (error) {
      showError(error, copy.failed, 'emails');
      setBusy(undefined);
    }
  }

  async function resend() {
    setBusy('resend');
    try {
      const { sent } = await (address.is_primary
        ? call('POST /api/auth/resend-verification', {})
        : call('POST /api/user_emails/:id/resend', { params: { id } }));
      const message = sent ? texts.verification.resent(email) : copy.alreadyVerified(email);
      toast({ ...message, about: 'emails' });
      if (!sent) await queries.invalidateQueries({ queryKey: emailsQuery.queryKey });
    } catch (error) {
      showError(error, copy.failed, 'emails');
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <li className="border-t border-rule py-3">
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
        <PrimaryForm address={address} onClose={() => setChoosing(false)} />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          {!address.verified && (
            <Button busy={busy === 'resend'} aria-label={copy.resendOne(email)} onClick={() => void resend()}>
              {copy.resend}
            </Button>
          )}
          {address.verified && !address.is_primary && (
            <Button aria-label={copy.makeOnePrimary(email)} onClick={() => setChoosing(true)}>
              {copy.makePrimary}
            </Button>
          )}
          <Button
            busy={busy === 'remove'}
            aria-label={copy.removeOne(email)}
            onClick={(event) => void remove(event.currentTarget)}
          >
            {copy.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

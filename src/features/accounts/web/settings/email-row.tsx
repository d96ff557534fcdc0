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
import { tellFailed } from '../tell-failed.ts';

const words = settingsTexts.emails;

/** One address of the person, and what can be done with it. */
export function EmailRow({ address }: { address: UserEmail }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'resend' | 'remove'>();
  const [choosing, setChoosing] = useState(false);
  const { id, email } = address;

  async function remove(button: HTMLElement) {
    setBusy('remove');
    const heading = button.closest('dialog')?.querySelector('h2');
    try {
      const answer = await call('DELETE /api/user_emails/:id', { params: { id } });
      heading?.focus();
      queries.setQueryData(emailsQuery.queryKey, answer);
      toast({ title: words.removed, description: email, about: 'emails' });
    } catch (error) {
      tellFailed(error, words.failed, 'emails');
      setBusy(undefined);
    }
  }

  async function resend() {
    setBusy('resend');
    try {
      const { sent } = await (address.is_primary
        ? call('POST /api/auth/resend-verification', {})
        : call('POST /api/user_emails/:id/resend', { params: { id } }));
      const message = sent ? texts.verification.resent(email) : words.alreadyVerified(email);
      toast({ ...message, about: 'emails' });
      if (!sent) await queries.invalidateQueries({ queryKey: emailsQuery.queryKey });
    } catch (error) {
      tellFailed(error, words.failed, 'emails');
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <li className="border-t border-rule py-3">
      <p className="text-ui wrap-anywhere">{email}</p>
      <p className="mt-0.5 flex flex-wrap gap-x-4">
        {address.is_primary && <Badge tone="sky">{words.primary}</Badge>}
        {address.verified ? (
          <Badge tone="primary">{words.verified}</Badge>
        ) : (
          <Badge dashed>{words.unverified}</Badge>
        )}
      </p>
      {choosing ? (
        <PrimaryForm address={address} onClose={() => setChoosing(false)} />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          {!address.verified && (
            <Button
              busy={busy === 'resend'}
              aria-label={words.resendOne(email)}
              onClick={() => void resend()}
            >
              {words.resend}
            </Button>
          )}
          {address.verified && !address.is_primary && (
            <Button aria-label={words.makeOnePrimary(email)} onClick={() => setChoosing(true)}>
              {words.makePrimary}
            </Button>
          )}
          <Button
            busy={busy === 'remove'}
            aria-label={words.removeOne(email)}
            onClick={(event) => void remove(event.currentTarget)}
          >
            {words.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

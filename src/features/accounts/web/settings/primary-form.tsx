import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import type { UserEmail } from '../../contract.ts';
import { refusalTexts, settingsTexts, texts } from '../../texts.ts';
import { emailsQuery } from './emails-query.ts';
import { PasswordInput } from '../auth/password-input.tsx';
import { sessionQuery } from '../session/session-query.ts';
import { call } from '../session/session.ts';
import { showError } from '../show-error.ts';

const copy = settingsTexts.emails;

type Props = { address: UserEmail; onClose: () => void };

/** Asks for the password before another address becomes the primary one (R-A9). */
export function PrimaryForm({ address: { id, email }, onClose }: Props) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const show = (found: string | undefined) => {
      setFault(found);
      if (found) form.current?.querySelector('input')?.focus();
    };
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    show(password ? undefined : texts.required.password);
    if (!password) return;
    const heading = event.currentTarget.closest('dialog')?.querySelector('h2');
    setBusy(true);
    try {
      const response = await call('POST /api/user_emails/:id/primary', {
        params: { id },
        body: { password },
      });
      heading?.focus();
      queries.setQueryData(emailsQuery.queryKey, response);
      toast({ ...copy.primaryNow(email), about: 'emails' });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['profile'] });
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof Problem && error.code === 'wrong_password') {
        show(refusalTexts.wrong_password.title);
      } else {
        showError(error, copy.failed, 'emails');
      }
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-3">
      <Field label={copy.passwordFor(email)} error={fault}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" plain={false} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {copy.confirmPrimary}
        </Button>
        <Button onClick={onClose}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

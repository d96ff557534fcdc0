import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { newId } from '#platform/clock/id.ts';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import { isEmail, normalEmail } from '../../rules.ts';
import { refusalTexts, settingsTexts } from '../../texts.ts';
import { EmailInput } from '../auth/email-input.tsx';
import { emailsQuery } from './emails-query.ts';
import { call } from '../session/session.ts';
import { showError } from '../show-error.ts';

const copy = settingsTexts.emails;

/** Adds an address, which becomes usable once the user opens the link sent to it. */
export function AddEmailForm() {
  const queries = useQueryClient();
  const [input, setInput] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const field = event.currentTarget.querySelector('input');
    const email = normalEmail(input);
    const show = (found: string | undefined) => {
      setFault(found);
      if (found) field?.focus();
    };
    const found = isEmail(email) ? undefined : refusalTexts.invalid_email.title;
    show(found);
    if (found) return;
    setBusy(true);
    try {
      await call('POST /api/user_emails', { body: { id: newId(), email } });
      setInput('');
      toast({ title: copy.added, description: copy.addedTo(email), about: 'emails' });
      await queries.invalidateQueries({ queryKey: emailsQuery.queryKey });
    } catch (error) {
      const code = error instanceof Problem ? error.code : '';
      if (code === 'invalid_email' || code === 'email_added') show(refusalTexts[code].title);
      else showError(error, copy.failed, 'emails');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field label={copy.addLabel} error={fault}>
        {(control) => (
          <EmailInput
            {...control}
            autoComplete="email"
            value={input}
            onChange={({ currentTarget }) => setInput(currentTarget.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy} disabled={input.trim() === ''}>
          {copy.add}
        </Button>
      </div>
    </form>
  );
}

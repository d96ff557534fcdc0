import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '#platform/clock/id.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { normalEmail } from '#platform/mail/address.ts';
import { settingsTexts } from '../../settings-texts.ts';
import { emailProblem } from '../auth/auth-problems.ts';
import { EmailInput } from '../auth/email-input.tsx';
import { emailsAbout, emailsMutation, emailsQuery, showEmailsError } from './user-emails.ts';
import { call } from '../session/session.ts';

const copy = settingsTexts.emails;

/** Adds an address, which becomes usable once the user opens the link sent to it. */
export function AddEmailForm() {
  const queries = useQueryClient();
  const [input, setInput] = useState('');
  const { mutateAsync: add } = useMutation({
    ...emailsMutation,
    mutationFn: (email: string) => call('POST /api/user_emails', { body: { id: newId(), email } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: emailsQuery.queryKey }),
  });
  const form = useForm({
    fields: ['email'],
    about: emailsAbout,
    check({ email }) {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
    async send(input) {
      const email = normalEmail(input.email);
      await add(email);
      setInput('');
      toast({ title: copy.added, description: copy.addedTo(email), about: emailsAbout });
    },
    onError: (error) => showEmailsError(error, { invalid_email: 'email', email_added: 'email' }),
  });

  return (
    <form {...form.props} className="grid gap-3">
      <Field label={copy.addLabel} error={form.problems.email}>
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
        <Button type="submit" busy={form.busy} disabled={isBlank(input)}>
          {copy.add}
        </Button>
      </div>
    </form>
  );
}

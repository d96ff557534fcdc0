import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { UserEmail } from '../../contract.ts';
import { settingsTexts } from '../../settings-texts.ts';
import { texts } from '../../auth-texts.ts';
import { PasswordInput } from '../auth/password-input.tsx';
import { sessionQuery } from '../session/session-query.ts';
import { withConfirmation } from '../session/confirmation.ts';
import { call } from '../session/session.ts';
import { emailsAbout, emailsMutation, emailsQuery, showEmailsError } from './user-emails.ts';

const copy = settingsTexts.emails;

type Props = { address: UserEmail; asksPassword: boolean; onDone: () => void; onCancel: () => void };

/** Asks for the password, if the account is opened by one, before another address becomes the primary one (R-A9). */
export function PrimaryForm({ address: { id, email }, asksPassword, onDone, onCancel }: Props) {
  const queries = useQueryClient();
  const { mutateAsync: makePrimary } = useMutation({
    ...emailsMutation,
    mutationFn: (password: string) =>
      withConfirmation(() =>
        call('POST /api/user_emails/:id/primary', { params: { id }, body: asksPassword ? { password } : {} }),
      ),
    onSuccess(response) {
      queries.setQueryData(emailsQuery.queryKey, response);
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ['profile'] });
    },
  });
  const form = useForm({
    fields: ['password'],
    about: emailsAbout,
    check: ({ password }) => (password || !asksPassword ? {} : { password: texts.required.password }),
    async send({ password }) {
      await makePrimary(password);
      toast({ ...copy.primaryNow(email), about: emailsAbout });
      onDone();
    },
    onError: (error) => showEmailsError(error, { wrong_password: 'password' }),
  });

  return (
    <form {...form.props} className="mt-3 grid gap-3">
      {asksPassword ? (
        <Field label={copy.passwordFor(email)} error={form.problems.password}>
          {(control) => (
            <PasswordInput {...control} autoFocus autoComplete="current-password" plain={false} />
          )}
        </Field>
      ) : (
        <p className="text-button font-normal wrap-anywhere text-ink-2">{copy.primaryFor(email)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          {copy.confirmPrimary}
        </Button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

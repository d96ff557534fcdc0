import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useTypedEarly } from '#ui/use-typed-early.ts';
import { normalEmail } from '#platform/mail/address.ts';
import { texts } from '../../auth-texts.ts';
import { forgotTexts } from '../../forgot-texts.ts';
import { showRefusal, toastWithReason, type Refusals } from '../refusals.ts';
import { emailProblem } from './auth-problems.ts';
import { EmailInput } from './email-input.tsx';
import { call } from '../session/session.ts';

const about = 'recovery';
const refusals: Refusals<'email'> = {
  fields: { invalid_email: 'email' },
  toast: toastWithReason(texts.failed),
};

type Props = {
  /** Input carried over from another form. */
  email: string;
  onEmail: (email: string) => void;
};

/** Requests the password reset email. The response never reveals whether the address has an account. */
export function ForgotForm({ email, onEmail }: Props) {
  const [sentTo, setSentTo] = useState<string>();
  const emailField = useTypedEarly(onEmail);
  const form = useForm({
    fields: ['email'],
    about,
    check(input) {
      const problem = emailProblem(input.email);
      return problem ? { email: problem } : {};
    },
    async send(input) {
      setSentTo(undefined);
      const address = normalEmail(input.email);
      await call('POST /api/auth/recover', { body: { email: address } });
      setSentTo(address);
      toast({ ...forgotTexts.sent, about });
    },
    onError: (error) => showRefusal(error, about, refusals),
  });

  return (
    <form {...form.props} className="grid gap-4.5 pb-6">
      <Field label={texts.fields.email} error={form.problems.email}>
        {(control) => (
          <EmailInput
            {...control}
            ref={emailField}
            autoComplete="username"
            value={email}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      {sentTo && (
        <p className="border-s-3 border-margin bg-sunken px-3 py-2 text-button font-normal wrap-anywhere text-ink">
          {forgotTexts.sentTo(sentTo)}
        </p>
      )}
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        {forgotTexts.submit}
      </Button>
    </form>
  );
}

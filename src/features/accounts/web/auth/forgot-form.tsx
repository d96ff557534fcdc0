import { useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import { isEmail, normalEmail } from '../../rules.ts';
import { recoveryTexts, refusalTexts, texts } from '../../texts.ts';
import { faultOf } from './auth-faults.ts';
import { EmailInput } from './email-input.tsx';
import { call } from '../session/session.ts';

type Props = {
  /** Input carried over from another form. */
  email: string;
  onEmail: (email: string) => void;
};

/** Requests the password reset email. The response never reveals whether the address has an account. */
export function ForgotForm({ email, onEmail }: Props) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const input = event.currentTarget.querySelector('input');
    const show = (found: string | undefined) => {
      setFault(found);
      if (found !== undefined) input?.focus();
    };
    const address = normalEmail(email);
    const found = address
      ? isEmail(address)
        ? undefined
        : refusalTexts.invalid_email.title
      : texts.required.email;
    show(found);
    if (found) return;

    setBusy(true);
    setSentTo(undefined);
    try {
      await call('POST /api/auth/recover', { body: { email: address } });
      setSentTo(address);
      toast({ ...recoveryTexts.sent, about: 'recovery' });
    } catch (error) {
      const { fields, message } = faultOf(error);
      show(fields.email);
      if (message) toast({ ...message, tone: 'danger', about: 'recovery' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form method="dialog" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5 pb-6">
      <Field label={texts.fields.email} error={fault}>
        {(control) => (
          <EmailInput
            {...control}
            autoComplete="username"
            value={email}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      {sentTo && (
        <p className="border-l-3 border-margin bg-sunken px-3 py-2 text-button font-normal wrap-anywhere text-ink">
          {recoveryTexts.sentTo(sentTo)}
        </p>
      )}
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {recoveryTexts.submit}
      </Button>
    </form>
  );
}

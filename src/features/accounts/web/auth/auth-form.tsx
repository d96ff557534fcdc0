import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { texts } from '../../texts.ts';
import { faultOf, faultsIn, type FieldFaults } from './auth-faults.ts';
import { AuthLink } from './auth-link.tsx';
import { CookiesBlocked } from './cookies-blocked.tsx';
import { EmailInput } from './email-input.tsx';
import { PasswordInput } from './password-input.tsx';
import { cookiesWork } from '../session/cookies-work.ts';
import { call } from '../session/session.ts';
import { isSessionKept } from '../session/session-kept.ts';

type Props = {
  form: 'sign-in' | 'sign-up';
  email: string;
  onEmail: (email: string) => void;
  /** Link to the forgotten-password form, and the navigation to it without a page load. */
  forgotHref: string;
  onForgot: () => void;
  onSignedIn: () => void;
};

/** Sign in or sign up. Input is kept when the user switches between the two, and after every failure. */
export function AuthForm({ form: kind, email, onEmail, forgotHref, onForgot, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  // Faults belong to the form that was submitted.
  const [shown, setShown] = useState<{ kind: string; faults: FieldFaults }>({ kind, faults: {} });
  const [busy, setBusy] = useState(false);
  const [plain, setPlain] = useState(false);
  const [blocked, setBlocked] = useState<{ created: boolean }>();
  const dismissError = useRef(() => {});
  const signUp = kind === 'sign-up';
  const faults = shown.kind === kind ? shown.faults : {};

  // So does the error toast.
  useEffect(() => {
    if (shown.kind !== kind) dismissError.current();
  }, [shown.kind, kind]);

  function show(found: FieldFaults) {
    setShown({ kind, faults: found });
    const first = (['full_name', 'email', 'password'] as const).find((name) => name in found);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    dismissError.current();
    const entries = new FormData(event.currentTarget);
    const read = (name: string) => String(entries.get(name) ?? '');
    const fields = {
      full_name: read('full_name').trim(),
      email: email.trim(),
      password: read('password'),
    };
    const found = faultsIn(fields, kind);
    show(found);
    if (Object.keys(found).length > 0) return;

    // Do not create an account for a browser that cannot use it.
    if (!cookiesWork()) {
      setBlocked({ created: false });
      return;
    }
    setBlocked(undefined);
    const timezone = ownTimeZone();
    const { full_name, ...credentials } = fields;
    setBusy(true);
    try {
      await (signUp
        ? call('POST /api/auth/sign-up', { body: { full_name, ...credentials, timezone } })
        : call('POST /api/auth/sign-in', { body: { ...credentials, timezone } }));
      if (await isSessionKept()) {
        toastOnNextPage({ title: signUp ? texts.signedUp : texts.signedIn });
        onSignedIn();
        return;
      }
      setBlocked({ created: signUp });
      setBusy(false);
    } catch (error) {
      const { message, fields: found } = faultOf(error);
      show(found);
      if (message) dismissError.current = toast({ ...message, tone: 'danger' });
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-4.5 pb-6"
    >
      {blocked && <CookiesBlocked created={blocked.created} />}
      {signUp && (
        <Field label={texts.fields.fullName} error={faults.full_name}>
          {(control) => <TextInput {...control} name="full_name" autoComplete="name" required />}
        </Field>
      )}
      <Field
        label={texts.fields.email}
        hint={signUp && texts.fields.emailHint}
        error={faults.email}
        invalid={faults.email === ''}
      >
        {(control) => (
          <EmailInput
            {...control}
            key="email"
            autoComplete={signUp ? 'email' : 'username'}
            value={email}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="grid gap-1">
        <Field
          label={texts.fields.password}
          hint={signUp && texts.fields.passwordHint}
          error={faults.password}
          invalid={faults.password === ''}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete={signUp ? 'new-password' : 'current-password'}
              plain={plain}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label={texts.fields.showPassword}
            checked={plain}
            onChange={(event) => setPlain(event.currentTarget.checked)}
          />
          {!signUp && (
            <AuthLink href={forgotHref} onGo={onForgot}>
              {texts.forgotLink}
            </AuthLink>
          )}
        </div>
      </div>
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {texts.submit[kind]}
      </Button>
    </form>
  );
}

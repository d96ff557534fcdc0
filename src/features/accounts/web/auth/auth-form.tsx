import { useState, type ReactNode } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { hasCode } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toastOnNextPage } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { useCheckedEarly, useTypedEarly } from '#ui/use-typed-early.ts';
import { texts } from '../../auth-texts.ts';
import { showRefusal } from '../refusals.ts';
import type { AddressProof } from './address-proof.ts';
import { authAbout, authFields, authRefusals, problemsIn } from './auth-problems.ts';
import { AuthLink, type AuthNavigation } from './auth-link.tsx';
import type { AuthView } from './auth-view.ts';
import { EmailInput } from './email-input.tsx';
import { PasswordInput } from './password-input.tsx';
import { ProvedAddress } from './proved-address.tsx';
import { aboutSignedIn } from './redirect-after-auth.ts';
import { cookiesWork } from '../session/cookies-work.ts';
import { call } from '../session/session.ts';
import { isSessionKept } from '../session/session-kept.ts';

type Props = {
  form: 'sign-in' | 'sign-up';
  email: string;
  proof: AddressProof | undefined;
  onEmail: (email: string) => void;
  /** Asks for an address in place of the proved one. */
  onAnotherEmail: () => void;
  /** The view of the forgotten-password form. */
  forgot: AuthView;
  navigation: AuthNavigation;
  /** Below the button. */
  otherWays: ReactNode;
  /** Called when the user is signed in, before this page is left. */
  onSignedIn: () => void;
};

const CookiesBlocked = fetched(
  async () => (await import('./cookies-blocked.tsx')).CookiesBlocked,
  FailedPart,
);

/** Sign in or sign up. Input is kept when the user switches between the two, and after every failure. */
export function AuthForm(props: Props) {
  const { form: kind, email, onEmail, onAnotherEmail, forgot, navigation, onSignedIn } = props;
  // Problems belong to the form that was submitted.
  const [submitted, setSubmitted] = useState(kind);
  const [plain, setPlain] = useState(false);
  const plainBox = useCheckedEarly(setPlain);
  const [asksCode, setAsksCode] = useState(false);
  const emailField = useTypedEarly(onEmail);
  const [blocked, setBlocked] = useState<{ created: boolean }>();
  const signUp = kind === 'sign-up';
  const proof = signUp ? props.proof : undefined;
  const form = useForm({
    fields: authFields,
    about: authAbout,
    check(input) {
      setSubmitted(kind);
      return problemsIn(input, kind, proof !== undefined);
    },
    async send(input, element) {
      // Do not create an account for a browser that cannot use it.
      setBlocked(cookiesWork() ? undefined : { created: false });
      if (!cookiesWork()) return;
      const { full_name, password, code } = input;
      const [email, timezone] = [input.email.trim(), ownTimeZone()];
      // Arrives with the response, as a rule. Signing in does not depend on it.
      const offering = signUp || code ? undefined : import('./passkey-offer.ts').catch(() => undefined);
      await (signUp
        ? call('POST /api/auth/sign-up', {
            body: {
              ...(proof ? { proof: proof.token } : { email }),
              ...{ full_name: full_name.trim(), password, timezone },
            },
          })
        : call('POST /api/auth/sign-in', {
            body: {
              ...{ email, password, timezone },
              ...(code && { code, remember: new FormData(element).has('remember') }),
            },
          }));
      if (!(await isSessionKept())) {
        setBlocked({ created: signUp });
        return;
      }
      toastOnNextPage({
        ...{ title: signUp ? texts.signedUp : texts.signedIn, about: aboutSignedIn },
        ...(await (await offering)?.passkeyOffer()),
      });
      onSignedIn();
      return 'leaving';
    },
    onError(error) {
      if (hasCode(error, 'proof_invalid')) onAnotherEmail();
      const problems = showRefusal(error, authAbout, authRefusals);
      if (problems.code !== undefined) setAsksCode(true);
      return problems;
    },
  });
  const problems = submitted === kind ? form.problems : {};

  return (
    <form {...form.props} className="grid gap-4.5 pb-6">
      {blocked && <CookiesBlocked created={blocked.created} />}
      {signUp && (
        <Field label={texts.fields.fullName} error={problems.full_name}>
          {(control) => <TextInput {...control} name="full_name" autoComplete="name" required />}
        </Field>
      )}
      {proof ? (
        <ProvedAddress masked={proof.masked} onAnother={onAnotherEmail} />
      ) : (
        <Field
          label={texts.fields.email}
          hint={signUp && texts.fields.emailHint}
          error={problems.email}
          invalid={problems.email === ''}
        >
          {(control) => (
            <EmailInput
              {...control}
              ref={emailField}
              key="email"
              autoComplete={signUp ? 'email' : 'username webauthn'}
              value={email}
              onChange={(event) => onEmail(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <div className="grid gap-1">
        <Field
          label={texts.fields.password}
          hint={signUp && texts.fields.passwordHint}
          error={problems.password}
          invalid={problems.password === ''}
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
            ref={plainBox}
            label={texts.fields.showPassword}
            checked={plain}
            onChange={(event) => setPlain(event.currentTarget.checked)}
          />
          {!signUp && (
            <AuthLink to={forgot} navigation={navigation}>
              {texts.forgotLink}
            </AuthLink>
          )}
        </div>
      </div>
      {asksCode && !signUp && (
        <div className="grid gap-1">
          <Field label={texts.fields.code} hint={texts.fields.codeHint} error={problems.code}>
            {(control) => <TextInput {...control} name="code" autoComplete="one-time-code" dir="ltr" />}
          </Field>
          <Checkbox label={texts.fields.remember} name="remember" />
        </div>
      )}
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        {texts.submit[kind]}
      </Button>
      {props.otherWays}
    </form>
  );
}

import { useRef, useState, type FormEvent } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { isPlainClick } from '#ui/plain-click.ts';
import { TextInput } from '#ui/text-input.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { faultOf, faultsIn, type FieldFaults } from './auth-faults.ts';
import type { AuthFace } from './auth-view.ts';
import { call } from './session.ts';

type Props = {
  face: AuthFace;
  tagline: string;
  /** Address of the other form, and the way there without a page load. */
  otherHref: string;
  onOther: () => void;
  onSignedIn: () => void;
};

/** Sign in or sign up. The fields stay when the person changes between the two, and after every failure. */
export function AuthForm({ face, tagline, otherHref, onOther, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [busy, setBusy] = useState(false);
  const [plain, setPlain] = useState(false);
  const signUp = face.form === 'sign-up';

  function show(found: FieldFaults) {
    setFaults(found);
    const first = (['full_name', 'email', 'password'] as const).find((name) => name in found);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const entries = new FormData(event.currentTarget);
    const read = (name: string) => String(entries.get(name) ?? '');
    const fields = {
      full_name: read('full_name').trim(),
      email: read('email').trim(),
      password: read('password'),
    };
    const found = faultsIn(fields, face.form);
    show(found);
    if (Object.keys(found).length > 0) return;

    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { full_name, ...credentials } = fields;
    setBusy(true);
    try {
      await (signUp
        ? call('POST /api/auth/sign-up', { body: { full_name, ...credentials, timezone } })
        : call('POST /api/auth/sign-in', { body: { ...credentials, timezone } }));
      toastOnNextPage({ title: signUp ? texts.signedUp : texts.signedIn });
      onSignedIn();
    } catch (error) {
      const { message, fields: found } = faultOf(error);
      show(found);
      if (message) toast({ ...message, tone: 'danger' });
      setBusy(false);
    }
  }

  return (
    <section className="relative rounded-sheet border border-rule bg-sheet pr-5 pl-10 md:pr-8 md:pl-16">
      <div aria-hidden="true" className="absolute inset-y-0 left-6 w-px bg-margin md:left-10">
        <div className="absolute top-11 -left-[3px] size-[7px] bg-margin md:top-14" />
      </div>
      <div className="pt-7 pb-5 md:pt-9">
        {face.badge && (
          <p className="mb-2">
            <Badge tone={face.badge.tone}>{face.badge.text}</Badge>
          </p>
        )}
        <h1 className="text-title-phone md:text-title">{face.heading}</h1>
        <p className="mt-0.5 text-ui text-ink-2">{tagline}</p>
      </div>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5 pb-6">
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
            <TextInput
              {...control}
              key="email"
              name="email"
              type="email"
              autoComplete={signUp ? 'email' : 'username'}
              autoCapitalize="none"
              spellCheck={false}
              required
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
              <TextInput
                {...control}
                name="password"
                type={plain ? 'text' : 'password'}
                autoComplete={signUp ? 'new-password' : 'current-password'}
                autoCapitalize="none"
                spellCheck={false}
                required
              />
            )}
          </Field>
          <Checkbox
            label={texts.fields.showPassword}
            checked={plain}
            onChange={(event) => setPlain(event.currentTarget.checked)}
          />
        </div>
        <Button type="submit" variant="primary" busy={busy} className="w-full">
          {texts.submit[face.form]}
        </Button>
      </form>
      <p className="flex flex-wrap items-center gap-x-1.5 border-t border-rule py-4 text-button font-normal text-ink-2">
        {texts.toggle[face.form].question}
        <a
          href={otherHref}
          className="inline-flex min-h-6 items-center font-semibold text-primary underline underline-offset-4 hover:text-primary-hover pointer-coarse:min-h-11"
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            setFaults({});
            onOther();
          }}
        >
          {texts.toggle[face.form].link}
        </a>
      </p>
    </section>
  );
}

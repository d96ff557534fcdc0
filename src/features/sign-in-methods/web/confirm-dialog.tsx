import { useId, useState } from 'react';
import { PasswordInput } from '#features/accounts/web/auth/password-input.tsx';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { ConfirmAtProvider } from '#features/single-sign-on/web/confirm-at-provider.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { texts } from '../texts.ts';
import { answerChallenge, isCanceled } from './ceremonies.ts';
import { call } from './call.ts';

const copy = texts.confirming;
const about = 'confirmation';

/** Asks who uses the session, before a change of how the account is reached. */
export function ConfirmDialog({ onSettled }: { onSettled: (confirmed: boolean) => void }) {
  const formId = useId();
  const [asking, setAsking] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    fields: ['password', 'code'],
    about,
    check: ({ password }) => (password ? {} : { password: copy.passwordRequired }),
    async send({ password, code }) {
      await call('POST /api/auth/confirm', { body: { password, ...(code && { code }) } });
      onSettled(true);
    },
    onError(error) {
      const problems = showRefusal(error, about, {
        fields: { wrong_password: 'password', second_factor_needed: 'code', wrong_code: 'code' },
        toast: toastWithReason(texts.failed),
      });
      // The field appears once the server asks for a code.
      if (problems.code !== undefined) setNeedsCode(true);
      return problems;
    },
  });

  async function confirmByPasskey() {
    setAsking(true);
    try {
      const assertion = await answerChallenge('confirm');
      await call('POST /api/auth/confirm', { body: { assertion } });
      onSettled(true);
    } catch (error) {
      if (isCanceled(error)) toast({ title: copy.canceled, about });
      else showRefusal(error, about, { toast: toastWithReason(texts.failed) });
    } finally {
      setAsking(false);
    }
  }

  return (
    <Dialog
      open
      onClose={() => onSettled(false)}
      title={copy.title}
      description={copy.about}
      footer={
        <>
          <Button variant="quiet" onClick={() => onSettled(false)}>
            {copy.cancel}
          </Button>
          <Button type="submit" form={formId} busy={form.busy}>
            {copy.submit}
          </Button>
        </>
      }
    >
      {'PublicKeyCredential' in globalThis && (
        <Button
          data-autofocus
          variant="primary"
          busy={asking}
          className="w-full"
          onClick={() => void confirmByPasskey()}
        >
          {copy.passkey}
        </Button>
      )}
      <ConfirmAtProvider />
      <form {...form.props} id={formId} className="mt-5 grid gap-4.5">
        <p className="text-button font-normal text-ink-2">{copy.or}</p>
        <Field label={copy.password} error={form.problems.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" plain={false} />}
        </Field>
        {needsCode && (
          <Field label={copy.code} hint={copy.codeHint} error={form.problems.code}>
            {(control) => <TextInput {...control} name="code" autoComplete="one-time-code" dir="ltr" />}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { PasswordInput } from '#features/accounts/web/auth/password-input.tsx';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { ConfirmAtProvider } from '#features/single-sign-on/web/confirm-at-provider.tsx';
import { connectionQuery } from '#features/single-sign-on/web/queries.ts';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { texts } from '../texts.ts';
import { answerChallenge, isCanceled } from './ceremonies.ts';
import { call } from './call.ts';
import { methodsQuery } from './queries.ts';

const copy = texts.confirming;
const about = 'confirmation';

type Props = { onSettled: (confirmed: boolean) => void };
type Offered = { passkey: boolean; provider: boolean; password: boolean };

/** Asks who uses the session, before a change of how the account is reached. */
export function ConfirmDialog({ onSettled }: Props) {
  const methods = useQuery(methodsQuery);
  const connection = useQuery({ ...connectionQuery, enabled: ways.provider !== undefined });
  // It waits, so that what gets the focus does not go away. What cannot be known is offered.
  if (methods.isLoading || connection.isLoading) return null;
  const { passkeys, rp_id: host, has_password: hasPassword = true } = methods.data ?? {};
  const passkey =
    'PublicKeyCredential' in globalThis && (passkeys?.some(({ rp_id: of }) => of === host) ?? true);
  const provider = Boolean(connection.data?.identity);
  // Without passwords, one that was set earlier confirms if nothing else can, so that its owner can connect the provider.
  const password = hasPassword && (ways.passwords || !(passkey || provider));
  const offered = { passkey, provider, password };
  return <Question offered={offered} onSettled={onSettled} />;
}

function Question({ offered, onSettled }: Props & { offered: Offered }) {
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
          {offered.password && (
            <Button type="submit" form={formId} busy={form.busy}>
              {copy.submit}
            </Button>
          )}
        </>
      }
    >
      {offered.passkey && (
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
      {offered.password && (
        <form {...form.props} id={formId} className="not-first:mt-5 grid gap-4.5">
          {(offered.passkey || offered.provider) && (
            <p className="text-button font-normal text-ink-2">{copy.or}</p>
          )}
          <Field label={copy.password} error={form.problems.password}>
            {(control) => <PasswordInput {...control} autoComplete="current-password" plain={false} />}
          </Field>
          {needsCode && (
            <Field label={copy.code} hint={copy.codeHint} error={form.problems.code}>
              {(control) => <TextInput {...control} name="code" autoComplete="one-time-code" dir="ltr" />}
            </Field>
          )}
        </form>
      )}
    </Dialog>
  );
}

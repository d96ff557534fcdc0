import { useId, useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { refusalTexts, texts } from '../texts.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { about, call } from './call.ts';

const copy = texts.authenticator;

export type Setup = Awaited<ReturnType<typeof newSetup>>;
export const newSetup = () => withConfirmation(() => call('POST /api/authenticator_app/options', {}));

type Props = {
  setup: Setup;
  /** The password alone opens the account until now. */
  isFirst: boolean;
  host: string;
  onAdded: () => Promise<void>;
  onClose: () => void;
};

/** Shows the secret to the app, asks for its first code, and shows the recovery codes that come with it. */
export function AddAuthenticator({ setup, isFirst, host, onAdded, onClose }: Props) {
  const formId = useId();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    fields: ['code'],
    about,
    check: ({ code }) => (code.trim() ? {} : { code: copy.codeRequired }),
    async send({ code }) {
      const body = { setup: setup.setup, code };
      const { recovery_codes } = await withConfirmation(() => call('POST /api/authenticator_app', { body }));
      toast({ title: copy.added, about });
      if (recovery_codes) setCodes(recovery_codes);
      else onClose();
      void onAdded();
    },
    onError: (error) => {
      const problems = showRefusal(error, about, {
        fields: { code_mismatch: 'code' },
        toast: toastWithReason(texts.failed),
      });
      const { title, detail } = refusalTexts.code_mismatch;
      return problems.code === undefined ? problems : { code: `${title} ${detail}` };
    },
  });
  if (codes) return <CodesDialog codes={codes} host={host} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.add}
      description={copy.scan}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {texts.naming.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={form.busy}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="grid gap-5">
        <div className="flex flex-wrap items-center gap-5">
          <QrCode text={setup.uri} label={copy.qr} />
          <div className="min-w-0 grow basis-48">
            <p className="text-button font-normal text-ink-2">{copy.secret}</p>
            <p className="mt-1 text-ui wrap-anywhere" dir="ltr">
              <code>{setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
            </p>
            {/* The app may be on this device, whose camera cannot scan its own screen. */}
            <a
              href={setup.uri}
              className="hidden min-h-11 w-fit items-center text-primary underline pointer-coarse:inline-flex"
            >
              {copy.openApp}
            </a>
          </div>
        </div>
        <Field label={copy.code} hint={copy.codeHint} error={form.problems.code}>
          {(control) => (
            <TextInput
              {...control}
              name="code"
              data-autofocus
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
            />
          )}
        </Field>
        {isFirst && <p className="text-ui">{copy.first}</p>}
      </form>
    </Dialog>
  );
}

import { useId, useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { deviceName } from '#features/accounts/web/settings/device-name.ts';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { decideName } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { createPasskey, isCanceled, isKnownDevice } from './ceremonies.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { about, call } from './call.ts';

const copy = texts.naming;

type Props = {
  /** The password alone opens the account until now. */
  isFirst: boolean;
  host: string;
  onAdded: () => Promise<void>;
  onClose: () => void;
};

/** Names a new passkey, lets the device make it, and shows the recovery codes that come with the first one. */
export function AddPasskey({ isFirst, host, onAdded, onClose }: Props) {
  const formId = useId();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    fields: ['name'],
    about,
    check({ name }) {
      const decided = decideName(name);
      if (typeof decided !== 'string') return {};
      return { name: refusalTexts[decided].detail ?? refusalTexts[decided].title };
    },
    async send({ name }) {
      const options = await withConfirmation(() => call('POST /api/passkeys/options', {}));
      const attestation = await createPasskey(options);
      const { recovery_codes } = await call('POST /api/passkeys', { body: { attestation, name } });
      toast({ title: texts.addedToast, about });
      if (recovery_codes) setCodes(recovery_codes);
      else onClose();
      void onAdded();
    },
    onError(error) {
      if (isCanceled(error)) toast({ title: copy.canceled, about });
      else if (isKnownDevice(error)) toast({ title: copy.known, about });
      else return showRefusal(error, about, { toast: toastWithReason(texts.failed) });
      return {};
    },
  });
  if (codes) return <CodesDialog codes={codes} host={host} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.title}
      description={copy.about}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={form.busy}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="grid gap-5">
        {isFirst && <p className="text-ui">{copy.first(ways.passwords)}</p>}
        <Field label={copy.name} hint={copy.nameHint} error={form.problems.name}>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              data-autofocus
              autoComplete="off"
              defaultValue={deviceName(navigator.userAgent) ?? copy.defaultName}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

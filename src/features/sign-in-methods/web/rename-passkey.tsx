import { useId } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useForm } from '#ui/use-form.ts';
import type { Passkey } from '../contract.ts';
import { texts } from '../texts.ts';
import { about, call } from './call.ts';

const copy = texts.renaming;

type Props = { passkey: Passkey; onRenamed: () => Promise<void>; onClose: () => void };

export function RenamePasskey({ passkey, onRenamed, onClose }: Props) {
  const formId = useId();
  const form = useForm({
    fields: ['name'],
    about,
    async send({ name }) {
      await call('PATCH /api/passkeys/:id', { params: { id: passkey.id }, body: { name } });
      onClose();
      void onRenamed();
    },
    onError: (error) =>
      showRefusal(error, about, {
        fields: { name_required: 'name', name_too_long: 'name' },
        toast: toastWithReason(texts.failed),
      }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.title}
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
      <form {...form.props} id={formId}>
        <Field label={texts.naming.name} error={form.problems.name}>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              data-autofocus
              autoComplete="off"
              defaultValue={passkey.name}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

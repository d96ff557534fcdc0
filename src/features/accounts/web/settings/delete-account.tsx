import { useState } from 'react';
import { hasCode } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { toastOnNextPage } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { settingsRefusalTexts, settingsTexts } from '../../settings-texts.ts';
import { PasswordInput } from '../auth/password-input.tsx';
import { showRefusal, toastWithReason, type Refusals } from '../refusals.ts';
import { forgetUser } from '../session/forget-user.ts';
import { withConfirmation } from '../session/confirmation.ts';
import { call } from '../session/session.ts';

const copy = settingsTexts.deletion;
const formId = 'delete-account';
const about = 'deletion';
const refusals: Refusals<'password'> = {
  toast(problem) {
    const { title, description } = toastWithReason(copy.failed)(problem);
    return { title: copy.error, description: problem?.retryAfter ? `${title}. ${description}` : title };
  },
};

type Props = { userId: string; onDeleted: () => void };

/** The Danger Zone: deletes the account and everything in it, after one confirmation (R-A12). */
export function DeleteAccount({ userId, onDeleted }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group">
      <summary className="w-fit rounded-control py-1.5 text-button text-danger pointer-coarse:py-3">
        {copy.title}
      </summary>
      <p className="mt-2 mb-3 text-button font-normal text-ink-2">{copy.text}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {copy.open}
      </Button>
      {open && <DeleteDialog userId={userId} onDeleted={onDeleted} onClose={() => setOpen(false)} />}
    </details>
  );
}

function DeleteDialog({ userId, onDeleted, onClose }: Props & { onClose: () => void }) {
  /** Whether the server has asked for the password. */
  const [asked, setAsked] = useState(false);
  const form = useForm({
    fields: ['password'],
    about,
    async send({ password }) {
      const body = password ? { password } : {};
      await withConfirmation(() => call('POST /api/functions/v1/delete-account', { body }));
      await forgetUser(userId);
      toastOnNextPage(copy.done);
      onDeleted();
      return 'leaving';
    },
    onError(error) {
      if (!hasCode(error, 'password_needed', 'wrong_password')) return showRefusal(error, about, refusals);
      // The field appears once the server asks for the password, and gets the focus.
      setAsked(true);
      return {
        password: asked || hasCode(error, 'wrong_password') ? settingsRefusalTexts.wrong_password.title : '',
      };
    },
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.question}
      description={copy.warning}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={form.busy}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      <ul className="list-disc ps-5 text-ui marker:text-danger">
        {copy.losses.map((loss) => (
          <li key={loss} className="py-0.5">
            {loss}
          </li>
        ))}
      </ul>
      <form id={formId} {...form.props}>
        {asked && (
          <div className="mt-5">
            <Field label={copy.password} hint={copy.passwordWhy} error={form.problems.password}>
              {(control) => <PasswordInput {...control} autoComplete="current-password" plain={false} />}
            </Field>
          </div>
        )}
      </form>
    </Dialog>
  );
}

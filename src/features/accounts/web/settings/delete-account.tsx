import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { refusalTexts, settingsTexts, texts } from '../../texts.ts';
import { PasswordInput } from '../auth/password-input.tsx';
import { forgetUser } from '../session/session-end.ts';
import { call } from '../session/session.ts';

const copy = settingsTexts.deletion;
const formId = 'delete-account';

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
  const form = useRef<HTMLFormElement>(null);
  /** Whether the server has asked for the password. */
  const [asked, setAsked] = useState<'no' | 'yes' | 'wrong'>('no');
  const [busy, setBusy] = useState(false);

  // The field appears only once the server asks for the password.
  useEffect(() => {
    if (asked !== 'no') form.current?.querySelector('input')?.focus();
  }, [asked]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setBusy(true);
    try {
      await call('POST /api/functions/v1/delete-account', { body: password ? { password } : {} });
    } catch (error) {
      setBusy(false);
      handleRefusal(error);
      return;
    }
    await forgetUser(userId);
    toastOnNextPage(copy.done);
    onDeleted();
  }

  function handleRefusal(error: unknown) {
    const code = error instanceof Problem ? error.code : 'unknown';
    if (code === 'password_needed' || code === 'wrong_password') {
      setAsked(code === 'wrong_password' || asked !== 'no' ? 'wrong' : 'yes');
      form.current?.querySelector('input')?.focus();
      return;
    }
    const message = error instanceof Problem && code !== 'unknown' ? error.title : copy.failed;
    const wait = error instanceof Problem && error.retryAfter;
    const description = wait ? `${message}. ${texts.retryIn(wait)}` : message;
    toast({ title: copy.error, description, tone: 'danger' });
  }

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
          <Button type="submit" form={formId} variant="danger" busy={busy}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5 text-ui marker:text-danger">
        {copy.losses.map((loss) => (
          <li key={loss} className="py-0.5">
            {loss}
          </li>
        ))}
      </ul>
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
        {asked !== 'no' && (
          <div className="mt-5">
            <Field
              label={copy.password}
              hint={copy.passwordWhy}
              error={asked === 'wrong' ? refusalTexts.wrong_password.title : undefined}
            >
              {(control) => <PasswordInput {...control} autoComplete="current-password" plain={false} />}
            </Field>
          </div>
        )}
      </form>
    </Dialog>
  );
}

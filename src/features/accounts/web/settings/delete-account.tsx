import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { refusalTexts, settingsTexts, texts } from '../../texts.ts';
import { PasswordInput } from '../auth/password-input.tsx';
import { forgetPerson } from '../session/session-end.ts';
import { call } from '../session/session.ts';

const words = settingsTexts.deletion;
const formId = 'delete-account';

type Props = { userId: string; onDeleted: () => void };

/** The Danger Zone: the account with everything in it can be deleted, after one question (R-A12). */
export function DeleteAccount({ userId, onDeleted }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group">
      <summary className="w-fit rounded-control py-1.5 text-button text-danger pointer-coarse:py-3">
        {words.title}
      </summary>
      <p className="mt-2 mb-3 text-button font-normal text-ink-2">{words.text}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open && <DeleteDialog userId={userId} onDeleted={onDeleted} onClose={() => setOpen(false)} />}
    </details>
  );
}

function DeleteDialog({ userId, onDeleted, onClose }: Props & { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  /** The password is asked for once the server has said that it is needed. */
  const [asked, setAsked] = useState<'no' | 'yes' | 'wrong'>('no');
  const [busy, setBusy] = useState(false);

  // The field comes only once the server asks for it.
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
      refused(error);
      return;
    }
    await forgetPerson(userId);
    toastOnNextPage(words.done);
    onDeleted();
  }

  function refused(error: unknown) {
    const code = error instanceof Problem ? error.code : 'unknown';
    if (code === 'password_needed' || code === 'wrong_password') {
      setAsked(code === 'wrong_password' || asked !== 'no' ? 'wrong' : 'yes');
      form.current?.querySelector('input')?.focus();
      return;
    }
    const spoken = error instanceof Problem && code !== 'unknown' ? error.title : words.failed;
    const wait = error instanceof Problem && error.retryAfter;
    const description = wait ? `${spoken}. ${texts.retryIn(wait)}` : spoken;
    toast({ title: words.error, description, tone: 'danger' });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.question}
      description={words.warning}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={busy}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5 text-ui marker:text-danger">
        {words.losses.map((loss) => (
          <li key={loss} className="py-0.5">
            {loss}
          </li>
        ))}
      </ul>
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
        {asked !== 'no' && (
          <div className="mt-5">
            <Field
              label={words.password}
              hint={words.passwordWhy}
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

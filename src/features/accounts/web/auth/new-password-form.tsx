import { useState, type FormEvent } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { toastOnNextPage } from '#ui/toast.ts';
import { recoveryTexts } from '../../texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import {
  passwordFaultsIn,
  passwordFaultsOf,
  readNewPassword,
  tellPasswordFaults,
  type PasswordFaults,
} from './new-password.ts';
import { call } from '../session/session.ts';
import { forgetVerifyToken } from '../verification/verify-link.ts';

type Props = {
  /** Out of the mailed link. */
  token: string;
  /** Whose password it is, once that is known. */
  email: string | undefined;
  /** Signed in with the new password. */
  onDone: () => void;
  /** The link does not hold. */
  onRefused: (problem: Problem) => void;
};

/** Sets a new password by a mailed link, whoever is signed in here (R-A11). */
export function NewPasswordForm({ token, email, onDone, onRefused }: Props) {
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const show = (found: PasswordFaults) => {
      setFaults(found);
      tellPasswordFaults(form, found);
    };
    const typed = readNewPassword(form);
    const found = passwordFaultsIn(typed, false);
    show(found);
    if (Object.keys(found).length > 0) return;

    const timezone = ownTimeZone();
    setBusy(true);
    try {
      await call('POST /api/auth/recover/complete', {
        body: { token, password: typed.password, timezone },
      });
      // Links of before are void with the old password.
      forgetVerifyToken();
      toastOnNextPage({ title: recoveryTexts.updated });
      onDone();
    } catch (error) {
      setBusy(false);
      if (error instanceof Problem && error.code.startsWith('link_')) onRefused(error);
      else show(passwordFaultsOf(error, recoveryTexts.failed));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5 pb-6">
      <NewPasswordFields faults={faults} email={email} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {recoveryTexts.save}
      </Button>
    </form>
  );
}

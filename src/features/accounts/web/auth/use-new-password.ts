import { useState, type FormEvent } from 'react';
import { dismissToastsAbout } from '#ui/toast.ts';
import {
  passwordFaultsIn,
  passwordFaultsOf,
  passwordMessages,
  readNewPassword,
  showPasswordFaults,
  type NewPassword,
  type PasswordFaults,
} from './new-password.ts';

type Options = {
  asksCurrent: boolean;
  /** Shown when it fails for an unknown reason. */
  failed: string;
  /** Sets the password and continues from there. */
  send: (input: NewPassword) => Promise<void>;
};

/** State of a form that sets a password: validates the input, shows faults, and allows one request at a time. */
export function useNewPassword({ asksCurrent, failed, send }: Options) {
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    dismissToastsAbout(passwordMessages);
    const show = (found: PasswordFaults) => {
      setFaults(found);
      showPasswordFaults(form, found);
    };
    const input = readNewPassword(form);
    const found = passwordFaultsIn(input, asksCurrent);
    show(found);
    if (Object.keys(found).length > 0) return;

    setBusy(true);
    try {
      await send(input);
    } catch (error) {
      setBusy(false);
      show(passwordFaultsOf(error, failed));
    }
  }

  return { faults, busy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

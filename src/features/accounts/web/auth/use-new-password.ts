import { useState, type FormEvent } from 'react';
import { dismissAbout } from '#ui/toast.ts';
import {
  passwordFaultsIn,
  passwordFaultsOf,
  passwordMessages,
  readNewPassword,
  tellPasswordFaults,
  type NewPassword,
  type PasswordFaults,
} from './new-password.ts';

type Options = {
  asksCurrent: boolean;
  /** What is said when it fails for no reason that is known. */
  failed: string;
  /** Sets the password, and goes on from there. */
  send: (typed: NewPassword) => Promise<void>;
};

/** A form that sets a password: judged before it is sent, its faults shown, sent once at a time. */
export function useNewPassword({ asksCurrent, failed, send }: Options) {
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    dismissAbout(passwordMessages);
    const show = (found: PasswordFaults) => {
      setFaults(found);
      tellPasswordFaults(form, found);
    };
    const typed = readNewPassword(form);
    const found = passwordFaultsIn(typed, asksCurrent);
    show(found);
    if (Object.keys(found).length > 0) return;

    setBusy(true);
    try {
      await send(typed);
    } catch (error) {
      setBusy(false);
      show(passwordFaultsOf(error, failed));
    }
  }

  return { faults, busy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

// Shared by the forms that set a password: reads and validates the input, and shows its faults.
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { passwordFault } from '../../rules.ts';
import { recoveryTexts, refusalTexts, settingsTexts, texts } from '../../texts.ts';
import { faultOf } from './auth-faults.ts';

const fields = ['current_password', 'password', 'confirmation'] as const;
/** Groups the toasts of these forms. */
export const passwordMessages = 'password';

/** An error for each wrong field. An empty string where a toast shows the error. */
export type PasswordFaults = Partial<Record<(typeof fields)[number], string>>;

export type NewPassword = { current_password: string; password: string; confirmation: string };

export function readNewPassword(form: HTMLFormElement): NewPassword {
  const entries = new FormData(form);
  const read = (name: string) => String(entries.get(name) ?? '');
  return {
    current_password: read('current_password'),
    password: read('password'),
    confirmation: read('confirmation'),
  };
}

/** Faults that can be found before asking the server. */
export function passwordFaultsIn(input: NewPassword, asksCurrent: boolean): PasswordFaults {
  const faults: PasswordFaults = {};
  if (asksCurrent && !input.current_password) faults.current_password = settingsTexts.password.required;
  const weak = passwordFault(input.password);
  if (!input.password) faults.password = recoveryTexts.required;
  else if (weak) faults.password = refusalTexts[weak].title;
  else if (input.password !== input.confirmation) faults.confirmation = '';
  return faults;
}

/** Field faults from the server's response. Shows a toast for an error that belongs to no field. */
export function passwordFaultsOf(error: unknown, fallback: string): PasswordFaults {
  if (error instanceof Problem && error.code === 'wrong_password') {
    return { current_password: refusalTexts.wrong_password.title };
  }
  const { fields: found, message } = faultOf(error);
  if (message) {
    const unknown = message.title === texts.failed;
    toast({ ...message, ...(unknown && { title: fallback }), tone: 'danger', about: passwordMessages });
  }
  return found.password ? { password: found.password } : {};
}

/** Focuses the first wrong field, and shows a toast if the passwords do not match. */
export function showPasswordFaults(form: HTMLFormElement, faults: PasswordFaults): void {
  if (faults.confirmation !== undefined)
    toast({ title: recoveryTexts.mismatch, tone: 'danger', about: passwordMessages });
  const first = fields.find((name) => name in faults);
  if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
}

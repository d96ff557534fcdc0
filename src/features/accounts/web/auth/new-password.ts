// What the forms that set a password share: reading it, judging it, and showing what is wrong with it.
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { passwordFault } from '../../rules.ts';
import { recoveryTexts, refusalTexts, settingsTexts, texts } from '../../texts.ts';
import { faultOf } from './auth-faults.ts';

const fields = ['current_password', 'password', 'confirmation'] as const;
/** What the messages of these forms are about. */
export const passwordMessages = 'password';

/** A sentence for each wrong field; an empty one where a message says what is wrong. */
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

/** What can be told before asking the server. */
export function passwordFaultsIn(typed: NewPassword, asksCurrent: boolean): PasswordFaults {
  const faults: PasswordFaults = {};
  if (asksCurrent && !typed.current_password) faults.current_password = settingsTexts.password.required;
  const weak = passwordFault(typed.password);
  if (!typed.password) faults.password = recoveryTexts.required;
  else if (weak) faults.password = refusalTexts[weak].title;
  else if (typed.password !== typed.confirmation) faults.confirmation = '';
  return faults;
}

/** What the server found wrong; what belongs to no field is said in a message. */
export function passwordFaultsOf(error: unknown, failed: string): PasswordFaults {
  if (error instanceof Problem && error.code === 'wrong_password') {
    return { current_password: refusalTexts.wrong_password.title };
  }
  const { fields: found, message } = faultOf(error);
  if (message) {
    const unknown = message.title === texts.failed;
    toast({ ...message, ...(unknown && { title: failed }), tone: 'danger', about: passwordMessages });
  }
  return found.password ? { password: found.password } : {};
}

/** Takes the person to the first fault, and says in a message what no field says. */
export function tellPasswordFaults(form: HTMLFormElement, faults: PasswordFaults): void {
  if (faults.confirmation !== undefined)
    toast({ title: recoveryTexts.mismatch, tone: 'danger', about: passwordMessages });
  const first = fields.find((name) => name in faults);
  if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
}

// What can be wrong when setting a password, and where it is shown. Shared by the forms that do.
import type { Faults } from '#ui/use-form.ts';
import { passwordFault } from '../../rules.ts';
import { recoveryTexts, refusalTexts } from '../../texts.ts';
import { toastWithReason, type Refusals } from '../refusals.ts';

export const passwordFields = ['current_password', 'password', 'confirmation'] as const;
type PasswordField = (typeof passwordFields)[number];

export type NewPassword = Record<PasswordField, string>;
export type PasswordFaults = Faults<PasswordField>;

/** Faults that can be found before asking the server. The confirmation is only marked. */
export function passwordFaultsIn(input: NewPassword, asksCurrent: boolean): PasswordFaults {
  const faults: PasswordFaults = {};
  if (asksCurrent && !input.current_password) faults.current_password = recoveryTexts.currentRequired;
  const weak = passwordFault(input.password);
  if (!input.password) faults.password = recoveryTexts.required;
  else if (weak) faults.password = refusalTexts[weak].title;
  else if (input.password !== input.confirmation) faults.confirmation = '';
  return faults;
}

/** `failed`: shown when it fails for an unknown reason. */
export const passwordRefusals = (failed: string): Refusals<PasswordField> => ({
  fields: {
    wrong_password: 'current_password',
    password_too_short: 'password',
    password_too_long: 'password',
    password_common: 'password',
  },
  toast: toastWithReason(failed),
});

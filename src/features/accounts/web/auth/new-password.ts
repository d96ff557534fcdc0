// What can be wrong when setting a password, and where it is shown. Shared by the forms that do.
import type { Problems } from '#ui/use-form.ts';
import { passwordProblem } from '../../rules.ts';
import { formRefusalTexts } from '../../auth-texts.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import { toastWithReason, type Refusals } from '../refusals.ts';

export const passwordFields = ['current_password', 'password', 'confirmation', 'code'] as const;
type PasswordField = (typeof passwordFields)[number];

export type NewPassword = Record<PasswordField, string>;
export type PasswordProblems = Problems<PasswordField>;

/** Problems that can be found before asking the server. The confirmation is only marked. */
export function passwordProblemsIn(input: Omit<NewPassword, 'code'>, asksCurrent: boolean): PasswordProblems {
  const problems: PasswordProblems = {};
  if (asksCurrent && !input.current_password) problems.current_password = recoveryTexts.currentRequired;
  const weak = passwordProblem(input.password);
  if (!input.password) problems.password = recoveryTexts.required;
  else if (weak) problems.password = formRefusalTexts[weak].title;
  else if (input.password !== input.confirmation) problems.confirmation = '';
  return problems;
}

/** `failed`: shown when it fails for an unknown reason. */
export const passwordRefusals = (failed: string): Refusals<PasswordField> => ({
  fields: {
    wrong_password: 'current_password',
    password_too_short: 'password',
    password_too_long: 'password',
    password_common: 'password',
    second_factor_needed: 'code',
    wrong_code: 'code',
  },
  toast: toastWithReason(failed),
});

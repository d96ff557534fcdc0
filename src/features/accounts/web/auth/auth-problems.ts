// What can be wrong when signing in or up, and where it is shown.
import { isBlank } from '#platform/text/plain-text.ts';
import { normalName, passwordProblem } from '../../rules.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { formRefusalTexts, texts } from '../../auth-texts.ts';
import type { Problems } from '#ui/use-form.ts';
import { toastWithReason, type Refusals } from '../refusals.ts';

export const authFields = ['full_name', 'email', 'password', 'code'] as const;
/** Groups the toasts about signing in and up. */
export const authAbout = 'auth';

type AuthField = (typeof authFields)[number];

/**
 * Problems that can be found before asking the server. Only sign-up validates the values. `proved`: the form has no
 * address.
 */
export function problemsIn(
  input: Record<Exclude<AuthField, 'code'>, string>,
  form: 'sign-in' | 'sign-up',
  proved = false,
): Problems<AuthField> {
  const problems: Problems<AuthField> = {};
  const signUp = form === 'sign-up';
  if (signUp && isBlank(input.full_name)) problems.full_name = texts.required.full_name;
  else if (signUp && !normalName(input.full_name)) problems.full_name = formRefusalTexts.invalid_name.title;

  const email = proved ? undefined : emailProblem(input.email);
  if (email && (signUp || isBlank(input.email))) problems.email = email;

  const weak = signUp && passwordProblem(input.password);
  if (!input.password) problems.password = texts.required.password;
  else if (weak) problems.password = formRefusalTexts[weak].title;
  return problems;
}

/** What is wrong with an email address, if anything. */
export function emailProblem(email: string): string | undefined {
  if (isBlank(email)) return texts.required.email;
  return isEmail(normalEmail(email)) ? undefined : formRefusalTexts.invalid_email.title;
}

export const authRefusals: Refusals<AuthField> = {
  fields: {
    invalid_name: 'full_name',
    invalid_email: 'email',
    proof_invalid: 'email',
    password_too_short: 'password',
    password_too_long: 'password',
    password_common: 'password',
    second_factor_needed: 'code',
    wrong_code: 'code',
  },
  marked: { email_taken: 'email', signups_closed: 'email', wrong_credentials: 'password' },
  toast: toastWithReason(texts.failed),
};

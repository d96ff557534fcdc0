// Maps sign-in and sign-up errors to the place where they are shown: next to a field, or in a toast.
import { Problem } from '#platform/http/client.ts';
import type { RefusalCode } from '../../contract.ts';
import { isEmail, normalEmail, normalName, passwordFault } from '../../rules.ts';
import { refusalTexts, texts } from '../../texts.ts';

export type FieldName = 'full_name' | 'email' | 'password';
/** An error for each wrong field. An empty string marks the field while a toast shows the error. */
export type FieldFaults = Partial<Record<FieldName, string>>;
type Fault = { fields: FieldFaults; message?: { title: string; description?: string } };

/** Faults that can be found before asking the server. Only sign-up validates the values. */
export function faultsIn(fields: Record<FieldName, string>, form: 'sign-in' | 'sign-up'): FieldFaults {
  const faults: FieldFaults = {};
  const signUp = form === 'sign-up';
  if (signUp && !fields.full_name) faults.full_name = texts.required.full_name;
  else if (signUp && !normalName(fields.full_name)) faults.full_name = refusalTexts.invalid_name.title;

  if (!fields.email) faults.email = texts.required.email;
  else if (signUp && !isEmail(normalEmail(fields.email))) faults.email = refusalTexts.invalid_email.title;

  const weak = signUp && passwordFault(fields.password);
  if (!fields.password) faults.password = texts.required.password;
  else if (weak) faults.password = refusalTexts[weak].title;
  return faults;
}

const fieldOf: Partial<Record<RefusalCode, FieldName>> = {
  invalid_name: 'full_name',
  invalid_email: 'email',
  password_too_short: 'password',
  password_too_long: 'password',
  password_common: 'password',
};
const markedFieldOf: Partial<Record<RefusalCode, FieldName>> = {
  email_taken: 'email',
  wrong_credentials: 'password',
};

/** Maps an error that a call threw to fields or a message. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Problem)) return { fields: {}, message: { title: texts.failed } };
  const code = error.code as RefusalCode;
  const known = refusalTexts[code] as { title: string; detail?: string } | undefined;
  const field = fieldOf[code];
  if (field && known) return { fields: { [field]: known.title } };

  const title = known?.title ?? (error.code === 'unknown' ? texts.failed : error.title);
  const description =
    error.retryAfter === undefined ? (known?.detail ?? error.detail) : texts.retryIn(error.retryAfter);
  const mark = markedFieldOf[code];
  return {
    fields: mark ? { [mark]: '' } : {},
    message: { title, ...(description && { description }) },
  };
}

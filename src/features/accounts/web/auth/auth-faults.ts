// What went wrong in signing in or up, and where it belongs: beside a field, or in a message.
import { Problem } from '#platform/http/client.ts';
import type { RefusalCode } from '../../contract.ts';
import { isEmail, normalEmail, normalName, passwordFault } from '../../rules.ts';
import { refusalTexts, texts } from '../../texts.ts';

export type FieldName = 'full_name' | 'email' | 'password';
/** A sentence for each wrong field; an empty one marks the field where a message says what is wrong. */
export type FieldFaults = Partial<Record<FieldName, string>>;
type Fault = { fields: FieldFaults; message?: { title: string; description?: string } };

/** What can be told before asking the server; only sign-up judges what is typed. */
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
const marked: Partial<Record<RefusalCode, FieldName>> = {
  email_taken: 'email',
  wrong_credentials: 'password',
};

/** Sorts what a call threw. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Problem)) return { fields: {}, message: { title: texts.failed } };
  const code = error.code as RefusalCode;
  const known = refusalTexts[code] as { title: string; detail?: string } | undefined;
  const field = fieldOf[code];
  if (field && known) return { fields: { [field]: known.title } };

  const title = known?.title ?? (error.code === 'unknown' ? texts.failed : error.title);
  const description =
    error.retryAfter === undefined ? (known?.detail ?? error.detail) : texts.retryIn(error.retryAfter);
  const mark = marked[code];
  return {
    fields: mark ? { [mark]: '' } : {},
    message: { title, ...(description && { description }) },
  };
}

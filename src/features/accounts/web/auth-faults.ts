// What went wrong in signing in or up, and where it belongs: beside a field, or in a message.
import { Problem } from '#platform/http/client.ts';
import type { RefusalCode } from '../contract.ts';
import { refusalTexts, texts } from '../texts.ts';

export type FieldName = 'full_name' | 'email' | 'password';
/** A sentence for each wrong field; an empty one marks the field where a message says what is wrong. */
export type FieldFaults = Partial<Record<FieldName, string>>;
type Fault = { fields: FieldFaults; message?: { title: string; description?: string } };

/** The fields that must be filled in and are not. */
export function missing(fields: Record<FieldName, string>, form: 'sign-in' | 'sign-up'): FieldFaults {
  const names: FieldName[] = form === 'sign-up' ? ['full_name', 'email', 'password'] : ['email', 'password'];
  return Object.fromEntries(
    names.filter((name) => !fields[name]).map((name) => [name, texts.required[name]]),
  );
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

// The user's addresses: their query, and what all changes to them have in common.
import { queryOptions } from '@tanstack/react-query';
import { settingsTexts } from '../../settings-texts.ts';
import { showRefusal, toastWithReason } from '../refusals.ts';
import { call } from '../session/session.ts';

const queryKey = ['user-emails'] as const;

export const emailsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call('GET /api/user_emails', {}, signal),
});

/** Changes are sent one after another, because each response is the list after the change. */
export const emailsMutation = { mutationKey: queryKey, scope: { id: 'user-emails' } };

/** Groups the toasts about addresses. */
export const emailsAbout = 'emails';

/** Shows why a change failed. `fields`: the fields that show a refusal, by its code. */
export function showEmailsError<Field extends string>(error: unknown, fields: Record<string, Field> = {}) {
  return showRefusal(error, emailsAbout, { fields, toast: toastWithReason(settingsTexts.emails.failed) });
}

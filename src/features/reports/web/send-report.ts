// Emails a report and reports the outcome in toasts.
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { hasCode } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { BoardFilter } from '../contract.ts';
import { dialogTexts as texts, refusalTexts } from '../texts.ts';
import { call } from './report-calls.ts';

/** Groups the toasts about emailing a report. */
export const aboutEmail = 'report-email';

type Report = { email: string; timezone: string; reportType?: 'Shoutout Board'; week?: string } & BoardFilter;
type Toast = { title: string; description?: string };

/** Emails a report and confirms with `sent`, or says what the email waits for (R-A3, R-A8). Throws `Problem`. */
export async function sendReport(
  queries: QueryClient,
  report: Report,
  sent: (email: string) => Toast,
): Promise<void> {
  const { email, state } = await call('POST /api/functions/v1/email-week-review', { body: report });
  // It counts the messages that wait for the verification.
  if (state === 'held') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  toast({ ...(state === 'queued' ? sent : texts.waiting[state])(email), about: aboutEmail });
}

/** Shows why an email was not sent. */
export function showSendError(error: unknown): void {
  const refused = hasCode(error, ...Object.keys(refusalTexts));
  const title = refused ? error.title : texts.emailFailed;
  const description = refused ? error.detail : undefined;
  toast({ title, ...(description && { description }), tone: 'danger', about: aboutEmail });
}

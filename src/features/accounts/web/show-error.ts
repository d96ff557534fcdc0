import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { faultOf } from './auth/auth-faults.ts';

/** Shows the message of a failed call, or `fallback` if it has none. `about` groups the toasts of one form. */
export function showError(error: unknown, fallback: string, about: string): void {
  const hasMessage = error instanceof Problem && error.code !== 'unknown';
  const { message, fields } = faultOf(error);
  const title = Object.values(fields).find(Boolean) ?? message?.title;
  toast({ ...message, title: hasMessage && title ? title : fallback, tone: 'danger', about });
}

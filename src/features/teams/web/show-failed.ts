import { messageOf, Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';

/** Shows that an action failed, with the server's reason, or that there is no connection. `about` groups its toasts. */
export function showFailed(title: string, offline: string, error: unknown, about: string): void {
  console.warn(title, error);
  const isOffline = error instanceof Problem && error.status === 0;
  const reason = isOffline ? (navigator.onLine ? undefined : offline) : messageOf(error);
  toast({ title, ...(reason && { description: reason }), tone: 'danger', about });
}

import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { faultOf } from './auth/auth-faults.ts';

/** Shows what a call threw in its own words, or `failed` where there are none. `about` names what failed. */
export function tellFailed(error: unknown, failed: string, about: string): void {
  const spoken = error instanceof Problem && error.code !== 'unknown';
  const { message, fields } = faultOf(error);
  const title = Object.values(fields).find(Boolean) ?? message?.title;
  toast({ ...message, title: spoken && title ? title : failed, tone: 'danger', about });
}

// Reports a saved entry, and what happens to the emails about it.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { guestId } from '#features/guest/constants.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { texts } from '../../texts.ts';
import { savedForMs } from './progress.ts';

const copy = outboxTexts.emails;

/** Shows that the entry is saved, and which of its emails are held (R-A3), waiting (R-A8) or failed (R-J1). */
export function showSaved(queries: QueryClient, { userId }: Scope, entry: CheckIn): void {
  const { id, manager_email_state: manager, teammate_email_state: teammate } = entry;
  if (manager === 'failed') showFailed(copy.managerFailed, `${id} manager`);
  if (teammate === 'failed') showFailed(copy.teammateFailed, `${id} teammate`);
  if (manager !== 'failed' && teammate !== 'failed') {
    toast({ title: userId === guestId ? texts.savedLocally : texts.saved, duration: savedForMs, about: id });
  }
  const states = [manager, teammate];
  for (const state of ['held', 'waiting'] as const) {
    const count = states.filter((other) => other === state).length;
    if (count > 0) toast({ ...copy[state](count), duration: 8000, about: `${id} ${state}` });
  }
  // It counts the messages that wait for the verification.
  if (states.includes('held')) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

function showFailed(title: string, about: string): void {
  toast({ title, description: copy.failedDetail, tone: 'danger', about });
}
